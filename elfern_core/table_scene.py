"""What a page shows of a table: plain JSON for one player's eye, from that player's view alone.

A card that the player has not seen stands nowhere in it. Sentences hold card tokens (see
`cards.render_tokens`).
"""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING, Any

from elfern_core.cards import CODES, SUITS, card, cards_of
from elfern_core.deal import SEATS
from elfern_core.explain import why_legal, why_not
from elfern_core.frames import frames
from elfern_core.records.writer import sorted_hand
from elfern_core.rules import Lot, Tie
from elfern_core.scoring import banners
from elfern_core.sentences import SEAT_WORDS, count, language, sentence
from elfern_core.view import view_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elfern_core.explain import Reason
    from elfern_core.table import Sitter, Table
    from elfern_core.view import View

FORMAT = "elfern-table/1"
"""Name and version of the form of a scene."""

_TEXTS: Mapping[str, tuple[str, str]] = {
    "draws-lot": ("$name draws the $card", "$name zieht $card"),
    "lot-again": ("equal ranks, both draw again", "gleiche Ränge, beide ziehen noch einmal"),
    "lot-lower": ("the lower card deals", "die niedrigere Karte gibt"),
    "lot-higher": ("the higher card deals", "die höhere Karte gibt"),
    "deals": ("$name deals this hand.", "$name gibt."),
    "cuts": (
        "$name cuts, sits in forehand and leads.",
        "$name hebt ab, sitzt in Vorhand und spielt aus.",
    ),
    "packets": (
        "The cards go round in packets of $packets.",
        "Gegeben wird in Päckchen: $packets.",
    ),
    "won": (
        "The session is over. $winner wins it $high to $low.",
        "Die Partie ist zu Ende. $winner gewinnt sie $high zu $low.",
    ),
    "drawn": (
        "The session is over and drawn, $high to $low.",
        "Die Partie ist zu Ende, unentschieden $high zu $low.",
    ),
    "takes-quiet": (
        "$winner takes the trick.",
        "$winner nimmt den Stich.",
    ),
    "resigned": (
        (
            "$name resigned in trick $trick. No source says what a resigned deal counts, so "
            "nothing is made up here: the computer played both hands to the end, and the deal "
            "counts as it was played."
        ),
        (
            "$name hat im $trick. Stich aufgegeben. Keine Quelle sagt, was ein aufgegebenes Spiel "
            "zählt, und hier wird nichts erfunden: der Computer hat beide Hände zu Ende "
            "gespielt, und das Spiel zählt, wie es gespielt wurde."
        ),
    ),
    "lapsed": (
        "The tie still open lapses.",
        "Der noch offene Ständer verfällt.",
    ),
}  # fmt: skip


def _text(key: str, lang: str, **values: object) -> str:
    return Template(_TEXTS[key][language(lang)]).substitute(values)


def scene(table: Table, eye: int | None, lang: str = "en") -> dict[str, Any]:
    """Show a table to a player.

    Args:
        table: the table.
        eye: the player who looks, 0 or 1; `None` shows no hand at all.
        lang: `en` or `de`.

    Returns:
        `text` and `deal`, the records (which hold every card); and what may be shown: rules,
        players, hand with what may be played and why, stock, trick, last trick, points, the
        sentences of each card, slate, outcome and end of the session.
    """
    game, record, chosen = table.game, table.record, table.ruleset
    shown = frames(table.rounds[-1], lang)
    state = game.state
    look = view_for(game, 0 if eye is None else table.seat(eye))
    seat = None if eye is None else SEATS[table.seat(eye)]
    log = [
        _ply(step, seat, table, lang)
        for step in shown["steps"]
        if step["kind"] in {"lead", "reply"}
    ]
    end = shown["steps"][-1] if state.is_over else None
    last = shown["steps"][-2 if end else -1]
    replies = [step for step in shown["steps"] if step["kind"] == "reply"]
    return {
        "format": FORMAT,
        "engine": shown["engine"],
        "lang": lang,
        "text": table.text,
        "rules": shown["ruleset"] | {"bannerLines": chosen.rules.banner or None},
        "players": [
            _player(table, player, sitter, last["taken"], shown["ruleset"]["unit"], lang)
            for player, sitter in enumerate(table.sitters)
        ],
        "round": record.round,
        "session": record.session,
        "end": {"deals": table.end.deals, "target": table.end.target},
        "eye": eye,
        "dealer": table.dealer,
        "phase": state.phase,
        "trick": state.trick_number,
        "plays": len(game.plays),
        "toPlay": table.to_play,
        "hand": [] if eye is None else _hand(table, look, lang, log),
        "stock": len(state.rest),
        "turned": last["turned"],
        "trump": None if game.deal.trump is None else SUITS[game.deal.trump],
        "table": _trick(last, table) if last["kind"] == "lead" else None,
        "last": _trick(replies[-1], table) if replies else None,
        "free": last["free"] if eye is not None and table.to_play == eye else None,
        "gone": _codes(table, _gone(table)),
        "unseen": [] if eye is None else _codes(table, look.unseen | look.other_known),
        "opening": [*_opening(table, lang), *_told(shown["steps"][0], seat)],
        "log": log,
        "resigned": _resigned(table, lang),
        "outcome": None if end is None else _outcome(end, table),
        "slate": _slate(table, lang),
        "over": table.is_over,
        "overText": _over(table, lang) if table.is_over and table.session.deals else None,
    }


