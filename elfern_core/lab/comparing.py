"""One deal under two rulesets: the same cards, the same player at both seats, and where they part.

A deal comes from a number: the pack that the number shuffles. The answer and its records hold the
cards, and tell the number only in a note.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from elfern_core.catalogue import ruleset
from elfern_core.deal import SEATS, Deal, Shuffler, deal_pack, shuffled_pack
from elfern_core.errors import RuleError
from elfern_core.frames import frames, parting
from elfern_core.game import Game
from elfern_core.lab.reading import lax_expression
from elfern_core.lab.words import points
from elfern_core.players import PLAYERS
from elfern_core.records import Record, check, dumps, record_of
from elfern_core.rules import Tie, Trump
from elfern_core.scoring import next_dealer
from elfern_core.sentences import SEAT_WORDS, language
from elfern_core.view import view_for

if TYPE_CHECKING:
    from elfern_core.catalogue import Ruleset
    from elfern_core.records import Checked

PLAYER = PLAYERS["beginner"]
"""Who plays both seats."""
MOST_NUMBER = 4_294_967_295
"""Greatest number of a deal."""
MOST_TRIES = 200
"""Most deals that are looked at for one that parts."""

type _Step = dict[str, Any]

_WHERE = {
    "trick": ("They part at trick $n.", "Sie trennen sich im $n. Stich."),
    "result": ("They part at the result.", "Sie trennen sich beim Ergebnis."),
}
_SIZES = (
    "The pack is the same, the hands differ in size.",
    "Gemischt ist dasselbe, die Hände sind verschieden groß.",
)
_NEVER = {
    "same": (
        "The rules are the same on both sides, so the two replays are too.",
        "Auf beiden Seiten gelten dieselben Regeln, also gleichen sich die Spiele.",
    ),
    "one": (
        "In this deal the two never part: the rules in which they differ do not come into play.",
        "In diesem Spiel trennen sie sich nie: die Regeln, die verschieden sind, greifen nicht.",
    ),
    "many": (
        "In none of these $n deals do the two part.",
        "In keinem dieser $n Spiele trennen sie sich.",
    ),
}


_MAY_PLAY = ("$seat may play: $cards.", "$seat darf spielen: $cards.")


def compare(
    left: str,
    right: str,
    number: int,
    *,
    lang: str = "en",
    date: str = "?",
    tries: int = 1,
) -> dict[str, Any]:
    """Play one deal under two rulesets and say where the replays part.

    Hands and stock are the same on both sides where the hands are equal in size, else the pack
    is. Both seats are played by `PLAYER`, with the same generator on both sides.

    Args:
        left: a ruleset expression, also as people write it.
        right: the other.
        number: which deal, 0 to `MOST_NUMBER`.
        lang: `en` or `de`.
        date: date for the records, as in the tag `Date`.
        tries: how many deals to look at, from `number` on, for the first that parts; if none
            does, the answer is about `number`.

    Returns:
        `number` of the deal; `tried`, how many were looked at; `left` and `right`, each with
        `expression`, `title`, `frames` and `egn`; `egn`, both records as one text; `parting`:
        `null`, or `address`, `trick`, and `left` and `right`, what happens there; `text`, one
        sentence that says where they part or that they do not.

    Raises:
        RuleError: if an expression is none, or the number is out of range.
    """
    rules = ruleset(lax_expression(left)), ruleset(lax_expression(right))
    _check_number("number", number, 0, MOST_NUMBER)
    _check_number("tries", tries, 1, MOST_TRIES)
    found, tried = number, 0
    games = played(rules, number)
    if rules[0] != rules[1]:
        trial = games
        tries = min(tries, MOST_NUMBER + 1 - number)
        for tried in range(1, tries + 1):
            if do_part(*trial):
                found, games = number + tried - 1, trial
                break
            if tried < tries:
                trial = played(rules, number + tried)
    sides = [_side(game, found, lang, date) for game in games]
    steps = parting(sides[0]["frames"], sides[1]["frames"])
    part = None if steps is None else _part(steps, games, lang)
    return {
        "number": found,
        "tried": tried,
        "left": sides[0],
        "right": sides[1],
        "egn": "\n".join(side["egn"] for side in sides),
        "parting": part,
        "text": _sentence(part, tried, rules, lang),
    }


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        message = f"the {name} is a whole number from {least} to {most}"
        raise RuleError("bad-number", message, (str(value)[:40],))


def played(rules: tuple[Ruleset, Ruleset], number: int) -> tuple[Game, Game]:
    """Play the deal of this number to its end under both rulesets."""
    deals = _deals(rules, number)
    one, other = (_play(chosen, deal, number) for chosen, deal in zip(rules, deals, strict=True))
    return one, other


def _deals(rules: tuple[Ruleset, Ruleset], number: int) -> tuple[Deal, Deal]:
    """Deal the same pack under both; the same hands and stock if the hands are equal in size.

    Any hands and stock are a deal under a turned trump too: its suit is that of the last card.
    """
    pack = shuffled_pack(number)
    one, other = (deal_pack(chosen.rules, pack) for chosen in rules)
    if _sizes_differ(rules):
        return one, other
    turned = rules[1].rules.trump is Trump.TURNED
    like = other if turned else one
    return _laid_out(like, rules[0]), _laid_out(like, rules[1])


def _laid_out(deal: Deal, chosen: Ruleset) -> Deal:
    rules = chosen.rules
    trump = deal.stock[-1] // 8 if rules.trump is Trump.TURNED else rules.trump_suit
    return Deal(deal.hands, deal.stock, trump)


def _play(chosen: Ruleset, deal: Deal, number: int) -> Game:
    rng = Shuffler(number)
    game = Game(chosen, deal)
    while not game.state.is_over:
        game = game.play(PLAYER.choose(view_for(game, game.state.to_play), rng))
    return game


def do_part(one: Game, other: Game) -> bool:
    """Say whether two replays part, as `frames.parting` finds it, without making frames."""
    same_hands = one.deal.hands == other.deal.hands
    return _course(one, same_hands=same_hands) != _course(other, same_hands=same_hands)


def _course(game: Game, *, same_hands: bool) -> tuple[object, ...]:
    rules, result, tricks = game.ruleset.rules, game.outcome, game.tricks
    won = tuple((trick.winner, trick.points) for trick in tricks)
    end: tuple[object, ...] = ()
    if result is not None:
        doubles = rules.tie is Tie.DOUBLE and result.held_after > 0
        end = result, next_dealer(rules, result), rules.banner, doubles
    if not same_hands:
        return game.plays, won, end
    drawn = tuple(trick.drawn for trick in tricks)
    return game.plays, won, end, drawn, tuple(state.legal() for state in game.states)


def _side(game: Game, number: int, lang: str, date: str) -> dict[str, Any]:
    chosen = game.ruleset
    like = Record(
        rules=chosen.expression,
        hands=((), ()),
        id=f"deal-{number}-{re.sub('[^a-z0-9]+', '-', chosen.expression.lower()).strip('-')}",
        title=f"Deal {number}, {chosen.title()}",
        source="self-play",
        date=date,
        note=(
            f"Cards from shuffling with the number {number}; "
            f"both seats played by the engine's player “{PLAYER.id}”."
        ),
    )
    checked: Checked = check(record_of(game, like))
    return {
        "expression": chosen.expression,
        "title": chosen.title(lang),
        "frames": frames(checked, lang),
        "egn": dumps(checked.record),
    }


def _part(steps: tuple[_Step, _Step], games: tuple[Game, Game], lang: str) -> dict[str, Any]:
    one, other = steps
    rules = games[0].ruleset, games[1].ruleset
    told = [_told(one, other, lang), _told(other, one, lang)]
    if one["card"] != other["card"]:
        whys = (_why_played(game, one["ply"], lang) for game in games)
        told = [f"{text} {why}" for text, why in zip(told, whys, strict=True)]
    if _sizes_differ(rules):
        told = [
            f"{_hand_text(chosen, lang)}. {text}" for chosen, text in zip(rules, told, strict=True)
        ]
    ended = one["kind"] == "end"
    return {
        "address": one["address"],
        "trick": None if ended else one["trick"],
        "where": "result" if ended else "trick",
        "left": told[0],
        "right": told[1],
    }


def _why_played(game: Game, ply: int, lang: str) -> str:
    """Give the player's reason for the card played as number `ply`, from 1."""
    before = game.undo(len(game.plays) - ply + 1)
    view = view_for(before, before.state.to_play)
    return PLAYER.explain(view, Shuffler(0), lang)[1]


