"""Compiling: PTX, machine code and names from one run, options, headers, and what a missing compiler says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.toolchain import (
    CompileError,
    ToolchainError,
    UnknownKernel,
    compile_source,
    headers,
    nvrtc,
)

KERNELS = Path(__file__).parent / "kernels"
TEMPLATES = (KERNELS / "templates.cu").read_text()
ONE = 'extern "C" __global__ void k(float* a) { a[0] = a[1] * a[2] + a[3]; }\n'


def opcodes(program, kernel="k"):
    return {instruction.opcode for instruction in program.machine_code[kernel]}


def test_one_run_gives_ptx_machine_code_and_resources():
    program = compile_source((KERNELS / "sgemm_tiled.cu").read_text(), kernel="sgemm_tiled")
    assert ".entry sgemm_tiled(" in program.ptx
    assert program.cubin.startswith(b"\x7fELF")
    assert program.kernels["sgemm_tiled"].shared_bytes == 2 * 16 * 16 * 4
    assert 16 <= program.kernels["sgemm_tiled"].registers <= 64
    assert program.names == {"sgemm_tiled": "sgemm_tiled"}
    assert program.toolchain == "NVRTC 13.0.88"
    # FACTS: four neighbouring 4-byte shared loads become one of 16 bytes, and only the machine code shows it.
    names = [i.name for i in program.machine_code["sgemm_tiled"]]
    assert names.count("LDS.128") == 4
    assert names.count("LDS") == 16


def test_fmad_decides_whether_multiply_and_add_are_one_instruction():
    assert "FFMA" in opcodes(compile_source(ONE))
    assert "FFMA" not in opcodes(compile_source(ONE, fmad=False))


def test_defines_reach_the_source():
    source = 'extern "C" __global__ void k(float* a) { a[0] = VALUE; MORE }\n'
    program = compile_source(source, defines={"VALUE": "42.0f", "MORE": ""})
    assert "1109917696" in program.ptx  # 42.0f


@pytest.mark.parametrize("name", ["two words", "1X", "X=1", "", "X\n"])
def test_a_macro_needs_a_name(name):
    with pytest.raises(ValueError, match="macro"):
        compile_source(ONE, defines={name: "1"})


def test_the_file_name_is_the_same_in_ptx_line_table_and_messages():
    file = 'my folder/커널 "1".cu'
    program = compile_source(ONE, file=file)
    assert {i.file for i in program.machine_code["k"] if i.file} == {file}
    assert '.file\t1 "my folder/커널 \\"1\\".cu"' in program.ptx
    with pytest.raises(CompileError) as caught:
        compile_source("syntax error", file=file)
    assert caught.value.diagnostics[0].file == file


def test_the_ptx_does_not_depend_on_the_working_directory(tmp_path, monkeypatch):
    before = compile_source(ONE).ptx
    monkeypatch.chdir(tmp_path)
    assert compile_source(ONE).ptx == before


@pytest.mark.parametrize(
    ("wanted", "ptx_name"),
    [
        ("plain", "plain"),
        ("::plain", "plain"),
        ("negate", "_ZN6shapes6negateEPf"),
        ("shapes::negate", "_ZN6shapes6negateEPf"),
        ("_ZN6shapes6negateEPf", "_ZN6shapes6negateEPf"),
        ("shapes::fill<float, 4>", "_ZN6shapes4fillIfLi4EEEvPT_"),
        ("shapes::fill<int,-1>", "_ZN6shapes4fillIiLin1EEEvPT_"),
        ("scale", "_Z5scaleIdEvPT_S0_"),
        ("scale<int>", "_Z5scaleIiEvPT_S0_"),
    ],
)
def test_kernel_names_as_people_write_them(wanted, ptx_name):
    program = compile_source(TEMPLATES, kernel=wanted)
    assert program.names[wanted] == ptx_name
    assert ptx_name in program.kernels
    assert ptx_name in program.machine_code


@pytest.mark.parametrize(
    ("wanted", "nearest"),
    [
        ("plane", "plain"),
        ("nagate", "shapes::negate"),
        ("fill", "shapes::fill<...>"),
        ("fil<3>", "shapes::fill<...>"),
        ("shapes::fill<nothing, 3>", "shapes::fill<...>"),
        ("plain; int x", "plain"),
        ("plain\nint x", "plain"),
    ],
)
def test_an_unknown_kernel_names_the_nearest(wanted, nearest):
    with pytest.raises(UnknownKernel) as caught:
        compile_source(TEMPLATES, kernel=wanted)
    assert caught.value.candidates[0] == nearest
    assert caught.value.kernel == wanted


def test_overloads_are_told_apart_by_their_ptx_names():
    with pytest.raises(UnknownKernel) as caught:
        compile_source(TEMPLATES, kernel="twice")
    assert set(caught.value.candidates) == {"_Z5twicePi", "_Z5twicePf"}


def test_a_syntax_error_is_reported_even_if_a_template_instance_was_asked_for():
    with pytest.raises(CompileError) as caught:
        compile_source("template <int N> __global__ void k(int* p) { p[0] = N }\n", kernel="k<3>")
    assert [d.message for d in caught.value.diagnostics] == ['expected a ";"']


def test_a_source_without_kernels_has_none():
    assert compile_source("__device__ int f() { return 1; }\n").kernels == {}
    with pytest.raises(UnknownKernel) as caught:
        compile_source("", kernel="k")
    assert caught.value.candidates == ()


@pytest.mark.slow
def test_cuda_headers_compile():
    source = """#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <cooperative_groups.h>