def _player(
    table: Table, player: int, sitter: Sitter, taken: Mapping[str, list[str]], unit: str, lang: str
) -> dict[str, Any]:
    seat = table.seat(player)
    points = table.game.state.points[seat]
    return {
        "name": sitter.name,
        "level": sitter.level,
        "seat": SEATS[seat],
        "seatWord": SEAT_WORDS[lang][seat],
        "points": points,
        "pointsText": count(points, unit, lang),
        "taken": taken[SEATS[seat]],
        "cards": table.game.state.hands[seat].bit_count(),
    }


def _codes(table: Table, cards: int) -> list[str]:
    return [CODES[one] for one in sorted_hand(table.record.rules, cards_of(cards))]


def _gone(table: Table) -> int:
    """Give the mask of the cards of the tricks that are complete."""
    plays = table.game.plays
    return sum(1 << one for one in plays[: len(plays) - len(plays) % 2])


def _resigned(table: Table, lang: str) -> dict[str, Any] | None:
    """Tell that the deal was resigned, by whom, after how many cards, and what that means."""
    if table.resigned is None:
        return None
    player, plays = table.resigned
    trick = table.game.states[plays].trick_number
    said = _text("resigned", lang, name=table.sitters[player].name, trick=trick)
    return {"player": player, "plays": plays, "say": said}


