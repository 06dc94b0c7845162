"""`elfern study`: files gone on with, never overwritten; forms that hold the same; clear words."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from importlib.metadata import entry_points, metadata
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
from distributed.cli import dask_scheduler as scheduler_cli
from distributed.cli import dask_worker as worker_cli
from frictionless import Resource, Schema, system
from pyarrow import parquet

from elfern_core.__main__ import main
from elfern_core.command import _study as command
from elfern_core.command import main as bare
from elfern_core.command._main import parser
from elfern_core.study import COLUMNS, Plan, Row, Study, run
from elfern_core.study.rows import HEADER, row_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
PLAN = ("--rules", "elfern", "elfern+trump(H)", "--deals", "230", "--seed", "4")


class Result:
    """What a run of the command said."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


type Call = Callable[..., Result]


@pytest.fixture
def call(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Call:
    monkeypatch.chdir(tmp_path)

    def run_command(*arguments: object) -> Result:
        try:
            code = main(["study", *map(str, arguments)])
        except SystemExit as stop:
            code = int(stop.code or 0)
        return Result(code, *capsys.readouterr())

    return run_command


# --- the table and its dictionary ----------------------------------------------------------------


def test_table_holds_the_rows_of_the_study(call: Call) -> None:
    assert call(*PLAN, "--output", "deals.csv", "--quiet").code == 0
    head, *lines = Path("deals.csv").read_text().splitlines(keepends=True)
    assert head == HEADER
    plan = Plan(("elfern", "elfern+trump(H)"), deals=230, seed=4)
    assert list(map(row_of, lines)) == [row for rows in run(plan) for row in rows]


def test_dictionary_beside_the_table_describes_every_column(call: Call) -> None:
    assert call(*PLAN, "-o", "deals.csv", "-q", "--deals", 1).code == 0
    told = json.loads(Path("deals.csv.json").read_text())
    names = [field["name"] for field in told["schema"]["fields"]]
    assert names == [column.name for column in COLUMNS] == list(Row._fields)
    assert all(field["description"].endswith(".") for field in told["schema"]["fields"])
    assert told["path"] == "deals.csv"
    assert told["study"]["rules"] == ["elfern", "elfern+trump(H)"]
    assert told["study"]["seed"] == 4
    printed = call("--dictionary")
    assert json.loads(printed.out) == told["schema"]


@pytest.fixture
def trusting() -> Iterator[None]:
    """The validator refuses absolute paths unless it is told to trust them."""
    before = system.trusted
    system.trusted = True
    yield
    system.trusted = before


@pytest.mark.usefixtures("trusting")
def test_table_is_valid_by_a_validator_of_data_packages(call: Call) -> None:
    assert call(*PLAN, "-o", "deals.csv", "-q").code == 0
    told = json.loads(Path("deals.csv.json").read_text())

    def valid(text: str) -> bool:
        Path("checked.csv").write_text(text)
        schema = Schema.from_descriptor(told["schema"])
        return bool(Resource(path="checked.csv", schema=schema).validate().valid)

    text = Path("deals.csv").read_text()
    assert valid(text)
    assert not valid(text.replace(",simple,", ",single,", 1))
    assert not valid(text.replace(",beginner,", ",,", 1))


def test_parquet_holds_what_csv_holds(call: Call) -> None:
    for name in ("deals.csv", "deals.parquet"):
        assert call(*PLAN, "-o", name, "-q").code == 0
    table = parquet.read_table("deals.parquet")
    rows = [Row(*values.values()) for values in table.to_pylist()]
    assert rows == [row_of(line) for line in Path("deals.csv").read_text().splitlines()[1:]]
    assert table.schema.names == [column.name for column in COLUMNS]
    for field, column in zip(table.schema, COLUMNS, strict=True):
        assert field.metadata[b"description"].decode() == column.text
        assert field.nullable == column.optional
    assert sorted(path.name for path in Path().iterdir()) == [
        "deals.csv", "deals.csv.json", "deals.parquet", "deals.parquet.json",
    ]  # fmt: skip


def test_figures_are_those_of_the_rows(call: Call) -> None:
    plan = Plan(("elfern", "elfern+trump(H)"), deals=230, seed=4)
    study = Study(plan)
    for rows in run(plan):
        study.add(rows)
    expected = json.loads(json.dumps(study.to_json()))
    assert call(*PLAN, "--figures", "figures.json", "-q").code == 0
    assert json.loads(Path("figures.json").read_text()) == expected
    assert json.loads(call(*PLAN, "--figures", "-").out) == expected


@pytest.mark.parametrize(
    "players",
    [
        ("--match", "beginner", "random", "--pair", "random", "random"),
        (
            "--pair",
            "beginner",
            "random",
            "--pair",
            "random",
            "random",
            "--pair",
            "random",
            "beginner",
        ),
        ("--match", "beginner", "random", "--match", "random", "sampling"),
    ],
)
def test_command_told_with_the_figures_gives_them_again(
    call: Call, players: tuple[str, ...]
) -> None:
    plan = "--rules", "elfern+trump(H)", "--deals", "6", "--no-compare"
    first = call(*players, *plan, "--figures", "-").out
    words = json.loads(first)["command"].replace('"', "").split()
    assert words[:2] == ["elfern", "study"]
    assert call(*words[2:], "--figures", "-").out == first


def test_summary_is_plain_lines(call: Call) -> None:
    told = call(*PLAN, "--match", "beginner", "random", "--deals", 30)
    assert told.code == 0
    assert "elfern+trump(H), match beginner–random, 30 pairs of deals" in told.out
    assert re.search(r"Forehand wins \d+\.\d % \(\d+\.\d to \d+\.\d\), the dealer", told.out)
    assert "\x1b" not in told.out + told.err
    assert "\r" not in told.out + told.err
    assert told.err.splitlines()[0] == "0 of 30 deals"
    assert told.err.splitlines()[-1] == "30 of 30 deals"
    assert call(*PLAN, "-q").err == ""


def test_summary_tells_every_figure_that_a_study_owes(call: Call) -> None:
    interval = r"-?\d+\.\d+ (?:% )?\(-?\d+\.\d+ to -?\d+\.\d+\)"
    told = call("--rules", "elfern+trump(H)", "--deals", 400, "-q", "--figures", "-")
    (figures,) = json.loads(told.out)["figures"]
    out = call("--rules", "elfern+trump(H)", "--deals", 400).out
    for words in (
        f"Forehand wins {interval}, the dealer {interval}; tied {interval}\n",
        f"Forehand ahead by {interval} card points and {interval} game points a deal\n",
        f"schneider {interval}",
        f"schwarz {interval}",
        f"Sessions of 12 deals: {interval} game points together, {interval} of the better",
        f"Sessions to 7 game points: {interval} deals\n",
        f"The variant touches a trick in {interval} of deals",
        f"won by the other player in {interval}\n",
        f"Sessions that go otherwise: {interval}\n",
    ):
        assert re.search(words, out), words
    spread = re.search(
        r"Half of the deals bring forehand (\d+) to (\d+) card points of 20; most frequent are "
        rf"(\d+): {interval}\n",
        out,
    )
    assert spread
    low, high, most = map(int, spread.groups())
    counts = {int(own): part[0] for own, part in figures["points"].items()}
    ends = [own for own, times in sorted(counts.items()) for _ in range(times)]
    assert (low, high) == (ends[99], ends[299])
    assert counts[most] == max(counts.values())
    # Of sessions that were not played to their end nothing is told.
    assert "Sessions" not in call("--deals", 2).out


def test_progress_is_a_bar_on_a_terminal(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    told = call("--deals", 400, "--quiet")
    assert told.err == ""
    monkeypatch.setattr("time.monotonic", iter(range(0, 900, 60)).__next__)
    told = call("--deals", 400)
    shown = [line for line in told.err.split("\r") if line]
    assert shown[0].startswith(f"[{'.' * 30}]   0 %  0 of 400 deals")
    assert shown[2].startswith(f"[{'#' * 15}{'.' * 15}]  50 %  200 of 400 deals, 0:02:00 left")
    assert shown[-1] == f"[{'#' * 30}] 100 %  400 of 400 deals\x1b[K\n"


# --- gone on with --------------------------------------------------------------------------------


@pytest.fixture
def whole(call: Call) -> tuple[bytes, bytes]:
    """The table and its description, made in one go."""
    assert call(*PLAN, "-o", "whole.csv", "-q").code == 0
    return Path("whole.csv").read_bytes(), Path("whole.csv.json").read_bytes()


@pytest.mark.parametrize("kept", [0, 1, 40, len(HEADER), len(HEADER) + 1, 5000, 9001, -1, -30])
def test_study_broken_off_anywhere_goes_on_to_the_same_bytes(
    call: Call, whole: tuple[bytes, bytes], kept: int
) -> None:
    table, told = whole
    Path("part.csv").write_bytes(table[:kept])
    Path("part.csv.json").write_bytes(told)
    assert call(*PLAN, "-o", "part.csv", "--figures", "part.json", "-q").code == 0
    assert Path("part.csv").read_bytes() == table
    assert call(*PLAN, "-o", "whole.csv", "--figures", "whole.json", "-q").code == 0
    assert Path("part.json").read_bytes() == Path("whole.json").read_bytes()


def test_finished_study_plays_nothing_again(
    call: Call, whole: tuple[bytes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "run", None)
    assert call(*PLAN, "-o", "whole.csv", "-q").code == 0
    assert Path("whole.csv").read_bytes() == whole[0]


@pytest.mark.parametrize("name", ["more.csv", "more.parquet"])
def test_study_is_made_longer(call: Call, name: str) -> None:
    assert call(*PLAN, "-o", name, "-q", "--deals", 120).code == 0
    assert call(*PLAN, "-o", name, "-q").code == 0
    assert call(*PLAN, "-o", f"new-{name}", "-q").code == 0
    assert Path(name).read_bytes() == Path(f"new-{name}").read_bytes()
    told = json.loads(Path(f"{name}.json").read_text())
    assert told["study"]["deals"] == 230


def test_two_processes_write_the_same(call: Call, whole: tuple[bytes, bytes]) -> None:
    assert call(*PLAN, "-o", "jobs.csv", "-q", "--jobs", 2).code == 0
    assert Path("jobs.csv").read_bytes() == whole[0]


@pytest.mark.parametrize("name", ["broken.csv", "broken.parquet"])
@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_ctrl_c_midway_leaves_what_can_be_gone_on_with(
    call: Call, tmp_path: Path, name: str, jobs: tuple[str, ...]
) -> None:
    plan = ("--rules", "elfern+altenburg", "--deals", "3000", "-o", name)
    # A shell's background would have Ctrl-C ignored; the command itself leaves that alone.
    starter = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from elfern_core.__main__ import main\n"
        "if __name__ == '__main__': sys.exit(main(sys.argv[1:]))\n"
    )
    Path("starter.py").write_text(starter)
    with subprocess.Popen(
        [sys.executable, "starter.py", "study", *plan, *jobs],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("300 of"):
                break
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all of its processes
        err = process.stderr.read()
        assert process.stdout is not None
        assert process.stdout.read() == ""
        code = process.wait()
    assert code == 130
    told = re.search(r"broken off after ([\d,]+) of 3,000 deals; the same command goes on", err)
    assert told, err
    assert "Traceback" not in err
    done = int(told[1].replace(",", ""))
    assert 300 <= done < 3000
    kept = Path(f"{name}.part" if name.endswith("parquet") else name)
    assert len(kept.read_text().splitlines()) == 1 + done
    assert call(*plan, "-q").code == 0
    assert call(*plan[:-1], f"whole-{name}", "-q").code == 0
    assert Path(name).read_bytes() == Path(f"whole-{name}").read_bytes()


# --- refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (("--seed", "5"), "it follows another plan: other seed"),
        (("--rules", "elfern"), "other rulesets"),
        (("--pair", "random", "random"), "other pairs of players"),
        (("--no-compare",), "other comparison with the game without variants"),
        (("--solve", "--seed", "9"), "other seed, other solving"),
        (("--deals", "20"), "it holds 230 deals already, more than 20"),
    ],
)
def test_file_of_another_plan_is_left_alone(
    call: Call, whole: tuple[bytes, bytes], other: tuple[str, ...], words: str
) -> None:
    refused = call(*PLAN, *other, "-o", "whole.csv")
    assert refused.code == 2
    assert refused.err.startswith("elfern: whole.csv: ")
    assert words in refused.err
    assert refused.err.endswith("; nothing was changed\n")
    assert refused.out == ""
    assert (Path("whole.csv").read_bytes(), Path("whole.csv.json").read_bytes()) == whole


def spoil(text: str, change: Callable[[list[str]], list[str]]) -> str:
    return "".join(change(text.splitlines(keepends=True)))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: ["a,b\n", *lines[1:]], "line 1 is not the head"),
        (lambda lines: [*lines[:7], "\n", *lines[7:]], "line 8: 15 values are needed, not 1"),
        (lambda lines: [*lines[:7], *lines[8:]], r"line 8: here stands .* instead of elfern"),
        (lambda lines: [*lines[:9], lines[9].replace("simple", "simple,")], "line 10: 15 values"),
        (lambda lines: [*lines[:9], re.sub(r",\d+,\d+,", ",3,3,", lines[9], count=1)], "line 10:"),
    ],
)
def test_rows_that_are_not_the_plans_are_refused_with_their_line(
    call: Call,
    whole: tuple[bytes, bytes],
    change: Callable[[list[str]], list[str]],
    words: str,
) -> None:
    spoilt = spoil(whole[0].decode(), change)
    Path("whole.csv").write_text(spoilt)
    refused = call(*PLAN, "-o", "whole.csv")
    assert refused.code == 2
    assert re.match(f"elfern: whole.csv: {words}", refused.err), refused.err
    assert Path("whole.csv").read_text() == spoilt


