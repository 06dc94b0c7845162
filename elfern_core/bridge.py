"""The engine's front for a browser worker: JSON text in, JSON text out, never a traceback.

Each call stands alone, so that the worker can be ended and started again at any moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfern_core import analysis, lab, preparing, replay_bridge, table_bridge
from elfern_core.errors import TextError
from elfern_core.replay_bridge import Refused, answer, chosen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elfern_core.replay_bridge import Operation, Request


def call(text: str) -> str:
    """Answer one request.

    Beside the operations of `elfern_core.replay_bridge`, and asked like them:

    * `analyse`: `text` (one record, or `only`): what each card cost with all cards known, from
      where the answer comes while a reader waits (see `analysis.told`);
    * `catalogue`; `describe`: `expression`; `compare`: `left`, `right`, `number`, `date`,
      `tries` (see `elfern_core.lab`);
    * `prepare`: a record made ready for an archive (see `elfern_core.preparing`);
    * `table.` and more: a session in play (see `elfern_core.table_bridge`).

    Returns:
        A JSON object: `{"ok": true, "result": …}` or `{"ok": false, "error": {"code",
        "message", …}}`.
    """
    return answer(text, OPERATIONS)


def _catalogue(request: Request) -> dict[str, Any]:
    return lab.catalogue(request.get("lang", "en"))


def _describe(request: Request) -> dict[str, Any]:
    return lab.describe(request["expression"], request.get("lang", "en"))


def _compare(request: Request) -> dict[str, Any]:
    return lab.compare(
        request["left"],
        request["right"],
        request["number"],
        lang=request.get("lang", "en"),
        date=request.get("date", "?"),
        tries=request.get("tries", 1),
    )


def _analyse(request: Request) -> dict[str, Any]:
    for checked, _ in chosen(request):
        if checked.game is None:
            raise TextError(checked.findings[0])
        return analysis.told(checked, request.get("lang", "en"))
    raise Refused(code="no-record", message="there is no record in the text")


OPERATIONS: Mapping[str, Operation] = {
    **replay_bridge.OPERATIONS,
    "analyse": _analyse,
    "catalogue": _catalogue,
    "describe": _describe,
    "compare": _compare,
    **preparing.OPERATIONS,
    **table_bridge.OPERATIONS,
}
"""What can be asked, by name."""
