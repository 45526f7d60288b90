"""The models behind the quiz of module 12 agree with counting by hand."""

from __future__ import annotations

import pytest

from grader.quiz.truth import contention
from tests.quiz.by_hand.module_12 import far, near

PATTERNS = {"divided": lambda lane, k: lane // k, "modulo": lambda lane, k: lane % k, "times": lambda lane, k: lane * k}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_an_atomic_costs_what_a_count_over_words_finds(pattern: str) -> None:
    for number in range(1, 33):
        words = [PATTERNS[pattern](lane, number) for lane in range(32)]
        found = contention.atomic_cost(pattern, number)
        assert (found.most, found.far, found.near) == (max(map(words.count, words)), far(words), near(words))
        assert found.ones == max(len({word for word in words if word % 32 == bank}) for bank in range(32))


def test_copies_help_as_far_as_their_banks_differ() -> None:
    assert [contention.copies_cost(4, distance).near for distance in (256, 257, 264, 272)] == [32, 8, 8, 16]
    assert contention.copies_cost(8, 256).ones == 8 and contention.copies_cost(8, 257).ones == 1
    for copies in (1, 2, 4, 8, 16, 32):
        for distance in range(256, 290):
            assert contention.copies_cost(copies, distance).near == near([k % copies * distance for k in range(32)])


@pytest.mark.parametrize(("events", "more"), [("AaBb", 2), ("ABab", 1), ("ABba", 1), ("AaABab", 2), ("ABabAa", 2)])
def test_a_store_forgets_what_came_since_its_load(events: str, more: int) -> None:
    assert contention.counter_after(10, events) == 10 + more


def test_requests_waits_and_places() -> None:
    assert contention.histogram_requests(2**24, 1056, 256) == {"each": 524_288, "once": 8_448}
    assert [contention.free_waits(tiles, 2) for tiles in (1, 2, 3, 8)] == [0, 0, 1, 6]
    assert contention.appended([0b1011, 0b0110], 2) == 3 + 1
