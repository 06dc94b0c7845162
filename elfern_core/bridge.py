"""The engine's front for a browser worker: JSON text in, JSON text out, never a traceback.

Each call stands alone, so that the worker can be ended and started again at any moment.
"""

from __future__ import annotations

import json
import platform
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from elfern_core import __version__
from elfern_core.cards import card
from elfern_core.errors import ElfernError, Finding, IllegalPlay, RuleError, TextError
from elfern_core.explain import why_not
from elfern_core.frames import frames
from elfern_core.records import check, decode, dumps, read, record_of
from elfern_core.slate import running

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elfern_core.game import Game
    from elfern_core.records import Checked

type Request = Mapping[str, Any]
"""A request as JSON gave it."""


def call(text: str) -> str:
    """Answer one request.

    Args:
        text: a JSON object with `op` and the fields of that operation: `version`; `replay`
            with `text` (records in EGN) and `lang`; `play` with `text` (one record), `at` (the
            address of a step), `cards` (codes to play from there), `date` and `lang`.

    Returns:
        A JSON object: `{"ok": true, "result": …}` or `{"ok": false, "error": {"code",
        "message", …}}`.
    """
    try:
        request = json.loads(text)
        operation = _OPERATIONS.get(request["op"])
        if operation is None:
            known = ", ".join(_OPERATIONS)
            return _refused("bad-request", f"there is no operation “{request['op']}”; {known}")
        return json.dumps({"ok": True, "result": operation(request)}, ensure_ascii=False)
    except _Refused as refused:
        return json.dumps({"ok": False, "error": refused.error}, ensure_ascii=False)
    except TextError as error:
        return _refused(error.finding.code, str(error), finding=error.finding.to_json())
    except RuleError as error:
        return _refused(error.code, str(error), names=list(error.names))
    except ElfernError as error:
        return _refused("refused", str(error))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return _refused("bad-request", f"the request cannot be read: {error!r}")


def _refused(code: str, message: str, **more: object) -> str:
    return json.dumps(
        {"ok": False, "error": {"code": code, "message": message, **more}}, ensure_ascii=False
    )


class _Refused(Exception):  # noqa: N818  (carries an answer, not a fault of the program)
    def __init__(self, **error: object) -> None:
        super().__init__(error.get("message"))
        self.error = error


def _version(_request: Request) -> dict[str, Any]:
    return {"engine": __version__, "python": platform.python_version()}


def _replay(request: Request) -> dict[str, Any]:
    lang = request.get("lang", "en")
    text = request["text"]
    records = []
    findings: list[Finding] = []
    for checked, slate in running(read(decode(text.encode("utf-8", "surrogatepass")))):
        findings += checked.findings
        records.append(
            {
                "frames": frames(checked, lang, slate) if checked.game else None,
                "ok": checked.ok,
                "findings": [finding.to_json() for finding in checked.findings],
                "checked": _counts(checked),
            }
        )
    return {
        "engine": __version__,
        "python": platform.python_version(),
        "records": records,
        "findings": [finding.to_json() for finding in findings],
    }


def _counts(checked: Checked) -> dict[str, int]:
    game = checked.game
    if game is None:
        return {"cards": 0, "plays": 0, "tricks": 0, "derivations": checked.derivations}
    deal = game.deal
    dealt = deal.hands[0].bit_count() + deal.hands[1].bit_count() + len(deal.stock)
    return {
        "cards": dealt,
        "plays": len(game.plays),
        "tricks": len(game.tricks),
        "derivations": checked.derivations,
    }


def _play(request: Request) -> dict[str, Any]:
    lang = request.get("lang", "en")
    checked = next(read(request["text"]))
    if checked.game is None:
        raise TextError(checked.findings[0])
    game = _at(checked, request["at"])
    refusal = None
    for text in request["cards"]:
        played = card(text)
        try:
            game = game.play(played)
        except IllegalPlay as error:
            reason = why_not(game.ruleset, game.state, played, lang)
            refusal = {
                "code": error.code,
                "message": str(error),
                "card": error.card,
                "legal": list(error.legal),
                "section": reason.id if reason else error.section,
                "kind": reason.kind if reason else "section",
                "text": reason.text if reason else str(error),
            }
            break
    line = _put_on_record(game, checked, request)
    if refusal:
        raise _Refused(**refusal, **line)
    return line


def _at(checked: Checked, address: str) -> Game:
    """Give the game as it stands at the address of a step, branches included."""
    assert checked.game is not None  # noqa: S101  (the caller's condition)
    game = checked.game
    if address == "end":
        return game
    game = game.undo(len(game.plays))
    if address == "0":
        return game
    path, _, part = address.partition("/")
    tricks = checked.record.tricks
    *branches, number = path.split(".")
    for name in (*branches, number):
        label = name[-1] if name in branches and name[-1:].isalpha() else ""
        wanted = int(name.removesuffix(label) if label else name)
        for trick in tricks:
            if trick.number == wanted:
                break
            game = game.play(trick.lead)
            if trick.reply is not None:
                game = game.play(trick.reply)
        else:
            raise _no_step(address)
        if label:
            found = [branch for branch in trick.branches if branch.label == label]
            if not found:
                raise _no_step(address)
            tricks = found[0].tricks
            continue
        game = game.play(trick.lead)
        if part == "reply" and trick.reply is not None:
            game = game.play(trick.reply)
        elif part != "lead":
            raise _no_step(address)
    return game


def _no_step(address: str) -> _Refused:
    return _Refused(code="no-step", message=f"the record has no step “{address}”")


def _put_on_record(game: Game, checked: Checked, request: Request) -> dict[str, Any]:
    """Make the frames and the record of a line played on by the reader."""
    old = checked.record
    like = replace(
        old,
        id="",
        title=f"{old.title or old.id or 'A deal'}: played on",
        source="played",
        illustrates=(),
        date=request.get("date", "?"),
        session="",
        round=None,
        lot=None,
        note="",
        comments=(),
        extra=(("X-Played-From", f"{old.id or '?'} {request['at']}"),),
    )
    record = record_of(game, like)
    replayed = check(record)
    return {
        "frames": frames(replayed, request.get("lang", "en")),
        "egn": dumps(record),
        "over": game.state.is_over,
    }


_OPERATIONS: Mapping[str, Callable[[Request], dict[str, Any]]] = {
    "version": _version,
    "replay": _replay,
    "play": _play,
}
