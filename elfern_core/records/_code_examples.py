"""What provokes each code of `elfern_core.records.codes`, as short as it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_LAST_TWO = """\
[Hands "F: SA ST / D: SK D8"]
[Stock ""]
[Fragment "15"]
[Leader "F"]
[Won "8-9"]
[Result "11-9"]
[GamePoints "1-0"]

15. F SA SK  F 2
16. F ST D8  F 1
11-9
"""
SOUND = f"""\
%egn 1
[Rules "elfern"]
{_LAST_TWO}"""
KEPT = f"""\
%egn 1
[Id "king-and-ten"]
[Title "The ten waits for the king to go"]
[Rules "elfern"]
[Source "constructed"]
[Date "2026-11-29"]
[Forehand "Anna"]
[Dealer "?"]
{_LAST_TWO}"""
ROUND = """\
%egn 1
[Rules "elfern"]
[Session "evening"]
[Round "1"]
[Forehand "Anna"]
[Dealer "Karl"]
[Hands "F: SA / D: SK"]
[Stock ""]
[Fragment "16"]
[Leader "F"]
[Won "9-9"]
[Result "11-9"]
[GamePoints "1-0"]

16. F SA SK  F 2
11-9
"""
DRAWS = """\
%egn 1
[Rules "elfern+hand(1)"]
[Hands "F: SA / D: SK"]
[Stock "ST D8"]
[Fragment "15"]
[Leader "F"]

15. F SA SK  F 2  +ST +D8
16. F ST D8  F 1
*
"""
JSON = """\
{"rules": "elfern", "fragment": 15, "leader": "F",
 "hands": {"F": ["SA", "ST"], "D": ["SK", "D8"]}, "stock": [],
 "tricks": [{"number": 15, "lead": "SA", "reply": "SK"}]}
