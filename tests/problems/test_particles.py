"""Particles: what is judged to have arrived, and slips told by name; the kernels run on the emulator."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.launch import Array, LaunchRequest, LaunchResult
from grader.problems import PROBLEMS
from grader.problems.base import Judgement, Mismatch, MismatchKind, Prepared, mistake
from grader.problems.particles import FIELDS, ParticlesCase
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["particles"]
SOA = 1


def prepared(n: int, seed: int = 5, values: str = "integers") -> Prepared:
    case = ParticlesCase.model_validate({"n": n, "values": values})
    return FAMILY.arguments(case, np.random.default_rng(seed))


def particles(of: Prepared) -> NDArray[Any]:
    """(n, 8)."""
    return of.buffers[0].original.reshape(-1, FIELDS)


def judged(of: Prepared, soa: NDArray[Any]) -> Judgement:
    return FAMILY.judge(of, buffers(of) | {SOA: np.ascontiguousarray(soa, np.float32).ravel()})


def mismatch(of: Prepared, soa: NDArray[Any]) -> Mismatch:
    (found,) = judged(of, soa).mismatches
    return found


@examples(60)
@given(st.integers(0, 300), st.integers(0, 2**32), st.sampled_from(["integers", "floats"]))
def test_the_arrays_pass_and_one_wrong_element_is_named_by_field_and_particle(n: int, seed: int, values: str) -> None:
    of = prepared(n, seed, values)
    right = particles(of).T.copy()
    assert judged(of, right).passed
    if n:
        field, particle = seed % FIELDS, seed % n
        right[field, particle] += 0.5
        found = mismatch(of, right)
        assert (found.wrong, found.total, found.row, found.column) == (1, FIELDS * n, field, particle)


def test_every_bit_must_arrive() -> None:
    of = prepared(100, values="floats")
    assert not judged(of, as_fp16(particles(of).T.copy())).passed
    right = particles(of).T.copy()
    right[7, 99] = np.nextafter(right[7, 99], np.float32(9))
    assert mismatch(of, right).wrong == 1


def test_a_changed_particle_is_found_by_particle_and_field() -> None:
    of = prepared(50)
    outputs: dict[int, Array] = buffers(of) | {SOA: particles(of).T.ravel().copy()}
    outputs[0][17 * FIELDS + 3] += 1
    (found,) = FAMILY.judge(of, outputs).mismatches
    assert (found.kind, found.buffer, found.row, found.column) == (MismatchKind.INPUT, "aos", 17, 3)


@pytest.mark.parametrize("dims", [{}, {"n": -1}, {"n": 2**24 + 1}, {"n": 4.0}, {"n": 4, "lda": 8}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ParticlesCase.model_validate(dims)


@pytest.mark.parametrize("n", [7, 33, 1000])
@pytest.mark.parametrize("values", ["integers", "floats"])
def test_a_slip_is_told_by_name(n: int, values: str) -> None:
    of = prepared(n, values=values)
    aos = particles(of)
    six_apart = aos.ravel()[np.arange(n) * 6 + np.arange(FIELDS)[:, None]]
    for soa, expected in (
        (aos, mistake("copied", name="aos")),
        (aos.reshape(FIELDS, n).T, mistake("other_way_round")),
        (aos.T[[4, 5, 6, 7, 0, 1, 2, 3]], mistake("fields_exchanged", distance=4)),
        (aos.T[[1, 0, 3, 2, 5, 4, 7, 6]], mistake("fields_exchanged", distance=1)),
        (six_apart, mistake("leading_dimension", name="aos", leading="8", taken="6")),
        (aos.T + 0.5 + np.arange(n) ** 2, None),
    ):
        after = buffers(of) | {SOA: np.ascontiguousarray(soa, np.float32).ravel()}
        assert diagnosed(FAMILY, of, after) == expected


BODIES = {
    "a particle a thread": "if (t < n) for (int f = 0; f < 8; ++f) soa[f * n + t] = aos[t * 8 + f];",
    "a float a thread": "for (int i = t; i < 8 * n; i += gridDim.x * blockDim.x) soa[i % 8 * n + i / 8] = aos[i];",
    "half a particle a thread": "if (t / 2 < n) { float4 v = reinterpret_cast<const float4*>(aos)[t];"
    " float* to = soa + t % 2 * 4 * n + t / 2; to[0] = v.x; to[n] = v.y; to[2 * n] = v.z; to[3 * n] = v.w; }",
}
SECTORS = {"a particle a thread": 9, "a float a thread": 3, "half a particle a thread": 2}  # for each particle


@cache
def compiled(body: str) -> emulator.LoadedKernel:
    signature = ", ".join(FAMILY.signature)
    index = "int t = blockIdx.x * blockDim.x + threadIdx.x;"
    return emulator.load(
        compile_source(f'extern "C" __global__ void kernel({signature}) {{ {index} {body} }}'), "kernel"
    )


def emulated(of: Prepared, body: str) -> LaunchResult:
    grid = max(1, -(-len(particles(of)) // 128))
    return emulator.launch(compiled(body), LaunchRequest("kernel", (grid, 1, 1), (256, 1, 1), of.arguments))


@pytest.mark.parametrize("n", [0, 1, 31, 33, 500])
@pytest.mark.parametrize("way", BODIES)
def test_every_way_to_move_them_is_right_and_clean(way: str, n: int) -> None:
    of = prepared(n)
    result = emulated(of, BODIES[way])
    assert (result.faults, result.hazards) == ((), ())
    assert FAMILY.judge(of, result.outputs).passed


@pytest.mark.parametrize("way", BODIES)
def test_the_ways_differ_in_sectors(way: str) -> None:
    assert emulated(prepared(1024), BODIES[way]).total("global").cost == 1024 * SECTORS[way]
