"""A compilation that was begun ahead is the one that is asked for next, or nobody's."""

from __future__ import annotations

import pytest

from grader.sandbox.session import Session, TimedOut
from grader.toolchain.program import CompileError

KERNEL = 'extern "C" __global__ void k(int* a) { a[threadIdx.x] = N; }'


def test_what_was_begun_is_what_is_asked_for() -> None:
    with Session() as session:
        session.begin_compile(KERNEL, file="mine.cu", defines={"N": "3"})
        program = session.compile(KERNEL, file="mine.cu", defines={"N": "3"})
        assert program.file == "mine.cu" and "k" in program.kernels
        assert session.compile(KERNEL, file="other.cu", defines={"N": "4"}).file == "other.cu"


def test_another_source_is_compiled_as_if_nothing_had_been_begun() -> None:
    with Session() as session:
        session.begin_compile("no CUDA at all")
        assert "k" in session.compile(KERNEL, defines={"N": "3"}).kernels


def test_what_is_wrong_is_told_when_it_is_asked_for() -> None:
    with Session() as session:
        session.begin_compile(KERNEL)
        with pytest.raises(CompileError):
            session.compile(KERNEL)


def test_a_child_that_is_gone_is_no_hindrance() -> None:
    with Session() as session:
        session.end_child()
        session.begin_compile(KERNEL, defines={"N": "3"})
        assert "k" in session.compile(KERNEL, defines={"N": "3"}).kernels


def test_the_time_limit_counts_from_when_it_was_begun() -> None:
    with Session(time_limit=0.05) as session:
        session.begin_compile(KERNEL, defines={"N": "3"})
        with pytest.raises(TimedOut):
            session.compile(KERNEL, defines={"N": "3"})