@pytest.mark.parametrize("name", ["mine.csv", "mine.parquet"])
def test_file_of_something_else_is_never_overwritten(call: Call, name: str) -> None:
    Path(name).write_text("my own data\n")
    refused = call(*PLAN, "-o", name)
    assert refused.code == 2
    assert f"it is there already, and {name}.json is not beside it" in refused.err
    assert Path(name).read_text() == "my own data\n"
    assert [path.name for path in Path().iterdir()] == [name]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("{", "describes no study"),
        ('{"study": {}}', "describes no study"),
        ("engine", "elfern 0.0.1 began it, and this is"),
        ("format", "it is of the format elfern-study/0, not elfern-study/1"),
    ],
)
def test_description_of_another_kind_is_refused(
    call: Call, whole: tuple[bytes, bytes], told: str, words: str
) -> None:
    text = whole[1].decode()
    changed = {
        "engine": re.sub(r'"engine": "[^"]+"', '"engine": "0.0.1"', text),
        "format": text.replace("elfern-study/1", "elfern-study/0"),
    }
    Path("whole.csv.json").write_text(changed.get(told, told))
    refused = call(*PLAN, "-o", "whole.csv")
    assert refused.code == 2
    assert words in refused.err
    assert Path("whole.csv").read_bytes() == whole[0]


