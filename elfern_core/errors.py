"""The kinds of error that the engine raises.

All are `ElfernError`, which is a `ValueError`: text that cannot be read, rules that do not
go together, a card that may not be played. Each carries what a page, a terminal or a program
needs to say where and why.
"""

from __future__ import annotations

from dataclasses import dataclass


class ElfernError(ValueError):
    """Base of every error that the engine raises for a user's input."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault (or warning) found while reading or checking a record, as a value."""

    code: str
    """Stable name of the kind of fault, such as `not-in-hand`."""
    message: str
    """One sentence for people."""
    line: int = 0
    """Line in the text, from 1; 0 if the record did not come from a text."""
    column: int = 0
    """Column in the line, from 1, counted in characters."""
    record: str = ""
    """The record's `Id`, empty if it has none."""
    trick: str = ""
    """Address of the trick (`7`, or `7a.9` in a branch), empty outside the moves."""
    found: str = ""
    """What stands in the text."""
    expected: str = ""
    """What should stand there, empty if nothing single can be named."""
    section: str = ""
    """Rule section or variant id of the rule that was broken, empty if none was."""
    severity: str = "error"
    """`error` or `warning`."""

    def __str__(self) -> str:
        """Give `line:column: message`, with record and trick where known."""
        where = ", ".join(
            part
            for part in (
                f"record {self.record}" if self.record else "",
                f"trick {self.trick}" if self.trick else "",
            )
            if part
        )
        prefix = "warning: " if self.severity == "warning" else ""
        suffix = f" [{where}]" if where else ""
        section = f" (rule: {self.section})" if self.section else ""
        return f"{self.line}:{self.column}: {prefix}{self.message}{section}{suffix}"

    def to_json(self) -> dict[str, object]:
        """Give the finding as plain JSON values."""
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "line": self.line,
            "column": self.column,
            "id": self.record,
            "trick": self.trick,
            "found": self.found,
            "expected": self.expected,
            "section": self.section,
        }


class TextError(ElfernError):
    """Text that is not a valid card, record or file; `finding` says where and why."""

    finding: Finding
    """The fault, with its place."""

    def __init__(self, finding: Finding) -> None:
        """Keep the finding; the message is its text with its place, if it has one."""
        super().__init__(str(finding) if finding.line else finding.message)
        self.finding = finding


class RuleError(ElfernError):
    """A ruleset expression that names something unknown or combines what does not combine."""

    code: str
    """Stable name of the refusal, such as `two-scales`."""
    names: tuple[str, ...]
    """The ids concerned, as written."""

    def __init__(self, code: str, message: str, names: tuple[str, ...] = ()) -> None:
        """Keep code, sentence and the ids concerned."""
        super().__init__(message)
        self.code = code
        self.names = names


class IllegalPlay(ElfernError):  # noqa: N818  (the field's word; python-chess names its kinds so)
    """A card that may not be played in this position."""

    code: str
    """`not-in-hand`, `must-follow`, `must-trump`, `must-win` or `deal-over`."""
    card: str
    """The two-letter code of the refused card."""
    legal: tuple[str, ...]
    """Codes of the cards that may be played."""
    section: str
    """Rule section or variant id that forbids the play."""

    def __init__(
        self, code: str, message: str, card: str, legal: tuple[str, ...], section: str
    ) -> None:
        """Keep the refusal and the cards that would have been legal."""
        super().__init__(message)
        self.code = code
        self.card = card
        self.legal = legal
        self.section = section
