"""The staging of the Python runtime: what is in the folder, and every reason to make none."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from importlib.machinery import FrozenImporter
from typing import TYPE_CHECKING

import pytest
from auditwheel_emscripten.emscripten_tools.webassembly import Module, SecType

from site_plugins import runtime as staging
from site_plugins import runtime_archives as archives
from site_plugins.runtime import PYODIDE, Runtime, StagingError, stage
from site_plugins.runtime_imports import Library, imported
from site_plugins.runtime_wasm import named, trim_glue
from tests.browser.runtime_pages import odd_engine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENGINE = {
    "elfern_core/__init__.py": "",
    "elfern_core/bridge.py": (
        "import json\n\n\ndef call(text):\n"
        '    return json.dumps({"ok": True, "result": {"engine": "0.0.0", "python": "3"}})\n'
        "\n\nOPERATIONS = {}\n"
    ),
    "elfern_core/replay_bridge.py": "from elfern_core.bridge import OPERATIONS, call\n",
}


@pytest.fixture(scope="session")
def node_modules(root: Path) -> Path:
    return root / "node_modules"


@pytest.fixture(scope="module")
def cache(root: Path) -> Path:
    return root / ".cache" / "runtime-tests"


@pytest.fixture(scope="module")
def engine_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return odd_engine(tmp_path_factory.mktemp("engine") / "source")


@pytest.fixture(scope="module")
def staged(
    node_modules: Path, cache: Path, engine_source: Path, tmp_path_factory: pytest.TempPathFactory
) -> Runtime:
    return stage(node_modules, tmp_path_factory.mktemp("out"), engine_source, cache)


@pytest.fixture
def engine(tmp_path: Path) -> Callable[..., Path]:
    """Give a maker of engines out of texts by their places."""

    def make(**changes: str) -> Path:
        source = odd_engine(tmp_path / "engine")
        changed = {name.replace("__", "/", 1) + ".py": text for name, text in changes.items()}
        for place, text in {**ENGINE, **changed}.items():
            (source / place).write_text(text)
        return source

    return make


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# --- what is made ------------------------------------------------------------------------------


def test_the_pinned_pyodide_is_the_one_that_npm_installs(root: Path) -> None:
    assert json.loads((root / "package.json").read_text())["devDependencies"]["pyodide"] == PYODIDE


def test_the_folder_holds_what_the_manifest_says_and_nothing_else(staged: Runtime) -> None:
    files = contents(staged.folder)
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest == staged.manifest
    assert staged.folder.name == staged.key
    assert set(staged.files) == {"loader", "glue", "wasm", "library", "engine", "worker", "loading"}
    assert {file.name for file in staged.files.values()} == set(files)
    for file in staged.files.values():
        assert file.size == len(files[file.name])
        assert file.sha256 == hashlib.sha256(files[file.name]).hexdigest()
    assert (staged.pyodide, staged.engine) == (PYODIDE, "0.0.0")
    assert manifest["lock"]["packages"] == {}


def test_the_loader_is_taken_as_it_is(staged: Runtime, node_modules: Path) -> None:
    name = staged.files["loader"].name
    there = (node_modules / "pyodide" / name).read_bytes()
    assert (staged.folder / name).read_bytes() == there


def test_a_library_without_its_finder_stops_the_build(
    engine: Callable[..., Path],
    node_modules: Path,
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = engine(elfern_core__bridge=ENGINE["elfern_core/bridge.py"] + "# not made before\n")
    broken = tmp_path / "finder.py"
    broken.write_text("raise ImportError\n")
    monkeypatch.setattr(archives, "FINDER", broken)
    with pytest.raises(StagingError, match=r"^Python started without finder\.py: .* zipimport"):
        stage(node_modules, tmp_path / "out", source, cache)


# What WebAssembly modules say of themselves.
OFFERED = """
const { readFileSync } = await import("node:fs");
const told = process.argv.slice(1).map((path) => {
  const module = new WebAssembly.Module(readFileSync(path));
  return {
    exports: WebAssembly.Module.exports(module).map(({ name, kind }) => `${kind} ${name}`),
    imports: WebAssembly.Module.imports(module).map(({ module, name }) => `${module} ${name}`),
  };
});
console.log(JSON.stringify(told));
"""


def test_the_webassembly_offers_only_what_is_asked_for(staged: Runtime, node_modules: Path) -> None:
    name = staged.files["wasm"].name
    paths = [node_modules / "pyodide" / name, staged.folder / name]
    done = subprocess.run(
        [archives.node_program(), "--input-type=module", "--eval", OFFERED, *paths],
        capture_output=True,
        text=True,
        check=True,
    )
    whole, kept = json.loads(done.stdout)
    assert kept["imports"] == whole["imports"]
    assert set(kept["exports"]) < set(whole["exports"])
    assert len(kept["exports"]) < 0.1 * len(whole["exports"])
    links = {one.split()[1] for one in whole["imports"] if one.startswith("GOT.")}
    exported = {one.split()[1]: one for one in whole["exports"]}
    assert {exported[link] for link in links if link in exported} <= set(kept["exports"])
    # Called by the glue: `_malloc(…)`, `Module._free`, `wasmExports["__wasm_call_ctors"]`.
    assert {"function malloc", "function free", "function __wasm_call_ctors"} <= set(
        kept["exports"]
    )
    # Asked for by nobody: a name of Python's C interface that only compiled packages call.
    assert "function PyIndex_Check" in whole["exports"]
    assert "function PyIndex_Check" not in kept["exports"]


def test_nothing_else_of_the_webassembly_is_changed(staged: Runtime, node_modules: Path) -> None:
    name = staged.files["wasm"].name
    found = []
    for path in (node_modules / "pyodide" / name, staged.folder / name):
        content = path.read_bytes()
        with Module(str(path)) as module:
            found.append(
                [
                    (one.type, content[one.offset : one.offset + one.size])
                    for one in module.sections()
                ]
            )
    whole, kept = found
    assert [kind for kind, _ in kept] == [kind for kind, _ in whole]
    for (kind, before), (_, after) in zip(whole, kept, strict=True):
        assert (before == after) is (kind != SecType.EXPORT), kind.name


def test_the_glue_loses_the_names_that_are_gone_and_nothing_else(
    staged: Runtime, node_modules: Path
) -> None:
    name = staged.files["glue"].name
    whole = (node_modules / "pyodide" / name).read_text()
    kept = (staged.folder / name).read_text()
    listed = re.compile(r'var (_\w+)=Module\["\1"\]=wasmExports\["(\w+)"\];')
    assert listed.sub("", kept) == listed.sub("", whole)
    with Module(str(staged.folder / staged.files["wasm"].name)) as module:
        exports = {export.name for export in module.get_exports()}
    names = [found[2] for found in listed.finditer(whole)]
    assert [found[2] for found in listed.finditer(kept)] == [one for one in names if one in exports]
    assert len(kept) < 0.8 * len(whole)
    # Outside the list, what is gone is spoken of nowhere, be it as `_name`.
    words = set(re.findall(r"[\w$]+", listed.sub("", kept)))
    gone = set(names) - exports
    assert "PyIndex_Check" in gone
    assert words.isdisjoint(gone | {f"_{one}" for one in gone})


@pytest.mark.parametrize(
    ("glue", "asked"),
    [
        ('var _a=Module["_a"]=wasmExports["a"];var _b=Module["_b"]=wasmExports["b"];_b(1)', {"b"}),
        ('var _a,_b;_a=Module["_a"]=wasmExports["a"];_b=Module["_b"]=wasmExports["b"];', set()),
        ('var _a=Module["_a"]=wasmExports["a"];wasmExports["a"]()', {"a"}),
        ('var _a=Module["_a"]=wasmExports["a"];Module._b(Module["_a"])', {"a", "b"}),
        # A list in a shape that is not known costs room, and breaks nothing.
        ('const _a = wasmExports["a"], _b = wasmExports["b"];', {"a", "b"}),
    ],
)
def test_what_a_glue_asks_for(glue: str, asked: set[str]) -> None:
    assert named(glue) & {"a", "b"} == asked
    assert named(trim_glue(glue, asked)) & {"a", "b"} == asked
    assert trim_glue(glue, {"a", "b"}) == glue


@pytest.mark.parametrize("role", ["library", "engine"])
def test_archives_hold_byte_code_stored_sorted_and_dated_alike(staged: Runtime, role: str) -> None:
    with zipfile.ZipFile(staged.folder / staged.files[role].name) as archive:
        entries = archive.infolist()
        assert archive.testzip() is None
    names = [entry.filename for entry in entries]
    assert names == sorted(names)
    assert not [name for name in names if name.endswith(".py")]
    assert [name for name in names if name.endswith(".pyc")]
    assert {entry.compress_type for entry in entries} == {zipfile.ZIP_STORED}
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}


def test_the_library_is_trimmed_and_keeps_what_is_named(
    staged: Runtime, engine_source: Path, node_modules: Path
) -> None:
    with zipfile.ZipFile(node_modules / "pyodide" / "python_stdlib.zip") as stock:
        whole = Library(stock)
        size = sum(entry.file_size for entry in stock.infolist())
        named = archives.engine_imports(archives.engine_files(engine_source))
        wanted = {whole.entry(name) + "c" for name in named if name in whole}
    with zipfile.ZipFile(staged.folder / staged.files["library"].name) as kept:
        names = set(kept.namelist())
    assert {"random.pyc", "json/__init__.pyc", "threading.pyc"} <= wanted
    # What is frozen into Pyodide needs no entry.
    assert wanted - names <= {"importlib/__init__.pyc", "os.pyc"}
    assert {"pydoc.pyc", "unittest/__init__.pyc", "http/client.pyc"}.isdisjoint(names)
    assert {"traceback.pyc", "zipfile/__init__.pyc", "encodings/cp437.pyc"} <= names
    assert "sitecustomize.pyc" in names
    assert staged.files["library"].size < 0.5 * size


def test_every_module_that_the_engine_names_is_there(
    root: Path, node_modules: Path, tmp_path: Path
) -> None:
    runtime = stage(node_modules, tmp_path, root, root / ".cache")
    named = archives.engine_imports(archives.engine_files(root))
    with (
        zipfile.ZipFile(runtime.folder / runtime.files["library"].name) as kept,
        zipfile.ZipFile(node_modules / "pyodide" / "python_stdlib.zip") as stock,
    ):
        library, names = Library(stock), set(kept.namelist())
        lacking = [
            name
            for name in named
            if name in library
            and library.entry(name) + "c" not in names
            and not FrozenImporter.find_spec(name)
        ]
    answer = archives.under_node("boot", node_modules / "pyodide", runtime.folder)
    assert answer["version"]["ok"] is True
    assert "elfern_core.bridge" in answer["modules"]
    assert lacking == []


def test_a_second_staging_gives_the_same_bytes(
    staged: Runtime, node_modules: Path, engine_source: Path, tmp_path: Path
) -> None:
    again = stage(node_modules, tmp_path / "out", engine_source, tmp_path / "empty cache")
    assert again.key == staged.key
    assert contents(again.folder) == contents(staged.folder)


def test_the_cache_spares_all_work(
    staged: Runtime,
    node_modules: Path,
    cache: Path,
    engine_source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        pytest.fail("a program was started")

    monkeypatch.setattr(subprocess, "run", refuse)
    again = stage(node_modules, tmp_path / "out", engine_source, cache)
    assert contents(again.folder) == contents(staged.folder)
    inside = stage(node_modules, None, engine_source, cache)
    assert inside.folder.is_relative_to(cache)
    assert contents(inside.folder) == contents(staged.folder)


def test_another_engine_gets_another_folder(
    staged: Runtime, node_modules: Path, cache: Path, tmp_path: Path
) -> None:
    other = stage(node_modules, tmp_path / "out", odd_engine(tmp_path / "engine", "0.0.1"), cache)
    assert other.engine == "0.0.1"
    assert other.key != staged.key
    assert other.files["library"] == staged.files["library"]


def test_the_cache_keeps_only_the_newest(tmp_path: Path) -> None:
    entries = [tmp_path / f"{number}" for number in range(staging.KEPT + 3)]
    for number, entry in enumerate(entries):
        entry.mkdir()
        (entry / "file").touch()
        os.utime(entry, (number, number))
    staging._prune(tmp_path, keep=entries[0])
    assert set(tmp_path.iterdir()) == {entries[0], *entries[-staging.KEPT + 1 :]}


def test_the_generated_module_leads_to_the_folder(staged: Runtime, tmp_path: Path) -> None:
    module = tmp_path / "assets" / "runtime.mjs"
    module.parent.mkdir()
    module.write_text(staged.module_text())
    script = f"console.log(JSON.stringify(await import({json.dumps(module.as_uri())})))"
    done = subprocess.run(
        [archives.node_program(), "--input-type=module", "--eval", script],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found["RUNTIME"] == f"{module.parent.as_uri()}/runtime/{staged.key}/"
    assert found["MANIFEST"] == staged.manifest


# --- byte code of the right Python -------------------------------------------------------------


def test_where_this_python_is_another_pyodide_compiles(
    staged: Runtime,
    node_modules: Path,
    engine_source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commands: list[str] = []
    under_node = archives.under_node

    def noted(command: str, *arguments: Path | str) -> dict[str, object]:
        commands.append(command)
        return under_node(command, *arguments)

    monkeypatch.setattr(archives, "fits_host", lambda _probe: False)
    monkeypatch.setattr(archives, "under_node", noted)
    runtime = stage(node_modules, tmp_path / "out", engine_source, tmp_path / "cache")
    assert commands == ["probe", "compile", "compile", "boot"]
    assert runtime.files["loader"] == staged.files["loader"]
    for role in ("library", "engine"):
        with (
            zipfile.ZipFile(runtime.folder / runtime.files[role].name) as here,
            zipfile.ZipFile(staged.folder / staged.files[role].name) as there,
        ):
            assert here.namelist() == there.namelist()
            name = next(name for name in here.namelist() if name.endswith(".pyc"))
            assert here.read(name)[:4] == there.read(name)[:4]


def test_this_python_does_not_compile_for_another(
    node_modules: Path, engine_source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "fits_host", lambda _probe: False)
    with pytest.raises(StagingError, match=r"^This Python, .*let Pyodide compile"):
        stage(node_modules, tmp_path, engine_source, tmp_path / "cache", compiler="host")


def test_byte_code_of_another_python_stops_the_build(
    node_modules: Path, engine_source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe = archives.probe

    def of_another(package: Path, imports: dict[str, str]) -> archives.Probe:
        return replace(probe(package, imports), python="3.99.1", magic="ff0f0d0a")

    monkeypatch.setattr(archives, "probe", of_another)
    monkeypatch.setattr(archives, "fits_host", lambda _probe: True)
    with pytest.raises(
        StagingError,
        match=r"^python_stdlib\.zip: the byte code of .* starts with .*0d0a, but Pyodide 0\.29\.5 "
        r"runs Python 3\.99\.1, whose byte code starts with ff0f0d0a",
    ):
        stage(node_modules, tmp_path / "out", engine_source, tmp_path / "cache")
    assert not (tmp_path / "out").exists()


def test_one_wrong_number_is_enough(staged: Runtime, tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.zip"
    with zipfile.ZipFile(staged.folder / staged.files["engine"].name) as source:
        good = {name: source.read(name) for name in source.namelist()}
    last = max(name for name in good if name.endswith(".pyc"))
    probe = archives.Probe("3.13.2", good[last][:4].hex(), (), ())
    with zipfile.ZipFile(spoilt, "w") as target:
        for name, content in good.items():
            target.writestr(name, b"\0" * 4 + content[4:] if name == last else content)
    with pytest.raises(
        StagingError, match=rf"spoilt\.zip: the byte code of {last} starts with 0+,"
    ):
        archives.check_magic(spoilt, probe, PYODIDE)
    archives.check_magic(staged.folder / staged.files["engine"].name, probe, PYODIDE)


def test_a_source_left_over_is_noticed(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "left.zip", "w") as target:
        target.writestr("module.py", "")
    with pytest.raises(StagingError, match=r"left\.zip: module\.py was not compiled"):
        archives.check_magic(tmp_path / "left.zip", archives.Probe("3", "00", (), ()), PYODIDE)


# --- reasons to stop ---------------------------------------------------------------------------


def test_an_import_that_pyodide_lacks_is_located(
    engine: Callable[..., Path], node_modules: Path, cache: Path, tmp_path: Path
) -> None:
    source = engine(elfern_core__odd="def later():\n    import numpy.linalg\n")
    with pytest.raises(
        StagingError,
        match=r"^elfern_core/odd\.py:2: Pyodide .* has no module named 'numpy\.linalg'",
    ):
        stage(node_modules, tmp_path / "out", source, cache)


def test_a_syntax_error_is_located(
    engine: Callable[..., Path], node_modules: Path, cache: Path, tmp_path: Path
) -> None:
    source = engine(elfern_core__odd="\n\nif True\n")
    with pytest.raises(StagingError, match=r"^elfern_core/odd\.py:3: expected ':'"):
        stage(node_modules, tmp_path / "out", source, cache)


def test_an_engine_that_fails_in_pyodide_stops_the_build(
    engine: Callable[..., Path], node_modules: Path, cache: Path, tmp_path: Path
) -> None:
    source = engine(
        elfern_core__odd="import sys\nassert sys.platform != 'emscripten', 'not here'\n"
    )
    with pytest.raises(StagingError, match="AssertionError: not here"):
        stage(node_modules, tmp_path / "out", source, cache)


def test_a_bridge_of_another_version_stops_the_build(
    engine: Callable[..., Path], node_modules: Path, cache: Path, tmp_path: Path
) -> None:
    source = engine(elfern_core__bridge=ENGINE["elfern_core/bridge.py"].replace("0.0.0", "9.9"))
    with pytest.raises(
        StagingError, match=r"wheel is version 0\.0\.0, but its bridge answered .*9\.9"
    ):
        stage(node_modules, tmp_path / "out", source, cache)


def test_an_engine_that_does_not_build_stops_the_build(
    engine: Callable[..., Path], node_modules: Path, cache: Path, tmp_path: Path
) -> None:
    source = engine()
    project = source / "pyproject.toml"
    project.write_text(project.read_text().replace('name = "elfern-core"', 'name = "no good!"'))
    with pytest.raises(StagingError, match=r"python -m build failed: (?s:.*)name"):
        stage(node_modules, tmp_path / "out", source, cache)


def test_no_engine(node_modules: Path, cache: Path, tmp_path: Path) -> None:
    with pytest.raises(StagingError, match="holds no engine"):
        stage(node_modules, tmp_path / "out", tmp_path, cache)


def test_no_pyodide(engine: Callable[..., Path], cache: Path, tmp_path: Path) -> None:
    with pytest.raises(StagingError, match=r"Pyodide is not installed, .* is missing: run npm ci"):
        stage(tmp_path, tmp_path / "out", engine(), cache)


def test_another_pyodide_than_the_pinned_one(
    engine: Callable[..., Path], node_modules: Path, cache: Path, tmp_path: Path
) -> None:
    shutil.copytree(node_modules / "pyodide", tmp_path / "pyodide")
    package = tmp_path / "pyodide" / "package.json"
    package.write_text(package.read_text().replace(PYODIDE, "0.1.2"))
    with pytest.raises(StagingError, match=rf"is Pyodide 0\.1\.2, not {PYODIDE}: run npm ci"):
        stage(tmp_path, tmp_path / "out", engine(), cache)


def test_no_worker(
    engine: Callable[..., Path], node_modules: Path, cache: Path, tmp_path: Path
) -> None:
    with pytest.raises(StagingError, match="worker's source is missing"):
        stage(node_modules, tmp_path / "out", engine(), cache, worker=tmp_path / "worker.mjs")


def test_no_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StagingError, match="Node was not found"):
        archives.node_program()


# --- which modules are needed ------------------------------------------------------------------

SOURCE = """\
from __future__ import annotations
import a.b, c as other
from d import e
from . import f
from ..g import h
if TYPE_CHECKING:
    import types_only
