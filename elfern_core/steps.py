"""Steps of a deal on record by their addresses, as `elfern_core.frames` gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.errors import RuleError

if TYPE_CHECKING:
    from elfern_core.game import Game
    from elfern_core.records import Checked
    from elfern_core.records.model import Trick


def plays_at(game: Game, address: str) -> int:
    """Give how many cards of the main line have been played at the address of a step.

    Raises:
        RuleError: if the deal has no such step.
    """
    if address == "0":
        return 0
    if address == "end":
        return len(game.plays)
    for plays in range(1, len(game.plays) + 1):
        if address == address_of(game, plays):
            return plays
    raise _no_step(address)


def address_of(game: Game, plays: int) -> str:
    """Give the address of the step of card number `plays`, from 1."""
    before = game.states[plays - 1]
    return f"{before.trick_number}/{'lead' if before.led < 0 else 'reply'}"


def _no_step(address: str) -> RuleError:
    return RuleError("no-step", f"the deal has no step “{address}”", (address,))


def game_at(one: Checked, address: str) -> Game:
    """Give the deal of a record as it stands at the address of a step, branches included.

    Raises:
        RuleError: if the record holds no deal, or has no such step.
    """
    game = one.game
    if game is None:
        raise RuleError("no-deal", "ruleset or cards are at fault: there is no deal to take up")
    tricks, begun = one.record.tricks, game.undo(len(game.plays))
    # A branch `7a.9/lead` leaves the line at trick 7 and goes on from there.
    *branches, step = address.split(".")
    for name in branches:
        number, label = name[:-1], name[-1:]
        at = next((trick for trick in tricks if str(trick.number) == number), None)
        branch = next((each for each in (at.branches if at else ()) if each.label == label), None)
        if at is None or branch is None:
            raise _no_step(address)
        begun = _played(begun, tricks[: tricks.index(at)])
        tricks = branch.tricks
    line = _played(begun, tricks)
    if not branches or step not in {"0", "end"}:
        return line.undo(len(line.plays) - plays_at(line, step))
    raise _no_step(address)


def _played(game: Game, tricks: tuple[Trick, ...]) -> Game:
    for trick in tricks:
        game = game.play(trick.lead)
        if trick.reply is not None:
            game = game.play(trick.reply)
    return game
