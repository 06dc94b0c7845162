"""The project's frame: one version, exact locks without addresses, a start on a fresh machine."""

from __future__ import annotations

import importlib
import json
import os
import re
import socket
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools import chromium, debian, serve

ADDRESS = re.compile(r"://|\b[\w-]+\.(?:org|com|io|net|dev)\b|\bfile:")


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def locked(root: Path) -> dict[str, str]:
    """Give the locked versions of the Python packages by normalised name."""
    text = (root / "requirements.lock").read_text(encoding="utf-8")
    entries = re.findall(r"^(?![#\s])(.*(?:(?<=\\)\n.*)*)", text, re.MULTILINE)
    form = re.compile(r"([\w.-]+)==(\S+)(?: ; [^\\]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)")
    matches = [form.fullmatch(entry) for entry in entries if entry]
    found = {}
    for match in matches:
        assert match, "every entry is name==version with the hashes of its files"
        found[re.sub(r"[-_.]+", "-", match[1]).lower()] = match[2]
    assert len(found) == len(matches)
    return found


def test_version_stands_in_one_place(root: Path, project: dict[str, Any]) -> None:
    engine = importlib.import_module("elfern_core")
    assert project["project"]["dynamic"] == ["version"]
    assert "version" not in json.loads((root / "package.json").read_text(encoding="utf-8"))
    citation = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    assert "version" not in citation
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changes, re.MULTILINE)
    assert newest
    assert newest.group(1) == engine.__version__


def test_engine_needs_nothing(project: dict[str, Any]) -> None:
    assert project["project"]["dependencies"] == []


def test_every_wanted_package_is_locked(root: Path, project: dict[str, Any]) -> None:
    extras = project["project"]["optional-dependencies"]
    assert set(extras) == {"site", "parquet", "cluster", "test"}
    wanted = {
        re.split(r"[\[<>=~ ]", line)[0].lower() for lines in extras.values() for line in lines
    }
    assert wanted - set(locked(root)) == {"elfern-core"}, "the one that stands here"


def test_locks_name_no_address(root: Path) -> None:
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    for name in ("requirements.lock", "package-lock.json", "package.json", ".npmrc"):
        assert ADDRESS.findall((root / name).read_text(encoding="utf-8")) == [], name
    assert all("resolved" not in package for package in lock["packages"].values())


