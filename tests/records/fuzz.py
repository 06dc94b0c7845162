"""Texts spoiled at random, given to the reader: `python -m tests.records.fuzz 1000000`.

Whatever the text, reading gives records or faults with their place, and nothing else; and what is
read without fault is written and read back the same. An input that breaks this is printed with the
number that makes it again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from elfern_core.errors import Finding, TextError
from elfern_core.frames import frames
from elfern_core.records import Checked, dumps, loads, read
from elfern_core.records import json as records_json
from elfern_core.records.codes import CODES, SOUND_EXAMPLE
from tests.records.tree import TREE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ESCAPED = TREE.replace("green", 'gr\\"een \\\\').replace("the start.", "the \\{start\\}.")
"""The record with characters that must be escaped."""
_SIGNS = r"""
    %EGN { } \ \{ \} (b ( ) [ ] " \" 15. 99. SA sk EO 10 +ST + * 11-9 7-7-7 - / null true NaN 1e999
    -1 {} [] , : "SA"
"""
TOKENS = [
    *_SIGNS.split(),
    "%egn 1\n",
    "\n%egn 1\n",
    "%egn 2",
    "(a ",
    '[X-Y "z"]\n',
    '[Id "a"]',
    '[Rules "elfern"]\n',
    '[Held "1"]',
    '[Trump "H"]',
    '[Stock ""]',
    '[Fragment "15"]',
    '[Leader "D"]',
    '[Won "9-9"]',
    "16. F ST D8",
    "16. ",
    "F ",
    "D ",
    "*\n",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\r",
    "\ufeff",
    "\u2028",
    "\x85",
    "\x00",
    "\x1b",
    "\uff11",
    "\u0661",
    "\ud83c",
    "\U0001f0a1",
    "F: ",
    "9" * 30,
    '"tricks": [',
    '"branches": [',
    '"at": "15"',
    '"label": "a"',
    '"reply": null',
    '"format": "egn/1"',
    '{"F": 1, "D": 2}',
]
"""What is put into texts: every sign that means something, and many that mean nothing."""


def corpus() -> list[str]:
    """The texts that are spoiled: as many sound ones as faulty ones, in all forms."""
    sound = [SOUND_EXAMPLE, ESCAPED, SOUND_EXAMPLE + "\n" + ESCAPED]
    there = [loads(text) for text in sound]
    sound += [records_json.dumps(one) for one in there]
    sound.append(records_json.dumps(there[2], lines=True))
    faulty = [code.example for code in CODES.values() if code.kind == "record"]
    return faulty + sound * (len(faulty) // len(sound))


# --- spoiling ------------------------------------------------------------------------------------


def _spot(text: str, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20, 100)))


def _delete(text: str, rng: random.Random, _texts: Sequence[str]) -> str:
    start, end = _spot(text, rng)
    return text[:start] + text[end:]


def _insert(text: str, rng: random.Random, _texts: Sequence[str]) -> str:
    start, _ = _spot(text, rng)
    return text[:start] + rng.choice(TOKENS) * rng.choice((1, 1, 1, 2, 30)) + text[start:]


def _replace(text: str, rng: random.Random, _texts: Sequence[str]) -> str:
    start, end = _spot(text, rng)
    return text[:start] + rng.choice(TOKENS) + text[end:]


def _repeat(text: str, rng: random.Random, _texts: Sequence[str]) -> str:
    start, end = _spot(text, rng)
    return text[:end] + text[start:end] * rng.choice((1, 2, 10)) + text[end:]


def _splice(text: str, rng: random.Random, texts: Sequence[str]) -> str:
    other = rng.choice(texts)
    start, end = _spot(text, rng)
    first, last = _spot(other, rng)
    return text[:start] + other[first : last + rng.randrange(40)] + text[end:]


def _swap_lines(text: str, rng: random.Random, _texts: Sequence[str]) -> str:
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return rng.choice(("\n", "\n", "\r\n", "\r", " ")).join(lines)


def _letter(text: str, rng: random.Random, _texts: Sequence[str]) -> str:
    if not text:
        return text
    at = rng.randrange(len(text))
    made = chr(rng.choice((rng.randrange(128), rng.randrange(0x2100), rng.randrange(0x110000))))
    return text[:at] + rng.choice((made, text[at].swapcase())) + text[at + 1 :]


def _cut(text: str, rng: random.Random, _texts: Sequence[str]) -> str:
    return text[: rng.randrange(len(text) + 1)]


SPOILERS: list[Callable[[str, random.Random, Sequence[str]], str]] = [
    *(_delete, _insert, _replace, _repeat, _splice, _swap_lines, _letter, _cut),
    *(_insert, _replace, _letter),
]
"""Ways to spoil a text, the most telling twice."""


def spoiled(seed: int, texts: Sequence[str]) -> str | bytes:
    """Give the input of a number: a text of the corpus, spoiled a few times."""
    rng = random.Random(seed)
    text = rng.choice(texts)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 8))):
        text = rng.choice(SPOILERS)(text, rng, texts)
    if rng.randrange(4):
        return text
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.randrange(3)):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


# --- judging -------------------------------------------------------------------------------------


class WrongError(AssertionError):
    """What must not be."""


def _hold(holds: object, what: str) -> None:
    if not holds:
        raise WrongError(what)


def _judge_finding(finding: Finding, lengths: list[int]) -> None:
    _hold(finding.code in CODES, f"the code {finding.code} is in no table")
    _hold(finding.severity in {"error", "warning"}, "a finding is an error or a warning")
    _hold(finding.message, "a finding has a message")
    _hold(1 <= finding.line <= len(lengths), f"line {finding.line} is not in the text")
    last = lengths[finding.line - 1] + 1
    _hold(1 <= finding.column <= last, f"column {finding.column} is not in its line")
    json.dumps(finding.to_json())


def _judge_sound(checked: Checked) -> None:
    record = checked.record
    written = dumps(record)
    _hold(loads(written) == [record], "what is written reads differently")
    _hold(dumps(loads(written)) == written, "what is written is not in export form")
    lines = records_json.dumps(record, lines=True)
    _hold(records_json.loads(lines) == [record], "what is written as JSON reads differently")


def examine(data: str | bytes) -> list[str]:
    """Read an input and give the codes found.

    Raises:
        WrongError: if something is not as it must be; any other exception is wrong too.
    """
    try:
        entries = list(read(data))
    except TextError as error:
        _hold(isinstance(data, bytes), "a text is refused as a whole")
        _hold(error.finding.line >= 1, "a refusal has no place")
        return [error.finding.code]
    _hold(entries, "a text gives nothing, not even a fault")
    text = data.decode() if isinstance(data, bytes) else data
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lengths = [len(line) for line in text.split("\n")]
    found = []
    for checked in entries:
        for finding in checked.findings:
            _judge_finding(finding, lengths)
            found.append(finding.code)
        if checked.ok:
            _hold(checked.game, "a record without fault has no position")
            _judge_sound(checked)
        elif checked.game is not None:
            _hold(checked.record.plays == checked.game.plays, "record and game differ")
        if checked.game is not None and len(found) % 16 == 0:
            frames(checked)
    return found


def run(count: int, first: int = 0, *, loud: bool = False) -> Counter[str]:
    """Examine so many inputs; give how often each code came.

    Raises:
        AssertionError: at the first input that is treated wrongly; it is in the message.
    """
    texts = corpus()
    codes: Counter[str] = Counter()
    began = time.monotonic()
    for seed in range(first, first + count):
        data = spoiled(seed, texts)
        try:
            found = examine(data)
        except Exception as error:
            message = f"input {seed}: {type(error).__name__}: {error}\n{data!r}"
            raise AssertionError(message) from error
        codes.update(found or ["(none)"])
        if loud and seed % 20_000 == first % 20_000:
            rate = (seed - first + 1) / max(time.monotonic() - began, 0.001)
            sys.stderr.write(f"\r{seed - first:,} inputs, {rate:,.0f} a second ")
            sys.stderr.flush()
    return codes


def main() -> None:
    """Examine as many inputs as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.records.fuzz", description=__doc__)
    parser.add_argument("count", type=int, help="how many inputs")
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    options = parser.parse_args()
    codes = run(options.count, options.first, loud=True)
    sys.stderr.write("\n")
    for code, number in codes.most_common():
        sys.stdout.write(f"{number:>9,} {code}\n")


if __name__ == "__main__":
    main()
