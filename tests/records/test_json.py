"""The JSON form: there and back byte for byte, described by a schema, faults with their place."""

from __future__ import annotations

import copy
import io
import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import jsonschema
import pytest

from elfern_core import records
from elfern_core.errors import ElfernError, TextError
from elfern_core.frames import frames
from elfern_core.records import json as records_json
from elfern_core.records.codes import SOUND_EXAMPLE
from elfern_core.records.model import TAG_ORDER, json_key
from elfern_core.slate import running
from tests.records.tree import TREE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def archive(root: Path) -> list[Path]:
    shipped = sorted((root / "replays").rglob("*.egn"))
    return [*shipped, *sorted((root / "tests" / "records" / "vectors").glob("*.egn"))]


@pytest.fixture(scope="module")
def texts(root: Path) -> list[str]:
    paths = archive(root)
    assert len(paths) > 10
    return [TREE, SOUND_EXAMPLE, *(path.read_text(encoding="utf-8") for path in paths)]


@pytest.fixture(scope="module")
def values(texts: list[str]) -> list[dict[str, Any]]:
    """All records as JSON values."""
    return [records_json.as_json(record) for text in texts for record in records.loads(text)]


def schema(root: Path, name: str) -> jsonschema.Draft202012Validator:
    text = (root / "docs" / "schema" / name).read_text(encoding="utf-8")
    made = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


def parts(validator: jsonschema.Draft202012Validator) -> dict[str, Any]:
    """Give a schema as a plain value."""
    return cast("dict[str, Any]", validator.schema)


@pytest.fixture(scope="module")
def record_schema(root: Path) -> jsonschema.Draft202012Validator:
    return schema(root, "egn-1.schema.json")


@pytest.fixture(scope="module")
def frames_schema(root: Path) -> jsonschema.Draft202012Validator:
    return schema(root, "frames-1.schema.json")


# --- there and back ----------------------------------------------------------------------------


def test_egn_to_json_and_back_is_byte_equal(texts: list[str]) -> None:
    for text in texts:
        there = records.loads(text)
        plain = records.dumps(there)
        for lines in (False, True):
            written = records_json.dumps(there, lines=lines)
            back = records_json.loads(written)
            assert back == there
            assert records.dumps(back) == plain
            assert records_json.dumps(back, lines=lines) == written


def test_the_example_with_every_part_is_in_export_form() -> None:
    assert records.dumps(records.loads(TREE)) == TREE


def test_forms_are_told_apart(texts: list[str]) -> None:
    for text in texts[:8]:
        there = records.loads(text)
        assert records.form_of(text) == "egn"
        assert records.form_of(records_json.dumps(there)) == "json"
        several = [
            replace(there[0], session="", round=None, lot=None, held=0, game_points=None)
        ] * 2
        assert records.form_of(records_json.dumps(several, lines=True)) == "jsonl"
        assert records.form_of(records_json.dumps(several)) == "json"
        assert len(records.loads(records_json.dumps(several).encode())) == 2


def test_json_is_one_object_for_one_record_and_an_array_for_several() -> None:
    one = records.loads(TREE)
    assert isinstance(json.loads(records_json.dumps(one)), dict)
    assert [type(value) for value in json.loads(records_json.dumps(one * 2))] == [dict, dict]
    assert json.loads(records_json.dumps([])) == []
    lines = records_json.dumps(one * 3, lines=True).splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["tree"] * 3


def test_dump_and_load_work_on_files() -> None:
    there = records.loads(TREE)
    file = io.StringIO()
    records_json.dump(there, file, lines=True)
    assert records_json.load(io.BytesIO(file.getvalue().encode())) == there
    file.seek(0)
    assert records_json.load(file) == there


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(ElfernError, match="there is no form “xml”; the forms are egn, json, jsonl"):
        records.dumps(records.loads(TREE), "xml")


