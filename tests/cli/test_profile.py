"""`grader profile`: any kernel, any arguments; JSON always, and the exit status says whose fault it was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grader.cuda.availability import Unavailable
from grader.cuda.counters import Counts
from grader.cuda.driver import GpuFacts
from grader.launch import LaunchRequest, LaunchResult
from grader.sandbox.gpu_session import Sanitized
from grader.sandbox.session import Crashed, MemoryExceeded
from grader.toolchain.program import ToolchainError, UnknownArchitecture
from tests.cli.conftest import Grader, InProcess

SOURCE = """\
template <typename T, int N> __global__ void scale(T* x, T factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        x[i] *= factor;
}

namespace shop {
__global__ void sort(int* p, long long n, unsigned u, double d)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = s[31 - threadIdx.x] + u + int(n) + int(d);
}
}

extern "C" __global__ void transpose(const float* in, float* out)
{
    __shared__ float tile[32][32 + PAD];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void dynamic(float* out)
{
    extern __shared__ float room[];
    room[threadIdx.x] = 1.0f;
    out[threadIdx.x] = room[threadIdx.x];
}

__global__ void over(float* x) { x[0] = 1.0f; }
__global__ void over(int* x) { x[0] = 1; }

extern "C" __global__ void beyond(float* out) { out[threadIdx.x + 1] = 0.0f; }
"""

TRANSPOSE = ["--kernel", "transpose", "--grid", "1", "--block", "32,32",
             "--arg", "f32[32,32]=iota", "--arg", "f32[32,32]=zeros"]  # fmt: skip


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.cu").write_text(SOURCE, "utf-8")
    return "k.cu"


def test_counts_and_outputs_of_a_launch(source: str, grader: Grader) -> None:
    arguments = [*TRANSPOSE, "--define", "PAD=0", "--json", "-", "--save-outputs", "out"]
    done = grader("profile", source, *arguments)
    assert done.status == 0
    assert done.json["totals"]["shared"] == {
        "requests": 64, "wavefronts": 32 + 1024, "ideal": 64, "excess": 992, "exact": True,
    }  # fmt: skip
    assert done.json["totals"]["global"]["sectors"] == 2 * 128
    assert done.json["hazards"] == []
    assert done.json["faults"] == []
    saved = np.load("out/1.npy")
    assert saved.shape == (32, 32)
    assert np.array_equal(saved, np.arange(1024, dtype=np.float32).reshape(32, 32).T)


def test_macros_change_what_is_compiled(source: str, grader: Grader) -> None:
    done = grader("profile", source, *TRANSPOSE, "--define", "PAD=1", "--json", "-")
    assert done.json["totals"]["shared"]["excess"] == 0


def test_template_instances_and_namespaces_are_found_by_their_cpp_names(source: str, grader: Grader) -> None:
    pad = ["--define", "PAD=0", "--block", "32", "--json", "-"]
    scale = ["--kernel", "scale<float, 40>", "--grid", "2", "--arg", "f32[40]=iota", "--arg", "f32:2"]
    done = grader("profile", source, *scale, *pad, "--save-outputs", "out")
    assert done.status == 0
    assert done.json["kernel"] == "scale<float, 40>"
    assert np.load("out/0.npy").tolist() == [2.0 * i for i in range(40)]
    sort = ["--arg", "i32[32]=zeros", "--arg", "i64:5", "--arg", "u32:7", "--arg", "f64:1"]
    for name in ("shop::sort", "sort"):
        assert grader("profile", source, "--kernel", name, "--grid", "1", *sort, *pad).status == 0


def test_dynamic_shared_memory_is_given_by_its_option(source: str, grader: Grader) -> None:
    run = ["--kernel", "dynamic", "--grid", "1", "--block", "32", "--arg", "f32[32]=zeros", "--define", "PAD=0"]
    assert grader("profile", source, *run, "--shared", "128").status == 0
    assert grader("profile", source, *run, "--shared", "64").status == 1


def test_a_kernel_that_stops_is_status_one_with_its_fault_in_the_json(source: str, grader: Grader) -> None:
    run = ["--kernel", "beyond", "--grid", "1", "--block", "32", "--arg", "f32[32]=zeros", "--define", "PAD=0"]
    done = grader("profile", source, *run, "--json", "-")
    assert done.status == 1
    (fault,) = done.json["faults"]
    assert fault["kind"] == "out_of_bounds"
    assert fault["thread"] == [31, 0, 0]
    assert fault["line"] == SOURCE.splitlines().index(next(r for r in SOURCE.splitlines() if "beyond" in r)) + 1
    assert "The kernel stopped." in grader("profile", source, *run).out


def test_a_compile_error_is_status_one_and_shows_a_caret(source: str, grader: Grader) -> None:
    done = grader("profile", source, *TRANSPOSE, "--json", "out.json")  # PAD is not defined
    assert done.status == 1
    document = json.loads(Path("out.json").read_text("utf-8"))
    assert document["error"]["kind"] == "compile_error"
    assert document["totals"] is None
    lines = done.out.splitlines()
    at = next(i for i, line in enumerate(lines) if "tile[32][32 + PAD]" in line)
    assert lines[at + 1].index("^") == lines[at].index("PAD")


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        (["--kernel", "transpos"], "unknown_kernel"),
        (["--kernel", "scale<float, oops>"], "unknown_kernel"),
        (["--kernel", "over"], "unknown_kernel"),
        (["--arg", "f32:1"], "bad_argument"),
        (["--grid", "0"], "bad_argument"),
        (["--block", "1025"], "bad_argument"),
        (["--define", "1=2"], "bad_argument"),
        (["--arch", "sm_9999"], "bad_argument"),
        (["--backend", "cuda"], "no_gpu_backend"),
        (["--shared", "-1"], "bad_argument"),
        (["--seed", "x"], "bad_argument"),
    ],
)
def test_what_cannot_be_run_is_status_two_with_a_reason_in_the_json(
    source: str, grader: Grader, changes: list[str], kind: str
) -> None:
    done = grader("profile", source, *TRANSPOSE, "--define", "PAD=0", *changes, "--json", "out.json")
    document = json.loads(Path("out.json").read_text("utf-8"))
    assert done.status == 2
    assert document["error"]["kind"] == kind
    assert {"kernel", "arch", "backend", "totals", "lines", "hazards", "faults", "resources"} <= set(document)


def test_an_unknown_kernel_is_answered_with_those_there_are(source: str, grader: Grader) -> None:
    arguments = [*TRANSPOSE, "--define", "PAD=0", "--kernel", "transpos", "--json", "-"]
    message = grader("profile", source, *arguments).json["error"]["message"]
    assert "transpose" in message.replace("transpos'", "")


@pytest.mark.parametrize(("lang", "word"), [("en", "more than one"), ("ko", "둘 이상")])
def test_an_overloaded_name_is_answered_with_the_names_that_tell_them_apart(
    source: str, grader: Grader, lang: str, word: str
) -> None:
    run = ["--grid", "1", "--block", "1", "--arg", "f32[1]=zeros", "--define", "PAD=0", "--lang", lang]
    done = grader("profile", source, "--kernel", "over", *run)
    assert done.status == 2
    assert word in done.err
    assert {"_Z4overPf", "_Z4overPi"} <= set(done.err.replace(",", " ").split())
    assert grader("profile", source, "--kernel", "_Z4overPf", *run).status == 0


def test_a_compile_error_comes_with_what_it_usually_means(source: str, grader: Grader) -> None:
    Path(source).write_text('extern "C" __global__ void k(float* x) { __syncthread(); }\n', "utf-8")
    done = grader("profile", source, "--kernel", "k", "--grid", "1", "--block", "1", "--arg", "f32[1]=zeros")
    assert done.status == 1
    assert " ".join(done.out.split()).count("Did you mean `__syncthreads`?") == 1


BY_VALUE = """#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Axpy { float a; int n; unsigned long long far; };

__global__ void by_value(Axpy s, __half h, unsigned long long big, signed char c, __nv_bfloat16 b, const __half* x,
                         float* out)
{
    int t = threadIdx.x;
    if (t < s.n) out[t] = s.a * __half2float(x[t]) + __half2float(h) + __bfloat162float(b) + float(big >> 60) + c;
}
"""
VALUES = ["struct:f32:2,i32:3,u64:1", "f16:0.5", "u64:0xf000000000000000", "i8:-5", "bf16:0.25", "f16[4]=iota",
          "f32[4]=zeros"]  # fmt: skip


def test_structs_halves_and_wide_integers_are_passed_by_value(source: str, grader: Grader) -> None:
    arguments = [part for spec in VALUES for part in ("--arg", spec)]
    Path(source).write_text(BY_VALUE, "utf-8")
    launch = ["--kernel", "by_value", "--grid", "1", "--block", "4"]
    done = grader("profile", source, *launch, *arguments, "--save-outputs", "saved")
    assert done.status == 0, done.err
    assert np.load("saved/6.npy").tolist() == [10.75, 12.75, 14.75, 0.0]


@pytest.mark.parametrize(
    ("position", "spec", "words"),
    [
        (0, "struct:f32:2,i32:3", "struct[8], but this parameter takes one of: struct[16]"),
        (1, "f32:0.5", "takes one of: f16, bf16, struct[2]"),
        (2, "u32:1", "takes one of: array, null, texture, i64, u64"),
    ],
)
def test_what_is_passed_by_value_must_have_the_parameters_size(
    source: str, grader: Grader, position: int, spec: str, words: str
) -> None:
    Path(source).write_text(BY_VALUE, "utf-8")
    specs = [*VALUES[:position], spec, *VALUES[position + 1 :]]
    arguments = [part for each in specs for part in ("--arg", each)]
    done = grader("profile", source, "--kernel", "by_value", "--grid", "1", "--block", "4", *arguments)
    assert done.status == 2
    assert words in " ".join(done.err.split())


@pytest.mark.parametrize(
    ("specs", "word"),
    [
        (["f32[1024]=zeros"], "takes 2 arguments"),
        (["f32[1024]=zeros"] * 3, "takes 2 arguments"),
        (["f32[1024]=zeros", "f32:1"], "argument 1"),
        (["i32:1", "f32[1024]=zeros"], "argument 0"),
    ],
)
def test_arguments_must_fit_the_parameters(source: str, grader: Grader, specs: list[str], word: str) -> None:
    arguments = [part for spec in specs for part in ("--arg", spec)]
    run = ["--kernel", "transpose", "--grid", "1", "--block", "32,32", "--define", "PAD=0"]
    done = grader("profile", source, *run, *arguments)
    assert done.status == 2
    assert word in done.err


def test_both_backends_stand_under_their_names_and_the_missing_one_says_why(source: str, grader: Grader) -> None:
    done = grader("profile", source, *TRANSPOSE, "--define", "PAD=0", "--backend", "both", "--json", "-")
    assert done.status == 2
    assert list(done.json) == ["emulated", "cuda"]
    assert done.json["emulated"]["totals"]["shared"]["wavefronts"] == 1056
    assert done.json["cuda"]["error"]["kind"] == "no_gpu_backend"


class FakeGpu(InProcess):
    """A GPU on which every element comes out a thousand larger; `stops` is raised by the method of this name."""

    stops: tuple[str, Exception] | None = None

    def facts(self) -> tuple[GpuFacts, str]:
        self._asked("facts")
        return GpuFacts("NVIDIA H200", (9, 0), 132, 50 << 20, 141 << 30, 227 << 10, 13000, "14.2.0"), "sm_90"

    def launch(self, request: LaunchRequest) -> LaunchResult:
        self._asked("launch")
        result = super().launch(request)
        return replace(result, outputs={at: values + 1000 for at, values in result.outputs.items()})

    def sanitize(self, requests: Sequence[LaunchRequest], tools: Sequence[str], seconds: float = 60) -> Sanitized:
        self._asked("sanitize")
        return Sanitized((), (), {})

    def count(self, request: LaunchRequest) -> tuple[Counts, LaunchResult]:
        self._asked("count")
        return Counts((), (), 0, 0, 50.0, 16, 0), self.launch(request)

    def _asked(self, what: str) -> None:
        if self.stops is not None and self.stops[0] == what:
            raise self.stops[1]


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> FakeGpu:
    """The GPU of this machine."""
    there = FakeGpu()
    monkeypatch.setattr(InProcess, "open_gpu", lambda: there, raising=False)
    return there


BOTH = [*TRANSPOSE, "--define", "PAD=0", "--backend", "both"]
TRANSPOSED = np.arange(1024, dtype=np.float32).reshape(32, 32).T


def test_both_backends_save_their_outputs_under_their_names(source: str, grader: Grader, gpu: FakeGpu) -> None:
    assert grader("profile", source, *BOTH, "--save-outputs", "out").status == 0
    saved = {path.name: np.load(path) for path in Path("out").iterdir()}
    assert sorted(saved) == ["0.npy", "1.npy", "cuda_0.npy", "cuda_1.npy"]
    assert np.array_equal(saved["1.npy"], TRANSPOSED)
    assert np.array_equal(saved["cuda_1.npy"], TRANSPOSED + 1000)


@pytest.mark.parametrize(("backend", "added"), [("emulated", 0), ("cuda", 1000)])
def test_one_backend_saves_its_outputs_under_their_positions(
    source: str, grader: Grader, gpu: FakeGpu, backend: str, added: int
) -> None:
    assert grader("profile", source, *BOTH, "--backend", backend, "--save-outputs", "out").status == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["0.npy", "1.npy"]
    assert np.array_equal(np.load("out/1.npy"), TRANSPOSED + added)


def test_without_a_gpu_only_the_emulators_outputs_are_saved(source: str, grader: Grader) -> None:
    assert grader("profile", source, *BOTH, "--save-outputs", "out").status == 2
    assert sorted(path.name for path in Path("out").iterdir()) == ["0.npy", "1.npy"]


def test_outputs_that_cannot_be_saved_do_not_hide_that_there_is_no_gpu(source: str, grader: Grader) -> None:
    done = grader("profile", source, *BOTH, "--save-outputs", source, "--json", "-")
    assert done.json["emulated"]["error"]["kind"] == "unwritable_file"
    assert done.json["cuda"]["error"]["kind"] == "no_gpu_backend"


@pytest.mark.parametrize(
    ("method", "reason", "kind", "told"),
    [
        ("facts", Unavailable("old_driver", "CUDA 12.4"), "no_gpu_backend", "CUDA 12.4"),
        ("facts", UnknownArchitecture("no sm_130"), "bad_argument", "no sm_130"),
        ("launch", ToolchainError("the driver refuses"), "toolchain", "the driver refuses"),
        ("count", RuntimeError("nobody foresaw"), "internal_error", "nobody foresaw"),
    ],
)
@pytest.mark.parametrize("outputs", [[], ["--save-outputs", "out"]])
def test_what_the_emulator_measured_is_told_whatever_becomes_of_the_gpu(
    source: str, grader: Grader, gpu: FakeGpu, method: str, reason: Exception, kind: str, told: str, outputs: list[str]
) -> None:
    gpu.stops = (method, reason)
    done = grader("profile", source, *BOTH, *outputs, "--json", "out.json")
    document = json.loads(Path("out.json").read_text("utf-8"))
    assert done.status == 2
    assert list(document) == ["emulated", "cuda"]
    assert document["emulated"]["totals"]["shared"]["wavefronts"] == 1056
    assert "error" not in document["emulated"]
    assert document["cuda"]["error"]["kind"] == kind
    assert "1,056" in done.out and told in done.out


@pytest.mark.parametrize(("method", "launched"), [("launch", False), ("sanitize", True), ("count", True)])
def test_a_gpu_process_that_ends_is_not_the_kernels_doing_and_takes_nothing_away(
    source: str, grader: Grader, gpu: FakeGpu, method: str, launched: bool
) -> None:
    gpu.stops = (method, Crashed("SIGSEGV"))
    done = grader("profile", source, *BOTH, "--backend", "cuda", "--save-outputs", "out", "--json", "-")
    assert done.status == 2
    assert done.json["error"]["kind"] == "gpu_stopped" and "SIGSEGV" in done.json["error"]["message"]
    assert done.json["resources"]["registers"] > 0
    assert Path("out/1.npy").exists() is launched


def test_a_source_that_eats_the_compilers_memory_is_the_sources_doing(
    source: str, grader: Grader, gpu: FakeGpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    def eats(*_: object, **__: object) -> None:
        raise MemoryExceeded("700 MB")

    monkeypatch.setattr(FakeGpu, "compile", eats)
    assert grader("profile", source, *BOTH, "--backend", "cuda").status == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00\x01" * 99, bytes(range(256)) * 9])
def test_a_file_that_is_no_source_is_status_one(source: str, grader: Grader, content: bytes) -> None:
    Path("junk.cu").write_bytes(content)
    done = grader("profile", "junk.cu", *TRANSPOSE, "--json", "-")
    assert done.status == 1
    assert done.json["error"]["kind"] == "compile_error"


def test_a_missing_file_is_status_two(source: str, grader: Grader) -> None:
    done = grader("profile", "nowhere.cu", *TRANSPOSE, "--json", "-")
    assert done.status == 2
    assert done.json["error"]["kind"] == "unreadable_file"


def test_a_kernel_that_the_emulator_cannot_run_was_not_measured(source: str, grader: Grader) -> None:
    text = """extern "C" __global__ void k(float* out)
{
    float x;
    asm volatile("tex.1d.v4.f32.s32 {%0, %0, %0, %0}, [%1, {%2}];" : "=f"(x) : "l"(out), "r"(1));
    out[threadIdx.x] = x;
}
"""
    Path(source).write_text(text, "utf-8")
    run = grader("profile", source, "--kernel", "k", "--grid", "2", "--block", "32",
                 "--arg", "f32[256]=zeros", "--json", "-")  # fmt: skip
    assert run.status == 2  # nobody's fault but the emulator's
    unmeasured = {name: run.json[name] for name in ("totals", "lines", "hazards", "faults")}
    assert set(unmeasured.values()) == {None}
    assert run.json["resources"]["registers"] > 0
    assert run.json["error"]["kind"] == "unsupported"
    assert run.json["error"]["message"].startswith("line ")
