"""The part of `elfern_core.bridge` that reads, replays and plays on records, and no more.

A reader's first Run waits until Python has loaded what answers it: so this part stands by itself
and needs neither players nor solver. JSON text in, JSON text out, never a traceback.
"""

from __future__ import annotations

import base64
import json
import sys
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from elfern_core import __version__
from elfern_core.cards import card
from elfern_core.errors import ElfernError, Finding, IllegalPlay, RuleError, TextError
from elfern_core.explain import why_not
from elfern_core.frames import frames
from elfern_core.records import check, decode, dumps, form_of, read, record_of
from elfern_core.slate import running
from elfern_core.steps import game_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elfern_core.game import Game
    from elfern_core.records import Checked
    from elfern_core.slate import Slate

type Request = Mapping[str, Any]
"""A request as JSON gave it."""
type Operation = Callable[[Request], dict[str, Any]]
"""What makes the result of a request."""


def call(text: str) -> str:
    """Answer one request with the operations that stand here.

    Operations and their fields; `lang` may stand in each, `base64` (of the bytes of a file) in
    place of `text`:

    * `version`;
    * `replay`: `text`, records in any form; `only`, the place of the one record asked for;
    * `check`: `text`: what is in it, a line for each record, without frames;
    * `convert`: `text`, `to` (`egn`, `json` or `jsonl`), `only`: the sound records written anew;
    * `play`: `text` (one record), `at` (the address of a step), `cards` (codes to play from
      there), `date`.

    Returns:
        A JSON object: `{"ok": true, "result": …}` or `{"ok": false, "error": {"code",
        "message", …}}`.
    """
    return answer(text, OPERATIONS)


def answer(text: str, operations: Mapping[str, Operation]) -> str:
    """Answer one request with one of some operations, as `call` does."""
    try:
        request = json.loads(text)
        operation = operations.get(request["op"])
        if operation is None:
            known = ", ".join(operations)
            return _refused("bad-request", f"there is no operation “{request['op']}”; {known}")
        return json.dumps({"ok": True, "result": operation(request)}, ensure_ascii=False)
    except Refused as refused:
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


class Refused(Exception):  # noqa: N818  (carries an answer, not a fault of the program)
    """What an operation raises to refuse a request.

    Attributes:
        error: the fields of the answer's error, `code` and `message` among them.
    """

    def __init__(self, **error: object) -> None:
        """Take the fields of the error, `code` and `message` among them."""
        super().__init__(error.get("message"))
        self.error = error


def _version(_request: Request) -> dict[str, Any]:
    return {"engine": __version__, "python": ".".join(map(str, sys.version_info[:3]))}


def _text(request: Request) -> str:
    """Give the text of a request, as a file with these bytes would be read."""
    if "base64" in request:
        return decode(base64.b64decode(request["base64"], validate=True))
    return decode(request["text"].encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=1)
def _read(text: str) -> tuple[tuple[Checked, Slate | None], ...]:
    """Read all records of a text; the last text read is remembered, a page asks of it often."""
    return tuple((_slim(checked), slate) for checked, slate in running(read(text)))


def _slim(checked: Checked) -> Checked:
    """Drop the positions that checking left in memory: there may be thousands of records."""
    return replace(checked, game=replace(checked.game)) if checked.game else checked


def chosen(request: Request) -> tuple[tuple[Checked, Slate | None], ...]:
    """Give the records that a request is about: all, or the one it names by its place from 0."""
    entries = _read(_text(request))
    only = request.get("only")
    if only is None:
        return entries
    if not isinstance(only, int) or not 0 <= only < len(entries):
        raise Refused(code="no-record", message=f"there is no record at place {only}")
    return entries[only : only + 1]


def _replay(request: Request) -> dict[str, Any]:
    lang = request.get("lang", "en")
    records: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for checked, slate in chosen(request):
        findings += checked.findings
        told: dict[str, Any] = {
            "frames": frames(checked, lang, slate) if checked.game else None,
            "ok": checked.ok,
            "findings": [finding.to_json() for finding in checked.findings],
            "checked": _counts(checked),
        }
        if "only" in request:
            told["egn"] = _valid_text(checked)
        records.append(told)
    return {
        "engine": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "records": records,
        "findings": [finding.to_json() for finding in findings],
    }


def _valid_text(checked: Checked) -> str | None:
    """Write a record, or its valid beginning; `None` if even that is not sound by itself."""
    try:
        return dumps(checked.record) if checked.game else None
    except ElfernError:
        return None


def _check(request: Request) -> dict[str, Any]:
    text = _text(request)
    return {
        "engine": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "form": form_of(text),
        "records": [_line(checked) for checked, _ in _read(text)],
    }


def _line(checked: Checked) -> dict[str, Any]:
    """Tell of a record what a list needs."""
    record = checked.record
    errors = sum(finding.severity == "error" for finding in checked.findings)
    return {
        "id": record.id,
        "title": record.title,
        "rules": record.rules,
        "session": record.session,
        "round": record.round,
        "result": None if record.result is None else f"{record.result[0]}-{record.result[1]}",
        "line": checked.line,
        "ok": checked.ok,
        "errors": errors,
        "warnings": len(checked.findings) - errors,
        "plays": len(checked.game.plays) if checked.game else 0,
        "dealt": checked.game is not None,
    }


def _convert(request: Request) -> dict[str, Any]:
    entries = chosen(request)
    sound = [checked.record for checked, _ in entries if checked.ok]
    if not sound:
        message = "nothing can be converted: no record here is without fault"
        raise Refused(code="nothing-sound", message=message)
    return {
        "form": request["to"],
        "text": dumps(sound, request["to"]),
        "count": len(sound),
        "leftOut": len(entries) - len(sound),
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
    game = game_at(checked, request["at"])
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
        raise Refused(**refusal, **line)
    return line


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


OPERATIONS: Mapping[str, Operation] = {
    "version": _version,
    "replay": _replay,
    "check": _check,
    "convert": _convert,
    "play": _play,
}
"""What can be asked here, by name."""
