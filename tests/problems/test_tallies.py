"""Counts that are added to what is there: right ones pass, one too many does not, and slips are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Judgement, MismatchKind, Mistake, Prepared, mistake
from grader.problems.tallies import BINS, CountCase, HistogramCase
from tests.problems.diagnosing import FLAT, diagnosed
from tests.problems.test_bulk import Left, launched
from tests.problems.test_judgement import buffers
from tests.tiers import examples

NAMES = ["histogram", "weighted_histogram"]
OUT = 1
Words = NDArray[np.uint32]


def prepared(name: str, seed: int = 5, **dims: Any) -> Prepared:
    family = PROBLEMS[name]
    return family.arguments(family.case_model.model_validate(dims), np.random.default_rng(seed))


def added(name: str, pixels: Words) -> Words:
    """As a kernel counts: pixel by pixel."""
    bins = np.zeros(BINS, np.uint32)
    np.add.at(bins, pixels >> 24, pixels & 255 if name == "weighted_histogram" else 1)
    return bins


def judged(name: str, of: Prepared, bins: NDArray[Any]) -> Judgement:
    before = of.buffers[1].original
    return PROBLEMS[name].judge(of, buffers(of) | {OUT: (before + bins).astype(before.dtype)})


def told(name: str, of: Prepared, bins: NDArray[Any]) -> Mistake | None:
    before = of.buffers[1].original
    return diagnosed(PROBLEMS[name], of, buffers(of) | {OUT: (before + bins).astype(before.dtype)})


@examples(60)
@given(st.integers(0, 2**32), st.integers(0, 3000), st.sampled_from(["any", "one"]), st.sampled_from(NAMES))
def test_a_right_histogram_passes_and_one_count_too_many_does_not(seed: int, n: int, reds: str, name: str) -> None:
    of = prepared(name, seed, n=n, reds=reds)
    pixels = of.buffers[0].original.astype(np.uint32)
    bins = added(name, pixels)
    assert judged(name, of, bins).passed
    bins[seed % BINS] += 1
    (found,) = judged(name, of, bins).mismatches
    assert (found.wrong, found.total, found.column) == (1, BINS, seed % BINS)


def test_a_picture_of_one_red_has_one_and_any_other_has_all() -> None:
    for reds, count in (("one", 1), ("any", BINS)):
        pixels = prepared("histogram", n=4000, reds=reds).buffers[0].original
        assert len(np.unique(pixels >> 24)) == count
        assert len(np.unique(pixels & 255)) == 255  # no alpha is 0


def test_the_arguments_are_those_of_the_signature() -> None:
    for name in (*NAMES, "count_positive"):
        assert [a.name for a in prepared(name, n=9).arguments] == [p.split()[-1] for p in PROBLEMS[name].signature]


def test_positive_elements_are_counted() -> None:
    of = prepared("count_positive", n=200, values="floats")
    right = np.array([(of.buffers[0].original > 0).sum()])
    assert judged("count_positive", of, right).passed
    assert not judged("count_positive", of, right - 1).passed
    assert not PROBLEMS["count_positive"].judge(of, buffers(of)).passed


def test_pixels_that_were_overwritten_are_told() -> None:
    of = prepared("histogram", n=70)
    before, pixels = of.buffers[1].original, of.buffers[0].original.astype(np.uint32)
    after = buffers(of) | {0: np.zeros(70, np.uint32), OUT: before + added("histogram", pixels)}
    (found,) = PROBLEMS["histogram"].judge(of, after).mismatches
    assert (found.kind, found.buffer) == (MismatchKind.INPUT, "in")


@pytest.mark.parametrize("name", NAMES)
def test_a_slip_is_told_by_name(name: str) -> None:
    of = prepared(name, n=2000)
    pixels = of.buffers[0].original.astype(np.uint32)
    other = next(each for each in NAMES if each != name)
    right, before = added(name, pixels), of.buffers[1].original
    for bins, expected in (
        (right * 8, mistake("counted_again", times=8)),
        (right * FLAT.grid[0], mistake("counted_by_every_block")),
        (added(other, pixels), mistake("counted" if name == "weighted_histogram" else "weighed")),
        (added(name, pixels << 24 | pixels & 255), mistake("other_byte", name="alpha")),
        (added(name, pixels[:-1]), None),  # one wrong bin may be chance
        (right - before, mistake("old_counts_lost")),
    ):
        assert told(name, of, bins) == expected


@pytest.mark.parametrize(
    "dims", [{}, {"n": -1}, {"n": 2**28 + 1}, {"n": 4, "reds": "two"}, {"n": 4, "values": "floats"}]
)
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        HistogramCase.model_validate(dims)


def test_counts_may_be_of_floats() -> None:
    assert CountCase.model_validate({"n": 4, "values": "floats"}).label() == "n=4, values=floats"


# ---- timed


def timed(name: str, n: int) -> Left:
    left = launched(name, n=n)
    words = left.buffers[0].view(np.uint32)
    left.buffers[OUT] = (left.buffers[OUT].view(np.uint32) + added(name, words)).view(np.float32)
    return left


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", [1, 5000, 600_001])
def test_a_right_histogram_is_accepted_when_timed(name: str, n: int) -> None:
    left = timed(name, n)
    assert left.sampled() is None and left.whole() is None


def test_four_reds_have_seven_of_eight_pixels() -> None:
    words = launched("histogram", n=100_000).buffers[0].view(np.uint32)
    crowded = np.isin(words >> 24, [0x3F, 0xBF, 0x3E, 0xBE]).mean()
    assert abs(crowded - 7 / 8) < 0.01


def test_a_count_too_many_is_found_each_time_and_a_count_in_the_wrong_bin_once() -> None:
    left = timed("histogram", 5000)
    bins = left.buffers[OUT].view(np.uint32)
    bins[17] += 1
    assert left.sampled() is not None and left.whole() is not None
    bins[18] -= 1
    assert left.sampled() is None
    found = left.whole()
    assert found is not None and found.column == 17


def test_a_pixel_that_was_changed_is_found_when_timed() -> None:
    left = timed("histogram", 5000)
    left.buffers[0].view(np.uint32)[:] ^= 1
    found = left.sampled()
    assert found is not None and found.buffer == "in"
