"""What all checks of one record share: its faults, and how written derivations are judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfern_core.cards import CODES
from elfern_core.errors import Finding

if TYPE_CHECKING:
    from elfern_core.records._building import Parsed, Place


class Judge:
    """Collects the findings of one record while it is checked."""

    def __init__(self, parsed: Parsed) -> None:
        """Start with what the reader found."""
        self.parsed = parsed
        self.record = parsed.record
        """The record, filled in as the checks go on."""
        self.findings = list(parsed.findings)
        self.derivations = 0
        """Written derivations compared so far."""
        self.broken = parsed.unfinished
        """Whether the main line could not be followed to its end."""

    def fault(
        self,
        code: str,
        message: str,
        *places: Place,
        trick: str = "",
        found: str = "",
        expected: str = "",
        section: str = "",
        severity: str = "error",
    ) -> None:
        """Note a fault at the first of the places that is known."""
        line, column = self.parsed.place(*places)
        self.findings.append(
            Finding(
                code,
                message,
                line,
                column,
                self.record.id,
                trick,
                found,
                expected,
                section,
                severity,
            )
        )

    def compare(
        self,
        code: str,
        what: str,
        found: str | None,
        expected: str,
        *places: Place,
        trick: str = "",
        section: str = "",
        why: str = "",
    ) -> bool:
        """Count and judge one written derivation; what is absent agrees.

        Args:
            code: code of the fault if they differ.
            what: what is compared, with its verb: `the winner is`.
            found: what stands; `None` if nothing does.
            expected: what follows from the rules.
            places: where it stands.
            trick: address of the trick.
            section: rule section or variant that decides.
            why: a sentence that says why, for the message.
        """
        if found is None:
            return True
        self.derivations += 1
        if found == expected:
            return True
        message = f"{what} {expected}, not {found}{why}"
        self.fault(
            code, message, *places, trick=trick, found=found, expected=expected, section=section
        )
        return False


def code_of(card: int) -> str:
    """Give the code of a card; of a number that is no card, its digits."""
    return CODES[card] if 0 <= card < len(CODES) else str(card)


def letter_of(letters: str, index: int | None) -> str:
    """Give the letter of a seat or suit; `none` for `None`, of any other number its digits."""
    if index is None:
        return "none"
    return letters[index] if 0 <= index < len(letters) else str(index)


def codes_of(cards: tuple[int, ...]) -> str:
    """Give the codes of cards, separated by blanks."""
    return " ".join(map(code_of, cards))


def pair_text(pair: tuple[int, int] | None) -> str:
    """Give two numbers as a record has them, `*` for none."""
    return "*" if pair is None else f"{pair[0]}-{pair[1]}"
