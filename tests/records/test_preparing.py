"""A record made ready for an archive, asked for as a page asks."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any

import pytest

from elfern_core import bridge
from elfern_core.holdings import read_holdings
from elfern_core.records._code_examples import KEPT, ROUNDS, SOUND

TAGS: dict[str, Any] = {
    "id": "mine",
    "title": "A  title\tin one line",
    "source": "played",
    "date": "2026-11",
    "forehand": "Anna",
    "dealer": "",
    "note": "",
    "illustrates": ["honours", "trump"],
}


def ask(text: str, tags: dict[str, Any], **more: object) -> dict[str, Any]:
    request = {"op": "prepare", "text": text, "tags": tags, **more}
    answer: dict[str, Any] = json.loads(bridge.call(json.dumps(request)))
    return answer


def test_tags_are_filled_in_and_the_file_is_as_the_archive_keeps_it() -> None:
    result = ask(SOUND, TAGS)["result"]
    assert (result["id"], result["findings"]) == ("mine", [])
    holdings = read_holdings([(PurePath("mine.egn"), result["text"].encode())])
    assert holdings.faults == []
    record = holdings.entries["mine"].checked.record
    assert (record.title, record.dealer, record.note) == ("A title in one line", "?", "")
    assert record.illustrates == ("honours", "trump")


def test_what_is_left_out_stays() -> None:
    assert ask(KEPT, {})["result"]["text"] == KEPT
    changed = ask(KEPT, {"title": "Another"})["result"]["text"]
    assert changed == KEPT.replace("The ten waits for the king to go", "Another")


def test_what_an_archive_would_refuse_is_said() -> None:
    found = ask(SOUND, {"source": "self-play"})["result"]["findings"]
    assert [one["code"] for one in found] == ["no-id", "no-title", "no-players"]


@pytest.mark.parametrize(
    ("text", "tags", "code"),
    [
        (SOUND, {"id": "Not an id"}, "unwritable"),
        (SOUND, {"date": "soon"}, "unwritable"),
        (SOUND, {"illustrates": ["luck"]}, "bad-illustrates"),
        (SOUND.replace("SA SK", "SA D8"), {}, "nothing-sound"),
        (ROUNDS, {}, "no-record"),
        (SOUND, {"title": "x" * 1001}, "unwritable"),
    ],
)
def test_what_cannot_be_prepared_is_refused(text: str, tags: dict[str, Any], code: str) -> None:
    answer = ask(text, tags)
    assert not answer["ok"]
    assert answer["error"]["code"] == code


def test_one_record_of_several_is_prepared() -> None:
    text = ask(ROUNDS, {"title": "The first"}, only=0)["result"]["text"]
    assert text.count("%egn") == 1
    assert '[Title "The first"]' in text
