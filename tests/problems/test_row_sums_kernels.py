"""The row sums that are measured, on the emulator: right and clean as they are, and a slip in them told by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from grader.course.bench_file import BENCH_FILE, load_kernels
from grader.course.models import BenchKernel
from grader.grading.opening import problem_cases
from grader.launch import LaunchRequest, LaunchResult
from grader.problems.base import Geometry, Mistake, Prepared, mistake
from grader.problems.row_sums import RowSumsCase
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.problems.diagnosing import diagnosed
from tests.problems.test_row_sums import ROW_SUMS, Sums, of_chunks

ROOT = Path(__file__).resolve().parents[2]
KERNELS = {name: k for name, k in load_kernels(ROOT / BENCH_FILE, problem_cases()).items() if k.problem == "row_sums"}


@cache
def compiled(source: str, kernel: str) -> emulator.LoadedKernel:
    return emulator.load(compile_source(source), kernel)


def emulated(kernel: BenchKernel, prepared: Prepared, case: RowSumsCase, **changed: str) -> LaunchResult:
    """A launch of a kernel that is measured, with parts of its text replaced."""
    source = (ROOT / kernel.source).read_text("utf-8")
    for old, new in changed.items():
        assert LINES[old] in source
        source = source.replace(LINES[old], new)
    request = LaunchRequest(kernel.kernel, kernel.grid(case), kernel.block(case), prepared.arguments)
    return emulator.launch(compiled(source, kernel.kernel), request)


LINES = {
    "loop": "for (int col = threadIdx.x; col < cols; col += THREADS)",
    "tree": "for (int half = THREADS / 2; half > 0; half /= 2)",
    "stored": "out[row] = sum;",
    "address": "in[row * cols]",
}
SIZES = [(1, 1), (3, 31), (3, 32), (2, 255), (2, 257), (5, 1000), (1, 5000), (4, 0), (0, 4)]


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_a_kernel_that_is_measured_is_right_and_clean(name: str, rows: int, cols: int) -> None:
    sums = Sums(rows=rows, cols=cols, values="floats" if cols <= 256 else "integers")
    result = emulated(KERNELS[name], sums.prepared, sums.case)
    assert (result.faults, result.hazards) == ((), ())
    assert ROW_SUMS.judge(sums.prepared, result.outputs).passed


@pytest.mark.parametrize(
    ("name", "changed", "pattern"),
    [
        ("row_sums_tree", {"loop": "int col = threadIdx.x; if (col < cols)"}, mistake("first_chunk_only", chunk=256)),
        ("row_sums_tree", {"loop": "for (int col = threadIdx.x; col < cols / 256 * 256; col += 256)"},
         mistake("whole_chunks_only", chunk=256)),
        ("row_sums_tree", {"tree": "for (int half = THREADS / 2; half > 1; half /= 2)"}, of_chunks(1, 2)),
        ("row_sums_tree", {"tree": "for (int half = THREADS / 4; half > 0; half /= 2)"}, of_chunks(128, 256)),
        ("row_sums_tree", {"tree": "for (int half = 0; half > 0; half /= 2)"}, of_chunks(1, 256)),
        ("row_sums_shuffle", {"stored": "out[row] = partial[0];"}, of_chunks(32, 256)),
        ("row_sums_shuffle", {"address": "in[row * rows]"},
         mistake("leading_dimension", name="in", leading="cols", taken="rows")),
    ],
)  # fmt: skip
def test_a_kernel_with_a_slip_is_told_which(name: str, changed: dict[str, str], pattern: Mistake) -> None:
    sums = Sums(rows=5, cols=1000)
    result = emulated(KERNELS[name], sums.prepared, sums.case, **changed)
    geometry = Geometry(KERNELS[name].grid(sums.case), KERNELS[name].block(sums.case))
    assert diagnosed(ROW_SUMS, sums.prepared, result.outputs, geometry) == pattern
