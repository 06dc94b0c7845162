"""What the tests share, for a pytest inside Pyodide: `tests/conftest.py` asks for a browser."""

from __future__ import annotations

from pathlib import Path

import hypothesis
import pytest

# The same examples at every run, fewer than outside: each takes three times as long here.
hypothesis.settings.register_profile("pyodide", deadline=None, derandomize=True, max_examples=25)
hypothesis.settings.load_profile("pyodide")


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the project's folder."""
    return Path(__file__).resolve().parents[2]
