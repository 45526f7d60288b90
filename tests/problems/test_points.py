"""Points in two layouts: either is enough for the right result, and slips are told by name; kernels run emulated."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.launch import LaunchRequest, LaunchResult
from grader.problems import PROBLEMS
from grader.problems.base import Judgement, Mismatch, MismatchKind, Prepared, mistake
from grader.problems.points import FIELDS, PointsCase
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["points"]
OUT = 2

Floats = NDArray[np.float32]


def prepared(n: int, seed: int = 5, values: str = "integers") -> Prepared:
    case = PointsCase.model_validate({"n": n, "values": values})
    return FAMILY.arguments(case, np.random.default_rng(seed))


def points(of: Prepared) -> Floats:
    """(n, 4), from the array of structures."""
    found: Floats = of.buffers[0].original.reshape(-1, FIELDS)
    return found


def judged(of: Prepared, out: Floats) -> Judgement:
    return FAMILY.judge(of, buffers(of) | {OUT: out.astype(np.float32)})


def mismatch(of: Prepared, out: Floats) -> Mismatch:
    (found,) = judged(of, out).mismatches
    return found


@examples(60)
@given(st.integers(0, 300), st.integers(0, 2**32), st.sampled_from(["integers", "floats"]))
def test_both_layouts_hold_the_same_and_one_wrong_element_is_named(n: int, seed: int, values: str) -> None:
    of = prepared(n, seed, values)
    assert np.array_equal(of.buffers[1].original.reshape(FIELDS, n), points(of).T)
    right = points(of)[:, 0] + points(of)[:, 2]
    assert judged(of, right).passed
    if n:
        wrong = seed % n
        right[wrong] += 0.5
        found = mismatch(of, right)
        assert (found.wrong, found.total, found.row, found.column) == (1, n, None, wrong)


def test_every_bit_must_be_right() -> None:
    of = prepared(100, values="floats")
    right = points(of)[:, 0] + points(of)[:, 2]
    assert not judged(of, as_fp16(right.copy())).passed
    right[99] = np.nextafter(right[99], np.float32(9))
    assert mismatch(of, right).wrong == 1


def test_a_changed_point_is_found() -> None:
    of = prepared(50)
    outputs = buffers(of) | {OUT: points(of)[:, 0] + points(of)[:, 2]}
    outputs[1][2 * 50 + 17] += 1
    (found,) = FAMILY.judge(of, outputs).mismatches
    assert (found.kind, found.buffer, found.row, found.column) == (MismatchKind.INPUT, "soa", 2, 17)


@pytest.mark.parametrize("dims", [{}, {"n": -1}, {"n": 2**20 + 1}, {"n": 4.0}, {"n": 4, "lda": 8}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PointsCase.model_validate(dims)


@pytest.mark.parametrize("n", [7, 33, 1000])
@pytest.mark.parametrize("values", ["integers", "floats"])
def test_a_slip_is_told_by_name(n: int, values: str) -> None:
    of = prepared(n, values=values)
    x, y, vx, _ = points(of).T
    aos, soa = (buffer.original for buffer in of.buffers[:2])
    for out, expected in (
        (x, mistake("copied", name="x")),
        (vx, mistake("copied", name="vx")),
        (x - vx, mistake("subtracted", name="vx")),
        (x * vx, mistake("multiplied")),
        (soa[0::FIELDS] + soa[2::FIELDS], mistake("operand_transposed", name="soa")),
        (aos[:n] + aos[2 * n : 3 * n], mistake("operand_transposed", name="aos")),
        (x + y, None),
    ):
        assert diagnosed(FAMILY, of, buffers(of) | {OUT: out.astype(np.float32)}) == expected


BODIES = {
    "aos": "out[i] = aos[4 * i] + aos[4 * i + 2];",
    "soa": "out[i] = soa[i] + soa[2 * n + i];",
}
SECTORS = {"aos": 16 + 16 + 4, "soa": 4 + 4 + 4}  # of a warp: two loads and a store


def emulated(of: Prepared, body: str) -> LaunchResult:
    index = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
    source = f'extern "C" __global__ void kernel({", ".join(FAMILY.signature)}) {{ {index} if (i < n) {body} }}'
    loaded = emulator.load(compile_source(source), "kernel")
    grid = max(1, -(-len(points(of)) // 128))
    return emulator.launch(loaded, LaunchRequest("kernel", (grid, 1, 1), (128, 1, 1), of.arguments))


@pytest.mark.parametrize("n", [0, 1, 33, 500])
@pytest.mark.parametrize("layout", BODIES)
def test_both_layouts_give_the_right_result(layout: str, n: int) -> None:
    of = prepared(n)
    result = emulated(of, BODIES[layout])
    assert (result.faults, result.hazards) == ((), ())
    assert FAMILY.judge(of, result.outputs).passed


@pytest.mark.parametrize("layout", BODIES)
def test_the_layouts_differ_in_sectors(layout: str) -> None:
    assert emulated(prepared(1024), BODIES[layout]).total("global").cost == 32 * SECTORS[layout]