else:
    import at_run_time
if sys.platform == 'win32':
    import windows
try:
    import quick
except ImportError:
    import slow
def later():
    import inside
class Here:
    import within
"""


def test_what_the_command_alone_imports_is_left_out(engine: Callable[..., Path]) -> None:
    source = engine(
        elfern_core____main__="import signal\n",
        elfern_core__bridge="import json\nfrom elfern_core import command\n",
    )
    (source / "elfern_core" / "command").mkdir()
    (source / "elfern_core" / "command" / "__init__.py").write_text("import argparse\n")
    assert list(archives.engine_imports(archives.engine_files(source))) == ["json"]


def test_the_first_run_loads_neither_players_nor_solver(root: Path) -> None:
    """What a reader's first Run waits for stands by itself: see `elfern_core.replay_bridge`."""
    script = """if True:
        import sys, elfern_core.replay_bridge
        print(*(name.split('.')[1] for name in sys.modules if name.startswith('elfern_core.')))
    """
    told = subprocess.run(
        [sys.executable, "-c", script],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    loaded = set(told.stdout.split())
    assert {"frames", "records", "explain"} <= loaded
    assert not loaded & {"analysis", "bridge", "lab", "players", "solver", "study", "table"}


def test_import_statements_are_read() -> None:
    outside = {
        "__future__": 1, "__future__.annotations": 1, "a.b": 2, "c": 2, "d": 3, "d.e": 3,
        "x.y": 4, "x.y.f": 4, "x.g": 5, "x.g.h": 5, "at_run_time": 9, "quick": 13, "slow": 15,
        "within": 19,
    }  # fmt: skip
    assert imported(SOURCE, "x.y.z", is_package=False, inside=False) == outside
    everything = {**outside, "inside": 17}
    assert imported(SOURCE, "x.y.z", is_package=False, inside=True) == everything
    assert "x.y.z.f" in imported(SOURCE, "x.y.z", is_package=True, inside=False)


def library(**modules: str) -> Library:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, text in modules.items():
            archive.writestr(name.replace("__", "/", 1) + ".py", text)
    return Library(zipfile.ZipFile(held))


def test_the_closure_follows_imports_and_keeps_packages() -> None:
    modules = library(
        first="import second\ndef f():\n    import lazy\n",
        second="import package.part\n",
        lazy="import deeper\n",
        deeper="def f():\n    import too_deep\n",
        too_deep="",
        package____init__="import of_package\n",
        package__part="import missing_elsewhere\n",
        of_package="",
        unused="",
        datetime="",
        _strptime="",
    )
    loaded = ["first", "sys"]
    top = ["first", "of_package", "package", "package.part", "second"]
    assert modules.closure(loaded, []) == top
    assert modules.closure(loaded, ["first"]) == sorted([*top, "deeper", "lazy"])
    assert modules.closure([], ["datetime"]) == ["_strptime", "datetime"]
    assert "site" not in modules
