"""The judge accepts every correct result and nothing else: values, padding, inputs, precision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.launch import Array
from grader.problems import PROBLEMS
from grader.problems.base import MismatchKind, Prepared
from grader.problems.filling import POISON_BITS, SENTINEL_BITS
from grader.problems.sgemm import SgemmCase
from grader.textures import Texture
from tests.tiers import examples

SGEMM, TRANSPOSE, LAYOUTS = PROBLEMS["sgemm"], PROBLEMS["transpose"], PROBLEMS["layouts"]


def rng(seed: int = 7) -> np.random.Generator:
    return np.random.default_rng(seed)


def buffers(prepared: Prepared) -> dict[int, Array]:
    """What a kernel that does nothing leaves behind."""
    return {b.position: b.original.copy() for b in prepared.buffers}


def solved(prepared: Prepared) -> dict[int, Array]:
    """What a correct kernel leaves behind."""
    outputs = buffers(prepared)
    for region in prepared.regions:
        outputs[region.position][region.index] = region.expected.astype(np.float32)
    return outputs


def operands(prepared: Prepared, case: SgemmCase) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    a, b = prepared.buffers[0].original, prepared.buffers[1].original
    return a.reshape(case.M, case.lda)[:, : case.K], b.reshape(case.K, case.ldb)[:, : case.N]


def with_product(prepared: Prepared, product: NDArray[np.floating]) -> dict[int, Array]:
    outputs = buffers(prepared)
    outputs[2][prepared.regions[0].index[0]] = product.astype(np.float32)
    return outputs


ODD = {"M": 65, "N": 33, "K": 47, "lda": 50, "ldb": 40, "ldc": 36, "alpha": 1.5, "beta": -0.5}

CASES = [
    ("sgemm", {"M": 64, "N": 64, "K": 64}),
    ("sgemm", ODD),
    ("sgemm", {"M": 1, "N": 1, "K": 1}),
    ("sgemm", {"M": 5, "N": 7, "K": 0, "beta": 2.0}),
    ("sgemm", {"M": 0, "N": 7, "K": 3}),
    ("transpose", {"rows": 65, "cols": 33}),
    ("transpose", {"rows": 0, "cols": 3}),
    ("layouts", {"n": 3}),
    ("layouts", {"n": 0}),
    ("row_sums", {"rows": 7, "cols": 33}),
    ("row_sums", {"rows": 1, "cols": 1}),
    ("row_sums", {"rows": 5, "cols": 0}),
    ("row_sums", {"rows": 0, "cols": 5}),
    *((problem, {"n": n}) for problem in ("vector_add", "saxpy", "copy", "fma") for n in (0, 1, 31, 33, 1000)),
    ("matvec", {"M": 7, "N": 33, "lda": 36}),
    ("matvec", {"M": 1, "N": 1}),
    ("matvec", {"M": 5, "N": 0}),
    ("matvec", {"M": 0, "N": 5}),
    ("column_sums", {"rows": 33, "cols": 7}),
    ("column_sums", {"rows": 1, "cols": 1}),
    ("column_sums", {"rows": 0, "cols": 5}),
    ("column_sums", {"rows": 5, "cols": 0}),
    ("strides", {"n": 2}),
    ("strides", {"n": 0}),
]


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize(("problem", "dims"), CASES)
def test_the_reference_itself_passes(problem: str, dims: dict[str, object], values: str) -> None:
    family = PROBLEMS[problem]
    prepared = family.arguments(family.case_model.model_validate(dims | {"values": values}), rng())
    assert family.judge(prepared, solved(prepared)).passed


@pytest.mark.parametrize(("problem", "dims"), [c for c in CASES if 0 not in c[1].values()])
def test_a_kernel_that_does_nothing_fails(problem: str, dims: dict[str, object]) -> None:
    family = PROBLEMS[problem]
    prepared = family.arguments(family.case_model.model_validate(dims), rng())
    assert not family.judge(prepared, buffers(prepared)).passed


def test_arguments_follow_the_signature() -> None:
    for family in PROBLEMS.values():
        model = family.case_model
        dims: dict[str, Any] = {name: 3 + i for i, name in enumerate(model.DIMENSIONS)}
        if examples := getattr(model, "EXAMPLES", ()):  # not any sizes go together
            dims = yaml.safe_load(f"{{{examples[0]}}}")
        needed = {field.name for field in fields(model) if field.default is MISSING}
        dims |= dict.fromkeys(needed & {"grid", "block"}, (32,))
        dims |= dict.fromkeys(needed & {"chunk", "radius", "zoom", "bit", "shift"}, 2)
        prepared = family.arguments(family.case_model.model_validate(dims), rng())
        assert [a.name for a in prepared.arguments] == [p.split()[-1] for p in family.signature]
        for argument, parameter in zip(prepared.arguments, family.signature, strict=True):
            kinds = {"int": np.int32, "cudaTextureObject_t": Texture}
            kind = np.ndarray if "*" in parameter else kinds.get(parameter.split()[0], np.float32)
            assert isinstance(argument.value, kind)


def test_pure_outputs_are_poisoned() -> None:
    prepared = TRANSPOSE.arguments(TRANSPOSE.case_model(rows=4, cols=5), rng())
    assert (prepared.buffers[1].original.view(np.uint32) == POISON_BITS).all()


def test_old_c_is_finite_even_when_beta_is_zero_unless_the_case_asks_for_nan() -> None:
    scaled = SGEMM.arguments(SgemmCase.model_validate({"M": 4, "N": 4, "K": 4, "beta": 0.5}), rng())
    ignored = SGEMM.arguments(SgemmCase.model_validate({"M": 4, "N": 4, "K": 4}), rng())
    asked = SGEMM.arguments(SgemmCase.model_validate({"M": 4, "N": 4, "K": 4, "initial_c": "nan"}), rng())
    assert np.isfinite(scaled.buffers[2].original).all()
    assert np.isfinite(ignored.buffers[2].original).all()
    assert np.isnan(asked.buffers[2].original).all()


def test_integers_are_never_zero_and_the_reference_is_exact_in_fp32() -> None:
    prepared = SGEMM.arguments(SgemmCase.model_validate(ODD), rng())
    assert prepared.buffers[0].original.all()
    expected = prepared.regions[0].expected
    assert (expected.astype(np.float32).astype(np.float64) == expected).all()


def test_minus_zero_equals_zero() -> None:
    prepared = SGEMM.arguments(SgemmCase.model_validate({"M": 8, "N": 8, "K": 2}), rng())
    outputs = solved(prepared)
    zeros = np.flatnonzero(outputs[2] == 0)
    assert zeros.size
    outputs[2][zeros] = -0.0
    assert SGEMM.judge(prepared, outputs).passed


def test_nan_never_passes_even_with_a_tolerance() -> None:
    prepared = SGEMM.arguments(SgemmCase.model_validate({"M": 8, "N": 8, "K": 8, "values": "floats"}), rng())
    outputs = solved(prepared)
    outputs[2][5] = np.nan
    mismatch = SGEMM.judge(prepared, outputs).mismatches[0]
    assert (mismatch.wrong, mismatch.row, mismatch.column) == (1, 0, 5)


def test_the_first_wrong_element_is_named_with_row_and_column() -> None:
    case = SgemmCase.model_validate(ODD)
    prepared = SGEMM.arguments(case, rng())
    outputs = solved(prepared)
    outputs[2][3 * case.ldc + 7] += 1
    outputs[2][9 * case.ldc + 1] += 1
    (mismatch,) = SGEMM.judge(prepared, outputs).mismatches
    assert (mismatch.kind, mismatch.buffer) == (MismatchKind.VALUE, "C")
    assert (mismatch.wrong, mismatch.total, mismatch.row, mismatch.column) == (2, 65 * 33, 3, 7)
    assert mismatch.got == mismatch.expected + 1


def test_a_matrix_of_a_stack_is_named() -> None:
    prepared = LAYOUTS.arguments(LAYOUTS.case_model(n=3), rng())
    outputs = solved(prepared)
    outputs[1][2 * 1536 + 1024 + 16 * 4 + 9] += 1
    (mismatch,) = LAYOUTS.judge(prepared, outputs).mismatches
    assert (mismatch.label, mismatch.matrix, mismatch.row, mismatch.column) == ("w_times_w", 2, 4, 9)


def test_overwritten_padding_fails() -> None:
    case = SgemmCase.model_validate(ODD)
    prepared = SGEMM.arguments(case, rng())
    outputs = solved(prepared)
    outputs[2][2 * case.ldc + case.N] = 0
    (mismatch,) = SGEMM.judge(prepared, outputs).mismatches
    assert (mismatch.kind, mismatch.row, mismatch.column) == (MismatchKind.PADDING, 2, case.N)


def test_a_modified_input_fails() -> None:
    prepared = TRANSPOSE.arguments(TRANSPOSE.case_model(rows=4, cols=6), rng())
    outputs = solved(prepared)
    outputs[0][2 * 6 + 1] += 1
    (mismatch,) = TRANSPOSE.judge(prepared, outputs).mismatches
    assert (mismatch.kind, mismatch.buffer) == (MismatchKind.INPUT, "in")
    assert (mismatch.row, mismatch.column) == (2, 1)


def test_writing_through_the_given_arrays_does_not_touch_the_private_copies() -> None:
    prepared = TRANSPOSE.arguments(TRANSPOSE.case_model(rows=4, cols=6), rng())
    given = prepared.arguments[0].value
    assert isinstance(given, np.ndarray)
    outputs = solved(prepared)
    given[:] = 0
    outputs[0] = given
    assert not TRANSPOSE.judge(prepared, outputs).passed


def test_padding_holds_a_finite_sentinel() -> None:
    case = SgemmCase.model_validate(ODD)
    prepared = SGEMM.arguments(case, rng())
    padding = prepared.buffers[0].original.reshape(case.M, case.lda)[:, case.K :]
    assert np.isfinite(padding).all()
    assert (padding.copy().view(np.uint32) == SENTINEL_BITS).all()


def test_a_missing_or_resized_buffer_is_refused() -> None:
    prepared = TRANSPOSE.arguments(TRANSPOSE.case_model(rows=4, cols=6), rng())
    with pytest.raises(ValueError, match="did not return"):
        TRANSPOSE.judge(prepared, {0: prepared.buffers[0].original})
    with pytest.raises(ValueError, match="came back"):
        TRANSPOSE.judge(prepared, solved(prepared) | {1: np.zeros(3, np.float32)})


def fp32_sequential(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    total = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for k in range(a.shape[1]):
        total += a[:, k, None] * b[None, k]
    return total


def fp32_backwards(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    return fp32_sequential(a[:, ::-1], b[::-1])


def fp32_in_tiles(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    tiles = (fp32_sequential(a[:, k : k + 16], b[k : k + 16]) for k in range(0, a.shape[1], 16))
    return np.sum(list(tiles), axis=0, dtype=np.float32)


def fp32_fused(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    total = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for k in range(a.shape[1]):
        total = (total + a[:, k, None].astype(np.float64) * b[None, k]).astype(np.float32)
    return total


def fp32_largest_first(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """All positive products, then all negative ones: the partial sums are as large as they can be."""
    products = np.sort(a[:, :, None] * b[None], axis=1)[:, ::-1]
    return np.cumsum(products, axis=1, dtype=np.float32)[:, -1]


@pytest.mark.parametrize("multiply", [fp32_sequential, fp32_backwards, fp32_in_tiles, fp32_fused, fp32_largest_first])
@pytest.mark.parametrize("k", [1, 16, 47, 256])
def test_every_fp32_summation_order_passes(
    multiply: Callable[[NDArray[np.float32], NDArray[np.float32]], NDArray[np.float32]], k: int
) -> None:
    case = SgemmCase.model_validate({"M": 33, "N": 31, "K": k, "alpha": 1.5, "values": "floats"})
    prepared = SGEMM.arguments(case, rng(k))
    product = np.float32(1.5) * multiply(*operands(prepared, case))
    assert SGEMM.judge(prepared, with_product(prepared, product)).passed


def as_tf32(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rounded to ten explicit bits of mantissa, ties away from zero."""
    bits = values.view(np.uint32)
    return ((bits + np.uint32(0x1000)) & np.uint32(0xFFFFE000)).view(np.float32)


