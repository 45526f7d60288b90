"""The corpus is as large as it should be, and no category of attack is forgotten."""

from __future__ import annotations

from collections import Counter

from tests.attacks.corpus import CORPUS, of
from tests.attacks.model import Kind

CATEGORIES = {
    "compile bombs", "front end", "endless kernels", "floods", "forged locations", "escapes by path",
    "recognition of the grader", "terminal tricks", "html and markdown", "formulas", "forged results", "archives",
    "folders and files", "edited editions", "yaml bombs", "forged attempts", "rosters", "edited results",
}  # fmt: skip


def test_there_are_more_than_a_hundred_attacks_of_every_category_and_kind() -> None:
    assert len(CORPUS) >= 110
    assert len({attack.id for attack in CORPUS}) == len(CORPUS)
    assert Counter(attack.category for attack in CORPUS).keys() == CATEGORIES
    assert min(Counter(attack.category for attack in CORPUS).values()) >= 4
    assert all(of(kind) for kind in Kind)


def test_the_weaker_walls_are_tried_too() -> None:
    assert len([attack for attack in CORPUS if attack.walls]) >= 20
