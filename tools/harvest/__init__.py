"""The engine's games in the archive: played again from their seeds, told, and looked for.

`replays/picks/` lists what was picked, one game a line; `python -m tools.harvest` writes the
records from it, always the same bytes.
"""