def test_what_follows_from_the_rules_may_be_left_out() -> None:
    value = json.loads(records_json.dumps(records.loads(TREE)))
    for key in ("format", "trump", "result"):
        del value[key]
    for trick in value["tricks"] + [t for b in value["branches"] for t in b["tricks"]]:
        for key in ("leader", "winner", "points", "drawn"):
            trick.pop(key, None)
    assert records.dumps(records_json.loads(json.dumps(value))) == TREE


def test_laxities_of_the_form() -> None:
    text = records_json.dumps(records.loads(SOUND_EXAMPLE))
    plain = records.dumps(records.loads(SOUND_EXAMPLE))
    for lax in (
        "\ufeff" + text,
        text.replace("\n", "\r\n"),
        text.replace('"SA"', '"sa"').replace('"F"]', '"f"]'),
        "\n\n" + text + "\n \t\n",
        json.dumps(json.loads(text)),
        json.dumps([json.loads(text)], indent=4),
    ):
        assert records.dumps(records_json.loads(lax)) == plain


# --- the schemas -------------------------------------------------------------------------------


def test_all_records_fit_the_schema(
    values: list[dict[str, Any]], record_schema: jsonschema.Draft202012Validator
) -> None:
    for value in values:
        record_schema.validate(value)


def test_the_schema_knows_every_tag(record_schema: jsonschema.Draft202012Validator) -> None:
    keys = {"format", "tags", "comments", "tricks", "branches"}
    assert set(parts(record_schema)["properties"]) == keys | set(map(json_key, TAG_ORDER))
    used = set(records_json.as_json(records.loads(TREE)[0]))
    assert used == keys | set(map(json_key, TAG_ORDER)) - {"won", "gamePoints"}


