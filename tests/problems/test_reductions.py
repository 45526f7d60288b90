"""Sums of vectors and of their pieces: right in every order, told apart from FP16, and classic slips told by name."""

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
from grader.problems.reductions import LONGEST_EXACT_SUM, BlockSumsCase, VectorSumCase
from tests.problems.diagnosing import diagnosed
from tests.problems.test_bulk import fp16, launched, tf32
from tests.problems.test_judgement import as_fp16, as_tf32, buffers
from tests.tiers import examples

PIECES, WHOLE = PROBLEMS["block_sums"], PROBLEMS["vector_sum"]
SEEDS = st.integers(0, 2**32)

Floats = NDArray[np.float32]


class Vector:
    """One prepared case, and what the judge says of sums."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.family = PIECES if "chunk" in dims else WHOLE
        self.case = self.family.case_model.model_validate(dims)
        self.prepared = self.family.arguments(self.case, np.random.default_rng(seed))
        self.values = self.prepared.buffers[0].original.copy()
        self.chunk = dims.get("chunk", max(1, self.case.n))
        self.count = self.prepared.buffers[1].original.size

    def pieces(self, values: Floats | None = None) -> Floats:
        """Rows of the pieces, filled up with zeros."""
        values = self.values if values is None else values
        return np.pad(values, (0, self.count * self.chunk - values.size)).reshape(self.count, self.chunk)

    def judged(self, sums: Any) -> Judgement:
        return self.family.judge(self.prepared, buffers(self.prepared) | {1: np.ravel(sums).astype(np.float32)})

    def told(self, sums: Any) -> Mistake | None:
        outputs = buffers(self.prepared) | {1: np.ravel(sums).astype(np.float32)}
        geometry = Geometry((self.count, 1, 1), (self.chunk if "chunk" in self.case.dimensions() else 256, 1, 1))
        return diagnosed(self.family, self.prepared, outputs, geometry)


def in_order(rows: Floats) -> Floats:
    """As one thread adds them up, in single precision."""
    result: Floats = np.add.accumulate(rows, axis=1, dtype=np.float32)[:, -1]
    return result


@examples(60)
@given(SEEDS, st.integers(0, 2048), st.sampled_from([1, 7, 256, 512]), st.sampled_from(["integers", "floats"]))
def test_right_sums_pass_in_every_order_and_one_wrong_sum_does_not(seed: int, n: int, chunk: int, values: str) -> None:
    vector = Vector(seed, n=n, chunk=chunk, values=values)
    assert vector.judged(in_order(vector.pieces())).passed
    assert vector.judged(in_order(vector.pieces()[:, ::-1])).passed
    sums = vector.pieces().sum(axis=1)
    assert vector.judged(sums).passed
    assert not vector.family.judge(vector.prepared, buffers(vector.prepared)).passed
    sums[seed % sums.size] += np.float32(2.0**-12)
    (found,) = vector.judged(sums).mismatches
    assert (found.wrong, found.column) == (1, seed % sums.size)


@pytest.mark.parametrize("lower", [as_fp16, as_tf32])
@pytest.mark.parametrize("dims", [{"n": 1000}, {"n": 1300, "chunk": 512}])
def test_values_rounded_to_fp16_or_tf32_fail_in_a_single_sum(lower: Any, dims: dict[str, int]) -> None:
    vector = Vector(values="floats", **dims)
    assert not vector.judged(in_order(vector.pieces(lower(vector.values)))).passed


def test_blocks_behind_the_last_element_have_the_sum_0() -> None:
    vector = Vector(n=300, chunk=256, grid=[4])
    assert vector.prepared.regions[0].expected.ravel()[2:].tolist() == [0, 0]
    assert Vector(n=0, chunk=256).prepared.regions[0].expected.ravel().tolist() == [0]
    assert Vector(n=0).prepared.regions[0].expected.ravel().tolist() == [0]


def test_a_case_that_rounds_shows_the_order_and_allows_each() -> None:
    vector = Vector(n=20000, values="floats", rounding=True)
    there, back = in_order(vector.pieces()), in_order(vector.pieces()[:, ::-1])
    assert there != back
    assert vector.judged(there).passed and vector.judged(back).passed


@pytest.mark.parametrize(
    ("model", "dims"),
    [
        (VectorSumCase, {"n": -1}),
        (VectorSumCase, {"n": LONGEST_EXACT_SUM + 1, "values": "floats"}),
        (VectorSumCase, {"n": 8, "rounding": True}),
        (BlockSumsCase, {"n": 8}),
        (BlockSumsCase, {"n": 1000, "chunk": 256, "grid": [3]}),
    ],
)
def test_a_senseless_case_is_refused(model: Any, dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(dims)


def test_integers_that_are_not_exact_are_for_timed_sizes_only() -> None:
    with pytest.raises(ValueError, match="exactly"):
        WHOLE.arguments(VectorSumCase(n=2**22 + 1), np.random.default_rng(1))


def test_the_arguments_are_those_of_the_signature() -> None:
    assert [a.name for a in Vector(n=10).prepared.arguments] == [p.split()[-1] for p in WHOLE.signature]


SLIPS = {
    "first piece only": (lambda v: np.full(v.count, v.pieces()[0].sum()), mistake("block_not_in_index", name="in")),
    "everything": (lambda v: np.full(v.count, v.values.sum()), mistake("everything_everywhere")),
    "signs lost": (lambda v: np.abs(v.pieces()).sum(axis=1), mistake("absolute_values")),
    "squared": (lambda v: np.square(v.pieces()).sum(axis=1), mistake("squared")),
    "counted": (lambda v: np.count_nonzero(v.pieces(), axis=1), mistake("counted")),
    "largest": (lambda v: v.pieces().max(axis=1), mistake("largest_term")),
    "a step of a tree": (lambda v: v.pieces()[:, :128].sum(axis=1), mistake("first_chunk_only", chunk=128)),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_classic_slip_is_told_by_name(slip: str) -> None:
    vector = Vector(n=2000, chunk=256)
    made, name = SLIPS[slip]
    assert vector.told(made(vector)) == name


def test_the_working_names_the_ends_of_a_piece() -> None:
    working = Vector(n=700, chunk=256).prepared.regions[0].working
    assert working is not None
    assert working(0, 0, 2)[0] == "out[2] = in[512] + ... + in[699]"


@pytest.mark.parametrize(
    ("name", "sizes"), [("vector_sum", {"n": 1 << 18}), ("block_sums", {"n": 1 << 18, "chunk": 512})]
)
def test_timed_sums_are_verified_and_compared_with_cub(name: str, sizes: dict[str, int]) -> None:
    left = launched(name, **sizes)
    count = sizes["n"] // sizes.get("chunk", sizes["n"])
    assert (left.bulk.flops, left.bulk.bytes, left.bulk.library) == (1 << 18, 4 * ((1 << 18) + count), "cub_sum")
    assert left.scalars() == {"n": 1 << 18}
    right = left.buffers[0].reshape(count, -1)
    left.buffers[1] = right.sum(axis=1)
    assert left.sampled() is None and left.whole() is None
    for lower in (fp16, tf32) if count > 1 else ():  # a single sum's rounding tells nothing
        left.buffers[1] = lower(left.buffers[0]).reshape(count, -1).sum(axis=1)
        assert left.whole() is not None
    left.buffers[1] = right.sum(axis=1) + np.float32(1)
    assert left.sampled() is not None


def test_a_timed_vector_that_is_no_whole_number_of_pieces_is_refused() -> None:
    with pytest.raises(ValueError, match="multiple"):
        launched("block_sums", n=1000, chunk=512)
