"""From bytes to the pieces of text that hold one record each.

Tags and comments that close are passed over whole, so that `%egn` inside a comment starts no
record and a brace inside a tag opens no comment. What never closes hides nothing: the next
line that begins with `%egn` starts a record all the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elfern_core.errors import Finding, TextError
from elfern_core.records._building import too_large
from elfern_core.records.model import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

_CANDIDATE = re.compile(r"^[ \t]*+%egn[^\n]*|[\[{]", re.MULTILINE | re.IGNORECASE)
_NOT_BLANK = re.compile(r"\S")
_TAG = re.compile(r'\[[^"\n\[\]{}]*+"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"')
_COMMENT = re.compile(r"\{[^{}\\]*+(?:\\[\s\S][^{}\\]*+)*+")


class Lines:
    """Turns an offset in a text into line and column, both from 1, counted in characters."""

    def __init__(self, text: str) -> None:
        """Note where the lines of `text` begin."""
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def __call__(self, offset: int) -> tuple[int, int]:
        """Give line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text that holds one record."""

    begin: int
    """Offset of its `%egn` line, or of its first character if it has none."""
    start: int
    """Offset after the `%egn` line."""
    end: int
    header: str
    """The `%egn` line without blanks around it; empty if there is none."""


def decode(data: bytes) -> str:
    """Decode the bytes of a file.

    Raises:
        TextError: if they are too many or not UTF-8, with the place.
    """
    if len(data) > MOST_BYTES:
        raise TextError(too_large(f"{len(data)} bytes").findings[0])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = plain_lines(data[: error.start].decode("utf-8")).removeprefix("\ufeff")
        line, column = Lines(before)(len(before))
        message = "the file is not UTF-8 text here"
        found = f"byte {data[error.start]:02X}"
        raise TextError(
            Finding("not-utf8", message, line, column, found=found, expected="UTF-8")
        ) from None


def plain_lines(text: str) -> str:
    """Take away a byte-order mark and end every line with LF."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def pieces(text: str) -> Iterator[Piece]:
    """Split a text with LF line ends into pieces.

    What stands before the first `%egn` line is a piece of its own if it is more than blanks.
    Takes time linear in the size: no stretch of the text is looked at twice, however its
    brackets and braces stand.
    """
    headers = list(_headers(text))
    edges = [begin for begin, _ in headers] + [len(text)]
    head = _NOT_BLANK.search(text, 0, edges[0])
    if head:
        yield Piece(head.start(), head.start(), edges[0], "")
    for (begin, after), end in zip(headers, edges[1:], strict=True):
        yield Piece(begin, after, end, text[begin:after].strip())


def _headers(text: str) -> Iterator[tuple[int, int]]:
    """Give where each `%egn` line begins (without its indentation) and ends."""
    at = 0
    unclosed = 0  # up to here every open brace is known never to be closed
    while match := _CANDIDATE.search(text, at):
        at = match.end()
        if match[0] == "[":
            tag = _TAG.match(text, match.start())
            if tag is None:
                line_end = text.find("\n", at)
                at = len(text) if line_end < 0 else line_end
            else:
                at = tag.end()
        elif match[0] != "{":
            yield match.end() - len(match[0].lstrip()), match.end()
        elif match.start() >= unclosed:
            comment = _COMMENT.match(text, match.start())
            stop = comment.end() if comment else at
            if text[stop : stop + 1] == "}":
                at = stop + 1
            else:
                # It ran into another open brace or the end. A brace in between is one that was
                # escaped, and reading from there would stop at the same place.
                unclosed = stop