def spoil(value: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Change one thing somewhere in a JSON value."""
    spots: list[tuple[Any, Any]] = []

    def walk(inside: object) -> None:
        if isinstance(inside, dict | list):
            items = inside.items() if isinstance(inside, dict) else enumerate(inside)
            for key, one in items:
                spots.append((inside, key))
                walk(one)

    made = copy.deepcopy(value)
    walk(made)
    inside, key = rng.choice(spots)
    other: Any = rng.choice([None, True, -1, 1.5, 99999, "", "XX", "a\nb", "F", [], {}, ["HA", 7]])
    if rng.randrange(4) == 0:
        del inside[key]
    elif isinstance(inside, dict) and rng.randrange(4) == 0:
        inside["strange"] = other
    else:
        inside[key] = other
    return made


def test_what_the_schema_refuses_the_reader_refuses(
    values: list[dict[str, Any]], record_schema: jsonschema.Draft202012Validator
) -> None:
    rng = random.Random(1858)
    refused = 0
    for _ in range(1500):
        value = spoil(rng.choice(values), rng)
        ok = all(checked.ok for checked in records.read(json.dumps(value)))
        fits = record_schema.is_valid(value)
        refused += not fits
        assert fits or not ok, value
    assert refused > 500


def test_frames_fit_their_schema(
    root: Path, texts: list[str], frames_schema: jsonschema.Draft202012Validator
) -> None:
    strict = jsonschema.Draft202012Validator(cast("dict[str, Any]", closed(parts(frames_schema))))
    broken = (root / "tests" / "records" / "vectors" / "bad").glob("[dw]*.egn")
    texts = [*texts, *(path.read_text(encoding="utf-8") for path in broken)]
    for number, text in enumerate(texts):
        for checked, slate in list(running(records.read(text)))[:2]:
            if checked.game:
                # Through JSON, as a viewer gets them.
                lang = ("en", "de")[number % 2]
                strict.validate(json.loads(json.dumps(frames(checked, lang, slate))))


def closed(value: object) -> object:
    """Give a schema in which every object has no further keys: what is made must be described."""
    if isinstance(value, list):
        return [closed(one) for one in value]
    if not isinstance(value, dict):
        return value
    made = {key: closed(one) for key, one in value.items()}
    if isinstance(made.get("properties"), dict) and made.get("type") == "object":
        made["additionalProperties"] = False
    return made


def test_frames_without_a_described_key_do_not_fit(
    frames_schema: jsonschema.Draft202012Validator,
) -> None:
    (checked,) = records.read(TREE)
    made = json.loads(json.dumps(frames(checked)))
    for key in parts(frames_schema)["$defs"]["step"]["required"]:
        spoiled = copy.deepcopy(made)
        del spoiled["steps"][2][key]
        assert not frames_schema.is_valid(spoiled), key


# --- faults ------------------------------------------------------------------------------------


def findings(text: str) -> Iterator[tuple[str, int, int, str, str]]:
    for checked in records.read(text):
        for one in checked.findings:
            yield one.code, one.line, one.column, one.trick, one.found


BROKEN = """\
{
 "rules": "elfern",
 "hands": {"F": ["SA", "ST"], "D": ["SK", "D8"]},
 "stock": [],
 "fragment": 15,
 "leader": "F",
 "won": {"F": 8, "D": 9},
 "tricks": [
  {"number": 15, "lead": "SA", "reply": "SK", "winner": "F"},
  {"number": 16, "lead": "ST", "reply": "D8", "points": 1}
 ]
}
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"reply": "SK"', '"reply": "D8"', ("must-follow", 9, 41, "15", "D8")),
        ('"winner": "F"', '"winner": "D"', ("wrong-winner", 9, 57, "15", "D")),
        ('"points": 1', '"points": 2', ("wrong-points", 10, 57, "16", "2")),
        ('"D8"]', '"S10"]', ("bad-card", 3, 43, "", '"S10"]},')),
        ('"D8"]', '"SA"]', ("card-twice", 3, 43, "", "SA")),
        ('"D8"]', "8]", ("bad-card", 3, 43, "", "8]},")),
        ('"elfern"', '"elven"', ("bad-rules", 2, 11, "", "elven")),
        ('"fragment": 15', '"fragment": "15"', ("bad-value", 5, 14, "", '"15",')),
        ('"fragment": 15', '"fragment": true', ("bad-value", 5, 14, "", "true,")),
        ('"fragment": 15', f'"fragment": {"9" * 5000}', ("bad-value", 5, 14, "", "9" * 80)),
        ('"fragment": 15', '"fragment": NaN', ("bad-value", 5, 14, "", "NaN,")),
        ('"won": {"F": 8, "D": 9}', '"won": "8-9"', ("bad-value", 7, 9, "", '"8-9",')),
        ('"stock": []', '"stock": "SA"', ("json-shape", 4, 11, "", '"SA",')),
        ('"stock": []', '"stick": []', ("missing-tag", 1, 1, "", "{")),
        ('"stock": [],', '"stock": [], "a": 1,', ("json-key", 4, 15, "", '"a": 1,')),
        (
            '"stock": [],',
            '"stock": [], "stock": [],',
            ("json-key-twice", 4, 15, "", '"stock": [],'),
        ),
        ('"leader": "F"', '"leader": "f", "date": "x"', ("bad-value", 6, 25, "", '"x",')),
        ('"leader": "F"', '"leader": "F", "title": "a\\nb"', ("bad-value", 6, 26, "", '"a\\nb",')),
        (
            '"leader": "F"',
            '"leader": "F", "title": "\\ud800"',
            ("bad-character", 6, 26, "", '"\\ud800",'),
        ),
        (
            '"leader": "F"',
            '"leader": "F", "format": "egn/2"',
            ("bad-version", 6, 27, "", '"egn/2",'),
        ),
        ('"leader": "F"', '"leader": "F", "tags": {"Id": "x"}', ("json-key", 6, 32, "", '"x"},')),
        (
            '"number": 16',
            '"number": 17',
            ("bad-number", 10, 14, "17", '17, "lead": "ST", "reply": "D8", "points": 1}'),
        ),
        ('"number": 16', '"number": 15', ("wrong-number", 10, 14, "15", "15.")),
        (
            ', "reply": "D8"',
            "",
            ("trick-cut", 10, 3, "16", '{"number": 16, "lead": "ST", "points": 1}'),
        ),
        ('"points": 1}', '"points": 1, "comments": [1]}', ("json-shape", 10, 73, "16", "1]}")),
        ('"points": 1}', '"drawn": ["D8"]}', ("wrong-card", 10, 57, "16", "D8")),
        ("\n ]\n}", "\n ]", ("json-syntax", 12, 1, "", "")),
        ('"leader": "F",', '"leader": "F"', ("json-syntax", 7, 2, "", '"')),
        ("\n ]\n}", "\n ]\n} {", ("json-syntax", 12, 3, "", "{")),
    ],
)
def test_faults_have_their_place(
    old: str, new: str, expected: tuple[str, int, int, str, str]
) -> None:
    assert old in BROKEN
    assert expected in list(findings(BROKEN.replace(old, new, 1)))