def _sizes_differ(rules: tuple[Ruleset, Ruleset]) -> bool:
    return rules[0].rules.hand_size != rules[1].rules.hand_size


def _hand_text(chosen: Ruleset, lang: str) -> str:
    text = next(point["text"] for point in points(chosen, lang) if point["name"] == "hand")
    return text[:1].upper() + text[1:]


def _told(step: _Step, other: _Step, lang: str) -> str:
    """Tell what happens at a step and not at the other: what was played, why, what may follow."""
    others = {said["text"] for said in other["say"]}
    own = [said["text"] for said in step["say"] if said["text"] not in others]
    why = step["why"]
    if why and why["text"] not in own and (other["why"] or {}).get("text") != why["text"]:
        own.append(why["text"])
    alike = all(step[name] == other[name] for name in ("card", "winner"))
    if alike and step["legal"] != other["legal"]:
        own.append(_may_play(step, other, lang))
    return " ".join(own or [said["text"] for said in step["say"]])


def _may_play(step: _Step, other: _Step, lang: str) -> str:
    """Tell what one side forbids and the other does not, or else which cards may be played."""
    others = {refused["text"] for refused in other["refused"]}
    forbidden = [one["text"] for one in step["refused"] if one["text"] not in others]
    if forbidden:
        return str(forbidden[0])
    if step["free"]:
        return str(step["free"]["text"])
    seat = SEAT_WORDS[lang][SEATS.index(step["toPlay"])]
    cards = ", ".join("{" + card + "}" for card in step["legal"])
    return _MAY_PLAY[language(lang)].replace("$seat", seat).replace("$cards", cards)


def _sentence(
    part: dict[str, Any] | None, tried: int, rules: tuple[Ruleset, Ruleset], lang: str
) -> str:
    index = language(lang)
    if part is None:
        key = "same" if rules[0] == rules[1] else "many" if tried > 1 else "one"
        return _NEVER[key][index].replace("$n", str(tried))
    text = _WHERE[part["where"]][index].replace("$n", str(part["trick"]))
    return f"{_SIZES[index]} {text}" if _sizes_differ(rules) else text
