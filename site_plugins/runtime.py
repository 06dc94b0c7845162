"""The Pyodide runtime of the site: one folder of files, named by a hash of what they hold.

`stage` makes it from the npm package and the engine's source: the loader as it is, the WebAssembly
and its glue without what nobody asks for, the engine's wheel and the standard library as byte code,
the library trimmed to what is used, and the worker. Nothing comes from another host, at build time
or in the reader's browser. The page finds the folder through the module whose text
`Runtime.module_text` gives.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from site_plugins import runtime_archives as archives
from site_plugins.runtime_archives import Compiler, Probe, StagingError
from site_plugins.runtime_wasm import named, trim_exports, trim_glue

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PYODIDE", "Compiler", "Runtime", "StagedFile", "StagingError", "stage"]

PYODIDE = "0.29.5"
"""The Pyodide that the site ships; package.json names the same."""
FORMAT = "elfern-runtime/2"
"""What the manifest and the worker agree on; a new number when they change."""
WORKER = Path(__file__).parents[1] / "docs" / "assets" / "worker.mjs"
"""The worker's source; `loading.mjs`, beside it, goes with it."""
KEPT = 4
"""How many runtimes and probes the cache keeps, newest first."""

_GLUE = ("pyodide.asm.js", "pyodide.asm.mjs")
_OWN_SOURCES = (
    "runtime.py",
    "runtime_archives.py",
    "runtime_finder.py",
    "runtime_imports.py",
    "runtime_node.mjs",
    "runtime_wasm.py",
)