def test_node_packages_are_pinned_exactly(root: Path) -> None:
    package = json.loads((root / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert lock[""]["devDependencies"] == package["devDependencies"]
    for name, wanted in package["devDependencies"].items():
        assert re.fullmatch(r"(?:npm:[\w-]+@)?\d+\.\d+\.\d+", wanted), name
        assert wanted.rpartition("@")[2] == lock[f"node_modules/{name}"]["version"]


# --- a start on a fresh machine --------------------------------------------------------------


def python_stub(folder: Path, name: str, version: tuple[int, int], *, venv: bool = True) -> None:
    """Write a program that answers the questions of tools/find-python as that Python would."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(
        "#!/bin/sh\n"
        'case "$2" in\n'
        f"*version_info*) exit {int(version < (3, 12))} ;;\n"
        f"*ensurepip*) exit {int(not venv)} ;;\n"
        '*executable*) echo "$0" ;;\n'
        "esac\n"
    )
    path.chmod(0o755)


def find_python(root: Path, tmp_path: Path, **settings: str) -> tuple[int, str]:
    """Run tools/find-python where `bin` is all that the path has and `home` is the home."""
    (tmp_path / "bin").mkdir(exist_ok=True)
    done = subprocess.run(
        ["/bin/sh", root / "tools" / "find-python"],
        env={"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path / "home"), **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.strip()


def test_python_3_13_comes_first_wherever_it_is(root: Path, tmp_path: Path) -> None:
    python_stub(tmp_path / "bin", "python3.12", (3, 12))
    python_stub(tmp_path / "bin", "python3", (3, 11))
    versions = tmp_path / "home/.pyenv/versions"
    python_stub(versions / "3.13.2/bin", "python3.13", (3, 13))
    assert find_python(root, tmp_path) == (0, str(versions / "3.13.2/bin/python3.13"))


def test_a_late_enough_python3_will_do(root: Path, tmp_path: Path) -> None:
    python_stub(tmp_path / "bin", "python3", (3, 15))
    assert find_python(root, tmp_path) == (0, str(tmp_path / "bin/python3"))


def test_an_early_python_is_refused(root: Path, tmp_path: Path) -> None:
    python_stub(tmp_path / "bin", "python3", (3, 11))
    assert find_python(root, tmp_path) == (1, "")


def test_a_named_python_is_taken_or_refused_but_never_replaced(root: Path, tmp_path: Path) -> None:
    python_stub(tmp_path / "bin", "python3.13", (3, 13))
    python_stub(tmp_path, "mine", (3, 14))
    python_stub(tmp_path, "old", (3, 9))
    assert find_python(root, tmp_path, PYTHON=str(tmp_path / "mine")) == (0, str(tmp_path / "mine"))
    assert find_python(root, tmp_path, PYTHON=str(tmp_path / "old")) == (1, "")


def test_a_python_without_venv_is_named_when_there_is_no_other(root: Path, tmp_path: Path) -> None:
    python_stub(tmp_path / "bin", "python3.13", (3, 13), venv=False)
    status, lame = find_python(root, tmp_path)
    assert (status, lame) == (3, "python3.13")
    python_stub(tmp_path / "bin", "python3.12", (3, 12))
    assert find_python(root, tmp_path) == (0, str(tmp_path / "bin/python3.12"))


def test_without_python_the_message_says_what_to_do(root: Path, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "dirname"):
        (tools / name).symlink_to(f"/bin/{name}" if name == "sh" else "/usr/bin/dirname")
    done = subprocess.run(
        ["/bin/sh", root / "tools" / "make-venv", tmp_path / "venv"],
        env={"PATH": str(tools), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Python 3.12 or later is needed" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_a_taken_port_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert serve.free_port("127.0.0.1", port) > port


def test_a_browser_that_only_asks_to_be_installed_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\necho 'install me' >&2\nexit 10\n")
    fake.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", os.fspath(fake))
    assert chromium.find() is None
    fake.write_text("#!/bin/sh\necho Chromium 1.2.3\n")
    assert chromium.find() == fake


@pytest.mark.parametrize(
    ("brings", "tried", "status"),
    [
        ("nothing is needed", [], 0),
        ("debian", ["debian"], 0),
        ("playwright", ["debian", "playwright"], 0),
        ("nobody", ["debian", "playwright"], 1),
    ],
)
def test_a_browser_comes_from_debian_else_from_playwright(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    brings: str,
    tried: list[str],
    status: int,
) -> None:
    here = Path("/usr/bin/chromium")
    asked: list[str] = []

    def install(*packages: str) -> bool:
        assert "chromium" in packages
        asked.append("debian")
        return True

    def run(call: list[str], **_options: object) -> None:
        assert call[1:] == ["-m", "playwright", "install", "chromium"]
        asked.append("playwright")

    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(debian, "install", install)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(
        chromium, "find", lambda: here if brings in {"nothing is needed", *asked} else None
    )
    assert chromium.main() == status
    assert asked == tried
    out, err = capsys.readouterr()
    assert out == ("" if status else f"{here}\n")
    assert (chromium.MISSING in err) is bool(status)


def test_a_browser_that_was_named_is_not_replaced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    monkeypatch.setattr(chromium, "install", lambda: pytest.fail("another was installed"))
    assert chromium.main() == 1
    assert chromium.MISSING in capsys.readouterr().err


def test_code_and_texts_have_their_licences(root: Path, project: dict[str, Any]) -> None:
    assert project["project"]["license"] == "MIT"
    assert (root / "LICENSE").read_text(encoding="utf-8").startswith("MIT License\n")
    texts = (root / "LICENSE-TEXTS").read_text(encoding="utf-8")
    assert texts.startswith("Creative Commons Attribution 4.0 International\n")


def test_what_checks_a_change_is_the_command_of_the_readme(root: Path) -> None:
    script = root / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert re.search(r"^exec make .*\btest$", script.read_text(encoding="utf-8"), re.MULTILINE)
    commands = re.findall(r"^    (make \w+)", (root / "README.md").read_text("utf-8"), re.MULTILINE)
    assert commands[:2] == ["make serve", "make test"]
