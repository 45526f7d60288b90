"""Accesses that come from a header belong to the line of the student's file that calls it."""

from __future__ import annotations

from pathlib import Path

from grader.cuda.counters import PER_INSTRUCTION, access_lines
from grader.sandbox.inlined import at_callers
from grader.toolchain import compile_source

ROOT = Path(__file__).resolve().parents[2]
COPIES = """
#include <cuda_pipeline.h>

extern "C" __global__ void copies(const float* in, float* out)
{
    __shared__ float tile[2][32];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&tile[0][i], &in[i], 4);
    __pipeline_memcpy_async(&tile[1][i], &in[32 + i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[i] = tile[0][i] + tile[1][31 - i];
}
"""


def test_an_inlined_copy_has_the_line_of_its_call() -> None:
    program = compile_source(COPIES, file="k.cu")
    raw = [i for i in program.machine_code["copies"] if i.opcode == "LDGSTS"]
    assert {i.file for i in raw} != {"k.cu"}, "the line table knows the header alone"
    copies = [i for i in at_callers(program, "copies") if i.opcode == "LDGSTS"]
    assert [(i.file, i.line) for i in copies] == [("k.cu", 8), ("k.cu", 9)]
    assert [i.address for i in copies] == [i.address for i in raw]


def test_code_without_headers_stays_as_it_is() -> None:
    program = compile_source('extern "C" __global__ void k(float* p) { p[threadIdx.x] = 1.0f; }', file="k.cu")
    assert at_callers(program, "k") is program.machine_code["k"]


def test_the_profiler_s_counts_of_a_copy_are_told_at_the_call() -> None:
    path = ROOT / "solutions/08_double_buffering/async_copy_tiles.cu"
    source = path.read_text("utf-8")
    program = compile_source(source, file=path.name)
    code = at_callers(program, "async_copy_tiles")
    values = {i.address: dict.fromkeys(PER_INSTRUCTION, 1.0) for i in code if i.opcode == "LDGSTS"}
    lines = {row.line for row in access_lines(values, code, path.name)}
    assert {source.split("\n")[line - 1].strip().split("(")[0] for line in lines} == {"__pipeline_memcpy_async"}