def _hand(table: Table, look: View, lang: str, log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the cards in the hand of whose view it is, each with whether and why."""
    game, chosen = table.game, table.ruleset
    mine = look.to_play == look.seat and not game.state.is_over
    fresh = log[-1]["drawn"] if log else None
    hand = []
    for code in _codes(table, look.hand):
        reason = None
        barred = why_not(chosen, game.state, card(code), lang) if mine else None
        if mine:
            reason = barred or why_legal(chosen, game.state, card(code), lang)
        hand.append(
            {
                "card": code,
                "legal": mine and barred is None,
                "why": _reason(reason, table),
                "fresh": code == fresh,
            }
        )
    return hand


def _reason(reason: Reason | None, table: Table) -> dict[str, str] | None:
    if reason is None:
        return None
    game = table.ruleset.game.id
    return {"kind": reason.kind, "id": reason.id, "game": game, "text": reason.text}


def _told(step: dict[str, Any], seat: str | None) -> list[str]:
    """Give the sentences of a step as a seat may hear them."""
    return [
        say["text"] if say["seat"] is None or say["seat"] == seat else say["masked"]
        for say in step["say"]
    ]


def _ply(step: dict[str, Any], seat: str | None, table: Table, lang: str) -> dict[str, Any]:
    """Tell of a card; `quiet` is what may be said of it where honours are not counted aloud."""
    drawn, told = step["drawn"], _told(step, seat)
    quiet = list(told)
    if step["winner"] is not None:
        winner = SEAT_WORDS[lang][SEATS.index(step["winner"])]
        # After what was replied the frames say what it brought.
        quiet[1] = _text("takes-quiet", lang, winner=winner)
    return {
        "trick": step["trick"],
        "kind": step["kind"],
        "player": table.player(SEATS.index(step["seat"])),
        "card": step["card"],
        "drawn": drawn[seat] if drawn and seat else None,
        "say": told,
        "quiet": quiet,
    }


def _trick(step: dict[str, Any], table: Table) -> dict[str, Any]:
    told = step["table"]
    winner, why = step["winner"], step["why"]
    return {
        "number": step["trick"],
        "leader": table.player(SEATS.index(told["leader"])),
        "lead": told["lead"],
        "reply": told["reply"],
        "winner": None if winner is None else table.player(SEATS.index(winner)),
        "points": step["trickPoints"],
        "why": None if why is None else _link(why),
    }


def _link(why: dict[str, Any]) -> dict[str, str]:
    return {"kind": why["kind"], "id": why["section"], "game": why["game"], "text": why["text"]}


def _opening(table: Table, lang: str) -> list[str]:
    """Tell of lot, cut and deal."""
    record, rules = table.record, table.ruleset.rules
    told = []
    if record.lot is not None:
        draws = list(zip(*record.lot, strict=True))
        for index, (forehand, dealer) in enumerate(draws, 1):
            drew = "; ".join(
                _text("draws-lot", lang, name=name, card=f"{{{CODES[drawn]}}}")
                for name, drawn in ((record.forehand, forehand), (record.dealer, dealer))
            )
            lot = rules.first_dealer if record.round == 1 else rules.tie_dealer
            key = "lot-lower" if lot is Lot.LOWER else "lot-higher"
            fallen = _text(key if index == len(draws) else "lot-again", lang)
            told.append(f"{drew}: {fallen}.")
    told.append(_text("deals", lang, name=record.dealer))
    told.append(_text("cuts", lang, name=record.forehand))
    left, packets = rules.hand_size, []
    while left:
        packets.append(min(rules.packet, left))
        left -= packets[-1]
    told.append(_text("packets", lang, packets=", ".join(map(str, packets))))
    return told


def _outcome(end: dict[str, Any], table: Table) -> dict[str, Any]:
    """Tell the outcome; `points` are `None` where what was taken before is not recorded."""
    result = end["outcome"] or {"winner": None, "class": None, "points": None, "gamePoints": None}
    winner = result["winner"]
    by_player = [SEATS[table.seat(player)] for player in (0, 1)]
    return {
        "winner": None if winner is None else table.player(SEATS.index(winner)),
        "class": result["class"],
        "points": result["points"] and [result["points"][seat] for seat in by_player],
        "gamePoints": result["gamePoints"] and [result["gamePoints"][seat] for seat in by_player],
        "say": _end_sentences(end, table),
        "why": end["why"] and _link(end["why"]),
    }


def _end_sentences(end: dict[str, Any], table: Table) -> list[str]:
    """Tell how the deal ended; after the last of a session nothing of a next one."""
    said = [say["text"] for say in end["say"]]
    if not table.is_over or end["outcome"] is None:
        return said
    # Who deals next comes last, and before it after a tie what the next deal would count.
    return said[:1] if end["outcome"]["winner"] is None else said[:-1]


def _slate(table: Table, lang: str) -> dict[str, Any]:
    rules, tally = table.ruleset.rules, table.session
    held = None
    if tally.held and not table.is_over:
        doubles = rules.tie is Tie.DOUBLE
        points = _capital(count(tally.held, "game points", lang))
        held = sentence("tie-doubles" if doubles else "tie-held", lang, held=points)
    return {
        "points": list(tally.totals),
        "banners": [list(banners(points, rules.banner)) for points in tally.totals]
        if rules.banner
        else None,
        "held": held,
        "deals": len(tally.deals),
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _over(table: Table, lang: str) -> str:
    tally = table.session
    high, low = max(tally.totals), min(tally.totals)
    if tally.leader is None:
        said = _text("drawn", lang, high=high, low=low)
    else:
        said = _text("won", lang, winner=table.sitters[tally.leader].name, high=high, low=low)
    return f"{said} {_text('lapsed', lang)}" if tally.held else said
