"""A browser may be missing where nothing can be installed, and not where installing failed."""

from __future__ import annotations

import sys

import pytest

from tests.everywhere import install
from tools import debian


@pytest.mark.parametrize("watched", ["", "true"])
@pytest.mark.parametrize("able", [True, False])
@pytest.mark.parametrize("arguments", [[], ["--or-skip"]])
def test_only_what_could_not_be_installed_is_skipped_and_only_where_somebody_reads_it(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    watched: str,
    *,
    able: bool,
) -> None:
    monkeypatch.setattr(install, "missing", lambda: ["Firefox is not installed"])
    monkeypatch.setattr(debian, "can_install", lambda: able)
    monkeypatch.setattr(debian, "install", lambda *_packages: able)
    monkeypatch.setenv("CI", watched)
    monkeypatch.setattr(sys, "argv", ["install", *arguments])
    assert install.main() == (able or not arguments or bool(watched))
    assert capsys.readouterr().err == "Firefox is not installed\n"
