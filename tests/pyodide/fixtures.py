"""What the tests share, for a pytest inside Pyodide: `tests/conftest.py` asks for a browser."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the project's folder."""
    return Path(__file__).resolve().parents[2]
