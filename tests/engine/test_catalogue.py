"""The catalogue is frozen: every id keeps its meaning, so old records replay for ever.

The tables below say in plain values what each id switches on. A failing line here means that the
meaning of an id changed: give the new reading a new id instead.
"""

from __future__ import annotations

import random
from dataclasses import asdict
from itertools import combinations

import pytest

from elfern_core.catalogue import GAMES, VARIANTS, ruleset
from elfern_core.errors import RuleError
from tests import oracle, rulesets

HONOURS = [["simple", 11, 1], ["schneider", 15, 2], ["schwarz", 20, 3]]

FROZEN_GAMES: dict[str, dict[str, object]] = {
    "elfern": {
        "hand_size": 6,
        "packet": 2,
        "ranking": "AKQJT987",
        # Card points of 7 8 9 10 J Q K A.
        "values": [0, 0, 0, 1, 1, 1, 1, 1],
        "beats": "highest-of-suit",
        "follow": "second",
        "must_win": "never",
        "seven": "plain",
        "trump": "none",
        "trump_suit": None,
        "scale": HONOURS,
        "tie": "cleared-by-second",
        "next_dealer": "winner",
        "first_dealer": "lower",
        "tie_dealer": "higher",
        "even_deals": False,
        "banner": 4,
    },
    "bohemian-schneider": {
        "hand_size": 6,
        "packet": 3,
        "ranking": "AKQJT987",
        "values": [0, 0, 0, 1, 1, 1, 1, 1],
        "beats": "next-rank",
        "follow": "never",
        "must_win": "never",
        "seven": "plain",
        "trump": "none",
        "trump_suit": None,
        "scale": [["simple", 11, 1], ["schneider", 17, 2], ["schwarz", 20, 3]],
        "tie": "void",
        "next_dealer": "alternate",
        "first_dealer": "higher",
        "tie_dealer": "higher",
        "even_deals": True,
        "banner": 0,
    },
}

AT_16 = [["simple", 11, 1], ["schneider", 16, 2], ["schwarz", 20, 3]]
ALTENBURG = [[11, 1], [14, 2], [16, 3], [18, 4], [20, 5]]

FROZEN_VARIANTS: dict[str, dict[str, object]] = {
    "elfern+hand(1)": {"hand_size": 1},
    "elfern+hand(2)": {"hand_size": 2},
    "elfern+hand(3)": {"hand_size": 3},
    "elfern+hand(4)": {"hand_size": 4},
    "elfern+hand(5)": {"hand_size": 5},
    "elfern+ace-ten": {
        "ranking": "ATKQJ987",
        "values": [0, 0, 0, 10, 2, 3, 4, 11],
        "scale": [["simple", 61, 1], ["schneider", 91, 2], ["schwarz", 120, 3]],
    },
    # Suits are numbered in the order C S H D.
    "elfern+trump(C)": {"trump": "fixed", "trump_suit": 0},
    "elfern+trump(S)": {"trump": "fixed", "trump_suit": 1},
    "elfern+trump(H)": {"trump": "fixed", "trump_suit": 2},
    "elfern+trump(D)": {"trump": "fixed", "trump_suit": 3},
    "elfern+turn-up-trump": {"trump": "turned"},
    "elfern+seven-beats-ace": {"seven": "beats-ace"},
    "bohemian-schneider+seven-beats-ace": {"seven": "beats-ace"},
    "elfern+seven-takes-led-ace": {"seven": "takes-led-ace"},
    "bohemian-schneider+seven-takes-led-ace": {"seven": "takes-led-ace"},
    "elfern+next-rank-any-suit": {"beats": "next-rank-any-suit", "follow": "never"},
    "bohemian-schneider+next-rank-any-suit": {"beats": "next-rank-any-suit"},
    "bohemian-schneider+highest-wins": {"beats": "highest-of-suit", "follow": "both"},
    "elfern+must-win": {"must_win": "second"},
    "elfern+must-win-throughout": {"must_win": "both"},
    "elfern+double-at-16": {"scale": AT_16},
    "bohemian-schneider+double-at-16": {"scale": AT_16},
    "elfern+altenburg": {"scale": ALTENBURG},
    "elfern+tie-hold": {"tie": "hold"},
    "elfern+tie-accumulate": {"tie": "accumulate"},
    "elfern+tie-doubles": {"tie": "double"},
    "elfern+tie-void": {"tie": "void"},
    "elfern+loser-deals": {"next_dealer": "loser"},
    "elfern+alternate-deal": {"next_dealer": "alternate"},
}

SAMPLES = [name + {"hand": "(4)", "trump": "(H)"}.get(name, "") for name in oracle.CATALOGUE]

TRUMPS = ("trump", "turn-up-trump")
DUTIES = ("must-win", "must-win-throughout")

