"""Matrix times vector: whatever order FP32 is added up in passes, nothing less does, classic slips are told by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.launch import LaunchRequest
from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Judgement, Mismatch, MismatchKind, Mistake, Prepared, Ran, mistake
from grader.problems.diagnosis import diagnose
from grader.problems.filling import POISON_BITS, SENTINEL_BITS
from grader.problems.matvec import MatvecCase
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.problems.diagnosing import diagnosed, found_facts, ran
from tests.problems.test_judgement import as_fp16, as_tf32, buffers
from tests.problems.test_row_sums import by_threads, largest_first, of_chunks, part, sequential
from tests.tiers import examples

MATVEC = PROBLEMS["matvec"]
WARPS = Geometry((2, 1, 1), (256, 1, 1))

Floats = NDArray[np.float32]
Slip = Callable[["Product"], NDArray[Any]]


class Product:
    """One prepared case: A as it lies in memory and as a matrix, x, and what the judge says of y."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = MatvecCase.model_validate(dims)
        self.prepared: Prepared = MATVEC.arguments(self.case, np.random.default_rng(seed))
        self.flat: Floats = self.prepared.buffers[0].original
        self.a: Floats = self.flat.reshape(self.case.M, self.case.lda)[:, : self.case.N]
        self.x: Floats = self.prepared.buffers[1].original

    def products(self) -> NDArray[np.float64]:
        return self.a.astype(np.float64) * self.x

    def judged(self, y: NDArray[Any]) -> Judgement:
        return MATVEC.judge(self.prepared, buffers(self.prepared) | {2: y.astype(np.float32)})

    def mismatch(self, y: NDArray[Any]) -> Mismatch:
        (found,) = self.judged(y).mismatches
        return found

    def told(self, y: NDArray[Any]) -> Mistake | None:
        return diagnosed(MATVEC, self.prepared, buffers(self.prepared) | {2: y.astype(np.float32)}, WARPS)


def fused(a: Floats, x: Floats) -> Floats:
    total = np.zeros(len(a), np.float32)
    for k in range(len(x)):
        total = (total + a[:, k].astype(np.float64) * x[k]).astype(np.float32)
    return total


@pytest.mark.parametrize("order", [sequential, largest_first, by_threads])
@pytest.mark.parametrize("n", [1, 2, 31, 256])
def test_every_order_of_summation_passes(order: Callable[[Floats], Floats], n: int) -> None:
    product = Product(M=200, N=n, values="floats")
    assert product.judged(order(product.a * product.x)).passed
    assert product.judged(fused(product.a, product.x)).passed


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 60), st.integers(0, 5), st.booleans())
def test_products_added_in_any_order_pass(seed: int, m: int, n: int, more: int, floats: bool) -> None:
    product = Product(seed, M=m, N=n, lda=n + more, values="floats" if floats else "integers")
    rng = np.random.default_rng(seed)
    terms = list((product.a * product.x).T)
    while len(terms) > 1:
        one, other = (terms.pop(int(rng.integers(len(terms)))) for _ in range(2))
        terms.append(one + other)
    assert terms[0].dtype == np.float32
    assert product.judged(terms[0]).passed


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 3000), st.data())
def test_one_product_left_out_of_one_sum_of_integers_fails(seed: int, m: int, n: int, data: Any) -> None:
    product = Product(seed, M=m, N=n)
    row, k = data.draw(st.integers(0, m - 1)), data.draw(st.integers(0, n - 1))
    result = fused(product.a, product.x)
    assert product.judged(result).passed
    result[row] -= product.a[row, k] * product.x[k]
    found = product.mismatch(result)
    assert (found.buffer, found.wrong, found.total, found.row, found.column) == ("y", 1, m, None, row)


@examples(40)
@given(
    seed=st.integers(0, 2**32),
    m=st.integers(24, 64),
    n=st.sampled_from([1, 2, 3, 17, 47, 128, 256]),
    lower=st.sampled_from([as_tf32, as_fp16]),
    both=st.booleans(),
)
def test_inputs_rounded_to_fp16_or_tf32_fail(
    seed: int, m: int, n: int, lower: Callable[[Floats], Floats], both: bool
) -> None:
    product = Product(seed, M=m, N=n, values="floats")
    x = lower(product.x.copy()) if both else product.x
    y = lower(np.ascontiguousarray(product.a)).astype(np.float64) @ x
    assert not product.judged(y).passed


@pytest.mark.parametrize("lower", [as_tf32, as_fp16])
def test_inputs_of_low_precision_are_told_as_such(lower: Callable[[Floats], Floats]) -> None:
    product = Product(M=40, N=47, values="floats")
    y = lower(np.ascontiguousarray(product.a)).astype(np.float64) @ product.x
    assert product.told(y) is None
    outputs = buffers(product.prepared) | {2: y.astype(np.float32)}
    assert mistake("close") in found_facts(MATVEC, product.prepared, outputs)