def test_spoilt_parquet_is_refused(call: Call) -> None:
    assert call(*PLAN, "-o", "deals.parquet", "-q").code == 0
    Path("deals.parquet").write_bytes(b"PAR1 and no more")
    refused = call(*PLAN, "-o", "deals.parquet")
    assert refused.code == 2
    assert "deals.parquet: it is no Parquet file" in refused.err
    assert Path("deals.parquet").read_bytes() == b"PAR1 and no more"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rules", "elfern+luck"), "“luck” is not a variant"),
        (("--rules", "elfern", "elfern"), "stands once"),
        (("--rules", "elfern", "--catalogue"), "--catalogue: not allowed with argument --rules"),
        (("--pair", "nobody", "random"), "argument --pair: invalid choice: 'nobody'"),
        (("--pair", "random"), "argument --pair: expected 2 arguments"),
        (("--match", "strong", "strong"), "--match needs two different players"),
        (("--match", "strong", "random", "--pair", "random", "strong"), "stands once"),
        (("--deals", "0"), "argument --deals: a number from 1 to"),
        (("--deals", "1e9"), "argument --deals: a number from 1 to"),
        (("--seed", "-1"), "argument --seed: a seed is a number"),
        (("--jobs", "two"), "argument --jobs: a number from 1 to 1024"),
        (("--jobs", "2", "--cluster", "tcp://x:1"), "--cluster: not allowed with argument --jobs"),
        (("-o", "deals.xlsx"), "deals.xlsx: the table is written as FILE.csv or FILE.parquet"),
        (("-o", "-"), "-: the table is written as FILE.csv or FILE.parquet"),
        (("-o", "none/deals.csv"), "none/deals.csv cannot be used: No such file or directory"),
        (("-o", "nul\0byte.csv"), "cannot be used"),
        (("--deals", "1", "--figures", "none/f.json"), "none/f.json cannot be written"),
        (("extra",), "unrecognized arguments: extra"),
    ],
)
def test_bad_calls_end_with_2_and_say_where(
    call: Call, arguments: tuple[str, ...], words: str
) -> None:
    refused = call(*arguments)
    assert refused.code == 2
    assert words in refused.err
    assert "Traceback" not in refused.err
    assert not [path for path in Path().rglob("*") if path.is_file()]


