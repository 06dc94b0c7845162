"""The rule lab: the catalogue for choosing, one ruleset described, one deal under two rulesets.

All answers are plain JSON values, for the bridge, the pages and the command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfern_core.cards import CODES, SUITS
from elfern_core.catalogue import GAMES, SECTION_OF, SECTIONS, VARIANTS, refusal, ruleset
from elfern_core.lab.comparing import compare
from elfern_core.lab.reading import lax_expression
from elfern_core.lab.words import kind_title, points
from elfern_core.rules import TRICKS
from elfern_core.sentences import language

if TYPE_CHECKING:
    from elfern_core.catalogue import Ruleset, Variant
    from elfern_core.deal import Deal

__all__ = ["catalogue", "compare", "deal_codes", "describe", "lax_expression", "points"]

_PARAMETERS = {"": [], "n": ["1", "2", "3", "4", "5"], "S": list(SUITS)}


def catalogue(lang: str = "en") -> dict[str, Any]:
    """Give games and variants for choosing, with every conflict and its sentence.

    Returns:
        `games`: id and title of each; `variants`: in the catalogue's order id, games, kind,
        title, summary, who says so, parameter values, and `conflicts`, id → sentence; `kinds`:
        in the order of choosing id, title, and `standard`, game → what the bare game says;
        `sections`: id → title.
    """
    index = language(lang)
    kinds = list(dict.fromkeys(variant.kind for variant in VARIANTS.values()))
    standard = {
        game: {point["name"]: point["text"] for point in points(ruleset(game), lang)}
        for game in GAMES
    }
    return {
        "games": [
            {"id": game.id, "title": game.title_de if index else game.title}
            for game in GAMES.values()
        ],
        "kinds": [
            {
                "id": kind,
                "title": kind_title(kind, lang),
                "standard": {game: texts[kind] for game, texts in standard.items()},
            }
            for kind in kinds
        ],
        "variants": [_variant(variant, index) for variant in VARIANTS.values()],
        "sections": {name: titles[index] for name, titles in SECTIONS.items()},
    }


def _variant(variant: Variant, index: int) -> dict[str, Any]:
    return {
        "id": variant.id,
        "games": list(variant.games),
        "kind": variant.kind,
        "title": variant.title_de if index else variant.title,
        "summary": variant.summary,
        "saidBy": variant.said_by,
        "parameter": variant.parameter,
        "parameters": _PARAMETERS[variant.parameter],
        "conflicts": {
            other: sentence
            for other in VARIANTS
            if other != variant.id and (sentence := refusal(variant.id, other))
        },
    }


def describe(expression: str, lang: str = "en") -> dict[str, Any]:
    """Describe a ruleset: canonical expression, title, figures, and what sets each point.

    Args:
        expression: a ruleset expression, also as people write it (see `lax_expression`).
        lang: `en` or `de`.

    Raises:
        RuleError: if the expression is not one.
    """
    chosen = ruleset(lax_expression(expression))
    rules = chosen.rules
    return {
        "expression": chosen.expression,
        "title": chosen.title(lang),
        "game": chosen.game.id,
        "choices": [
            {"id": choice.variant.id, "argument": choice.argument} for choice in chosen.choices
        ],
        "handSize": rules.hand_size,
        "packet": rules.packet,
        "stock": rules.stock_size,
        "tricks": TRICKS,
        "firstPhase": rules.first_phase_tricks,
        "secondPhase": TRICKS - rules.first_phase_tricks,
        "ranks": rules.ranking.value,
        "values": {rank: rules.value(rank) for rank in rules.ranking.value},
        "total": rules.total,
        "scale": [
            {"from": step.at_least, "gamePoints": step.game_points, "name": step.name}
            for step in rules.scale
        ],
        "tie": rules.tie.value,
        "nextDealer": rules.next_dealer.value,
        "banner": rules.banner or None,
        "decidedBy": _deciders(chosen),
        "points": points(chosen, lang),
    }


def _deciders(chosen: Ruleset) -> dict[str, dict[str, str]]:
    """For each field of the rules, the section or variant that sets it."""
    return {
        name: dict(zip(("kind", "id"), chosen.decided_by(name), strict=True)) for name in SECTION_OF
    }


def deal_codes(deal: Deal) -> dict[str, Any]:
    """Give a deal as codes, for a page that shows it."""
    return {
        "hands": {
            seat: [CODES[card] for card in range(32) if hand >> card & 1]
            for seat, hand in zip("FD", deal.hands, strict=True)
        },
        "stock": [CODES[card] for card in deal.stock],
        "trump": None if deal.trump is None else SUITS[deal.trump],
    }
