"""A browser may be missing where nothing can be installed, and not where installing failed."""

from __future__ import annotations

import sys

import pytest

from tests.everywhere import install
from tools import debian


@pytest.mark.parametrize("tried", [True, False])
@pytest.mark.parametrize("arguments", [[], ["--or-skip"]])
def test_only_what_could_not_be_tried_is_skipped(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    *,
    tried: bool,
) -> None:
    monkeypatch.setattr(install, "missing", lambda: ["Firefox is not installed"])
    monkeypatch.setattr(debian, "install", lambda *_packages: tried)
    monkeypatch.setattr(sys, "argv", ["install", *arguments])
    assert install.main() == (tried or not arguments)
    assert capsys.readouterr().err == "Firefox is not installed\n"
