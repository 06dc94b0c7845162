"""The archive to take away: complete, described, checkable, the same bytes twice."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import frictionless
import pytest
import yaml

from elfern_core import records, verdicts
from site_plugins import packages, releases, takeaway
from site_plugins.archive import Archive, read_archive

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
SITE = "https://example.org/elfern/"


@pytest.fixture(scope="module")
def archive() -> Archive:
    found = read_archive(ROOT / "replays", ROOT)
    assert found.faults == []
    return found


@pytest.fixture(scope="module")
def files(archive: Archive) -> Mapping[str, bytes]:
    return {
        uri.removeprefix("archive/files/"): data for uri, data in packages.write_all(archive, ROOT)
    }


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name.partition("/")[2]: file.read(name) for name in file.namelist()}


def test_everything_is_there_in_every_form(archive: Archive, files: Mapping[str, bytes]) -> None:
    ids = [entry.id for entry in packages.facets(archive)[0].entries]
    assert sorted(ids) == sorted(archive.entries)
    assert files["ids.txt"].decode().split() == ids
    for ending in ("egn", "json", "jsonl"):
        found = records.loads(files[f"elfern-archive.{ending}"])
        assert [record.id for record in found] == ids
        for record in found:
            assert records.dumps(record) == archive.entries[record.id].text
    rows = list(csv.DictReader(io.StringIO(files["elfern-archive.csv"].decode())))
    assert [row["id"] for row in rows] == ids
    for row in rows:
        entry = archive.entries[row["id"]]
        assert row["sha256"] == sha256(entry.text.encode()).hexdigest()
        assert row["rules"] == entry.checked.record.rules


def test_each_facet_holds_what_belongs_to_it(archive: Archive, files: Mapping[str, bytes]) -> None:
    entries = archive.entries.values()
    wanted = {
        **{f"game-{entry.game}": 0 for entry in entries},
        **{f"variant-{name}": 0 for entry in entries for name in entry.variants},
        **{f"source-{entry.source}": 0 for entry in entries},
        **{f"kind-{entry.kind}": 0 for entry in entries},
    }
    facets = {facet.name: facet for facet in packages.facets(archive)}
    assert set(facets) == {"elfern-archive", *wanted}
    for name in wanted:
        group, _, value = name.partition("-")
        belongs = {
            entry.id
            for entry in entries
            if value in entry.variants
            or value == {"game": entry.game, "source": entry.source, "kind": entry.kind}.get(group)
        }
        told = {record.id for record in records.loads(files[f"{name}.egn"])}
        assert told == belongs == {entry.id for entry in facets[name].entries}
        inside = unzipped(files[f"{name}.zip"])
        assert inside["records.egn"] == files[f"{name}.egn"]


def test_the_same_records_give_the_same_bytes(archive: Archive, files: Mapping[str, bytes]) -> None:
    packages.json_line.cache_clear()
    turned = Archive(dict(reversed(archive.entries.items())), [], archive.sessions)
    again = packages.write_all(turned, ROOT)
    assert [uri for uri, _ in again] == sorted(uri for uri, _ in again)
    assert {uri.removeprefix("archive/files/"): data for uri, data in again} == files
    with zipfile.ZipFile(io.BytesIO(files["elfern-archive.zip"])) as file:
        assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert file.namelist() == sorted(file.namelist())


def test_checksums_are_right(files: Mapping[str, bytes]) -> None:
    def check(sums: bytes, members: Mapping[str, bytes]) -> int:
        lines = sums.decode().splitlines()
        for line in lines:
            digest, name = line.split("  ")
            assert sha256(members[name]).hexdigest() == digest, name
        return len(lines)

    assert check(files["SHA256SUMS"], files) == len(files) - 1
    inside = unzipped(files["elfern-archive.zip"])
    assert check(inside["SHA256SUMS"], inside) == sum(
        name.startswith(("records.", "verdicts.")) for name in inside
    )


@pytest.mark.parametrize("name", ["elfern-archive", "variant-must-win", "kind-session"])
def test_a_package_is_valid_for_the_library(
    files: Mapping[str, bytes], tmp_path: Path, name: str
) -> None:
    with zipfile.ZipFile(io.BytesIO(files[f"{name}.zip"])) as file:
        file.extractall(tmp_path)
    report = frictionless.Package(str(tmp_path / name / "datapackage.json")).validate()
    assert report.valid, report.flatten(["type", "note"])
    assert {task.name for task in report.tasks} >= {"index", "records-egn", "records-jsonl"}
    told = json.loads((tmp_path / name / "datapackage.json").read_text(encoding="utf-8"))
    assert told["licenses"][0]["name"] == "CC-BY-4.0"
    licence = (tmp_path / name / "LICENSE.txt").read_bytes()
    assert licence == (ROOT / "LICENSE-TEXTS").read_bytes()
    # The library must be able to refuse, too.
    index = tmp_path / name / "records.csv"
    index.write_text(index.read_text(encoding="utf-8").replace(",elfern,", ",eleven,", 1))
    broken = frictionless.Package(str(tmp_path / name / "datapackage.json")).validate()
    assert not broken.valid


def test_the_package_beside_the_files_describes_them(
    files: Mapping[str, bytes], tmp_path: Path
) -> None:
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    report = frictionless.Package(str(tmp_path / "datapackage.json")).validate()
    assert report.valid, report.flatten(["type", "note"])


def test_the_verdicts_in_the_package_fit_their_records(
    archive: Archive, files: Mapping[str, bytes]
) -> None:
    lines = unzipped(files["elfern-archive.zip"])["verdicts.jsonl"].splitlines()
    told = {one["id"]: one for one in map(json.loads, lines)}
    assert len(told) == len(lines) > 0
    for name, stored in told.items():
        lines_judged = verdicts.unpacked(archive.entries[name].checked, stored)
        assert lines_judged[0].game.plays == archive.entries[name].checked.record.plays


# Releases ---------------------------------------------------------------------------------------


def test_no_record_of_a_release_is_gone(archive: Archive) -> None:
    known = releases.read(ROOT)
    assert known.releases
    assert known.since(archive.entries.values()).removed == ()
    added = [name for one in known.releases for name in one.changes.added]
    assert len(added) == len(set(added)) == len(known.digests) == known.releases[-1].records
    assert set(added) == set(known.digests)


def test_releases_are_made_of_what_changed(archive: Archive) -> None:
    entries = list(archive.entries.values())
    first = releases.Releases().with_next("2026-01-01", entries[:3])
    assert first.releases[0].changes.added == tuple(sorted(one.id for one in entries[:3]))
    assert first.version_of(entries[:3]) == "1"
    assert first.version_of(entries[:4]) == "1+changes"
    second = first.with_next("2026-02-01", entries[:4])
    assert second.releases[1].changes == releases.Changes((entries[3].id,))
    with pytest.raises(ValueError, match="nothing has changed"):
        second.with_next("2026-03-01", entries[:4])
    with pytest.raises(ValueError, match=entries[0].id):
        second.with_next("2026-03-01", entries[1:4])
    old = dict(second.digests) | {entries[0].id: "0" * 16}
    changed = releases.Releases(second.releases, old)
    assert changed.since(entries[:4]).changed == (entries[0].id,)


def test_what_is_stored_reads_back(archive: Archive, tmp_path: Path) -> None:
    (tmp_path / "replays").mkdir()
    assert releases.read(tmp_path).releases == ()
    made = releases.Releases().with_next("2026-01-01", archive.entries.values())
    (tmp_path / releases.FILE).write_text(made.to_json(), encoding="utf-8")
    assert releases.read(tmp_path) == made


# Pages ------------------------------------------------------------------------------------------


def test_the_page_lists_every_file_once(archive: Archive, files: Mapping[str, bytes]) -> None:
    html = takeaway.files_html(archive, ROOT, "archive/download/")
    for name, data in files.items():
        if not name.endswith((".csv", ".json", ".jsonl", "SHA256SUMS")):
            assert html.count(f'href="../files/{name}"') == 1, name
        if name.startswith("elfern-archive."):
            assert sha256(data).hexdigest() in html


def test_the_page_of_releases_says_what_changed(archive: Archive) -> None:
    html = takeaway.releases_html(archive, ROOT, "archive/releases/")
    known = releases.read(ROOT)
    for release in known.releases:
        assert f'id="release-{release.version}"' in html
        assert f"{release.records:,} records." in html
    assert 'href="../turn-of-the-phase/"' in html


def test_a_record_is_cited_in_three_forms(archive: Archive) -> None:
    entry = archive.entries["turn-of-the-phase"]
    told = takeaway.citation(entry, SITE, ROOT)
    cff = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    (csl,) = json.loads(told["csl"])
    assert csl["URL"] == f"{SITE}archive/turn-of-the-phase/"
    assert csl["author"] == [{"literal": one["name"]} for one in cff["authors"]]
    assert csl["issued"] == {"date-parts": [[2026, 11, 29]]}
    for form in told.values():
        assert entry.checked.record.title in form
        assert csl["URL"] in form
    assert told["bibtex"].startswith("@misc{turn-of-the-phase,")
    assert told["bibtex"].count("{") == told["bibtex"].count("}")


def test_what_tex_would_read_is_escaped(archive: Archive) -> None:
    entry = archive.entries["turn-of-the-phase"]
    assert "_" not in takeaway.citation(entry, SITE, ROOT)["bibtex"].replace(SITE, "")
