"""Products of dense matrices: right results pass, nothing else does, slips are told by name."""

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
from grader.problems.products import ProductCase
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["product"]
BLOCKS = Geometry((2, 2, 1), (16, 2, 1))

Floats = NDArray[np.float32]


class Product:
    """One prepared case: its operands, and what the judge says of a result."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = ProductCase.model_validate({"M": 6, "N": 9, "K": 5} | dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        shapes = (self.case.M, self.case.K), (self.case.K, self.case.N)
        self.a, self.b = (
            given.original.reshape(shape) for given, shape in zip(self.prepared.buffers[:2], shapes, strict=True)
        )

    def right(self) -> Floats:
        """Element by element, in single precision and in the order of a kernel."""
        out = np.zeros((self.case.M, self.case.N), np.float32)
        for k in range(self.case.K):
            out += self.a[:, k : k + 1] * self.b[k : k + 1]
        return out

    def judged(self, out: NDArray[Any]) -> Judgement:
        return FAMILY.judge(self.prepared, buffers(self.prepared) | {2: out.ravel().astype(np.float32)})

    def told(self, out: NDArray[Any]) -> Mistake | None:
        after = buffers(self.prepared) | {2: out.ravel().astype(np.float32)}
        return diagnosed(FAMILY, self.prepared, after, BLOCKS)


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize("dims", [{}, {"M": 1, "N": 1, "K": 1}, {"M": 16, "N": 3, "K": 17}])
def test_right_results_pass(dims: dict[str, int], values: str) -> None:
    product = Product(**dims, values=values)
    assert product.right().dtype == np.float32
    assert product.judged(product.right()).passed


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 8), st.integers(1, 8), st.sampled_from(["integers", "floats"]))
def test_one_wrong_element_does_not(seed: int, rows: int, cols: int, values: str) -> None:
    product = Product(seed, M=rows, N=cols, values=values)
    out = product.right()
    row, col = divmod(seed % out.size, cols)
    out[row, col] += 0.5
    (found,) = product.judged(out).mismatches
    assert (found.buffer, found.wrong, found.row, found.column) == ("C", 1, row, col)


def test_slips_are_told_by_name() -> None:
    product = Product(M=4, N=7, K=5)
    a, b = product.a, product.b
    assert product.told(a[:, :1] @ b[:1]) == mistake("first_term_only")
    assert product.told(a[:, -1:] @ b[-1:]) == mistake("last_term_only")
    assert product.told(a.reshape(5, 4).T @ b) == mistake("operand_transposed", name="A")
    assert product.told(a @ b.reshape(7, 5).T) == mistake("operand_transposed", name="B")


def test_a_row_that_nobody_wrote_is_told_as_such() -> None:
    product = Product()
    out = buffers(product.prepared)[2].copy().reshape(6, 9)
    out[:-1] = product.right()[:-1]
    assert product.told(out) == mistake("last_row_missing")


def test_values_that_went_through_half_precision_fail() -> None:
    product = Product(M=32, N=32, values="floats")
    assert not product.judged(as_fp16(product.right())).passed


def test_the_working_of_an_element_names_what_goes_into_it() -> None:
    product = Product(K=2)
    (region,) = product.prepared.regions
    assert region.working is not None
    told, values = region.working(0, 1, 3)
    assert told == "C[1][3] = A[1][0]*B[0][3] + A[1][1]*B[1][3]"
    assert f"{abs(product.a[1, 0]):g}" in values and f"{abs(product.b[1, 3]):g}" in values


@pytest.mark.parametrize("dims", [{"M": 0}, {"N": 1025}, {"K": 2.0}, {"lda": 5}, {"K": 600, "values": "floats"}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ProductCase.model_validate({"M": 2, "N": 2, "K": 2} | dims)


class ByTensorCores:
    """A prepared product in FP16 or BF16."""

    def __init__(self, name: str, seed: int = 3, **dims: Any) -> None:
        self.family = PROBLEMS[name]
        case = ProductCase.model_validate({"M": 32, "N": 24, "K": 48} | dims)
        self.prepared = self.family.arguments(case, np.random.default_rng(seed))
        stored = [buffer.original for buffer in self.prepared.buffers[:2]]
        wide = [m if name == "product_f16" else (m.astype(np.uint32) << 16).view(np.float32) for m in stored]
        self.a = wide[0].astype(np.float64).reshape(case.M, case.K)
        self.b = wide[1].astype(np.float64).reshape(case.K, case.N)

    def after(self, out: NDArray[Any]) -> dict[int, NDArray[Any]]:
        return buffers(self.prepared) | {2: out.ravel().astype(np.float32)}

    def told(self, out: NDArray[Any]) -> Mistake | None:
        return diagnosed(self.family, self.prepared, self.after(out), BLOCKS)


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize("name", ["product_f16", "product_bf16"])
def test_products_of_shorter_factors_pass_and_shorter_sums_do_not(name: str, values: str) -> None:
    product = ByTensorCores(name, K=256, values=values)
    right = product.a @ product.b
    assert product.family.judge(product.prepared, product.after(right)).passed
    assert product.family.judge(product.prepared, product.after(as_fp16(right))).passed == (values == "integers")


def test_slips_with_fragments_are_told_by_name() -> None:
    product = ByTensorCores("product_bf16")
    a, b = product.a, product.b
    k = np.arange(48)
    flat = np.concatenate([b.ravel(), np.zeros(48 * 24)])
    swapped = flat[np.arange(24) * 24 + k[:, None]]
    assert product.told(a @ swapped) == mistake("operand_transposed", name="B", rows="N")
    assert product.told(a @ b[k ^ 1]) == mistake("pairs_exchanged")
    assert product.told(a @ b[k % 16]) == mistake("tile_repeated", name="B")
    assert product.told(a[:, :-16] @ b[:-16]) == mistake("last_chunk_missing", chunk=16)
    assert product.told(np.zeros((32, 24))) == mistake("all_zero")


def test_sums_kept_in_half_precision_are_told_by_name() -> None:
    product = ByTensorCores("product_f16", K=256, values="floats")
    total = np.zeros((32, 24))
    for first in range(0, 256, 16):
        total = as_fp16(total + product.a[:, first : first + 16] @ product.b[first : first + 16]).astype(np.float64)
    assert product.told(total) == mistake("sums_in_half", step=16)
