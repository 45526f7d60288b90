"""The compiler's terse messages come with what they usually mean: on what NVRTC says today, in both languages."""

from __future__ import annotations

import pytest

from grader.checks.base import Observations
from grader.checks.compiler_hints import hint
from grader.checks.evaluate import evaluate
from grader.toolchain import compile_source
from grader.toolchain.program import CompileError, Diagnostic
from tests.checks.specimens import exercise

MISTAKES = [
    ("float x = 1", ";"),
    ("for (int i = 0; i < 3; ++i { }", "`)`"),
    ("float y = A[0", "`]`"),
    ("if (n) {", "`}`"),
    ("else { }", "{"),
    ("x = n;", "declared"),
    ("__syncthread();", "`__syncthreads`"),
    ("A[0] = threadidx.x;", "`threadIdx`"),
    ("int n = 3;", "`n`"),
    ("in[0] = 1;", "const"),
    ("A[0][1] = 1;", "dimensions"),
    ("A[0.5f] = 1;", "int"),
    ("__shared__ float s[n];", "constexpr"),
    ("float v[0];", "zero"),
    ("__shared__ float s[4] = {0};", "threads"),
    ('asm("add.f32 %0, %0, %1" : "+f"(A[0]) : "f"(in[0]));', "`;`"),
    ('asm("add.f32 %0 %0, %1;" : "+f"(A[0]) : "f"(in[0]));', "commas"),
    ('asm("add.f32 %1, %1, %2;" : "+f"(A[0]) : "f"(in[0]));', "%0, %1"),
    ('asm("add.f32 %0, %1;" : "+f"(A[0]) : "f"(in[0]));', "Count"),
    ('asm("add.f32 %0, %0, n;" : "+f"(A[0]));', "Names of variables"),
    ('asm volatile("mov.u32 %0, %%lane_id;" : "=r"(n));', "`%laneid`"),
    ('asm volatile("mov.u32 %0, %%who;" : "=r"(n));', "%who"),
    ('asm("mov.u32 n, %%laneid;");', "colon"),
    ("n = threadIdx_is_taken_away.x;", "threadIdx"),
    ('asm("add.f32 %0, %0, %1;" : "+f"(A[0]) : "r"(in[0]));', "float"),
    ('asm("add.f32 %0, %0, %1;" : "f"(A[0]) : "f"(in[0]));', "`:`"),
    ('asm("add.f32 %0, %0, %1;" : "+f"(A[0]) : "=f"(in[0]));', "`:`"),
]


def error_of(statement: str) -> CompileError:
    source = f'extern "C" __global__ void sgemm_tiled(float* A, const float* in, int n)\n{{\n    {statement}\n}}\n'
    with pytest.raises(CompileError) as caught:
        compile_source(source)
    return caught.value


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(("statement", "part"), MISTAKES)
def test_a_common_mistake_is_put_in_plain_words(statement: str, part: str, lang: str) -> None:
    first = next(d for d in error_of(statement).diagnostics if d.severity == "error")
    sentence = hint(first, lang)
    assert sentence.endswith((".", "?"))
    if lang == "en" or part.startswith("`"):
        assert part in sentence


def test_a_message_that_nobody_foresaw_stands_alone() -> None:
    assert hint(Diagnostic("error", 'class "uint3" has no member "w"', "k.cu", 1), "en") == ""


def test_the_report_says_what_the_compiler_said_and_what_it_means() -> None:
    result = evaluate(exercise(), Observations(error_of("__syncthread();")), "en")[0]
    assert 'line 3: identifier "__syncthread" is undefined. Did you mean `__syncthreads`?' in result.message
    assert result.lines[0].message == 'identifier "__syncthread" is undefined. Did you mean `__syncthreads`?'
