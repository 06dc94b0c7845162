"""A reference engine for Elfern and Bohemian Schneider, standard library only.

The rooms, each a module of its own: `cards`, `rules`, `catalogue`, `tables`, `deal`, `state`,
`scoring`, `game`, `rollout`, `view`, `explain`, `records`, `frames`, `bridge`, `errors`.
"""

__version__ = "0.1.0"
