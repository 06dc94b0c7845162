"""The file of a study: begun, gone on with, never another's overwritten."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elfern_core import __version__
from elfern_core.command._terminal import CommandError, printable, write_text
from elfern_core.study.plan import StudyError
from elfern_core.study.rows import (
    FORMAT,
    HEADER,
    Row,
    check_place,
    line_of,
    planned,
    resource,
    row_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedRandom

    from elfern_core.study import Plan

CSV, PARQUET = ".csv", ".parquet"
"""Endings of the files that can be written."""
_PIECE = 1000
_WORDS = {
    "rules": "rulesets",
    "pairs": "pairs of players",
    "seed": "seed",
    "compare": "comparison with the game without variants",
    "solve": "solving",
}


class Store:
    """A table of deals on disk.

    Rows go to a CSV file as they come; what is wanted in another form is made of it at the end,
    so whatever breaks a study off leaves whole lines to go on from.

    Attributes:
        deals: how many deals stand in it.
    """

    def __init__(self, name: str, plan: Plan, find: Callable[[str, str], Any]) -> None:
        """Look at what is there; nothing is written yet.

        Args:
            name: the file, ending in `.csv` or `.parquet`.
            plan: what the table is to hold.
            find: loads what is installed, by group and name.

        Raises:
            CommandError: for another ending, or if the file belongs to another plan.
        """
        self._name = printable(name)
        self._path = Path(name)
        self._plan = plan
        form = self._path.suffix
        if form not in (CSV, PARQUET):
            message = f"{self._name}: the table is written as FILE{CSV} or FILE{PARQUET}"
            raise CommandError(message)
        self._table = None
        self._work = self._path
        if form == PARQUET:
            self._table = _table(find)
            self._work = self._path.with_name(self._path.name + ".part")
        self._told = self._path.with_name(self._path.name + ".json")
        self._file: BufferedRandom | None = None
        self.deals = 0
        self._check_plan()

    def _check_plan(self) -> None:
        """Refuse a file that another plan, another version or something else has made."""
        try:
            there = [path for path in (self._path, self._work) if path.exists()]
            text = self._told.read_text(encoding="utf-8") if self._told.exists() else None
        except (OSError, ValueError) as error:
            raise self._unusable(error) from None
        if text is None:
            if there:
                raise self._refusal(f"it is there already, and {self._told.name} is not beside it")
            return
        try:
            study = json.loads(text)["study"]
            found = {key: study[key] for key in ("format", "engine", *_WORDS)}
        except (ValueError, KeyError, TypeError):
            raise self._refusal(f"{self._told.name} describes no study") from None
        if found["format"] != FORMAT:
            raise self._refusal(f"it is of the format {found['format']}, not {FORMAT}")
        if found["engine"] != __version__:
            raise self._refusal(f"elfern {found['engine']} began it, and this is {__version__}")
        plan = self._plan.to_json()
        other = [words for key, words in _WORDS.items() if found[key] != plan[key]]
        if other:
            raise self._refusal(f"it follows another plan: other {', other '.join(other)}")

    def _refusal(self, why: str) -> CommandError:
        return CommandError(f"{self._name}: {printable(why)}; nothing was changed")

    def _unusable(self, error: Exception) -> CommandError:
        why = getattr(error, "strerror", None) or str(error)
        return CommandError(f"{self._name} cannot be used: {why}")

    def begin(self) -> Iterator[list[Row]]:
        """Open the file and give the rows of the whole deals that stand in it.

        What a broken-off study left after the last whole deal is cut off when all are read.

        Raises:
            CommandError: at a row that is not the plan's.
        """
        try:
            if self._table and self._path.exists() and not self._work.exists():
                rows = planned(self._table.read(self._path), self._plan)
                write_text(str(self._work), (HEADER, *map(line_of, rows)))
            descriptor = os.open(self._work, os.O_RDWR | os.O_CREAT, 0o666)
            self._file = os.fdopen(descriptor, "r+b")
            yield from self._stored(self._file)
        except (ValueError, OSError) as error:
            self.close()
            raise (
                self._refusal(str(error))
                if isinstance(error, StudyError)
                else self._unusable(error)
            ) from None
        told = json.dumps(resource(self._plan, self._path.name), indent=1, ensure_ascii=False)
        write_text(str(self._told), [told, "\n"])

    def _stored(self, file: BufferedRandom) -> Iterator[list[Row]]:
        header = HEADER.encode()
        first = file.readline()
        if first != header and not header.startswith(first):
            message = "line 1 is not the head of such a table"
            raise StudyError(message)
        place, end = 0, len(header)
        rows: list[Row] = []
        position = end
        for number, line in enumerate(file, 2):
            position += len(line)
            if not line.endswith(b"\n"):
                break
            try:
                row = row_of(line.decode())
                check_place(self._plan, place, row)
            except ValueError as error:
                message = f"line {number}: {error}"
                raise StudyError(message) from None
            place += 1
            rows.append(row)
            if place % self._plan.rows == 0:
                end = position
                if len(rows) >= _PIECE:
                    yield rows
                    rows = []
        self.deals = place // self._plan.rows
        if self.deals > self._plan.deals:
            message = f"it holds {self.deals:,} deals already, more than {self._plan.deals:,}"
            raise StudyError(message)
        rest = place % self._plan.rows
        yield rows[: len(rows) - rest]
        if first != header:
            file.seek(0)
            file.write(header)
        file.truncate(end)
        file.seek(end)
        file.flush()

    def add(self, rows: list[Row]) -> None:
        """Write the rows of whole deals.

        Raises:
            CommandError: if they cannot be written.
        """
        if self._file is None:
            return
        try:
            self._file.write("".join(map(line_of, rows)).encode())
            self._file.flush()
        except OSError as error:
            raise self._unusable(error) from None
        self.deals += len(rows) // self._plan.rows

    def close(self) -> None:
        """Close the file; it can be gone on with."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def finish(self) -> None:
        """Make of the rows what was wanted, when all are there.

        Raises:
            CommandError: if it cannot be written.
        """
        if self._table is None:
            return
        made = self._path.with_name(f".{self._path.name}.new")
        try:
            self._table.write(made, _rows(self._work))
            made.replace(self._path)
            self._work.unlink()
        except OSError as error:
            raise self._unusable(error) from None
        finally:
            made.unlink(missing_ok=True)


def _rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8") as file:
        next(file)
        yield from map(row_of, file)


def _table(find: Callable[[str, str], Any]) -> Any:  # noqa: ANN401
    try:
        return find("elfern.tables", "parquet")
    except LookupError:
        message = "nothing installed writes Parquet; install elfern-core itself"
    except ImportError as error:
        message = f"Parquet needs more packages: pip install 'elfern-core[parquet]' ({error})"
    raise CommandError(message)
