"""The `lesson` line of a `play` fence: a record with comments in which the reader plays a seat.

The page holds the record's step frames once for each language; what may be played, what happens
and what there is to say of it stands in them, in the record's comments and branches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfern_core.frames import frames
from elfern_core.records import dumps, read
from site_plugins.addresses import relative
from site_plugins.record_pages import LANGUAGE
from site_plugins.replay import Fence, FenceError, Urls, static
from site_plugins.rooms import _element, _section_url, _variant_url

if TYPE_CHECKING:
    from pathlib import Path

type Json = dict[str, Any]

_LANGS = ("en", "de")


def render_lesson(names: list[str], here: str, root: Path) -> str:
    """Give the HTML of a lesson.

    Args:
        names: ids of its records, the same cards with comments in each language.
        here: address of the page below the site's own.
        root: folder of the project, which holds `replays`.

    Raises:
        FenceError: if a record is missing, or they are not the same game in every language.
    """
    lessons: dict[str, Json] = {}
    plays = set()
    for name in names:
        path = next(iter(sorted((root / "replays").rglob(f"{name}.egn"))), None)
        if path is None:
            raise FenceError(f"there is no record {name}")
        one = next(iter(read(path.read_text(encoding="utf-8"))))
        lang = dict(one.record.extra).get(LANGUAGE, "")
        if lang not in _LANGS or not one.ok:
            raise FenceError(f"the record {name} has a fault, or does not say its language")
        plays.add((one.record.hands, one.record.stock, one.record.plays))
        lessons[lang] = {"frames": frames(one, lang), "egn": dumps(one.record), "id": name}
    if set(lessons) != set(_LANGS) or len(plays) != 1:
        raise FenceError("a lesson needs the same cards played in a record for each language")
    shown = lessons[_LANGS[0]]
    urls = Urls(
        relative(f"records/{shown['id']}.egn", here), _section_url(here), _variant_url(here)
    )
    read_only = static(Fence(shown["id"], shown["id"]), shown["frames"], urls)
    attributes = {"data-play-url": relative("play/", here)}
    return _element("elfern-lesson", here, attributes, read_only, {"lessons": lessons})
