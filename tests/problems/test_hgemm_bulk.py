"""Timed products: what tensor cores leave is accepted, sums and factors with fewer bits are not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.problems import PROBLEMS
from grader.problems.base import Role
from grader.problems.bulk import BulkBuffer, BulkMismatch, Fetched, Span, draw_of, packed
from grader.problems.formats import tf32_of, to_tf32
from grader.problems.rounding import UNIT_ROUNDOFF, random_sum_error
from grader.problems.tensor_rounding import tensor_sum_error

SEED = 0x0123_4567_89AB_CDEF
FAMILIES = ("hgemm", "gemm_bf16", "gemm_tf32")
SMALL = {"M": 64, "N": 48, "K": 80}
PADDED = {"M": 48, "N": 40, "K": 32, "lda": 41, "ldb": 47, "ldc": 45, "alpha": 1.5, "beta": -0.5}
DEEP = {"M": 40, "N": 72, "K": 2048, "alpha": 1.5, "beta": 0.5}

Floats = NDArray[np.float64]


def cut_off(values: Floats) -> Floats:
    nearest = values.astype(np.float32)
    beyond = np.abs(nearest.astype(np.float64)) > np.abs(values)
    return np.where(beyond, np.nextafter(nearest, np.float32(0)), nearest).astype(np.float64)


def summed(a: Floats, b: Floats, wide: int, half: bool = False) -> Floats:
    """A times B in steps of `wide` products, each cut off to a float, or rounded to half precision."""
    total = np.zeros((a.shape[0], b.shape[1]))
    for first in range(0, a.shape[1], wide):
        total = total + a[:, first : first + wide] @ b[first : first + wide]
        total = total.astype(np.float16).astype(np.float64) if half else cut_off(total)
    return total


class Left:
    """What a timed launch leaves, its buffers as they lie in memory: elements of 4 bytes."""

    def __init__(self, name: str, **sizes: Any) -> None:
        self.case = case = PROBLEMS[name].case_model.model_validate(sizes)
        prepare = PROBLEMS[name].bulk
        assert prepare is not None
        self.bulk = prepare(case)
        self.buffers = [a for a in self.bulk.arguments if isinstance(a, BulkBuffer)]
        self.draw = draw_of(self.bulk, SEED)
        self.each = 2 if self.buffers[0].halves else 1
        numbers = [self.draw(i, np.arange(b.count * (self.each if i < 2 else 1))) for i, b in enumerate(self.buffers)]
        self.memory = [packed(values, b.halves).copy() for values, b in zip(numbers, self.buffers, strict=True)]
        a, b, c = numbers
        self.a = a[: case.M * case.lda].reshape(case.M, case.lda)[:, : case.K]
        self.b = b[: case.K * case.ldb].reshape(case.K, case.ldb)[:, : case.N]
        self.old = c.reshape(case.M, case.ldc)[:, : case.N].astype(np.float64)
        if name == "gemm_tf32":
            self.a, self.b = (to_tf32(np.ascontiguousarray(m)) for m in (self.a, self.b))

    def store(self, product: Floats) -> Left:
        result = self.case.alpha * product + (self.case.beta * self.old if self.case.beta else 0)
        self.memory[2].reshape(self.case.M, self.case.ldc)[:, : self.case.N] = result
        return self

    def sampled(self, rng_seed: int = 5) -> BulkMismatch | None:
        rng = np.random.default_rng(rng_seed)
        return self.bulk.verify(self.draw, self.fetched(self.bulk.spans(rng)), rng)

    def whole(self, rng_seed: int = 5) -> BulkMismatch | None:
        rng = np.random.default_rng(rng_seed)
        return self.bulk.verify_whole(self.draw, self.fetched(self.bulk.whole(rng)), rng)

    def fetched(self, spans: tuple[Span, ...]) -> Fetched:
        return {s: self.memory[s.position][s.start : s.start + s.count].copy() for s in spans}


@pytest.mark.parametrize("wide", [16, 8, 4, 1])
@pytest.mark.parametrize("sizes", [SMALL, PADDED, DEEP])
@pytest.mark.parametrize("name", FAMILIES)
def test_right_products_are_accepted(name: str, sizes: dict[str, Any], wide: int) -> None:
    left = Left(name, **sizes)
    left.store(summed(left.a.astype(np.float64), left.b.astype(np.float64), max(wide, 4 if name == "gemm_tf32" else 8)))
    for rng_seed in range(5):
        assert left.sampled(rng_seed) is None and left.whole(rng_seed) is None


@pytest.mark.parametrize(("name", "each"), [("hgemm", 2), ("gemm_bf16", 2), ("gemm_tf32", 4)])
def test_the_work_of_a_product_is_the_least_that_it_takes(name: str, each: int) -> None:
    bulk = Left(name, **SMALL).bulk
    assert bulk.flops == 2 * 64 * 48 * 80
    assert bulk.bytes == each * (64 * 80 + 80 * 48) + 4 * 64 * 48
    assert bulk.library == {"hgemm": "cublas_gemm_f16"}.get(name, f"cublas_{name}")


@pytest.mark.parametrize("name", ["hgemm", "gemm_bf16"])
@pytest.mark.parametrize("depth", [512, 2048])
def test_sums_in_half_precision_are_refused(name: str, depth: int) -> None:
    left = Left(name, M=32, N=32, K=depth)
    left.store(summed(left.a.astype(np.float64), left.b.astype(np.float64), 16, half=True))
    found = left.sampled()
    assert found is not None and left.whole() is not None


@pytest.mark.parametrize("depth", [512, 2048])
def test_factors_in_bfloat16_or_cut_off_to_tf32_are_refused(depth: int) -> None:
    half = Left("hgemm", M=32, N=32, K=depth)
    short = [(m.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32).astype(np.float64)
             for m in (np.ascontiguousarray(half.a), np.ascontiguousarray(half.b))]  # fmt: skip
    half.store(short[0] @ short[1])
    found = half.sampled()
    assert found is not None and not found.far and half.whole() is not None
    left = Left("gemm_tf32", M=32, N=32, K=depth)
    given = (left.draw(position, np.arange(32 * depth)) for position in range(2))
    a, b = (tf32_of(m.view(np.uint32)).astype(np.float64) for m in given)
    a, b = a.reshape(32, depth), b.reshape(depth, 32)
    found = left.store(a @ b).sampled()
    assert found is not None and not found.far and left.whole() is not None


@pytest.mark.parametrize("name", FAMILIES)
def test_the_last_step_of_k_and_single_elements_are_missed(name: str) -> None:
    left = Left(name, **SMALL)
    a, b = left.a.astype(np.float64), left.b.astype(np.float64)
    found = left.store(a[:, :-16] @ b[:-16]).sampled()
    assert found is not None and found.far and left.whole() is not None
    product = a @ b
    product[9, 31] += 0.01
    wrong = left.store(product).whole()
    assert wrong is not None and (wrong.buffer, wrong.row, wrong.column) == ("C", 9, 31)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_changed_input_and_what_lies_behind_a_row_are_found(name: str) -> None:
    left = Left(name, **PADDED)
    left.store(left.a.astype(np.float64) @ left.b.astype(np.float64))
    (span, *_) = [s for s in left.bulk.spans(np.random.default_rng(5)) if s.position == 1]
    kept = left.memory[1].copy()
    left.memory[1].view(np.uint32)[span.start + 3] ^= 0x10000 if name != "gemm_tf32" else 1
    found = left.sampled()
    assert found is not None and (found.buffer, found.role) == ("B", Role.INPUT)
    number = found.row * 47 + found.column  # type: ignore[operator]
    assert number // left.each == span.start + 3
    left.memory[1] = kept
    rows = [s.start // 45 for s in left.bulk.spans(np.random.default_rng(5)) if s.position == 2]
    left.memory[2][rows[1] * 45 + 42] = 7
    found = left.sampled()
    assert found is not None and (found.buffer, found.role, found.row, found.column) == ("C", Role.OUTPUT, rows[1], 42)


@pytest.mark.parametrize("wide", [16, 8, 4])
def test_the_error_of_a_long_sum_is_that_of_its_derivation(wide: int) -> None:
    rng = np.random.default_rng(wide)
    a, b = rng.uniform(-1, 1, (96, 1024)), rng.uniform(-1, 1, (1024, 96))
    a, b = (m.astype(np.float16).astype(np.float64) for m in (a, b))
    error = float(np.sqrt(np.mean(np.square(summed(a, b, wide) - a @ b))))
    assert 0.6 < error / tensor_sum_error(1024, wide) < 1.4


def test_errors_that_do_not_cancel_are_larger_than_those_that_do() -> None:
    assert tensor_sum_error(4096, 16) > 4 * random_sum_error(4096)
    assert tensor_sum_error(4096, 16) == pytest.approx(0.72 * UNIT_ROUNDOFF * np.sqrt(16 / 27) * 256**1.5)
