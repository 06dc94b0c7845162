"""Addresses between pages: the same as MkDocs gives, which the logic of pages does not ask."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.utils import get_relative_url

from site_plugins.addresses import relative

FOLDERS = st.lists(st.sampled_from(["archive", "rules", "a", "b-1", "{game}", ".."]), max_size=4)
PLACES = st.builds(
    lambda folders, name: "".join(f"{folder}/" for folder in folders) + name,
    FOLDERS,
    st.sampled_from(["", "index.html", "records.json", "name"]),
)


@given(PLACES, PLACES)
def test_an_address_is_what_the_generator_makes_of_it(url: str, other: str) -> None:
    assert relative(url, other) == get_relative_url(url, other)


@pytest.mark.parametrize(
    ("url", "other", "seen"),
    [
        ("rules/elfern/", "", "rules/elfern/"),
        ("rules/elfern/", "archive/one/", "../../rules/elfern/"),
        ("archive/", "archive/one/", "../"),
        ("archive/one/", "archive/one/", "./"),
        ("records/one.egn", "404.html", "records/one.egn"),
        ("../outside/", "a/b/", "../../outside/"),
    ],
)
def test_addresses_by_hand(url: str, other: str, seen: str) -> None:
    assert relative(url, other) == seen
