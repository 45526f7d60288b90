"""A launch that breaks what the kernel itself says of its launches does not begin.

An H100 answers CUDA_ERROR_INVALID_VALUE where a block is too large or another than the kernel names, and
CUDA_ERROR_INVALID_CLUSTER_SIZE where clusters do not divide the grid or have more than eight blocks.
"""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.fault_words import fault_words
from tests.simt.running import fault_of, run

_MANY = "float v[120]; for (int i = 0; i < 120; ++i) v[i] = out[i * 7]; __syncthreads(); " \
        "for (int i = 0; i < 120; ++i) out[i] += v[119 - i] * v[i];"  # fmt: skip


def kernel(attribute: str, body: str = "out[0] = 1;") -> str:
    """A kernel with an attribute that speaks of its launches."""
    return f'extern "C" __global__ void {attribute} k(float* out) {{ {body} }}'


BROKEN = [
    ("__launch_bounds__(32)", 4, (64,), ("32", "64")),
    ("__launch_bounds__(64, 2)", 4, (16, 8), ("64", "128")),
    ("__block_size__((8, 8, 1))", 4, (64,), ("(8, 8, 1)", "(64, 1, 1)")),
    ("__cluster_dims__(7, 1, 1)", 4, (64,), ("(7, 1, 1)", "(4, 1, 1)")),
    ("__cluster_dims__(2, 2, 1)", (4, 3), (64,), ("(2, 2, 1)", "(4, 3, 1)")),
    ("__cluster_dims__(16, 1, 1)", 16, (64,), ("(16, 1, 1)", "8")),
]


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(("attribute", "grid", "block", "words"), BROKEN)
def test_a_launch_that_breaks_the_kernels_own_bounds_is_refused(
    attribute: str, grid: int | tuple[int, ...], block: tuple[int, ...], words: tuple[str, ...], lang: str
) -> None:
    result = run(kernel(attribute), {"out": np.zeros(4, np.float32)}, grid=grid, block=block)
    fault = fault_of(result)
    assert fault.kind == "launch_configuration"
    assert all(word in fault.message and word in fault_words(fault, lang) for word in words)
    assert attribute.split("(")[0] in fault_words(fault, lang)
    assert ("없습니다" in fault_words(fault, lang)) == (lang == "ko")
    assert not result.outputs[0].any()


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_block_with_more_registers_than_a_multiprocessor_has_is_refused(lang: str) -> None:
    source = kernel("", _MANY)
    assert run(source, {"out": np.zeros(840, np.float32)}, block=32).faults == ()
    fault = fault_of(run(source, {"out": np.zeros(840, np.float32)}, block=1024))
    assert (fault.kind, "65,536" in fault_words(fault, lang)) == ("launch_configuration", True)
    assert "1,024" in fault_words(fault, lang)


@pytest.mark.parametrize(
    ("attribute", "grid", "block"),
    [("__launch_bounds__(64)", 4, (64,)), ("__launch_bounds__(64)", 4, (8, 4)),
     ("__block_size__((8, 8, 1))", 4, (8, 8)), ("__cluster_dims__(7, 1, 1)", 14, (64,)),
     ("__maxnreg__(32)", 1, (1024,))],
)  # fmt: skip
def test_a_launch_within_the_bounds_runs(attribute: str, grid: int, block: tuple[int, ...]) -> None:
    body = "if (blockIdx.x == 0 && threadIdx.x == 0 && threadIdx.y == 0) out[0] = 1;"
    result = run(kernel(attribute, body), {"out": np.zeros(4, np.float32)}, grid=grid, block=block)
    assert (result.faults, result.outputs[0][0]) == ((), 1)


def test_a_grid_of_clusters_is_not_emulated() -> None:
    """The second part of __block_size__ makes the grid count clusters: more blocks would run."""
    result = run(kernel("__block_size__((8, 8, 1), (2, 1, 1))"), {"out": np.zeros(4, np.float32)}, grid=4, block=(8, 8))
    fault = fault_of(result)
    assert (fault.kind, "cluster" in fault.message) == ("unsupported", True)