def test_help_has_examples_that_parse(call: Call) -> None:
    told = call("--help")
    assert told.code == 0
    assert all(len(line) <= 79 for line in told.out.splitlines())
    examples = told.out.partition("examples:")[2].replace("\\\n", " ").strip().splitlines()
    assert len(examples) == 4
    for example in examples:
        parser().parse_args(example.split()[1:])


def test_readme_says_how_to_study_here_and_on_a_cluster() -> None:
    """What the README tells people to type is what there is."""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    typed = [line.strip().partition("  #")[0].split() for line in lines if line.startswith("    ")]
    studies = [words[1:] for words in typed if words[:2] == ["elfern", "study"]]
    assert len(studies) >= 3
    parsed = [parser().parse_args(words) for words in studies]
    (there,) = (one for one in parsed if one.cluster)
    assert any(one.jobs > 1 and one.output and one.figures for one in parsed)
    assert any(one.match for one in parsed)
    # The workers are pointed at the scheduler that the study is pointed at.
    dask = {words[1]: words[2:] for words in typed if words[0] == "dask"}
    assert set(dask) == {"scheduler", "worker"}
    assert there.cluster in dask["worker"]
    for name, command_of_dask in (("scheduler", scheduler_cli.main), ("worker", worker_cli.main)):
        known = {option for made in command_of_dask.params for option in made.opts}
        assert {word for word in dask[name] if word.startswith("-")} <= known
    extras = re.findall(r"pip install '\.\[(\w+)\]'", "\n".join(lines))
    assert set(extras) <= set(metadata("elfern-core").get_all("Provides-Extra") or ())
    assert {"cluster", "parquet"} <= set(extras)