def test_sums_in_half_precision_fail() -> None:
    product = Product(M=24, N=256, values="floats")
    assert not product.judged(np.add.accumulate(product.products(), axis=1, dtype=np.float16)[:, -1]).passed


def test_the_longest_sum_of_integers_is_exact() -> None:
    product = Product(M=2, N=16_384)
    result = product.products().sum(axis=1)
    assert product.judged(result).passed
    assert product.mismatch(result + np.array([0, 1])).column == 1


def test_y_is_poisoned_and_what_lies_between_rows_is_a_sentinel() -> None:
    product = Product(M=4, N=5, lda=7)
    assert (product.prepared.buffers[2].original.view(np.uint32) == POISON_BITS).all()
    assert (product.flat.view(np.uint32).reshape(4, 7)[:, 5:] == SENTINEL_BITS).all()


@pytest.mark.parametrize(
    ("position", "name", "at", "place"), [(0, "A", 9, (1, 2)), (0, "A", 6, (0, 6)), (1, "x", 3, (None, 3))]
)
def test_a_changed_input_fails(position: int, name: str, at: int, place: tuple[int | None, int]) -> None:
    product = Product(M=4, N=5, lda=7)
    outputs = buffers(product.prepared) | {2: product.products().sum(axis=1).astype(np.float32)}
    outputs[position][at] = 0
    (found,) = MATVEC.judge(product.prepared, outputs).mismatches
    assert (found.kind, found.buffer, found.row, found.column) == (MismatchKind.INPUT, name, *place)


@pytest.mark.parametrize(
    "dims",
    [
        {"M": 4, "N": 257, "values": "floats"},
        {"M": 4, "N": 4, "lda": 3},
        {"M": 4, "N": 16_385},
        {"M": -1, "N": 4},
        {"M": 4.0, "N": 4},
        {"M": 4},
        {"M": 4, "N": 4, "K": 4},
    ],
)
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        MatvecCase.model_validate(dims)


def test_a_case_is_named_by_its_sizes() -> None:
    assert MatvecCase.model_validate({"M": 4, "N": 5}).label() == "M=4, N=5"
    assert MatvecCase(M=4, N=5, lda=7).label() == "M=4, N=5, lda=7"


def test_the_sum_of_nothing_is_zero() -> None:
    product = Product(M=5, N=0)
    assert product.judged(np.zeros(5)).passed
    assert not product.judged(np.ones(5)).passed


def of_terms(slip: Callable[[NDArray[np.float64]], NDArray[Any]]) -> Slip:
    return lambda p: slip(p.products())


def rows_apart(leading: int) -> Slip:
    """A read with another distance between its rows."""

    def slip(p: Product) -> NDArray[Any]:
        where = np.arange(p.case.M)[:, None] * leading + np.arange(p.case.N)
        return p.flat.astype(np.float64)[where] @ p.x

    return slip


TRANSPOSED = mistake("operand_transposed", name="A")
LEADING, AS_M = (mistake("leading_dimension", name="A", leading="lda", taken=taken) for taken in ("N", "M"))
FIRST, WHOLE = mistake("first_chunk_only", chunk=32), mistake("whole_chunks_only", chunk=32)
SLIPS: dict[str, tuple[dict[str, int], Slip, Mistake]] = {
    "A transposed": ({"M": 60, "N": 60}, lambda p: p.a.T.astype(np.float64) @ p.x, TRANSPOSED),
    "A transposed, with space between rows": (
        {"M": 60, "N": 60, "lda": 64}, lambda p: p.a.T.astype(np.float64) @ p.x, TRANSPOSED,
    ),
    "A transposed, more rows than columns": (
        {"M": 60, "N": 40, "lda": 60},
        lambda p: p.flat.reshape(60, 60).astype(np.float64).T[:, :40] @ p.x, TRANSPOSED,
    ),
    "rows N apart instead of lda": ({"M": 40, "N": 60, "lda": 67}, rows_apart(60), LEADING),
    "rows M apart": ({"M": 40, "N": 60, "lda": 60}, rows_apart(40), AS_M),
    "the first 32 products": ({"M": 9, "N": 200}, of_terms(lambda t: t[:, :32].sum(axis=1)), FIRST),
    "the last products of a row left out": (
        {"M": 9, "N": 100}, of_terms(lambda t: t[:, :96].sum(axis=1)), WHOLE,
    ),
    "the first products left out": (
        {"M": 9, "N": 200}, of_terms(lambda t: t[:, 32:].sum(axis=1)),
        mistake("first_chunk_missing", chunk=32),
    ),
    "the first lane alone": ({"M": 9, "N": 200}, of_terms(part(1, 32)), of_chunks(1, 32)),
    "the first warp alone": ({"M": 9, "N": 1000}, of_terms(part(32, 256)), of_chunks(32, 256)),
    "the last step of the reduction left out": ({"M": 9, "N": 200}, of_terms(part(1, 2)), of_chunks(1, 2)),
    "the first step of the reduction left out": ({"M": 9, "N": 200}, of_terms(part(16, 32)), of_chunks(16, 32)),
    "every lane adds up the whole row": (
        {"M": 9, "N": 200}, of_terms(lambda t: 32 * t.sum(axis=1)),
        mistake("every_lane_adds", count=32),
    ),
    "the next row": (
        {"M": 40, "N": 60}, of_terms(lambda t: np.roll(t.sum(axis=1), -1)),
        mistake("shifted_elements", distance=1),
    ),
    "the row before": (
        {"M": 40, "N": 60}, of_terms(lambda t: np.roll(t.sum(axis=1), 1)),
        mistake("shifted_elements", distance=-1),
    ),
    "x handed on": ({"M": 60, "N": 60}, lambda p: p.x, mistake("copied", name="x")),
    "zeros": ({"M": 40, "N": 60}, lambda p: np.zeros(40), mistake("all_zero")),
}  # fmt: skip


