"""Six strides: what a transposed view says must come back, and nothing else passes; slips are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Judgement, Mismatch, Mistake, mistake
from grader.problems.strides import SEGMENT, STEPS, StridesCase
from tests.problems.diagnosing import diagnosed_all, found_facts, said
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["strides"]

Floats = NDArray[np.float32]


class Walks:
    """One prepared case: its segments, and what the judge says of outputs."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = StridesCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        self.segments: Floats = self.prepared.buffers[0].original.reshape(-1, SEGMENT)

    def right(self) -> Floats:
        """Element by element, as the definition says: the columns of a matrix whose rows are `stride` long."""
        out = np.zeros((self.case.n, len(STEPS), SEGMENT), np.float32)
        for part, stride in enumerate(STEPS):
            j = np.arange(SEGMENT)
            rows = SEGMENT // stride
            out[:, part] = self.segments[:, j % rows * stride + j // rows]
        return out

    def judged(self, out: Floats) -> Judgement:
        return FAMILY.judge(self.prepared, buffers(self.prepared) | {1: out.ravel().astype(np.float32)})

    def told(self, out: Floats) -> dict[str, Mistake | None]:
        return diagnosed_all(FAMILY, self.prepared, buffers(self.prepared) | {1: out.ravel().astype(np.float32)})

    def mismatches(self, out: Floats) -> tuple[Mismatch, ...]:
        return self.judged(out).mismatches


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize("n", [0, 1, 4])
def test_every_stride_of_every_segment_passes(n: int, values: str) -> None:
    walks = Walks(n=n, values=values)
    assert walks.judged(walks.right()).passed


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 3), st.sampled_from(["integers", "floats"]), st.data())
def test_two_elements_exchanged_fail(seed: int, n: int, values: str, data: Any) -> None:
    walks = Walks(seed, n=n, values=values)
    segment, part = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, len(STEPS) - 1))
    one, other = data.draw(st.lists(st.integers(0, SEGMENT - 1), min_size=2, max_size=2, unique=True))
    out = walks.right()
    out[segment, part, [one, other]] = out[segment, part, [other, one]]
    (found,) = walks.mismatches(out)
    assert (found.buffer, found.label, found.wrong) == ("out", f"stride_{STEPS[part]}", 2)
    assert found.matrix == (segment if n > 1 else None)
    rows = SEGMENT // STEPS[part]
    assert (found.row, found.column) == divmod(min(one, other), rows)


def test_nothing_written_fails_for_each_stride() -> None:
    walks = Walks(n=2)
    found = diagnosed_all(FAMILY, walks.prepared, buffers(walks.prepared))
    assert found == {f"stride_{stride}": mistake("nothing_written") for stride in STEPS}


def test_a_segment_that_is_merely_copied_is_told_as_such() -> None:
    walks = Walks(n=2)
    out = np.repeat(walks.segments[:, None], len(STEPS), axis=1)
    assert walks.told(out) == {f"stride_{stride}": mistake("copied", name="in") for stride in STEPS[1:]}


def test_rows_where_columns_belong_are_told_as_such() -> None:
    walks = Walks(n=2)
    out = walks.right()
    j = np.arange(SEGMENT)
    out[:, 2] = walks.segments[:, j % 4 * 256 + j // 4]
    assert walks.told(out) == {"stride_4": mistake("operand_transposed", name="in")}


@pytest.mark.parametrize(("lang", "words"), [("en", "read with stride 8"), ("ko", "스트라이드 8로 읽은 부분")])
def test_a_wrong_part_is_named_with_its_stride(lang: str, words: str) -> None:
    walks = Walks(n=2)
    out = walks.right()
    out[1, 3, 5] += 1
    sentence = said(walks.judged(out), lang)
    assert words in sentence


def test_elements_of_a_part_that_nobody_wrote_are_found() -> None:
    walks = Walks(n=1)
    out = walks.right()
    poison = buffers(walks.prepared)[1].reshape(out.shape)
    out[0, 5, 1000:] = poison[0, 5, 1000:]
    after = buffers(walks.prepared) | {1: out.ravel()}
    assert found_facts(FAMILY, walks.prepared, after)[0] == mistake("not_written", count=24)


def test_values_that_went_through_half_precision_fail() -> None:
    walks = Walks(n=1, values="floats")
    assert not walks.judged(as_fp16(walks.right())).passed


@pytest.mark.parametrize("dims", [{}, {"n": -1}, {"n": 1025}, {"n": 2.0}, {"n": 2, "stride": 4}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        StridesCase.model_validate(dims)
