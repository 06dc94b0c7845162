"""The engine's sentences: whole in every language, with the same values and tokens."""

from __future__ import annotations

import re

import pytest

from elfern_core import sentences
from elfern_core.errors import ElfernError


@pytest.mark.parametrize("key", sorted(sentences._TEXTS))
def test_every_sentence_stands_in_every_language_with_the_same_values(key: str) -> None:
    texts = sentences._TEXTS[key]
    assert len(texts) == len(sentences.LANGS)
    assert all(texts)
    values = [set(re.findall(r"\$(\w+)", text)) for text in texts]
    assert values[0] == values[1]
    assert texts[0] != texts[1]


@pytest.mark.parametrize("of", ["honours", "card points", "game points"])
@pytest.mark.parametrize("lang", sentences.LANGS)
def test_counts_have_their_own_form_for_none_one_and_many(of: str, lang: str) -> None:
    none, one, many = (sentences.count(number, of, lang) for number in (0, 1, 7))
    assert len({none, one, many}) == 3
    assert "7" in many


def test_a_mean_has_three_digits_and_the_form_of_what_it_comes_to() -> None:
    means = [sentences.count(mean, "honours") for mean in (0.0, 0.9996, 1.04, 9.654, 12.0)]
    assert means == ["no honour", "one honour", "1.04 honours", "9.65 honours", "12 honours"]
    assert sentences.count(12.74, "card points", "de") == "12,7 Augen"
    assert sentences.count(1000, "game points") == "1000 game points"


def test_a_language_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(ElfernError, match="speaks en and de"):
        sentences.sentence("lower", "fr")
