"""Pages of kernels that ran in the emulator, in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from grader.grading.history import Attempt, Speed
from grader.launch import Argument, LaunchRequest, LaunchResult
from grader.report.page.model import Launched, Page, page_of
from grader.report.page.rendering import page_html
from grader.report.page.speed import Step
from grader.report.page.translated import Translated
from grader.report.page.view import Heading, view_of
from grader.simt import emulator
from grader.toolchain import Program, compile_source
from grader.verdicts import CheckResult, LineNote, Report, Status, Timed

ROOT = Path(__file__).resolve().parents[3]
WRONG = ROOT / "tests/submissions/06_shared_memory_tiling/transpose_tiled/wrong"
HEADING = Heading(Translated(en="Course", ko="강좌"), Translated(en="A kernel", ko="커널 하나"),
                  Translated(en="lesson.en.md", ko="lesson.ko.md"), "exercises/k.cu")  # fmt: skip

# A line of every way in which memory is accessed, of which some cost more than they have to.
EVERY_ACCESS = """#include <cuda_pipeline.h>
extern "C" __global__ void k(const float* in, float* out, int* count)
{
    __shared__ float tile[32 * 33];
    __shared__ int tally[4];
    __shared__ float4 wide[64];
    __shared__ float4 whole[64];
    int t = threadIdx.x;
    if (t < 4) tally[t] = 0;
    __pipeline_memcpy_async(&wide[t].x, in + 4 * t, 4);
    __pipeline_memcpy_async(&whole[t], in + 4 * t, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    tile[(t % 32) * 32 + t / 32] = in[t * 8];
    __syncthreads();
    float got = tile[t] + wide[t].x + whole[t].y;
    atomicAdd(&tally[t % 4], 1);
    atomicAdd(&count[t % 2], 1);
    out[t * 3] = got;
    unsigned char* bytes = (unsigned char*)(out + 512);
    bytes[t * 2] = t;
    __syncthreads();
    if (t < 4) count[4 + t] = tally[t];
}
"""

# Tiles loaded by ldmatrix, a product in PTX, and one by wmma.
TENSOR = """#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void k(const float* in, float* out, int* count)
{
    __shared__ __align__(16) half tile[16 * 16];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) tile[i] = __float2half(in[i]);
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(tile + threadIdx.x % 16 * 16 + threadIdx.x % 32 / 16 * 8);
    unsigned a[4], b[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(b[0]), "=r"(b[1]) : "r"(at));
    float c[4] = {};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};" : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = c[i];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, tile, 16);
    wmma::load_matrix_sync(fb, tile, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(out + 512, fc, 16, wmma::mem_row_major);
}
"""


@cache
def ran(source: str, kernel: str = "k", block: int = 64, grid: int = 1) -> tuple[Program, LaunchResult]:
    """A kernel of (in, out, count), sampled."""
    arguments = (Argument("in", np.arange(1024, dtype=np.float32)), Argument("out", np.zeros(1024, np.float32)),
                 Argument("count", np.zeros(64, np.int32)))  # fmt: skip
    program = compile_source(source)
    request = LaunchRequest(kernel, (grid, 1, 1), (block, 1, 1), arguments, sampled=True)
    return program, emulator.launch(emulator.load(program, kernel), request)


def report_of(source: str, result: LaunchResult | None, words: str = "", **more: object) -> Report:
    """A report that says `words` wherever a text of a student could come in."""
    checks = (
        CheckResult("compiles", Status.PASS, "emulated", 0),
        CheckResult("correctness", Status.FAIL, "emulated", 60, 0.0, 3, 4, 1, words or "wanted", words or "happened",
                    (LineNote(2, words or "this line"),), read=words or "Section"),
        CheckResult("speed", Status.NOT_RUN, "", 40, message=words or "no GPU", judgeable_here=False),
    )  # fmt: skip
    return Report("01_module/k", "0" * 64, words or "emulated sm_90", words or "NVRTC", checks, "0", source=source,
                  accesses=() if result is None else result.accesses, printed=words, **more)  # type: ignore[arg-type]  # fmt: skip


def page(source: str = EVERY_ACCESS, words: str = "") -> Page:
    """The page of a kernel that ran."""
    program, result = ran(source)
    reports = {lang: report_of(source, result, words) for lang in ("en", "ko")}
    return page_of(reports, program, "k", Launched(words or "n=64", 64, 0, result), result.hazards)


def html_of(
    shown: Page, lang: str = "en", last: Attempt | None = None, heading: Heading = HEADING,
    starter: Attempt | None = None, steps: Sequence[Step] = (),
) -> str:  # fmt: skip
    """The page as a file has it."""
    return page_html(view_of(shown, heading, last, starter, steps), lang)


# As an H200 has it: 132 multiprocessors of 128 lanes at 1980 MHz, 6144 bits twice a cycle at 3201 MHz.
TIMED = Timed("NVIDIA H200", "M=4096, N=4096, K=4096", 2 * 4096**3, 12 * 4096**2, 16.9, "reference", 15.2,
              "cublas_sgemm", 2.69, 66.9e12, 4.917e12)  # fmt: skip
STEPS = (
    Step("00_a/naive", Translated(en="Naive", ko="나이브"),
         Speed(gpu=TIMED.gpu, case=TIMED.case, ms=25.4, beside_ms=2.7)),
    Step("01_module/k", Translated(en="Tiled", ko="타일링")),
    Step("02_b/blocked", Translated(en="Blocked", ko="블로킹")),
)


def timed_page(timed: Timed = TIMED) -> Page:
    """The same page after a contest on a GPU."""
    shown = page()
    return replace(shown, reports={lang: replace(one, timed=timed) for lang, one in shown.reports.items()})


def attempt(source: str, words: Mapping[str, object] | None = None) -> Attempt:
    """What a source that ran came to."""
    from grader.grading.history import attempt_of

    _, result = ran(source)
    return attempt_of(report_of(source, result))
