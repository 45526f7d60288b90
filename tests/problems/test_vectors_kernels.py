"""The first kernels of the course on the emulator: right for every size and grid, and classic slips told by name."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from grader.launch import LaunchRequest, LaunchResult
from grader.problems.base import Geometry, Mistake, mistake
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.problems.diagnosing import diagnosed
from tests.problems.test_vectors import NAMES, Vectors

BLOCK = 256
STORED = {
    "vector_add": "c[i] = a[i] + b[i];",
    "saxpy": "y[i] = a * x[i] + y[i];",
    "copy": "out[i] = in[i];",
    "fma": "out[i] = fmaf(a[i], b[i], c[i]);",
}
INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
LOOP = "for (; i < n; i += gridDim.x * blockDim.x)"
SIZES = [0, 1, 31, 32, 33, 255, 257, 1000, 2500]


@cache
def compiled(source: str, fmad: bool) -> emulator.LoadedKernel:
    return emulator.load(compile_source(source, fmad=fmad), "kernel")


def emulated(
    vectors: Vectors, stored: str | None = None, index: str = INDEX, loop: str = LOOP, grid: int = 2, fmad: bool = True
) -> LaunchResult:
    """A launch of a grid-stride kernel, with parts of it replaced."""
    signature = ", ".join(vectors.family.signature)
    body = f"{index} {loop} {stored or STORED[vectors.family.name]}"
    source = f'extern "C" __global__ void kernel({signature}) {{ {body} }}'
    request = LaunchRequest("kernel", (grid, 1, 1), (BLOCK, 1, 1), vectors.prepared.arguments)
    return emulator.launch(compiled(source, fmad), request)


def recognised(vectors: Vectors, result: LaunchResult, grid: int = 2) -> Mistake | None:
    return diagnosed(vectors.family, vectors.prepared, result.outputs, Geometry((grid, 1, 1), (BLOCK, 1, 1)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("grid", [1, 3, 12])
def test_a_grid_stride_loop_is_right_and_clean_for_any_grid(name: str, n: int, grid: int) -> None:
    for values in ("integers", "floats"):
        vectors = Vectors(name, n=n, values=values)
        result = emulated(vectors, grid=grid)
        assert (result.faults, result.hazards) == ((), ())
        assert vectors.family.judge(vectors.prepared, result.outputs).passed


@pytest.mark.parametrize("fmad", [True, False])
@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize("a", [2.0, -0.5, 1.0])
def test_saxpy_is_right_with_and_without_fma(fmad: bool, values: str, a: float) -> None:
    vectors = Vectors("saxpy", n=1000, a=a, values=values)
    assert vectors.family.judge(vectors.prepared, emulated(vectors, fmad=fmad).outputs).passed


@pytest.mark.parametrize("stored", [
    "out[i] = fmaf(a[i], b[i], c[i]);",
    "out[i] = __fmaf_rn(a[i], b[i], c[i]);",
    'asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(out[i]) : "f"(a[i]), "f"(b[i]), "f"(c[i]));',
])  # fmt: skip
@pytest.mark.parametrize("n", [1, 33, 1000])
def test_every_way_to_write_a_fused_multiply_add_is_right(stored: str, n: int) -> None:
    vectors = Vectors("fma", n=n)
    assert vectors.family.judge(vectors.prepared, emulated(vectors, stored, fmad=False).outputs).passed


@pytest.mark.parametrize("stored", ["out[i] = a[i] * b[i] + c[i];", "out[i] = __fadd_rn(__fmul_rn(a[i], b[i]), c[i]);"])
@pytest.mark.parametrize("n", [1, 2, 3, 33, 1000])
def test_a_multiplication_and_an_addition_are_none(stored: str, n: int) -> None:
    vectors = Vectors("fma", n=n)
    told = recognised(vectors, emulated(vectors, stored, fmad=False))
    assert told == (mistake("product_rounded") if n > 2 else None)


SLIPS: dict[str, tuple[str, dict[str, Any], Mistake]] = {
    "nothing is written": ("copy", {"stored": ";"}, mistake("nothing_written")),
    "nothing is updated": ("saxpy", {"stored": ";"}, mistake("nothing_written")),
    "no loop": ("saxpy", {"loop": "if (i < n)"}, mistake("no_loop")),
    "no block in the index, and no loop": (
        "vector_add", {"index": "int i = threadIdx.x;", "loop": "if (i < n)", "grid": 4}, mistake("block_ignored"),
    ),
    "a guard for whole blocks": (
        "vector_add", {"loop": "if ((blockIdx.x + 1) * blockDim.x <= n)", "grid": 4}, mistake("whole_blocks_only"),
    ),
    "one element too few": ("copy", {"loop": LOOP.replace("i < n", "i < n - 1")}, mistake("last_element_missing")),
    "stored one further": (
        "copy", {"stored": "if (i + 1 < n) out[i + 1] = in[i];"},
        mistake("shifted_elements", distance=-1),
    ),
    "loaded one further": (
        "copy", {"stored": "if (i + 1 < n) out[i] = in[i + 1];"},
        mistake("shifted_elements", distance=1),
    ),
    "c = a": ("vector_add", {"stored": "c[i] = a[i];"}, mistake("copied", name="a")),
    "c = b": ("vector_add", {"stored": "c[i] = b[i];"}, mistake("copied", name="b")),
    "y = x + y": ("saxpy", {"stored": "y[i] = x[i] + y[i];"}, mistake("factor_missing", name="a")),
    "y = a * x": ("saxpy", {"stored": "y[i] = a * x[i];"}, mistake("addend_missing", name="y")),
    "a step of one block": (
        "saxpy", {"loop": "for (; i < n; i += blockDim.x)"}, mistake("step_of_loop", name="y", step="blockDim.x"),
    ),
    "added to what nobody wrote": ("vector_add", {"stored": "c[i] += a[i] + b[i];"},
                                   mistake("added_to_nothing")),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_kernel_with_a_slip_is_told_which(slip: str) -> None:
    name, changed, pattern = SLIPS[slip]
    vectors = Vectors(name, n=1000)
    result = emulated(vectors, **changed)
    assert result.faults == ()
    assert recognised(vectors, result, changed.get("grid", 2)) == pattern


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", [0, 1, 31, 33, 1000])
def test_without_a_guard_there_is_an_access_out_of_bounds(name: str, n: int) -> None:
    vectors = Vectors(name, n=n)
    (fault, *_) = emulated(vectors, loop="", grid=4).faults
    assert fault.kind in ("out_of_bounds", "null_pointer")
