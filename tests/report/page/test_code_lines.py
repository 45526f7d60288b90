"""PTX and machine code, told by the student's lines."""

from __future__ import annotations

from grader.report.page.code_lines import code_lines
from grader.toolchain import compile_source

SOURCE = """__device__ __noinline__ float scaled(float x) { return x * 3.0f; }
extern "C" __global__ void other(float* a) { a[0] = 1; }
extern "C" __global__ void k(const float4* in, float* out)
{
    __shared__ float4 tile[32];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    float4 mine = tile[31 - threadIdx.x];
    out[threadIdx.x] = scaled(mine.x + mine.y * mine.z * mine.w);
}
"""
LINES = code_lines(compile_source(SOURCE), "k")


def line(text: str) -> int:
    return next(i for i, code in enumerate(SOURCE.split("\n"), 1) if text in code)


def test_an_access_is_on_its_line_in_ptx_and_in_machine_code() -> None:
    store, load = LINES[line("= in[")], LINES[line("mine = tile")]
    assert any(text.startswith("ld.global.") and text.endswith(";") for text in store.ptx)
    assert any(text.startswith("st.shared.v4.") for text in store.ptx)
    assert (store.machine["LDG.128"], store.machine["STS.128"], load.machine["LDS.128"]) == (1, 1, 1)
    assert any("bar.sync" in text for text in LINES[line("__syncthreads")].ptx)
    assert [text.split()[0] for text in load.sass if text.startswith("LDS")] == ["LDS.128"]
    assert any(text.startswith("STS.128 [") for text in store.sass)
    assert not any("OTHER" in each.machine for each in LINES.values())
    assert any(text.startswith("BAR.SYNC") for text in LINES[line("__syncthreads")].sass)


def test_a_function_that_is_called_has_its_lines_and_another_kernel_none() -> None:
    assert any(text.startswith("mul.") for text in LINES[line("scaled(float x)")].ptx)
    assert line("void other") not in LINES


def test_every_instruction_of_the_kernel_that_has_a_line_is_somewhere() -> None:
    program = compile_source(SOURCE)
    placed = sum(sum(each.machine.values()) for each in LINES.values())
    assert placed == sum(len(each.sass) + each.sass_left_out for each in LINES.values())
    assert placed == sum(bool(i.line) and i.file == "kernel.cu" for i in program.machine_code["k"])
    assert any(text.startswith("call.uni ") and "scaled" in text for text in LINES[line("= scaled(")].ptx)
    assert all(text == " ".join(text.split()) for each in LINES.values() for text in each.ptx)


def test_of_another_architecture_there_are_names_alone() -> None:
    lines = code_lines(compile_source(SOURCE, arch="sm_80"), "k")
    assert lines[line("= in[")].machine["LDG.128"] == 1
    assert not any(each.sass for each in lines.values())