REASONS: dict[tuple[str, str], str] = {
    ("trump", "turn-up-trump"): "two trumps",
    ("seven-beats-ace", "seven-takes-led-ace"): "two rules for the seven",
    ("must-win", "must-win-throughout"): "two duties to win",
    ("double-at-16", "altenburg"): "two scales",
    ("ace-ten", "double-at-16"): "brings its own scale",
    ("ace-ten", "altenburg"): "brings its own scale",
    ("loser-deals", "alternate-deal"): "two rules for the next dealer",
    ("next-rank-any-suit", "trump"): "does not go with a trump",
    ("next-rank-any-suit", "turn-up-trump"): "does not go with a trump",
    ("next-rank-any-suit", "must-win"): "does not go with a duty to win",
    ("next-rank-any-suit", "must-win-throughout"): "does not go with a duty to win",
    ("next-rank-any-suit", "highest-wins"): "what wins a trick",
    **dict.fromkeys(
        combinations(("tie-hold", "tie-accumulate", "tie-doubles", "tie-void"), 2),
        "two readings of a tie",
    ),
}
"""What the sentence of each refusal must say."""


def plain(expression: str) -> dict[str, object]:
    """The switches of a ruleset as plain values; a scale as its steps."""
    rules = ruleset(expression).rules
    values: dict[str, object] = {
        name: str(value) if isinstance(value, str) else value
        for name, value in asdict(rules).items()
    }
    values["values"] = list(rules.values)
    values["scale"] = [[step.name, step.at_least, step.game_points] for step in rules.scale]
    return values


def test_the_catalogue_holds_these_ids_in_this_order() -> None:
    """Two games and eighteen variants, in the order that expressions are written in."""
    assert list(GAMES) == oracle.BOTH
    assert list(VARIANTS) == list(oracle.CATALOGUE)
    assert {name: list(entry.games) for name, entry in VARIANTS.items()} == oracle.CATALOGUE


@pytest.mark.parametrize("game", FROZEN_GAMES)
def test_a_game_keeps_its_switches(game: str) -> None:
    """All switches of a base game, none more and none less."""
    assert plain(game) == FROZEN_GAMES[game]


@pytest.mark.parametrize("expression", FROZEN_VARIANTS)
def test_a_variant_changes_just_what_it_says(expression: str) -> None:
    """The switches of a variant differ from its game's in the frozen fields only."""
    base = FROZEN_GAMES[expression.split("+", maxsplit=1)[0]]
    found = plain(expression)
    changed = {name: value for name, value in found.items() if value != base[name]}
    if expression == "elfern+altenburg":
        # The five steps have frozen worths; the words for them are free.
        steps = ruleset(expression).rules.scale
        changed["scale"] = [[step.at_least, step.game_points] for step in steps]
    assert changed == FROZEN_VARIANTS[expression]


def test_every_variant_is_frozen() -> None:
    """No id of the catalogue is missing from the frozen table, in any of its games."""
    frozen = {(key.split("+")[0], oracle.name_of(key.split("+")[1])) for key in FROZEN_VARIANTS}
    assert frozen == {(game, name) for name, entry in VARIANTS.items() for game in entry.games}


def test_every_ruleset_reads_and_writes_itself() -> None:
    """All 20,538 rulesets: the canonical text gives itself, and so does any other order."""
    rng = random.Random(1820)
    count = 0
    for expression in rulesets.all_expressions():
        count += 1
        found = ruleset(expression)
        assert found.expression == expression
        game, *parts = expression.split("+")
        rng.shuffle(parts)
        assert ruleset("+".join([game, *parts])).expression == expression
        assert oracle.canonical("+".join([game, *parts])) == expression
    assert count == 20_538


def test_two_rulesets_that_differ_have_different_switches() -> None:
    """No two expressions of the catalogue mean the same rules."""
    seen: dict[object, str] = {}
    for expression in rulesets.all_expressions():
        found = ruleset(expression)
        key = (found.game.id, found.rules)
        assert seen.setdefault(key, expression) == expression


@pytest.mark.parametrize("game", oracle.BOTH)
def test_any_two_variants_combine_or_are_refused_as_the_rules_say(game: str) -> None:
    """Every ordered pair of variants: accepted exactly when the oracle accepts it."""
    for one in SAMPLES:
        for two in SAMPLES:
            expression = f"{game}+{one}+{two}"
            try:
                oracle.switches(expression)
            except oracle.RefusedError:
                with pytest.raises(RuleError):
                    ruleset(expression)
            else:
                assert ruleset(expression).expression == oracle.canonical(expression)


@pytest.mark.parametrize(("pair", "reason"), REASONS.items(), ids=str)
def test_a_refusal_says_why(pair: tuple[str, str], reason: str) -> None:
    """The sentence names the variants at fault and the reason, in either order."""
    parts = [next(text for text in SAMPLES if oracle.name_of(text) == name) for name in pair]
    game = "bohemian-schneider" if "highest-wins" in pair else "elfern"
    for order in (parts, parts[::-1]):
        with pytest.raises(RuleError) as caught:
            ruleset("+".join([game, *order]))
        message = str(caught.value)
        assert reason in message
        assert pair[0] in message
        if pair[0] != "next-rank-any-suit" or pair[1] == "highest-wins":
            assert pair[1] in message


