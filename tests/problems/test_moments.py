"""Moments of inertia: whole numbers to the bit, FP32 within its bound and FP16 not, slips told by name."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.launch import LaunchRequest
from grader.problems import PROBLEMS
from grader.problems.base import Judgement, Prepared, mistake
from grader.problems.moments import MomentsCase
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["moments"]
OUT = 2

Floats = NDArray[np.float32]


def prepared(n: int, seed: int = 5, values: str = "integers") -> Prepared:
    case = MomentsCase.model_validate({"n": n, "values": values})
    return FAMILY.arguments(case, np.random.default_rng(seed))


def inputs(of: Prepared) -> tuple[Floats, Floats]:
    points, masses = (buffer.original for buffer in of.buffers[:2])
    return points.reshape(-1, 2), masses


def moments(points: Floats, masses: Floats) -> Floats:
    """In FP32, point after point, as one thread adds them up."""
    sums = np.zeros(len(points), np.float32)
    for (x, y), mass in zip(points, masses, strict=True):
        dx, dy = points[:, 0] - x, points[:, 1] - y
        sums += mass * (dx * dx + dy * dy)
    return sums


def judged(of: Prepared, out: Floats) -> Judgement:
    return FAMILY.judge(of, buffers(of) | {OUT: out.astype(np.float32)})


@examples(60)
@given(st.integers(0, 90), st.integers(0, 2**32), st.sampled_from(["integers", "floats"]))
def test_a_right_result_passes_and_one_wrong_element_is_named(n: int, seed: int, values: str) -> None:
    of = prepared(n, seed, values)
    right = moments(*inputs(of))
    assert judged(of, right).passed
    if n:
        right[seed % n] += 0.5
        (found,) = judged(of, right).mismatches
        assert (found.wrong, found.row, found.column) == (1, None, seed % n)


@pytest.mark.parametrize("n", [33, 67, 100])
def test_the_digits_of_fp16_are_too_few(n: int) -> None:
    of = prepared(n, values="floats")
    points, masses = inputs(of)
    assert not judged(of, moments(as_fp16(points.copy()), as_fp16(masses.copy()))).passed


@pytest.mark.parametrize("n", [7, 40, 130])
@pytest.mark.parametrize("values", ["integers", "floats"])
def test_a_slip_is_told_by_name(n: int, values: str) -> None:
    of = prepared(n, values=values)
    points, masses = inputs(of)
    ones = np.ones_like(masses)
    apart = np.sqrt(np.square(points[:, None] - points[None]).sum(axis=-1))
    for out, expected in (
        (moments(points, ones), mistake("factor_missing", name="masses")),
        (moments(points * [[1, 0]], masses), mistake("axis_missing", axis="y")),
        (moments(points * [[0, 1]], masses), mistake("axis_missing", axis="x")),
        (masses * moments(points, ones), mistake("mass_of_wrong_point")),
        ((masses * apart).sum(axis=1), mistake("distance_not_squared")),
        (moments(points.reshape(2, -1).T, masses), mistake("operand_transposed", name="points")),
        (moments(points, masses) + 3, None),
    ):
        assert diagnosed(FAMILY, of, buffers(of) | {OUT: out.astype(np.float32)}) == expected


@pytest.mark.parametrize("dims", [{}, {"n": -1}, {"n": 4097}, {"n": 257, "values": "floats"}, {"n": 4, "m": 8}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        MomentsCase.model_validate(dims)


def test_masses_are_positive_and_the_longest_sums_exact() -> None:
    of = prepared(4096)
    _, masses = inputs(of)
    assert (masses > 0).all()
    assert of.regions[0].expected.max() < 2**24


def test_a_kernel_with_one_thread_for_each_point_gives_the_right_result() -> None:
    of = prepared(50, values="floats")
    body = """int i = threadIdx.x; if (i >= n) return; float sum = 0;
        for (int j = 0; j < n; ++j) { float dx = points[i].x - points[j].x, dy = points[i].y - points[j].y;
            sum += masses[j] * (dx * dx + dy * dy); } out[i] = sum;"""
    source = f'extern "C" __global__ void kernel({", ".join(FAMILY.signature)}) {{ {body} }}'
    loaded = emulator.load(compile_source(source), "kernel")
    result = emulator.launch(loaded, LaunchRequest("kernel", (1, 1, 1), (64, 1, 1), of.arguments))
    assert FAMILY.judge(of, result.outputs).passed
