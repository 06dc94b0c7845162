"""What a study needs beyond Python's standard library and beyond one process.

The engine finds these rooms by the entry points of its distribution, in the groups
`elfern.executors` and `elfern.tables`, so that it imports none of them itself and what browsers
load does not hold them. Another package may offer an executor or a table form in the same way.
"""
