"""What tests of the sources share: the data, and the project's pages built once."""

from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from site_plugins.glossary import Glossary, read_glossary
from site_plugins.sources import Sources, read_sources

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def sources() -> Sources:
    return read_sources(ROOT / "sources", ROOT)


@pytest.fixture(scope="session")
def glossary() -> Glossary:
    return read_glossary(ROOT / "sources" / "glossary.yml", "sources/glossary.yml")


@pytest.fixture(scope="session")
def source_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the project's pages without search and API reference."""
    built = tmp_path_factory.mktemp("pages") / "site"
    build(
        load_config(
            str(ROOT / "mkdocs.yml"),
            site_dir=str(built),
            plugins=["elfern", "elfern-sources"],
        )
    )
    return built