"""


def _with(*changes: tuple[str, str], base: str = SOUND) -> str:
    """Give a text with the first occurrence of each old part replaced by the new one."""
    for old, new in changes:
        if old not in base:
            message = f"{old!r} does not stand in the text"
            raise ValueError(message)
        base = base.replace(old, new, 1)
    return base


ROUNDS = (
    ROUND
    + "\n"
    + _with(
        ('"1"]', '"2"]'),
        ('Forehand "Anna"', 'Forehand "Karl"'),
        ('Dealer "Karl"', 'Dealer "Anna"'),
        base=ROUND,
    )
)


class Example(NamedTuple):
    """An example of a fault."""

    text: str
    kind: str = "record"
    """`record`, `ruleset` or `python`."""


def _python(source: str) -> Example:
    return Example(source, "python")


def _rules(expression: str) -> Example:
    return Example(expression, "ruleset")


def _sound(*changes: tuple[str, str]) -> Example:
    return Example(_with(*changes))


def _drawn(*changes: tuple[str, str]) -> Example:
    return Example(_with(*changes, base=DRAWS))


def _second(*changes: tuple[str, str]) -> Example:
    """Give two rounds of a session, the second changed."""
    second = ROUNDS[len(ROUND) :]
    return Example(ROUND + _with(*changes, base=second))


def _kept(*changes: tuple[str, str]) -> Example:
    return Example(_with(*changes, base=KEPT), "archive")


def _json(*changes: tuple[str, str]) -> Example:
    return Example(_with(*changes, base=JSON))


EXAMPLES: Mapping[str, Example] = {
    "not-utf8": _python('read(b"%egn 1\\n\\xff")'),
    "file-too-large": _python('read(b" " * (16 * 1024 * 1024 + 1))'),
    "too-many-records": _python('read("%egn 1\\n" * 10_001)'),
    "no-record": Example("\n"),
    "bad-version": _sound(("%egn 1", "%egn 2")),
    "stray-comment": Example("{A fine deal.}\n" + SOUND),
    "bad-character": _python('read("%egn 1\\n{\\ud83c}")'),
    "bad-tag": _sound(('Leader "F"', "Leader F")),
    "tag-twice": _sound(('[Won "8-9"]', '[Won "8-9"]\n[Won "9-8"]')),
    "bad-escape": _sound(('[Stock ""]', '[Stock ""]\n[Note "8\\9"]')),
    "value-too-long": _python('read("%egn 1\\n[Title \\"" + "x" * 1_001 + "\\"]")'),
    "unknown-tag": _sound(('[Stock ""]', '[Stock ""]\n[Weather "fair"]')),
    "missing-tag": _sound(('[Rules "elfern"]\n', "")),
    "bad-value": _sound(('[Stock ""]', '[Stock ""]\n[Date "29.11.2026"]')),
    "late-tag": _sound(("16. F ST", '[Note "late"]\n16. F ST')),
    "bad-rules": _sound(('"elfern"', '"elfern+tramp(H)"')),
    "bad-illustrates": _sound(('[Stock ""]', '[Stock ""]\n[Illustrates "second-phase luck"]')),
    "bad-session": _sound(('[Stock ""]', '[Stock ""]\n[Round "3"]')),
    "bad-card": _sound(("SA SK", "SA LK")),
    "card-twice": _sound(("D: SK D8", "D: SK SA")),
    "card-missing": _drawn(('[Fragment "15"]\n[Leader "F"]\n', "")),
    "bad-hand-size": _sound(("D: SK D8", "D: SK")),
    "bad-stock-size": _drawn(("ST D8", "ST D8 C7")),
    "bad-trump": _sound(('[Stock ""]', '[Stock ""]\n[Trump "H"]')),
    "not-a-fragment": _sound(('[Fragment "15"]\n', "")),
    "bad-fragment": _sound(('"15"', '"14"')),
    "bad-won": _sound(('"8-9"', '"8-8"')),
    "bad-held": _sound(('[Stock ""]', '[Stock ""]\n[Held "2"]')),
    "bad-lot": _sound(('[Stock ""]', '[Stock ""]\n[Lot "F: C7 / D: HA"]')),
    "comment-unclosed": _sound(("15. F", "{Two tricks to come.\n15. F")),
    "comment-too-long": _python('read("%egn 1\\n{" + "x" * 20_001 + "}")'),
    "comment-after-end": Example(SOUND + "{Well played.}\n"),
    "after-end": Example(SOUND + "17. F SA SK\n"),
    "bad-token": _sound(("16. F", "16 F")),
    "bad-number": _sound(("16. F ST", "17. F ST")),
    "too-many-tricks": _python('read("%egn 1\\n" + "1. HA HK " * 10_001)'),
    "trick-cut": _sound(("SA SK  F 2", "SA (a 15. F ST D8)")),
    "branch-place": _sound(("15. F SA", "(a 15. F ST D8)\n15. F SA")),
    "branch-unopened": _sound(("16. F ST D8  F 1", "16. F ST D8  F 1 )")),
    "branch-unclosed": _sound(
        ("16. F ST D8  F 1\n11-9\n", "16. F ST D8  F 1\n(a 16. F ST D8  F 1\n")
    ),
    "branch-empty": _sound(("16. F ST D8  F 1", "16. F ST D8  F 1\n(a {Nothing else.})")),
    "branch-too-deep": _python('read("%egn 1\\n1. HA HK" + " (a 1. HA HK" * 251)'),
    "bad-label": _sound(("16. F ST D8  F 1", "16. F ST D8  F 1\n(1 16. F ST D8)")),
    "label-twice": _sound(("16. F ST", "(a 15. F ST SK)\n(a 15. F ST D8)\n16. F ST")),
    "no-reply": _sound(("SA SK  F 2", "SA *")),
    "no-end": _sound(("16. F ST D8  F 1\n11-9\n", "")),
    "not-in-hand": _sound(("SA SK", "HA SK")),
    "must-follow": _sound(("SA SK", "SA D8")),
    "must-trump": _sound(
        ('"elfern"', '"elfern+trump(D)"'), ("D: SK D8", "D: HK D8"), ("SA SK", "SA HK")
    ),
    "must-win": _sound(
        ('"elfern"', '"elfern+must-win"'),
        ("F: SA ST / D: SK D8", "F: S9 ST / D: SK S7"),
        ('[Won "8-9"]\n', ""),
        ("F SA SK", "F S9 S7"),
    ),
    "extra-trick": _sound(("11-9\n", "16. F ST D8  F 1\n11-9\n")),
    "wrong-number": _sound(("15. F SA SK  F 2\n", "")),
    "wrong-leader": _sound(("16. F ST", "16. D ST")),
    "wrong-winner": _sound(("SK  F 2", "SK  D 2")),
    "wrong-points": _sound(("SK  F 2", "SK  F 3")),
    "wrong-card": _drawn(("+ST +D8", "+D8 +ST")),
    "wrong-result": _sound(('[Result "11-9"]', '[Result "9-11"]')),
    "wrong-game-points": _sound(('"1-0"', '"2-0"')),
    "wrong-held": _second(('[Round "2"]', '[Round "2"]\n[Held "1"]'), ('"1-0"', '"2-0"')),
    "wrong-round": _second(('[Round "2"]', '[Round "3"]')),
    "session-rules": _second(('"elfern"', '"elfern+tie-void"')),
    "session-players": _second(('Forehand "Karl"', 'Forehand "Otto"')),
    "wrong-dealer": _second(
        ('Forehand "Karl"', 'Forehand "Anna"'), ('Dealer "Anna"', 'Dealer "Karl"')
    ),
    "json-syntax": _json(("[],", "[]")),
    "json-too-deep": _python('read("[" * 51)'),
    "json-shape": _json(("15,", '15, "comments": "good",')),
    "json-key": _json(("15,", '15, "weather": "fair",')),
    "json-key-twice": _json(("15,", '15, "fragment": 14,')),
    "unwritable": _python(
        "(record,) = loads(EXAMPLE)\ndumps(replace(record, title='two\\nlines'))"
    ),
    "too-long": _rules("elfern" + "+" * 400),
    "unknown-game": _rules("eleven"),
    "unknown-variant": _rules("elfern+luck"),
    "wrong-game": _rules("bohemian-schneider+altenburg"),
    "bad-parameter": _rules("elfern+hand(9)"),
    "twice": _rules("elfern+altenburg+altenburg"),
    "refused": _rules("elfern+altenburg+double-at-16"),
    "hand-size": _python("Rules(hand_size=7)"),
    "packet": _python("Rules(packet=0)"),
    "trump-suit": _python("Rules(trump_suit=2)"),
    "scale": _python("Rules(scale=())"),
    "next-rank-trump": _python(
        "Rules(beats=Beats.NEXT_RANK, follow=Phases.NEVER, trump=Trump.TURNED)"
    ),
    "next-rank-duty": _python("Rules(beats=Beats.NEXT_RANK)"),
    "no-id": _kept(('[Id "king-and-ten"]\n', "")),
    "no-title": _kept(('[Title "The ten waits for the king to go"]\n', "")),
    "no-source": _kept(("constructed", "hearsay")),
    "no-players": _kept(("constructed", "self-play")),
    "id-twice": Example(f"{KEPT}\n{KEPT}", "archive"),
    "session-name": _kept(('"2026-11-29"]', '"2026-11-29"]\n[Session "Our evening"]\n[Round "1"]')),
    "session-split": _kept(('"2026-11-29"]', '"2026-11-29"]\n[Session "evening"]\n[Round "2"]')),
    "not-export-form": _kept(("SK  F 2", "SK")),
    "deal-over": _python("(checked,) = read(EXAMPLE)\nchecked.game.state.play(card('HA'))"),
    "pack": _python("deal_pack(Rules(), (0, 1, 2))"),
    "points": _python("outcome(Rules(), (11, 8))"),
    "held": _python("outcome(Rules(), (11, 9), held=2)"),
    "dealer": _python(
        "won = outcome(Rules(), (11, 9))\nSession(Rules()).after(0, won).after(0, won)"
    ),
    "level": _python("sit(Sitter('Anna'), Sitter('Karl', 'nobody'))"),
    "names": _python("sit(Sitter('Anna'), Sitter('Anna'))"),
    "end": _python("sit(Sitter('Anna'), Sitter('Karl'), End(deals=0))"),
    "even-deals": _python(
        "sit(Sitter('Anna'), Sitter('Karl'), End(deals=3), rules='bohemian-schneider')"
    ),
    "no-session": _python("resume(EXAMPLE, (Sitter('Anna'), Sitter('Karl')), End(deals=1))"),
    "no-deal": _python("(checked,) = read('%egn 1')\ngame_at(checked, '0')"),
    "deal-on": _python("next_deal(sit(Sitter('Anna'), Sitter('Karl')), seed=1)"),
    "session-over": _python(
        "table = sit(Sitter('Anna'), Sitter('Karl'))\n"
        "while table.to_play is not None:\n"
        "    table = play(table, table.game.state.legal()[0])\n"
        "next_deal(table, seed=1)"
    ),
    "eye": _python(
        "request = {\n"
        "    'op': 'table.show', 'text': sit(Sitter('Anna'), Sitter('Karl')).text, 'eye': 2,\n"
        "    'players': [{'name': 'Anna'}, {'name': 'Karl'}], 'end': {'deals': 1},\n"
        "}\n"
        "bridge.call(json.dumps(request))"
    ),
    "turn": _python(
        "request = {\n"
        "    'op': 'table.hint', 'text': sit(Sitter('Anna'), Sitter('Karl')).text, 'eye': None,\n"
        "    'players': [{'name': 'Anna'}, {'name': 'Karl'}], 'end': {'deals': 1},\n"
        "    'level': 'beginner', 'seed': 1,\n"
        "}\n"
        "bridge.call(json.dumps(request))"
    ),
    "bad-request": _python("bridge.call('{}')"),
    "no-step": _python(
        "request = {'op': 'play', 'text': EXAMPLE, 'at': '3/lead', 'cards': []}\n"
        "bridge.call(json.dumps(request))"
    ),
    "nothing-sound": _python(
        "request = {'op': 'convert', 'text': '%egn 1', 'to': 'json'}\n"
        "bridge.call(json.dumps(request))"
    ),
}
"""Code → what provokes it."""
