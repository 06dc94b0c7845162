"""What the commands share: files read and written, text made fit for a terminal, progress."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from elfern_core.errors import TextError
from elfern_core.records import decode, form_of, read
from elfern_core.records.model import MOST_BYTES
from elfern_core.slate import running

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

    from elfern_core.errors import Finding
    from elfern_core.records import Checked
    from elfern_core.slate import Slate

FINE, FAULTY, FAILED = 0, 1, 2
"""Exit codes: all is well; a record is at fault; a wrong call, or a file that cannot be used."""

STANDARD_INPUT = "-"
"""Name that stands for standard input."""
_EVERY = 250
_KEPT = "\n\u00a0\u200c\u200d"  # line break, firm blank, joiners of letters and pictures


class CommandError(Exception):
    """A call that cannot be carried out; the message says why."""


def printable(text: str) -> str:
    r"""Give a text with everything that a terminal might obey shown as an escape, `\x1b`.

    Records come from anywhere: what stands in a comment must not move the cursor or turn the
    direction of writing. Line breaks stay.
    """
    return "".join(
        one
        if one.isprintable() or one in _KEPT
        else one.encode("unicode_escape", "backslashreplace").decode("ascii")
        for one in text
    )


def say(text: str = "") -> None:
    """Print a line on standard output."""
    sys.stdout.write(text + "\n")


def warn(text: str) -> None:
    """Print a line on standard error."""
    sys.stdout.flush()
    sys.stderr.write(text + "\n")


def read_bytes(name: str) -> bytes:
    """Read a file, or standard input for `-`.

    Raises:
        CommandError: if it cannot be read.
    """
    # One byte more than the limit, so that a file too large is seen as such and not read whole.
    most = MOST_BYTES + 1
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(most)
    try:
        with Path(name).open("rb") as file:
            if stat.S_ISDIR(os.fstat(file.fileno()).st_mode):
                message = f"{printable(name)} is a directory; name the files in it"
                raise CommandError(message)
            return file.read(most)
    except IsADirectoryError:
        message = f"{printable(name)} is a directory; name the files in it"
        raise CommandError(message) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        message = f"{printable(name)} cannot be read: {why}"
        raise CommandError(message) from None


def read_entries(name: str) -> tuple[str, Iterator[Checked]]:
    """Read the records of a file.

    Returns:
        The form of the file, and its records, checked.

    Raises:
        CommandError: if it cannot be read.
        TextError: if it is not UTF-8 text, or too large.
    """
    text = decode(read_bytes(name))
    return form_of(text), read(text)


def chosen(name: str, wanted: str | None) -> list[tuple[Checked, Slate | None]]:
    """Read the records of a file, or one of them.

    Args:
        name: the file.
        wanted: an id, or a place from 1; `None` for all records.

    Returns:
        The records with their slates.

    Raises:
        CommandError: if the file cannot be read, or there is no such record.
        TextError: if it is not UTF-8 text, or too large.
    """
    entries = list(running(read_entries(name)[1]))
    if wanted is None:
        return entries
    for number, (checked, slate) in enumerate(entries, 1):
        if wanted in (checked.record.id, str(number)):
            return [(checked, slate)]
    message = (
        f"{printable(name)} holds {len(entries)} "
        f"record{'' if len(entries) == 1 else 's'}, but none called “{printable(wanted)}”"
    )
    raise CommandError(message)


def tell(name: str, findings: Iterable[Finding], *, stream: TextIO | None = None) -> None:
    """Print findings, a line each, with the file's name before the place."""
    stream = stream or sys.stdout
    shown = printable(name).replace("\n", "\\n")
    for finding in findings:
        text = printable(str(finding)).replace("\n", "\\n")
        stream.write(f"{shown}:{text}\n")


def write_text(name: str, pieces: Iterable[str]) -> None:
    """Write a file whole or not at all, in UTF-8 with LF line ends.

    Raises:
        CommandError: if it cannot be written.
    """
    path = Path(name)
    temporary = ""
    try:
        if path.is_dir():
            message = f"{printable(name)} is a directory; name a file"
            raise CommandError(message)
        if path.exists() and not path.is_file():  # a device or a pipe: nothing to replace
            with path.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(pieces)
            return
        target = path.resolve()
        descriptor, temporary = tempfile.mkstemp(prefix=".elfern-", dir=target.parent)
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123
            file.writelines(pieces)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
        temporary = ""
    except (OSError, ValueError) as error:
        if isinstance(error, TextError):
            raise
        why = getattr(error, "strerror", None) or str(error)
        message = f"{printable(name)} cannot be written: {why}"
        raise CommandError(message) from None
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def put(name: str | None, pieces: Iterable[str]) -> None:
    """Write records to a file, or to standard output for `None` or `-`, always as UTF-8.

    Raises:
        CommandError: if the file cannot be written.
    """
    if name not in (None, STANDARD_INPUT):
        write_text(name or "", pieces)
        return
    sys.stdout.flush()
    out = getattr(sys.stdout, "buffer", None)
    for piece in pieces:
        if out is None:
            sys.stdout.write(piece)
        else:
            out.write(piece.encode("utf-8"))
    if out is not None:
        out.flush()


class Progress:
    """Counts long work on standard error, if that is a terminal."""

    def __init__(self, what: str = "records") -> None:
        """Count so many of `what`."""
        self.count = 0
        self._what = what
        self._shown = False
        self._terminal = sys.stderr.isatty()

    def step(self) -> None:
        """Count one more."""
        self.count += 1
        if self._terminal and self.count % _EVERY == 0:
            sys.stderr.write(f"\r{self.count:,} {self._what} …")
            sys.stderr.flush()
            self._shown = True

    def end(self) -> None:
        """Take the count off the terminal."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
