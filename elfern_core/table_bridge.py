"""The table for the bridge: requests with the session's text in, scenes out.

Each request stands alone: it brings the records, the players and the end of the session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfern_core.cards import card, code
from elfern_core.errors import RuleError
from elfern_core.players import PLAYERS
from elfern_core.records import read
from elfern_core.steps import game_at
from elfern_core.table import (
    End,
    Sitter,
    Table,
    again,
    answer,
    decide,
    next_deal,
    open_table,
    play,
    resign,
    resume,
    undo,
    undo_turn,
)
from elfern_core.table_scene import scene

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

type Request = Mapping[str, Any]
"""A request as JSON gave it."""


def _sitters(request: Request) -> tuple[Sitter, Sitter]:
    first, second = (Sitter(one["name"], one.get("level")) for one in request["players"])
    return first, second


def _end(request: Request) -> End:
    end = request["end"]
    return End(deals=end.get("deals"), target=end.get("target"))


_LATEST: list[tuple[str, Table]] = []


def _table(request: Request) -> Table:
    """Take up the table of a request; the one shown last need not be read again."""
    text, sitters, end = request["text"], _sitters(request), _end(request)
    for shown, table in _LATEST:
        if shown == text and table.sitters == sitters and table.end == end:
            return table
    return resume(text, sitters, end)


def _scene(table: Table, request: Request) -> dict[str, Any]:
    shown = scene(table, _eye(request), request.get("lang", "en"))
    _LATEST[:] = [(shown["text"], table)]
    return shown


def _eye(request: Request) -> int | None:
    eye = request.get("eye")
    if eye not in {0, 1, None}:
        raise RuleError("eye", f"there is no player {eye!r} at the table")
    return None if eye is None else int(eye)


def _levels(request: Request) -> dict[str, Any]:
    german = request.get("lang", "en") == "de"
    return {
        "levels": [
            {"id": one.id, "title": one.title_de if german else one.title}
            for one in PLAYERS.values()
        ]
    }


def _open(request: Request) -> dict[str, Any]:
    table = open_table(
        request["rules"],
        _sitters(request),
        _end(request),
        session=request["session"],
        date=request.get("date", "?"),
        seed=request["seed"],
    )
    return _scene(table, request)


def _show(request: Request) -> dict[str, Any]:
    return _scene(_table(request), request)


def _play(request: Request) -> dict[str, Any]:
    return _scene(play(_table(request), card(request["card"])), request)


def _answer(request: Request) -> dict[str, Any]:
    return _scene(answer(_table(request), request["seed"]), request)


def _undo(request: Request) -> dict[str, Any]:
    table = _table(request)
    if "plays" in request:
        return _scene(undo(table, request["plays"]), request)
    return _scene(undo_turn(table, request["player"]), request)


def _next(request: Request) -> dict[str, Any]:
    return _scene(next_deal(_table(request), request["seed"], request.get("date")), request)


def _resign(request: Request) -> dict[str, Any]:
    player = _eye({"eye": request["player"]})
    if player is None:
        raise RuleError("eye", "nobody has resigned")
    return _scene(resign(_table(request), player, request["seed"]), request)


def _from(request: Request) -> dict[str, Any]:
    found = list(read(request["text"]))
    only = request.get("only", 0)
    if not 0 <= only < len(found):
        raise RuleError("no-record", f"there is no record at place {only}")
    one, at = found[only], request["at"]
    if isinstance(at, str):
        game = game_at(one, at)
    else:
        whole = game_at(one, "end")
        game = whole.undo(len(whole.plays) - max(0, at))
    old, forehand = one.record, request.get("forehand")
    table = again(
        old.id or f"{old.session} {old.round or ''}".strip(),
        game,
        _sitters(request),
        forehand=None if forehand is None else int(bool(forehand)),
        session=request["session"],
        date=request.get("date", "?"),
    )
    return _scene(table, request)


def _hint(request: Request) -> dict[str, Any]:
    """Advise whose turn it is: only the player who looks may ask."""
    table = _table(request)
    if table.to_play is None or table.to_play != _eye(request):
        raise RuleError("turn", "a hint is for the player whose turn it is")
    decision = decide(table, request["level"], request["seed"])
    return {"card": code(decision.card), "text": decision.text(request.get("lang", "en"))}


OPERATIONS: Mapping[str, Callable[[Request], dict[str, Any]]] = {
    "table.levels": _levels,
    "table.open": _open,
    "table.show": _show,
    "table.play": _play,
    "table.answer": _answer,
    "table.undo": _undo,
    "table.resign": _resign,
    "table.next": _next,
    "table.hint": _hint,
    "table.from": _from,
}
"""Operation → what answers it. All but `table.levels` take `players` (two, `name` and `level`),
`end` (`deals` or `target`), `eye` (who looks) and `lang`; all but that and `table.open` take
`text`. Further fields: `table.open`: `rules`, `session`, `date`, `seed`; `table.play`: `card`;
`table.answer`: `seed`; `table.undo`: `plays` or `player`; `table.resign`: `player`, `seed`;
`table.next`: `seed`, `date`; `table.hint`: `level`, `seed`; `table.from` (which takes any records
and no `end`): `only`, the place of the record meant, `at` (a number of cards of its main line, or
the address of a step), `forehand` (the player who takes it; left out, player 0 has the seat that
is to play), `session`, `date`."""