def as_fp16(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return values.astype(np.float16).astype(np.float32)


@examples(20)
@given(
    seed=st.integers(0, 2**32),
    m=st.integers(4, 40),
    n=st.integers(4, 40),
    k=st.sampled_from([1, 2, 3, 17, 47, 128, 256]),
    lower=st.sampled_from([as_tf32, as_fp16]),
)
def test_inputs_rounded_to_fp16_or_tf32_fail(
    seed: int, m: int, n: int, k: int, lower: Callable[[NDArray[np.float32]], NDArray[np.float32]]
) -> None:
    case = SgemmCase.model_validate({"M": m, "N": n, "K": k, "values": "floats"})
    prepared = SGEMM.arguments(case, rng(seed))
    a, b = (lower(np.ascontiguousarray(x)).astype(np.float64) for x in operands(prepared, case))
    assert not SGEMM.judge(prepared, with_product(prepared, a @ b)).passed


@pytest.mark.parametrize(
    "dims",
    [
        {"M": 4, "N": 4, "K": 4, "lda": 3},
        {"M": 4, "N": 4, "K": 4, "ldc": 3},
        {"M": -1, "N": 4, "K": 4},
        {"M": 4.0, "N": 4, "K": 4},
        {"M": 4, "N": 4, "K": 4, "alpha": 0.1},
        {"M": 4, "N": 4, "K": 4, "beta": 1.0, "initial_c": "nan"},
        {"M": 4, "N": 4, "K": 257, "values": "floats"},
        {"M": 4, "N": 4, "K": 4, "grid": [0]},
        {"M": 4, "N": 4},
        {"M": 4, "N": 4, "K": 4, "tile": 16},
    ],
)
def test_a_senseless_sgemm_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        SgemmCase.model_validate(dims)


def test_a_case_is_labelled_by_what_differs_from_the_default() -> None:
    assert SgemmCase.model_validate({"M": 64, "N": 32, "K": 16}).label() == "M=64, N=32, K=16"
    shown = SgemmCase.model_validate({"M": 1, "N": 1, "K": 1, "values": "floats", "grid": (3, 4)}).label()
    assert shown == "M=1, N=1, K=1, values=floats, grid=3x4"
    assert SgemmCase.model_validate(ODD).label() == ("M=65, N=33, K=47, lda=50, ldb=40, ldc=36, alpha=1.5, beta=-0.5")