# --- what else is installed ----------------------------------------------------------------------


def test_distribution_offers_what_the_command_looks_for() -> None:
    offered = {
        (point.group, point.name)
        for group in ("elfern.executors", "elfern.tables")
        for point in entry_points(group=group)
    }
    assert offered == {
        ("elfern.executors", "processes"),
        ("elfern.executors", "cluster"),
        ("elfern.tables", "parquet"),
    }


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("--cluster", "tcp://x:1"), ImportError("no dask"), "pip install 'elfern-core[cluster]'"),
        (("-o", "deals.parquet"), ImportError("no pyarrow"), "pip install 'elfern-core[parquet]'"),
        (("--cluster", "tcp://x:1"), LookupError("x"), "nothing installed offers “cluster”"),
        (("-o", "deals.parquet"), LookupError("x"), "nothing installed writes Parquet"),
    ],
)
def test_missing_extras_are_named(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str, ...],
    error: Exception,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)

    def find(group: str, name: str) -> NoReturn:
        del group, name
        raise error

    assert bare(["study", "--deals", "3", *arguments], find) == 2
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_engine_alone_still_studies(capsys: pytest.CaptureFixture[str]) -> None:
    assert bare(["study", "--deals", "3", "--quiet"]) == 0
    assert bare(["study", "--deals", "3", "--jobs", "2", "--quiet"]) == 2
    assert "nothing installed offers “processes”" in capsys.readouterr().err
