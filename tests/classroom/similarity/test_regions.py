"""Matching passages belong together, do not overlap, and leave out what everybody was given."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from grader.classroom.similarity.fingerprints import fingerprints
from grader.classroom.similarity.regions import Region, regions
from grader.classroom.similarity.tokens import tokens

NONE = np.zeros(0, np.uint64)
FIRST = "float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];"
SECOND = "int a_row = thread / 2, a_col = thread % 2 * 4; use(a_row);"


def between(left: str, right: str, given_text: str = "") -> tuple[dict[int, str], dict[int, str]]:
    discounted = np.unique(fingerprints(tokens(given_text)))
    of_left, of_right = regions(tokens(left), tokens(right), discounted)
    return shown(left, of_left), shown(right, of_right)


def shown(text: str, found: list[Region]) -> dict[int, str]:
    return {region.number: text[region.start : region.end] for region in found}


def test_passages_in_another_order_keep_their_numbers() -> None:
    left, right = between(f"{FIRST}\nwhile (true) break;\n{SECOND}", f"{SECOND}\n do { '{}' } while (0);\n{FIRST}")
    assert left == {1: FIRST, 2: SECOND}
    assert right == {1: FIRST, 2: SECOND}


def test_renamed_passages_match() -> None:
    left, right = between(FIRST, FIRST.replace("row", "y").replace("old", "before"))
    assert left == {1: FIRST} and list(right) == [1]


def test_what_everybody_was_given_is_left_out() -> None:
    left, right = between(f"{FIRST} {{ }} {SECOND}", f"{FIRST} ; ; {SECOND}", FIRST)
    assert left == {1: SECOND} and right == {1: SECOND}


def test_kernels_with_nothing_in_common_have_no_passages() -> None:
    assert between(FIRST, SECOND) == ({}, {})


LOOP = "for (int i = 0; i < n; ++i) x[i] = 0;"
PIECES = st.lists(st.sampled_from([FIRST, SECOND, "a = b;", "{ }", LOOP]), max_size=12)


@given(PIECES, PIECES)
def test_passages_do_not_overlap_and_are_in_the_order_of_the_text(one: list[str], other: list[str]) -> None:
    left, right = " ".join(one), " ".join(other)
    for text, found in zip((left, right), regions(tokens(left), tokens(right), NONE), strict=True):
        assert all(a.end <= b.start for a, b in pairwise(found))
        assert all(0 <= region.start < region.end <= len(text) for region in found)


def test_much_of_the_same_takes_no_time() -> None:
    of_left, of_right = regions(tokens("a " * 20_000), tokens("b " * 15_000), NONE)
    assert len(of_left) == len(of_right) == 1