def test_every_clash_has_its_reason() -> None:
    """The refusals above are all there are."""
    assert {frozenset(pair) for pair in REASONS} == {frozenset(pair) for pair in oracle.CLASHES}


@pytest.mark.parametrize("name", oracle.CATALOGUE)
def test_a_variant_of_the_other_game_is_refused_by_name(name: str) -> None:
    """A variant that its game does not have: the sentence names both."""
    for game in oracle.BOTH:
        if game in oracle.CATALOGUE[name]:
            continue
        part = next(text for text in SAMPLES if oracle.name_of(text) == name)
        with pytest.raises(RuleError) as caught:
            ruleset(f"{game}+{part}")
        assert name in str(caught.value)
        assert GAMES[game].title in str(caught.value)


@pytest.mark.parametrize("part", SAMPLES)
def test_a_variant_twice_is_refused_by_name(part: str) -> None:
    """Two of the same id, with the same parameter or another, never stand together."""
    name = oracle.name_of(part)
    game = oracle.CATALOGUE[name][0]
    other = {"hand": "hand(2)", "trump": "trump(C)"}.get(name, part)
    for second in (part, other):
        with pytest.raises(RuleError, match="twice") as caught:
            ruleset(f"{game}+{part}+{second}")
        assert name in str(caught.value)


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("", "game"),
        ("elf", "elf"),
        ("Elfern", "Elfern"),
        ("must-win", "must-win"),
        ("elfern+", "variant"),
        ("elfern++must-win", "variant"),
        ("elfern+any-suit", "any-suit"),
        ("elfern+elfern", "elfern"),
        ("elfern+Must-Win", "Must-Win"),
        ("elfern+hand", "1, 2, 3, 4, 5"),
        ("elfern+hand()", "1, 2, 3, 4, 5"),
        ("elfern+hand(0)", "1, 2, 3, 4, 5"),
        ("elfern+hand(6)", "1, 2, 3, 4, 5"),
        ("elfern+hand(02)", "1, 2, 3, 4, 5"),
        ("elfern+hand(-1)", "1, 2, 3, 4, 5"),
        ("elfern+hand(3.0)", "1, 2, 3, 4, 5"),
        # An Arabic-Indic three is a digit to Python, not to the notation.
        ("elfern+hand(\u0663)", "1, 2, 3, 4, 5"),
        ("elfern+trump", "C, S, H, D"),
        ("elfern+trump()", "C, S, H, D"),
        ("elfern+trump(X)", "C, S, H, D"),
        ("elfern+trump(E)", "C, S, H, D"),
        ("elfern+trump(CS)", "C, S, H, D"),
        ("elfern+must-win(2)", "parameter"),
        ("elfern+turn-up-trump(H)", "parameter"),
        ("elfern+hand(2", "hand(2"),
        ("elfern+" + "x" * 5_000, "400"),
    ],
)
def test_a_faulty_expression_is_refused_with_what_was_found(expression: str, said: str) -> None:
    """Unknown games and variants, missing, wrong and surplus parameters."""
    with pytest.raises(RuleError) as caught:
        ruleset(expression)
    assert said in str(caught.value)


def test_a_suit_in_small_letters_is_read_and_written_large() -> None:
    """Reading is lax, writing is strict."""
    assert ruleset("elfern+trump(h)").expression == "elfern+trump(H)"


@pytest.mark.parametrize(
    "expression",
    [
        "elfern+tie-doubles",
        "elfern+must-win",
        "elfern",
        "elfern+hand(1)",
        "elfern+must-win-throughout",
        "elfern+hand(5)+must-win-throughout",
        "elfern+altenburg+tie-doubles",
        "bohemian-schneider",
        "elfern+loser-deals",
        "elfern+seven-takes-led-ace+tie-void+alternate-deal",
    ],
)
def test_the_rulesets_of_the_sources_are_canonical(expression: str) -> None:
    """The expressions that the source pages run under read and write themselves."""
    assert ruleset(expression).expression == expression


def test_every_ruleset_names_itself() -> None:
    """A title for people, and each variant with a title and who says so."""
    for expression in [*rulesets.BASES, *rulesets.SINGLES]:
        found = ruleset(expression)
        assert found.title().startswith(found.game.title)
        assert found.title("de").startswith(found.game.title_de)
    titles = [entry.title for entry in VARIANTS.values()]
    assert len(set(titles)) == len(titles)
    for entry in VARIANTS.values():
        assert entry.title
        assert entry.summary.endswith(".")
        assert entry.said_by
