"""Computer players, weakest first: they see a view, never a position.

`PLAYERS` maps each stable id to its player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.players.base import Decision, Player
from elfern_core.players.beginner import BeginnerPlayer
from elfern_core.players.random import RandomPlayer
from elfern_core.players.sampling import SamplingPlayer
from elfern_core.players.strong import StrongPlayer

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PLAYERS", "Decision", "Player"]

PLAYERS: Mapping[str, Player] = {
    player.id: player
    for player in (RandomPlayer(), BeginnerPlayer(), SamplingPlayer(), StrongPlayer())
}
"""Player id → player, weakest first."""