def test_the_text_that_the_faults_are_planted_in_is_sound() -> None:
    assert list(findings(BROKEN)) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"at": "9"}, "branch-place"),
        ({"at": 15}, "branch-place"),
        ({"label": "B"}, "bad-label"),
        ({"label": "ab"}, "bad-label"),
        ({"tricks": []}, "branch-empty"),
        ({"tricks": {}}, "json-shape"),
        ({"strange": 1}, "json-key"),
        ({"comments": "c"}, "json-shape"),
    ],
)
def test_faulty_branches(change: dict[str, Any], code: str) -> None:
    value = json.loads(BROKEN)
    branch = {"at": "16", "label": "a", "tricks": [{"number": 16, "lead": "ST", "reply": "D8"}]}
    value["branches"] = [branch]
    assert list(findings(json.dumps(value))) == []
    value["branches"] = [branch | change]
    assert [one[0] for one in findings(json.dumps(value))] == [code]
    value["branches"] = [branch, branch]
    assert [one[0] for one in findings(json.dumps(value))] == ["label-twice"]


def test_one_bad_line_never_hides_the_next() -> None:
    good = records_json.dumps(records.loads(SOUND_EXAMPLE), lines=True)
    text = good + '{"rules": "elfern", \n' + "7\n" + "\n" + good + good.replace('"SK"', '"LK"', 1)
    entries = list(records.read(text))
    assert [checked.ok for checked in entries] == [True, False, False, True, False]
    assert [[f.code for f in checked.findings] for checked in entries[1:3]] == [
        ["json-syntax"],
        ["json-shape"],
    ]
    assert [checked.line for checked in entries] == [1, 2, 3, 5, 6]
    assert entries[4].findings[0].line == 6


def test_one_bad_item_of_an_array_never_hides_the_next() -> None:
    good = records_json.dumps(records.loads(SOUND_EXAMPLE), lines=True)
    entries = list(records.read(f'[{good}, 7, {{"rules": "elven"}}, {good}]'))
    assert [checked.ok for checked in entries] == [True, False, False, True]


def test_dumps_refuses_a_faulty_record() -> None:
    (record,) = records.loads(SOUND_EXAMPLE)
    with pytest.raises(TextError, match="the result is 11-9"):
        records_json.dumps(replace(record, result=(9, 11)))


def test_further_tags_are_kept_with_a_warning() -> None:
    value = json.loads(BROKEN) | {"tags": {"X-Colour": "green", "Weather": "fair"}}
    (checked,) = records.read(json.dumps(value))
    assert checked.ok
    assert [(one.code, one.severity) for one in checked.findings] == [("unknown-tag", "warning")]
    assert checked.record.extra == (("Weather", "fair"), ("X-Colour", "green"))
