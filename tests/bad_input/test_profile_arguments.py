"""`grader profile` with arguments that are wrong, huge, empty or hostile."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from tests.bad_input.conftest import Grader
from tests.bad_input.contract import assert_error, assert_profile, assert_well_behaved
from tests.bad_input.watching import run_grader

SOURCE = """\
extern "C" __global__ void add(const float* a, float* b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] += a[i];
}

namespace shapes {
template <typename T>
__global__ void scale(T* x, T factor) { x[threadIdx.x] *= factor; }
}

struct Four { int part[4]; };
extern "C" __global__ void takes_a_struct(Four four, float* x) { x[0] = four.part[0]; }

extern "C" __global__ void nothing() {}

extern "C" __global__ void reverse(float* x)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[31 - threadIdx.x];
}

extern "C" __global__ void wide(float4* x) { x[threadIdx.x] = make_float4(0.0f, 0.0f, 0.0f, 0.0f); }
"""
NOTHING = ("--kernel", "nothing", "--grid", "1", "--block", "32")
ADD = ("--kernel", "add", "--grid", "4", "--block", "32")
GOOD_ADD = (*ADD, "--arg", "f32[128]=random", "--arg", "f32[128]=zeros", "--arg", "i32:128")


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "k.cu").write_text(SOURCE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return "k.cu"


# What was typed, and a part of the answer. Exit status 2: the fault is the user's.
REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "grid_of_zero": (("--kernel", "nothing", "--grid", "0", "--block", "32"), "--grid"),
    "grid_below_zero": (("--kernel", "nothing", "--grid", "-1", "--block", "32"), "--grid"),
    "grid_of_words": (("--kernel", "nothing", "--grid", "a,b", "--block", "32"), "'a,b'"),
    "grid_too_wide": (("--kernel", "nothing", "--grid", "1,65536", "--block", "32"), "65535"),
    "block_of_four_axes": (("--kernel", "nothing", "--grid", "1", "--block", "1,1,1,1"), "--block"),
    "block_too_big": (("--kernel", "nothing", "--grid", "1", "--block", "2048"), "1024"),
    "too_many_threads": (("--kernel", "nothing", "--grid", "1", "--block", "64,64"), "4096 threads"),
    "shared_below_zero": ((*NOTHING, "--shared", "-4"), "--shared"),
    "seed_of_words": ((*NOTHING, "--seed", "x"), "--seed"),
    "no_kernel_named": (("--grid", "1", "--block", "32"), "--kernel"),
    "empty_kernel": (("--kernel", "", "--grid", "1", "--block", "32"), "nothing"),
    "unknown_kernel": (("--kernel", "ad", "--grid", "1", "--block", "32"), "it has: add"),
    "code_as_kernel": (("--kernel", 'x>(){} system("id"', "--grid", "1", "--block", "32"), "there is no kernel"),
    "escape_as_kernel": (("--kernel", "\x1b[31mred", "--grid", "1", "--block", "32"), "there is no kernel"),
    "template_without_arguments": (("--kernel", "scale", "--grid", "1", "--block", "32"), "scale<"),
    "unknown_architecture": ((*NOTHING, "--arch", "sm_20"), "it knows sm_75"),
    "architecture_and_more": ((*NOTHING, "--arch", "sm_90 --evil"), "--arch"),
    "virtual_architecture": ((*NOTHING, "--arch", "compute_90"), "--arch"),
    "macro_with_blank": ((*NOTHING, "--define", "A B=1"), "--define"),
    "macro_on_two_lines": ((*NOTHING, "--define", "A=1\n#include </etc/passwd>"), "--define"),
    "escape_as_macro": ((*NOTHING, "--define", "\x1b[31m=1"), "--define"),
    "too_few_arguments": ((*ADD, "--arg", "f32[128]=random"), "add takes 3 arguments"),
    "too_many_arguments": ((*NOTHING, "--arg", "i32:1"), "nothing takes 0 arguments"),
    "number_for_a_pointer": ((*ADD, "--arg", "f32[4]=zeros", "--arg", "i32:1", "--arg", "i32:4"), "argument 1"),
    "array_for_a_number": ((*ADD, "--arg", "null", "--arg", "null", "--arg", "f32[4]=zeros"), "argument 2"),
    "struct": (
        ("--kernel", "takes_a_struct", "--grid", "1", "--block", "1", "--arg", "i32:1", "--arg", "f32[1]=zeros"),
        "argument 0",
    ),
    "array_too_large": ((*ADD, "--arg", "f32[8192,8192]=random", "--arg", "null", "--arg", "i32:4"), "134,217,728"),
    "arrays_too_large": (
        (*ADD, "--arg", "f32[4096,4096]=zeros", "--arg", "f32[4097,4096]=zeros", "--arg", "i32:4"),
        "134,217,728",
    ),
    "no_such_array_file": ((*ADD, "--arg", "f32[4]=@none.npy", "--arg", "null", "--arg", "i32:4"), "none.npy"),
    "folder_as_array": ((*ADD, "--arg", "f32[4]=@.", "--arg", "null", "--arg", "i32:4"), "is a folder"),
    "source_as_array": ((*ADD, "--arg", "f32[4]=@k.cu", "--arg", "null", "--arg", "i32:4"), "numpy.save"),
    "unknown_backend": ((*NOTHING, "--backend", "opencl"), "--backend"),
    "unknown_language": ((*NOTHING, "--lang", "fr"), "--lang"),
    "unknown_option": ((*NOTHING, "--grids", "3"), "--grid"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_user_got_wrong_is_named_and_status_two(name: str, source: str, grader: Grader) -> None:
    arguments, says = REFUSED[name]
    done = grader("profile", source, *arguments, "--json", "out.json")
    assert done.status == 2
    assert says in done.err
    assert done.err.startswith("grader: ")
    assert "\x1b" not in done.out + done.err
    document = json.loads(Path("out.json").read_text("utf-8"))
    assert_profile(document)
    assert_error(document["error"])


@pytest.mark.parametrize("name", [name for name in REFUSED if name != "unknown_language"])
def test_it_is_named_in_korean_too(name: str, source: str, grader: Grader) -> None:
    done = grader("profile", source, *REFUSED[name][0], "--lang", "ko")
    assert done.status == 2
    assert any("가" <= letter <= "힣" for letter in done.err)


def test_a_fifo_as_an_array_is_not_waited_for(source: str, grader: Grader) -> None:
    os.mkfifo("pipe.npy")
    done = grader("profile", source, *ADD, "--arg", "f32[4]=@pipe.npy", "--arg", "null", "--arg", "i32:4")
    assert done.status == 2
    assert "pipe.npy" in done.err


DAMAGED = [b"", b"\x93NUMPY", b"PK\x03\x04 no zip", b"\x80\x04K\x01.", b"\x93NUMPY\x01\x00\x10\x00{{{{{{{{{{{{{{{\n"]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_array_file_is_named(content: bytes, source: str, grader: Grader) -> None:
    Path("bad.npy").write_bytes(content)
    done = grader("profile", source, *ADD, "--arg", "f32[4]=@bad.npy", "--arg", "null", "--arg", "i32:4")
    assert done.status == 2
    assert "bad.npy is no .npy file" in done.err


# Launches that stop: exit status 1, the fault in the JSON.
STOPPED: dict[str, tuple[tuple[str, ...], str]] = {
    "null": ((*ADD, "--arg", "null", "--arg", "f32[4]=zeros", "--arg", "i32:4"), "null_pointer"),
    "empty_array": ((*ADD, "--arg", "f32[0]=zeros", "--arg", "f32[4]=zeros", "--arg", "i32:4"), "out_of_bounds"),
    "array_one_short": ((*ADD, "--arg", "f32[127]=iota", "--arg", "f32[128]=zeros", "--arg", "i32:128"),
                        "out_of_bounds"),
    "number_as_pointer": ((*ADD, "--arg", "i64:64", "--arg", "f32[4]=zeros", "--arg", "i32:4"), "null_pointer"),
    "no_dynamic_shared_memory": (
        ("--kernel", "reverse", "--grid", "1", "--block", "32", "--arg", "f32[32]=iota"),
        "out_of_bounds",
    ),
    "too_much_shared_memory": (
        ("--kernel", "reverse", "--grid", "1", "--block", "32", "--shared", "300000", "--arg", "f32[32]=iota"),
        "launch_configuration",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STOPPED)
def test_a_launch_that_stops_is_status_one_with_its_fault(name: str, source: str, grader: Grader) -> None:
    arguments, kind = STOPPED[name]
    done = grader("profile", source, *arguments, "--json", "-")
    assert done.status == 1
    assert_profile(done.json)
    assert [fault["kind"] for fault in done.json["faults"]] == [kind]
    shown = grader("profile", source, *arguments, "--lang", "ko").out
    assert "커널이 멈췄습니다" in shown
    assert "No hazards" not in shown


def test_nothing_to_do_is_nothing_wrong(source: str, grader: Grader) -> None:
    arrays = ("--arg", "f32[0]=random", "--arg", "f32[0,5]=iota")
    done = grader("profile", source, *ADD, *arrays, "--arg", "i32:0", "--json", "-")
    assert done.status == 0
    assert_profile(done.json)


def test_nan_and_infinity_pass_through(source: str, grader: Grader) -> None:
    np.save("odd.npy", np.array([np.nan, np.inf, -np.inf, -0.0], np.float32))
    launch = (*ADD, "--arg", "f32[4]=@odd.npy", "--arg", "f32[4]=zeros", "--arg", "i32:4", "--save-outputs", "out")
    done = grader("profile", source, *launch, "--json", "-")
    assert done.status == 0
    assert_profile(done.json)
    assert np.isnan(np.load("out/1.npy")[0])


@pytest.mark.parametrize("folder", ["/proc/nowhere", "k.cu"])
def test_outputs_that_cannot_be_saved_leave_what_was_measured(folder: str, source: str, grader: Grader) -> None:
    done = grader("profile", source, *GOOD_ADD, "--save-outputs", folder, "--json", "-")
    assert done.status == 2
    assert_profile(done.json)
    assert done.json["error"]["kind"] == "unwritable_file"
    assert folder in done.json["error"]["message"]
    assert done.json["totals"]["global"]["requests"] == 12


@pytest.mark.parametrize("out", [".", "/proc/nowhere/out.json", "k.cu/out.json", "x" * 300])
def test_json_that_cannot_be_written_is_one_sentence(out: str, source: str, grader: Grader) -> None:
    done = grader("profile", source, *GOOD_ADD, "--json", out)
    assert done.status == 2
    assert done.err.count("grader: ") == 1
    assert "cannot write" in done.err


@pytest.mark.parametrize("file", ["none.cu", ".", "/dev/null", "/dev/zero", "x" * 5000])
def test_a_path_that_is_no_file_is_status_two(file: str, source: str, grader: Grader) -> None:
    done = grader("profile", file, *NOTHING, "--json", "-")
    assert done.status == 2
    assert_profile(done.json)
    assert done.json["error"]["kind"] == "unreadable_file"


@pytest.mark.slow
def test_the_largest_grid_ends_within_the_limits(source: str) -> None:
    run = run_grader("profile", Path(source).resolve(), "--kernel", "nothing", "--grid", "2147483647", "--block", "32",
                     "--json", "-")  # fmt: skip
    assert_well_behaved(run)
    assert_profile(run.json())
    assert run.status == 1


@pytest.mark.slow
def test_the_largest_arrays_fit_into_the_memory_limit(source: str) -> None:
    arrays = ("--arg", "f32[4096,4096]=random", "--arg", "f32[4096,4096]=zeros", "--arg", "i32:1024")
    run = run_grader("profile", Path(source).resolve(), "--kernel", "add", "--grid", "1", "--block", "1024",
                     *arrays, "--json", "-")  # fmt: skip
    assert_well_behaved(run)
    assert_profile(run.json())
    assert run.status == 0


def test_hundreds_of_arguments_travel(tmp_path: Path, grader: Grader) -> None:
    file = tmp_path / "many.cu"
    parameters = ", ".join(f"float* p{i}" for i in range(200))
    file.write_text(f'extern "C" __global__ void many({parameters}) {{ p199[0] = p0[0]; }}', "utf-8")
    arguments = [part for _ in range(200) for part in ("--arg", "f32[1]=iota")]
    done = grader("profile", file, "--kernel", "many", "--grid", "1", "--block", "1", *arguments, "--json", "-")
    assert done.status == 0
    assert_profile(done.json)