@dataclass(frozen=True)
class StagedFile:
    """One file of a runtime.

    Attributes:
        name: its name in the folder.
        size: its bytes, uncompressed.
        sha256: their SHA-256, in hexadecimal.
    """

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Runtime:
    """A staged runtime.

    Attributes:
        folder: where it stands; its last part is `key`.
        key: the hash of the contents that names the folder.
        pyodide: Pyodide's version.
        python: the version of Pyodide's Python.
        engine: the engine's version.
        lock: the `info` table of Pyodide's lock file, which names its ABI.
        files: the files by what they are for: `loader`, `glue`, `wasm`, `library`, `engine`,
            `worker` and `loading`.
    """

    folder: Path
    key: str
    pyodide: str
    python: str
    engine: str
    lock: dict[str, str]
    files: dict[str, StagedFile]

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The contents of `manifest.json`: all of the above but the folder."""
        return {
            "format": FORMAT,
            "key": self.key,
            "pyodide": self.pyodide,
            "python": self.python,
            "engine": self.engine,
            "lock": {"info": self.lock, "packages": {}},
            "files": {role: asdict(file) for role, file in self.files.items()},
        }

    def module_text(self, folder: str = "runtime") -> str:
        """Give the text of `runtime.mjs`, through which a page finds the runtime.

        Args:
            folder: the path from that module to the folder that holds the runtime's own.
        """
        return (
            "// Made by the build: where the Python runtime stands and what is in it.\n"
            f"export const RUNTIME = new URL({json.dumps(f'{folder}/{self.key}/')}, "
            "import.meta.url).href;\n"
            f"export const MANIFEST = {json.dumps(self.manifest, indent=1)};\n"
        )


def stage(
    node_modules: Path,
    out_dir: Path | None,
    engine_source: Path,
    cache_dir: Path,
    *,
    package: str = "pyodide",
    compiler: Compiler = "auto",
    worker: Path = WORKER,
) -> Runtime:
    """Make the runtime and put it below `out_dir`, in a folder named by the hash of its contents.

    The same input gives the same bytes. A runtime that was made before comes from the cache.

    Args:
        node_modules: where npm installed the Pyodide package.
        out_dir: the folder to hold the runtime's own folder; made if need be. Without one the
            runtime stays in the cache, in a folder of another name, until newer ones push it out.
        engine_source: the folder with the engine's `pyproject.toml` and package.
        cache_dir: where finished runtimes are kept between builds.
        package: the name of the npm package.
        compiler: who makes the byte code; "auto" is this Python if the runtime's can load what
            it makes, else Pyodide's own under Node.
        worker: the worker's source.

    Raises:
        StagingError: a file is missing, the engine does not build, imports what Pyodide does not
            have or does not start, or byte code is of another Python.
    """
    sources = _package_files(node_modules / package)
    version = str(_read_json(node_modules / package / "package.json")["version"])
    if package == "pyodide" and version != PYODIDE:
        raise StagingError(
            f"{node_modules / package} is Pyodide {version}, not {PYODIDE}: run npm ci."
        )
    scripts = [worker, worker.with_name("loading.mjs")]
    for script in scripts:
        if not script.is_file():
            raise StagingError(f"The worker's source is missing: {script}")
    engine = archives.engine_files(engine_source)
    key = _digest(
        [sources[role] for role in sorted(sources)]
        + scripts
        + [Path(__file__).with_name(name) for name in _OWN_SOURCES]
        + list(engine.values()),
        (compiler, sys.version, metadata.version("pyodide-build"), *engine),
    )
    cached = cache_dir / "runtime" / key
    if not (cached / "manifest.json").is_file():
        made = _Maker(version, sources, engine, scripts, compiler, cache_dir)
        with tempfile.TemporaryDirectory() as scratch:
            made.make(Path(scratch) / "files", Path(scratch))
            _publish(Path(scratch) / "files", cached)
        _prune(cache_dir / "runtime", keep=cached)
    runtime = _read(cached)
    if out_dir is None:
        return runtime
    target = out_dir / runtime.key
    if not (target / "manifest.json").is_file():
        _publish(cached, target)
    return _read(target)


@dataclass(frozen=True)
class _Maker:
    """What goes into one runtime, and the making of it."""

    pyodide: str
    sources: dict[str, Path]
    engine: dict[str, Path]
    scripts: Sequence[Path]
    compiler: Compiler
    cache_dir: Path

    @property
    def package(self) -> Path:
        return self.sources["loader"].parent

    def make(self, folder: Path, scratch: Path) -> None:
        """Write the runtime's files and their manifest into a new folder."""
        folder.mkdir()
        imports = archives.engine_imports(self.engine)
        probe = self.probe(imports)
        entries = archives.needed(imports, probe, self.pyodide)
        fits = archives.fits_host(probe)
        compiler = ("host" if fits else "runtime") if self.compiler == "auto" else self.compiler
        if compiler == "host" and not fits:
            raise StagingError(
                f"This Python, {sys.version.split()[0]}, makes byte code that Python "
                f"{probe.python} of Pyodide {self.pyodide} cannot load: let Pyodide compile "
                "(compiler='runtime')."
            )

        wheel = archives.build_wheel(self.engine, scratch)
        tag = "cp" + "".join(probe.python.split(".")[:2])
        name, version = wheel.name.split("-")[:2]
        engine = folder / f"{name}-{version}-{tag}-none-any.whl"
        archives.byte_compile(wheel, engine, self.package, compiler)

        library = folder / self.sources["library"].name
        trimmed = scratch / "library.zip"
        archives.trim(self.sources["library"], entries, trimmed)
        archives.byte_compile(trimmed, library, self.package, compiler)

        paths = {"library": library, "engine": engine}
        for script in self.scripts:
            paths[script.stem] = folder / script.name
            shutil.copyfile(script, paths[script.stem])
        for archive in (library, engine):
            archives.check_magic(archive, probe, self.pyodide)
        for role in ("loader", "glue", "wasm"):
            paths[role] = folder / self.sources[role].name
        shutil.copyfile(self.sources["loader"], paths["loader"])
        loader, glue = (self.sources[role].read_bytes().decode() for role in ("loader", "glue"))
        exports = trim_exports(self.sources["wasm"], named(loader) | named(glue), paths["wasm"])
        paths["glue"].write_bytes(trim_glue(glue, exports).encode())
        files = {role: _staged(paths[role]) for role in sorted(paths)}
        lock = _read_json(self.sources["lock"])["info"]
        content = json.dumps([FORMAT, lock, [asdict(files[role]) for role in files]])
        runtime = Runtime(
            folder=folder,
            key=hashlib.sha256(content.encode()).hexdigest()[:16],
            pyodide=self.pyodide,
            python=probe.python,
            engine=version,
            lock=lock,
            files=files,
        )
        (folder / "manifest.json").write_text(json.dumps(runtime.manifest, indent=1) + "\n")
        self.start(folder, runtime.engine)

    def probe(self, imports: dict[str, str]) -> Probe:
        """Ask Pyodide what it is and needs; remembered as long as neither it nor they change."""
        own = [Path(__file__).with_name(name) for name in _OWN_SOURCES]
        key = _digest(
            [*own, *(self.sources[role] for role in sorted(self.sources))], tuple(imports)
        )
        remembered = self.cache_dir / "probe" / f"{key}.json"
        if remembered.is_file():
            known = _read_json(remembered)
            known.update(entries=tuple(known["entries"]), missing=tuple(known["missing"]))
            return Probe(**known)
        found = archives.probe(self.package, imports)
        remembered.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", dir=remembered.parent, delete=False, encoding="utf-8"
        ) as file:
            json.dump(asdict(found), file)
        Path(file.name).replace(remembered)
        _prune(remembered.parent, keep=remembered)
        return found

    def start(self, folder: Path, engine: str) -> None:
        """Start the finished runtime once under Node: what a reader gets does start."""
        told = archives.under_node("boot", self.package, folder)
        answer = told["version"]
        if not answer.get("ok") or answer["result"]["engine"] != engine:
            raise StagingError(
                f"The engine's wheel is version {engine}, but its bridge answered {answer}."
            )
        if told["finder"] != "sitecustomize":
            raise StagingError(
                f"Python started without {archives.FINDER.name}: it found json through "
                f"{told['finder']}."
            )