extern "C" __global__ void k(__half* a) { cooperative_groups::this_thread_block().sync(); a[0] = __hadd(a[1], a[2]); }
"""
    assert compile_source(source).diagnostics == ()


def test_host_headers_that_make_sense_in_a_kernel_can_be_included():
    names = ["stdio.h", "cstdio", "stdlib.h", "cstdlib", "math.h", "cmath", "assert.h", "cassert", "string.h"]
    names += ["stdint.h", "cstdint", "stddef.h", "cstddef", "limits.h", "climits", "float.h", "cfloat", "cstring"]
    source = "".join(f"#include <{name}>\n" for name in names)
    source += """#include <cuda/std/cstdint>
#include <cuda/std/limits>
extern "C" __global__ void k(float* a, std::int32_t n) {
    uint64_t wide = UINT64_MAX;
    std::size_t size = sizeof(int8_t) + INT_MAX + CHAR_BIT;
    assert(n > 0);
    printf("%d", n);
    a[0] = INFINITY + NAN + M_PI + FLT_MAX + wide + size;
}
"""
    assert compile_source(source).diagnostics == ()


def test_an_unknown_architecture_lists_the_known():
    with pytest.raises(ToolchainError, match=r"sm_999; it knows sm_75, .*sm_90"):
        compile_source(ONE, arch="sm_999")


def test_without_nvrtc_one_sentence_says_what_to_install(monkeypatch):
    nvrtc.load.cache_clear()
    monkeypatch.setattr(nvrtc, "wheel_folders", lambda: ())
    with pytest.raises(ToolchainError, match=r"pip install nvidia-cuda-nvrtc==13\.0\.88"):
        nvrtc.load()


def test_on_macos_one_sentence_points_to_the_dev_container(monkeypatch):
    nvrtc.load.cache_clear()
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(ToolchainError, match=r"no NVRTC for macOS.*\.devcontainer"):
        nvrtc.load()


def test_importing_the_package_loads_nothing():
    code = "import sys, grader.toolchain; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {name for name in loaded if name.startswith("grader")} == {"grader", "grader.toolchain"}
    assert not {"ctypes", "numpy", "nvidia", "dataclasses"} & loaded


def test_paths_of_headers_are_shown_as_one_includes_them():
    folder = headers.include_folders()[0]
    assert headers.shown_path(f"{folder}/cooperative_groups/details/../memory.h", "k.cu") == (
        "cooperative_groups/memory.h"
    )
    assert headers.shown_path("/dev/null/kernel.cu", "k.cu") == "k.cu"