@pytest.mark.parametrize("name", SLIPS)
def test_a_classic_slip_is_recognised(name: str) -> None:
    dims, slip, pattern = SLIPS[name]
    product = Product(**dims)
    assert product.told(slip(product)) == pattern


def test_nothing_written_and_some_rows_not_written() -> None:
    product = Product(M=40, N=60)
    nothing, some = buffers(product.prepared)[2], buffers(product.prepared)[2]
    assert product.told(nothing) == mistake("nothing_written")
    some[:29] = product.products().sum(axis=1)[:29]
    assert product.told(some) is None
    told = found_facts(MATVEC, product.prepared, buffers(product.prepared) | {2: some})
    assert told[0] == mistake("not_written", count=11)


def test_a_result_that_is_merely_wrong_is_like_no_slip() -> None:
    product = Product(M=40, N=60)
    assert product.told(product.products().sum(axis=1) + 0.5 + np.arange(40) ** 2) is None


SOURCE = """
extern "C" __global__ void matvec(const float* A, const float* x, float* y, int M, int N, int lda) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= M) return;
    float sum = 0.0f;
    for (int k = lane; k < N; k += 32) sum += A[row * lda + k] * x[k];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0) y[row] = sum;
}
"""


def emulated(product: Product, *changed: str) -> Ran:
    """One warp a row, with a part of its text replaced."""
    source = SOURCE.replace(*changed) if changed else SOURCE
    assert not changed or source != SOURCE
    kernel = emulator.load(compile_source(source), "matvec")
    grid = (-(-product.case.M // 4) or 1, 1, 1)
    request = LaunchRequest("matvec", grid, (128, 1, 1), product.prepared.arguments)
    result = emulator.launch(kernel, request)
    assert (result.faults, result.hazards) == ((), ())
    return ran(MATVEC, product.prepared, result.outputs, Geometry(grid, (128, 1, 1)))


@pytest.mark.parametrize(("m", "n", "lda"), [(1, 1, 1), (5, 31, 31), (7, 33, 40), (9, 200, 201), (3, 0, 1), (0, 3, 3)])
def test_a_right_kernel_passes(m: int, n: int, lda: int) -> None:
    assert emulated(Product(M=m, N=n, lda=lda)).judgement.passed
    assert emulated(Product(M=m, N=n, lda=lda, values="floats")).judgement.passed


@pytest.mark.parametrize(
    ("dims", "old", "new", "pattern"),
    [
        ({"M": 9, "N": 200}, "for (int k = lane; k < N; k += 32)", "int k = lane;", FIRST),
        ({"M": 9, "N": 200}, "int k = lane; k < N;", "int k = lane; k < N / 32 * 32;", WHOLE),
        ({"M": 9, "N": 200}, "offset = 16;", "offset = 0;", of_chunks(1, 32)),
        ({"M": 9, "N": 200, "lda": 210}, "row * lda", "row * N", LEADING),
        ({"M": 40, "N": 40}, "row * lda + k", "k * lda + row", TRANSPOSED),
        ({"M": 9, "N": 200}, "int k = lane; k < N; k += 32", "int k = 0; k < N; ++k",
         mistake("every_lane_adds", count=32)),
    ],
)  # fmt: skip
def test_a_kernel_with_a_slip_is_told_which(dims: dict[str, int], old: str, new: str, pattern: Mistake) -> None:
    assert diagnose([emulated(Product(**dims), old, new)], 0)[0] == pattern