def _package_files(package: Path) -> dict[str, Path]:
    """Give the files of an npm package that matter here, by what they are for."""
    glue = next(
        (package / name for name in _GLUE if (package / name).is_file()), package / _GLUE[0]
    )
    found = {
        "loader": package / "pyodide.mjs",
        "glue": glue,
        "wasm": package / "pyodide.asm.wasm",
        "library": package / "python_stdlib.zip",
        "lock": package / "pyodide-lock.json",
    }
    for path in (*found.values(), package / "package.json"):
        if not path.is_file():
            raise StagingError(f"Pyodide is not installed, {path} is missing: run npm ci.")
    return found


def _staged(path: Path) -> StagedFile:
    content = path.read_bytes()
    return StagedFile(path.name, len(content), hashlib.sha256(content).hexdigest())


def _read_json(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def _read(folder: Path) -> Runtime:
    """Read a staged folder's manifest."""
    known = _read_json(folder / "manifest.json")
    return Runtime(
        folder=folder,
        key=known["key"],
        pyodide=known["pyodide"],
        python=known["python"],
        engine=known["engine"],
        lock=known["lock"]["info"],
        files={role: StagedFile(**file) for role, file in known["files"].items()},
    )


def _digest(paths: list[Path], words: tuple[str, ...]) -> str:
    """Give a hash of contents and words."""
    total = hashlib.sha256(json.dumps(words).encode())
    for path in paths:
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]


def _publish(folder: Path, target: Path) -> None:
    """Copy a folder to its place in one step: no one ever sees half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".") as scratch:
        copy = Path(scratch, "copy")
        shutil.copytree(folder, copy)
        try:
            copy.rename(target)
        except OSError:  # another build was first
            if not (target / "manifest.json").is_file():
                raise


def _prune(folder: Path, keep: Path) -> None:
    """Leave the newest entries of a cache folder, the given one among them."""
    entries = [path for path in folder.iterdir() if not path.name.startswith((".", "tmp"))]
    entries.sort(key=lambda path: (path == keep, path.stat().st_mtime), reverse=True)
    for old in entries[KEPT:]:
        if old.is_dir():
            shutil.rmtree(old, ignore_errors=True)
        else:
            old.unlink(missing_ok=True)
