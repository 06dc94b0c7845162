"""A place in a text that moves on: blanks, words, comments, and faults where they are found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elfern_core.records._building import Faults
from elfern_core.records.model import MOST_COMMENT

if TYPE_CHECKING:
    from elfern_core.records._scan import Lines

_SPACE = re.compile(r"\s*+")
_WORD = re.compile(r'[^\s{}()\[\]"+]++')
_COMMENT = re.compile(r"\{([^{}\\]*+(?:\\(?:[{}\\]|(?=[^{}\\]))[^{}\\]*+)*+)")
_BACKSLASH = re.compile(r"\\([{}\\]?)")
_ESCAPE = re.compile(r"\\([{}\\])")


class Stop(Exception):  # noqa: N818  (ends the reading of one record)
    """The record cannot be read further; the fault has been noted."""


class Cursor(Faults):
    """Goes through a stretch of a text."""

    def __init__(self, text: str, lines: Lines, start: int, end: int) -> None:
        """Stand at `start`, never to go beyond `end`."""
        super().__init__(lines)
        self.text, self.at, self.end = text, start, end

    def stop(
        self, offset: int, code: str, message: str, *, found: str = "", expected: str = ""
    ) -> Stop:
        """Note a fault after which nothing can be read, and give what to raise."""
        self.fault_at(offset, code, message, found=found, expected=expected)
        return Stop()

    def skip(self) -> str:
        """Skip blanks and give the next character, empty at the end."""
        match = _SPACE.match(self.text, self.at, self.end)
        if match:
            self.at = match.end()
        return self.text[self.at] if self.at < self.end else ""

    def peek(self) -> str:
        """Give the word that stands here, or the one character that begins no word."""
        match = _WORD.match(self.text, self.at, self.end)
        return match[0] if match else self.text[self.at : min(self.at + 1, self.end)]

    def comment(self) -> str:
        """Read the comment that opens here.

        Raises:
            Stop: if it is never closed.
        """
        start = self.at
        body = _COMMENT.match(self.text, start, self.end)
        stop = body.end() if body else start + 1
        if stop >= self.end or self.text[stop] != "}":
            message = "this comment is never closed"
            if stop < self.end:
                message += "; inside a comment a brace is written \\{ or \\}"
            raise self.stop(start, "comment-unclosed", message, found="{", expected="}")
        self.at = stop + 1
        text = self.text[start + 1 : stop]
        if "\\" in text:
            for escape in _BACKSLASH.finditer(text):
                if not escape[1]:
                    message = "in a comment only \\{, \\} and \\\\ are escapes"
                    self.fault_at(start + 1 + escape.start(), "bad-escape", message, found="\\")
                    break
            text = _ESCAPE.sub(r"\1", text)
        if len(text) > MOST_COMMENT:
            message = f"this comment has more than {MOST_COMMENT} characters"
            self.fault_at(start, "comment-too-long", message, found=f"{len(text)} characters")
        return text

    def comments(self) -> list[str]:
        """Read the comments that stand here."""
        comments = []
        while self.skip() == "{":
            comments.append(self.comment())
        return comments
