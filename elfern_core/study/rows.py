"""One row for every deal, ruleset and pair of players; its columns, and their dictionary."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from elfern_core import __version__
from elfern_core.catalogue import ruleset
from elfern_core.players import PLAYERS
from elfern_core.rules import TRICKS
from elfern_core.study.plan import StudyError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elfern_core.study.plan import Plan

FORMAT = "elfern-study/1"
"""Name of the format, in the data dictionary and in stored figures."""
UNNAMED = "unnamed"
"""Stands for a class of outcome that no source names."""


class Row(NamedTuple):
    """One deal played under one ruleset by one pair of players."""

    rules: str
    """Ruleset expression."""
    forehand: str
    """Id of the player in forehand."""
    dealer: str
    """Id of the player who dealt."""
    number: int
    """Number of the deal in the study, from 0."""
    forehand_points: int
    """Card points of forehand."""
    dealer_points: int
    """Card points of the dealer."""
    forehand_game_points: int
    """Game points of forehand, nothing held over."""
    dealer_game_points: int
    """Game points of the dealer, nothing held over."""
    result: str
    """Class of the outcome: `simple`, `schneider`, `schwarz`, `stander` or `unnamed`."""
    forehand_tricks: int
    """Tricks that forehand won."""
    bound_replies: int
    """Replies for which a rule forbade at least one card of the hand."""
    touched_tricks: int
    """Tricks to which the game without variants would have set other bounds or another winner."""
    parting_trick: int | None
    """First trick that went otherwise than in the game without variants; 0 if none did."""
    base_points: int | None
    """Card points of forehand in the game without variants."""
    open_points: int | None
    """Card points of forehand if both see all cards and play on best."""


class Column(NamedTuple):
    """What a column holds."""

    name: str
    """Its name in the table."""
    type: str
    """`string` or `integer`."""
    text: str
    """What it says, a sentence."""
    optional: bool = False
    """Whether it may be empty."""
    limits: Mapping[str, object] = MappingProxyType({})
    """Constraints in the words of a table schema."""


_POINTS = {"minimum": 0, "maximum": 120}
_GAME = {"minimum": 0, "maximum": 5}
_TRICKS = {"minimum": 0, "maximum": TRICKS}
_PLAYERS = {"enum": list(PLAYERS)}

COLUMNS: tuple[Column, ...] = (
    Column("rules", "string", "The ruleset, as an expression of the catalogue."),
    Column("forehand", "string", "The player in forehand, who leads first.", limits=_PLAYERS),
    Column("dealer", "string", "The player who dealt.", limits=_PLAYERS),
    Column(
        "number", "integer", "Number of the deal; the same number, the same pack.",
        limits={"minimum": 0},
    ),
    Column("forehand_points", "integer", "Card points that forehand took.", limits=_POINTS),
    Column("dealer_points", "integer", "Card points that the dealer took.", limits=_POINTS),
    Column(
        "forehand_game_points", "integer",
        "Game points that forehand scores for this deal alone, nothing held over.", limits=_GAME,
    ),
    Column(
        "dealer_game_points", "integer",
        "Game points that the dealer scores for this deal alone, nothing held over.",
        limits=_GAME,
    ),
    Column(
        "result", "string",
        "Class of the outcome; stander is a tie, unnamed a line of a scale without a name.",
        limits={"enum": ["simple", "schneider", "schwarz", "stander", UNNAMED]},
    ),
    Column("forehand_tricks", "integer", "Tricks that forehand won.", limits=_TRICKS),
    Column(
        "bound_replies", "integer",
        "Replies for which a duty to follow, trump or win forbade a card of the hand.",
        limits=_TRICKS,
    ),
    Column(
        "touched_tricks", "integer",
        "Tricks in which, with the same cards held and played, the game without variants would "
        "have allowed other cards for the reply or given the trick to the other player.",
        limits=_TRICKS,
    ),
    Column(
        "parting_trick", "integer",
        "First trick with another card or another winner than in the same deal by the same "
        "players under the game without variants; 0 if all are the same. Empty if not compared.",
        optional=True, limits=_TRICKS,
    ),
    Column(
        "base_points", "integer",
        "Card points that forehand took in that deal under the game without variants. Empty if "
        "not compared.",
        optional=True, limits=_POINTS,
    ),
    Column(
        "open_points", "integer",
        "Card points that forehand takes if both see all cards, the stock included, and play on "
        "best. Empty if not solved.",
        optional=True, limits=_POINTS,
    ),
)  # fmt: skip
"""The columns of a row, in order."""
_WHOLE = tuple(column.type == "integer" for column in COLUMNS)
HEADER = ",".join(column.name for column in COLUMNS) + "\n"
"""First line of a table in CSV."""


def line_of(row: Row) -> str:
    """Write a row as a line of CSV; no value needs quotes."""
    return ",".join("" if value is None else str(value) for value in row) + "\n"


def row_of(line: str) -> Row:
    """Read a line of CSV.

    Raises:
        StudyError: if it is none of ours, with the reason.
    """
    values = line.rstrip("\n").split(",")
    if len(values) != len(COLUMNS):
        message = f"{len(COLUMNS)} values are needed, not {len(values)}"
        raise StudyError(message)
    made: list[str | int | None] = []
    for value, column, whole in zip(values, COLUMNS, _WHOLE, strict=True):
        if not whole:
            made.append(value)
        elif value.isascii() and value.isdigit():
            made.append(int(value))
        elif not value and column.optional:
            made.append(None)
        else:
            message = f"{column.name} is a whole number, not “{value[:20]}”"
            raise StudyError(message)
    return Row._make(made)


def check_place(plan: Plan, place: int, row: Row) -> None:
    """Refuse a row that does not stand where the plan has it.

    Args:
        plan: the plan.
        place: how many rows stand before it.
        row: the row.

    Raises:
        StudyError: saying what belongs there.
    """
    number, rest = divmod(place, plan.rows)
    rules, pair = divmod(rest, len(plan.pairs))
    expected = plan.rules[rules], *plan.pairs[pair], number
    if row[:4] != expected:
        told = "{0}, {1}–{2}, deal {3}"
        message = f"here stands {told.format(*row[:4])} instead of {told.format(*expected)}"
        raise StudyError(message)
    if row.forehand_points + row.dealer_points != ruleset(row.rules).rules.total:
        message = "the card points are not those of a whole pack"
        raise StudyError(message)


def dictionary() -> dict[str, Any]:
    """Give the data dictionary: a table schema as the Data Package standard has it."""
    fields = [
        {
            "name": column.name,
            "type": column.type,
            "description": column.text,
            "constraints": {**({} if column.optional else {"required": True}), **column.limits},
        }
        for column in COLUMNS
    ]
    return {
        "fields": fields,
        "primaryKey": ["rules", "forehand", "dealer", "number"],
        "missingValues": [""],
    }


def resource(plan: Plan, file_name: str) -> dict[str, Any]:
    """Describe a table: its file, its dictionary, and the plan that it follows.

    The result is a data resource in the sense of the Data Package standard.
    """
    form = file_name.rpartition(".")[2]
    return {
        "name": "study",
        "type": "table",
        "path": file_name,
        "format": form,
        "mediatype": {"csv": "text/csv", "parquet": "application/vnd.apache.parquet"}[form],
        "encoding": "utf-8",
        "description": "One row for every deal, ruleset and pair of players.",
        "schema": dictionary(),
        "study": {"format": FORMAT, "engine": __version__, **plan.to_json()},
    }


def planned(rows: Iterable[Row], plan: Plan, done: int = 0) -> Iterable[Row]:
    """Pass rows on, each checked to stand where the plan has it.

    Raises:
        StudyError: at the first that does not.
    """
    for place, row in enumerate(rows, done):
        check_place(plan, place, row)
        yield row
