"""Stored verdicts: what the solver says, made anew when the cards change, never stale unseen."""

from __future__ import annotations

import json
import logging
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from elfern_core import analysis, records, verdicts
from elfern_core.holdings import read_holdings
from elfern_core.solver import Limits
from site_plugins import verdicts as stored_verdicts
from site_plugins.archive import Archive, read_archive
from site_plugins.verdicts import Verdicts
from tools import verdicts as tool

if TYPE_CHECKING:
    from elfern_core.analysis import JudgedLine
    from site_plugins.archive import Entry

ROOT = Path(__file__).parents[2]
SAMPLE = 8
"""Records worked out anew."""
QUICK = Limits(nodes=1_000, entries=20_000)
"""What each position may take then: the second phase and what comes just before it."""


@pytest.fixture(scope="module")
def archive() -> Archive:
    return read_archive(ROOT / "replays", ROOT)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Verdicts:
    return stored_verdicts.read(ROOT, tmp_path_factory.mktemp("cache"))


def test_nearly_every_record_has_its_verdicts_stored(archive: Archive, stored: Verdicts) -> None:
    """A build from a fresh copy works out the rest, so that must be little."""
    missing = [
        entry.id
        for entry in archive.entries.values()
        if entry.checked.game
        and stored.stored.get(entry.id, {}).get("digest") != verdicts.digest(entry.checked)
    ]
    assert len(missing) <= len(archive.entries) / 10, missing


def agree(deep: tuple[JudgedLine, ...], quick: tuple[JudgedLine, ...]) -> int:
    """Compare what both judged; give how many cards that was."""
    compared = 0
    for one, other in zip(deep, quick, strict=True):
        assert len(one.judged) >= len(other.judged)
        for mine, its in zip(reversed(one.judged), reversed(other.judged), strict=False):
            assert mine == its
            compared += 1
        if other.ahead:
            assert one.ahead == other.ahead
    return compared


def test_a_sample_worked_out_anew_is_what_is_stored(archive: Archive, stored: Verdicts) -> None:
    entries = [one for one in archive.entries.values() if one.id in stored.stored]
    compared = 0
    for entry in random.Random(8).sample(entries, SAMPLE):
        deep = verdicts.unpacked(entry.checked, stored.stored[entry.id])
        compared += agree(deep, analysis.judge_lines(entry.checked, QUICK))
        if deep[0].judged:
            # Values along the line hang together, and the last one is the result.
            for one, following in zip(deep[0].judged, deep[0].judged[1:], strict=False):
                assert one.after == following.before
            result = entry.checked.record.result
            if result and entry.checked.game and entry.checked.game.deal.won is not None:
                assert deep[0].judged[-1].after == result[0]
    assert compared >= 10 * SAMPLE


def test_packed_verdicts_read_back_as_they_were(archive: Archive) -> None:
    for name in ("turn-of-the-phase", "last-two-hearts", "two-one-none"):
        checked = archive.entries[name].checked
        lines = analysis.judge_lines(checked)
        kept = json.loads(json.dumps(verdicts.packed(checked, lines)))
        assert verdicts.unpacked(checked, kept) == lines
        for lang in ("en", "de"):
            assert verdicts.told(checked, kept, lang) == analysis.told(checked, lang)


def one_entry(text: str) -> Entry:
    (entry,) = read_holdings([(Path("one.egn"), text.encode())]).entries.values()
    return entry


def test_changed_cards_make_a_verdict_stale_and_it_is_worked_out_anew(
    archive: Archive, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    entry = archive.entries["last-two-hearts"]
    known = Verdicts({entry.id: verdicts.work_out(entry.checked)}, tmp_path / "cache")
    # Other words are the same cards.
    reworded = one_entry(entry.text.replace("The last two hearts", "Two hearts"))
    assert known.packed(reworded) is known.stored[entry.id]
    # Another card is not.
    assert "S9" in entry.text
    other = one_entry(entry.text.replace("S9", "S8"))
    with pytest.raises(verdicts.StaleError):
        verdicts.unpacked(other.checked, known.stored[entry.id])
    with caplog.at_level(logging.INFO, logger="mkdocs.plugins.elfern-archive"):
        told = known.told(other)
    assert known.stale == [entry.id]
    assert entry.id in caplog.text
    assert told == analysis.told(other.checked)
    # Neither are other rules, and the second time the cache answers.
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_text(json.dumps({**json.loads(kept.read_text()), "id": "kept"}), encoding="utf-8")
    packed = known.packed(other)
    assert packed is not None
    assert packed["id"] == "kept"
    must_win = one_entry(entry.text.replace('"elfern"', '"elfern+must-win"'))
    assert verdicts.digest(must_win.checked) != verdicts.digest(entry.checked)


@pytest.mark.parametrize(
    "spoiled",
    [
        {"lines": []},
        {"lines": [{"first": 0}]},
        {"lines": [{"first": 0, "values": [[1]], "best": ["C7"], "ahead": None}, {}]},
        {"digest": "0"},
    ],
)
def test_spoiled_verdicts_are_refused(archive: Archive, spoiled: dict[str, object]) -> None:
    checked = archive.entries["last-two-hearts"].checked
    with pytest.raises(verdicts.StaleError):
        verdicts.unpacked(checked, {**verdicts.work_out(checked), **spoiled})


def test_every_line_and_every_card_counts_in_the_digest(archive: Archive) -> None:
    checked = archive.entries["last-two-hearts"].checked
    record = checked.record
    seen = {verdicts.digest(checked)}
    first, *rest = record.tricks
    for changed in (
        replace(record, tricks=(replace(first, branches=()), *rest)),
        replace(record, tricks=(first, *rest[:-1]), result=None, game_points=None),
        replace(record, won=(9, 9), result=None, game_points=None),
        replace(record, rules="elfern+must-win", result=None, game_points=None),
    ):
        seen.add(verdicts.digest(records.check(changed)))
    assert len(seen) == 5
    assert verdicts.digest(records.check(replace(record, title="Other"))) in seen


def test_the_tool_reads_what_it_stored(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    assert tool.read_stored(path) == {}
    path.write_text('{"id":"a","digest":"0"}\n{"id":"b","digest":"1"}\n', encoding="utf-8")
    assert tool.read_stored(path)["b"]["digest"] == "1"
