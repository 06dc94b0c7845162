"""What the page on hosting says to send: immutable is only what has a hash in its address."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "contribute" / "hosting.md"
HASHED = re.compile(r"assets/runtime/[0-9a-f]{16}/|\.[0-9a-f]{8}\.min\.(?:js|css)")
"""A folder or a name that is another as soon as one byte is another."""
IMMUTABLE = "public, max-age=31536000, immutable"


@pytest.fixture(scope="module")
def files(built_folder: Path) -> list[str]:
    return [
        path.relative_to(built_folder).as_posix()
        for path in built_folder.rglob("*")
        if path.is_file()
    ]


def code(language: str) -> str:
    """Give the block of code of a language on the page."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def nginx_keeps() -> re.Pattern[str]:
    """Give what nginx is told to let browsers keep for ever."""
    found = re.search(r'location ~ (\S+) \{\s*add_header Cache-Control "([^"]+)"', code("nginx"))
    assert found
    assert found[2] == IMMUTABLE
    return re.compile(found[1])


def netlify_keeps() -> list[str]:
    """Give the patterns of what Netlify is told to."""
    rules = re.findall(r"^(/\S+)\n((?:  .+\n)+)", code("text"), re.MULTILINE)
    assert rules[0][0] == "/*"
    assert "Cache-Control: no-cache" in rules[0][1]
    return [path for path, headers in rules if f"Cache-Control: {IMMUTABLE}" in headers]


def test_what_is_kept_for_ever_has_a_hash(files: list[str]) -> None:
    pattern, globs = nginx_keeps(), netlify_keeps()
    for kept in (
        {name for name in files if pattern.search(f"/{name}")},
        {name for name in files if any(fnmatchcase(f"/{name}", glob) for glob in globs)},
    ):
        assert [name for name in kept if not HASHED.search(name.removesuffix(".map"))] == []
        runtime = {name for name in files if name.startswith("assets/runtime/")}
        assert runtime
        assert runtime <= kept


def test_all_that_has_a_hash_is_kept_by_nginx(files: list[str]) -> None:
    pattern = nginx_keeps()
    hashed = {name for name in files if HASHED.search(name.removesuffix(".map"))}
    assert {name for name in hashed if not pattern.search(f"/{name}")} == set()


def test_what_says_which_version_is_newest_is_never_kept(files: list[str]) -> None:
    pattern, globs = nginx_keeps(), netlify_keeps()
    for name in ("offline-worker.js", "assets/runtime.mjs", "index.html", "assets/viewer.mjs"):
        assert name in files
        assert not pattern.search(f"/{name}")
        assert not any(fnmatchcase(f"/{name}", glob) for glob in globs)


def test_the_policy_to_send_is_that_of_the_pages(built_folder: Path) -> None:
    page = (built_folder / "contribute" / "hosting" / "index.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'Policy" content="([^"]*)"', page)
    shown = re.search(r"<code>Content-Security-Policy: (.*?)\n?</code>", page, re.DOTALL)
    assert shown
    text = shown[1].replace("&#39;", "'")
    assert text.startswith(policy)
    assert "frame-ancestors 'self'" in text


def test_the_readme_leads_to_it(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    line = next(line for line in readme.split("\n\n") if "docs/contribute/hosting.md" in line)
    assert "nginx" in line
    assert "Netlify" in line
    assert ".github/workflows/pages.yml" in line
