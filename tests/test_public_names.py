"""Every public name of the engine is on the list and says what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools import public_names

if TYPE_CHECKING:
    from pathlib import Path

    import griffe


@pytest.fixture(scope="module")
def engine() -> griffe.Module:
    return public_names.load()


def test_list_of_public_names_is_that_of_the_code(engine: griffe.Module) -> None:
    listed = public_names.LIST.read_text(encoding="utf-8").splitlines()
    present = public_names.public_names(engine)
    gone, new = sorted(set(listed) - set(present)), sorted(set(present) - set(listed))
    assert not gone, "names that programs may use are gone: say so in CHANGELOG.md, then"
    assert not new, "new public names: if they are meant, run `make public-names`"
    assert listed == present, "the list is not sorted; run `make public-names`"


def test_every_public_name_has_a_docstring(engine: griffe.Module) -> None:
    assert public_names.undocumented(engine) == []


def test_what_counts_as_public_and_as_documented(tmp_path: Path) -> None:
    package = tmp_path / "sample"
    package.mkdir()
    (package / "__init__.py").write_text(
        '"""Sample."""\nfrom sample.inner import f\n__all__ = ["f"]\n'
    )
    (package / "_private.py").write_text("def g(): ...\n")
    (package / "inner.py").write_text(
        '"""Inner."""\n'
        "import re\n"
        "from collections import Counter\n"
        "SHOWN = 1\n"
        '"""Shown."""\n'
        "BARE = 2\n"
        "_HIDDEN = 3\n"
        "class _Base:\n"
        "    slot: int\n"
        "class Thing(_Base):\n"
        '    """Thing.\n\n    Attributes:\n        told: told of here.\n    """\n'
        "    told: int\n"
        "    untold: int\n"
        "    def method(self): ...\n"
        "    def __eq__(self, other): ...\n"
        "def f():\n"
        '    """Documented."""\n'
    )
    sample = public_names.load("sample", tmp_path)
    assert public_names.public_names(sample) == [
        "sample module",
        "sample.f function",
        "sample.inner module",
        "sample.inner.BARE attribute",
        "sample.inner.SHOWN attribute",
        "sample.inner.Thing class",
        "sample.inner.Thing.method function",
        "sample.inner.Thing.slot attribute",
        "sample.inner.Thing.told attribute",
        "sample.inner.Thing.untold attribute",
        "sample.inner.f function",
    ]
    missing = {line.rpartition(" ")[2] for line in public_names.undocumented(sample)}
    assert missing == {
        "sample.inner.BARE",
        "sample.inner.Thing.method",
        "sample.inner.Thing.slot",
        "sample.inner.Thing.untold",
    }
