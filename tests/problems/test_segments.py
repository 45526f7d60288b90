"""Segments turned round, subtracted and added up: right results pass, nothing else does, slips are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Judgement, Mistake, mistake
from grader.problems.segments import SEGMENT, SegmentsCase, SumCase
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

NAMES = ("reversed", "differences", "mirrored_sum")
BLOCKS = Geometry((3, 1, 1), (SEGMENT, 1, 1))

Floats = NDArray[np.float32]


class Segments:
    """One prepared case: its segments, and what the judge says of an output."""

    def __init__(self, name: str, seed: int = 3, **dims: Any) -> None:
        self.family = PROBLEMS[name]
        self.case = self.family.case_model.model_validate({"n": 3} | dims)
        self.prepared = self.family.arguments(self.case, np.random.default_rng(seed))
        self.given: Floats = self.prepared.buffers[0].original.reshape(-1, SEGMENT).copy()

    def right(self) -> Floats:
        """Element by element, in single precision and in the order of a kernel."""
        if self.family.name == "reversed":
            return np.array([row[SEGMENT - 1 - t] for row in self.given for t in range(SEGMENT)])
        if self.family.name == "differences":
            return np.array([row[t] - row[t - 1] if t else row[0] for row in self.given for t in range(SEGMENT)])
        out = np.zeros(SEGMENT, np.float32)
        for row in self.given:
            for t in range(SEGMENT):
                out[t] += row[SEGMENT - 1 - t]
        return out

    def judged(self, out: NDArray[Any]) -> Judgement:
        return self.family.judge(self.prepared, buffers(self.prepared) | {1: out.ravel().astype(np.float32)})

    def told(self, out: NDArray[Any]) -> Mistake | None:
        after = buffers(self.prepared) | {1: out.ravel().astype(np.float32)}
        return diagnosed(self.family, self.prepared, after, BLOCKS)


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize("n", [1, 2, 7])
@pytest.mark.parametrize("name", NAMES)
def test_right_results_pass(name: str, n: int, values: str) -> None:
    segments = Segments(name, n=n, values=values)
    assert segments.right().dtype == np.float32
    assert segments.judged(segments.right()).passed


@examples(40)
@given(st.sampled_from(NAMES), st.integers(0, 2**32), st.integers(1, 4), st.sampled_from(["integers", "floats"]))
def test_one_wrong_element_does_not(name: str, seed: int, n: int, values: str) -> None:
    segments = Segments(name, seed, n=n, values=values)
    out = segments.right()
    at = seed % out.size
    out[at] += 0.5
    (found,) = segments.judged(out).mismatches
    assert (found.buffer, found.wrong, found.row, found.column) == ("out", 1, None, at)


@pytest.mark.parametrize("name", ["reversed", "differences"])
def test_a_mere_copy_is_told_as_such(name: str) -> None:
    segments = Segments(name)
    assert segments.told(segments.given) == mistake("copied", name="in")


def test_sums_of_one_segment_only_are_told_as_such() -> None:
    segments = Segments("mirrored_sum", n=5)
    turned = segments.given[:, ::-1]
    assert segments.told(5 * turned[0]) == mistake("tile_repeated", name="in")
    assert segments.told(turned[-1]) == mistake("last_term_only")
    assert segments.told(turned[0]) == mistake("first_term_only")


def test_segments_that_nobody_wrote_are_told_as_such() -> None:
    segments = Segments("reversed")
    out = buffers(segments.prepared)[1].copy()
    out[:SEGMENT] = segments.right()[:SEGMENT]
    assert segments.told(out) == mistake("block_ignored")


@pytest.mark.parametrize("name", NAMES)
def test_values_that_went_through_half_precision_fail(name: str) -> None:
    segments = Segments(name, n=4, values="floats")
    assert not segments.judged(as_fp16(segments.right())).passed


@pytest.mark.parametrize(
    ("name", "formula", "numbers"),
    [
        ("reversed", "out[65] = in[126]", [(1, 62)]),
        ("differences", "out[65] = in[65] - in[64]", [(1, 1), (1, 0)]),
        ("mirrored_sum", "out[1] = in[62] + in[126] + in[190]", [(0, 62), (1, 62), (2, 62)]),
    ],
)
def test_the_working_of_an_element_names_what_goes_into_it(
    name: str, formula: str, numbers: list[tuple[int, int]]
) -> None:
    segments = Segments(name)
    (region,) = segments.prepared.regions
    assert region.working is not None
    at = 1 if name == "mirrored_sum" else SEGMENT + 1
    told, values = region.working(0, 0, at)
    assert told == formula
    assert all(f"{abs(segments.given[place]):g}" in values for place in numbers)


@pytest.mark.parametrize("dims", [{}, {"n": 0}, {"n": 1025}, {"n": 2.0}, {"n": 2, "size": 4}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        SegmentsCase.model_validate(dims)


def test_sums_of_floats_are_so_short_that_half_precision_shows() -> None:
    assert SumCase.model_validate({"n": 256, "values": "floats"}).n == 256
    assert SumCase.model_validate({"n": 257}).n == 257
    with pytest.raises(ValidationError, match="n <= 256"):
        SumCase.model_validate({"n": 257, "values": "floats"})
