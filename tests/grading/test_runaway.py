"""Loops without an end and loops that step by 1: given up early, and told with their line and their rounds."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from grader.checks.base import CaseRun
from grader.checks.fault_words import fault_sentence
from grader.course.catalog import Exercise, open_course
from grader.grading.cases import run_cases
from grader.grading.opening import problem_cases
from grader.grading.runaway import _variable
from grader.launch import Argument, Fault, LaunchRequest, LaunchResult
from grader.simt import emulator
from grader.simt.limits import Limits
from grader.toolchain import compile_source

COURSE = open_course(Path(__file__).resolve().parents[2], problem_cases())
LOOP = "for (int i = first; i < n; i += threads)"


def exercise(name: str) -> Exercise:
    return COURSE.resolve(name)[0]


def run_all(of: Exercise, source: str) -> list[CaseRun]:
    kernel = emulator.load(compile_source(source), of.spec.kernel)

    def launch(request: LaunchRequest) -> LaunchResult:
        return emulator.launch(kernel, request, Limits(seconds=30))

    return list(run_cases(of.spec, launch, source=source))


@cache
def saxpy(loop: str) -> tuple[list[CaseRun], int]:
    """What became of the cases with another loop, and the line of the loop."""
    of = exercise("00/grid_stride_saxpy")
    source = of.solution_path.read_text("utf-8")
    assert LOOP in source
    line = source[: source.index(LOOP)].count("\n") + 1
    return run_all(of, source.replace(LOOP, loop)), line


def stopped(runs: Sequence[CaseRun]) -> tuple[CaseRun, Fault]:
    """The case that stopped the others, and its fault."""
    faulty = [run for run in runs if run.result is not None and run.result.faults]
    assert len(faulty) == 1 and faulty[0].result is not None
    assert all(run.result is None for run in runs[runs.index(faulty[0]) + 1 :])  # skipped
    return faulty[0], faulty[0].result.faults[0]


BY_ONE = {
    "i++": LOOP.replace("i += threads", "i++"),
    "++i": LOOP.replace("i += threads", "++i"),
    "i += 1": LOOP.replace("i += threads", "i += 1"),
    "i = i + 1": LOOP.replace("i += threads", "i = i + 1"),
    "on several lines": "for (int i = first;  // where it begins\n         i < n;\n         ++i)",
    "begun before": "int i = first;\n    for (; i < n; i++)",
    "while": "int i = first;\n    while (i < n) {\n        UPDATE\n        i++;\n    }",
    "do": "int i = first;\n    if (i < n) do {\n        UPDATE\n        ++i;\n    } while (i < n);",
}
UPDATE = "\n        y[i] = a * x[i] + y[i];"


@pytest.mark.parametrize(
    "step", [pytest.param(step, marks=[] if step in ("i++", "while") else [pytest.mark.slow]) for step in BY_ONE]
)
def test_a_loop_that_steps_by_one_is_named_after_the_first_case_it_spoils(step: str) -> None:
    of = exercise("00/grid_stride_saxpy")
    source = of.solution_path.read_text("utf-8")
    assert f"{LOOP}{UPDATE}" in source
    written = BY_ONE[step].replace("UPDATE", UPDATE.strip()) + ("" if "UPDATE" in BY_ONE[step] else UPDATE)
    run, fault = stopped(run_all(of, source.replace(f"{LOOP}{UPDATE}", written)))
    first = source[: source.index(LOOP)].count("\n") + 1
    assert fault.line is not None and run.case.dimensions() == {"n": 256}
    assert first <= fault.line <= first + written.count("\n")
    rounds = sum(256 - start for start in range(256))
    assert (fault.details["rounds"], fault.details["variable"]) == (rounds, "i")
    for lang, said in (("en", "`i` steps by 1"), ("ko", "`i`가 1씩")):
        sentence = fault_sentence(fault, run, lang)
        assert said in sentence and f"{rounds:,}" in sentence and str(fault.line) in sentence


def test_a_loop_without_a_step_is_given_up_in_the_smallest_case_that_enters_it() -> None:
    runs, line = saxpy(LOOP.replace("i += threads", ""))
    run, fault = stopped(runs)
    assert run.case.dimensions() == {"n": 1} and fault.line == line
    assert run.result is not None and run.result.thread_instructions is not None
    assert run.result.thread_instructions < 100_000  # a second of work, not all that there is time for
    rounds = fault.details["rounds"]
    assert isinstance(rounds, int) and rounds > 1000
    assert re.search(rf"{line}.*{rounds:,}", fault_sentence(fault, run, "en"))


def test_of_loops_within_loops_the_one_that_is_not_left_is_named() -> None:
    runs, line = saxpy("for (int i = first; i < n;) for (int k = 0; k < 9; ++k)")
    assert stopped(runs)[1].line == line
    source = """extern "C" __global__ void k(int* out, int n) {
        for (int i = 0; out[0] >= 0; i += n)
            for (int j = 0; j < 100; ++j)
                out[1] += out[2] ^ j;
    }"""
    arguments = (Argument("out", np.zeros(4, np.int32)), Argument("n", np.int32(1)))
    request = LaunchRequest("k", (1, 1, 1), (32, 1, 1), arguments, allowance=200_000)
    result = emulator.launch(emulator.load(compile_source(source), "k"), request)
    assert [(fault.kind, fault.line) for fault in result.faults] == [("no_forward_progress", 2)]


def test_a_serial_loop_of_one_thread_and_a_wrong_factor_are_nothing_to_do_with_it() -> None:
    runs, _ = saxpy(LOOP)
    assert all(run.result is not None and not run.result.faults for run in runs)
    of = exercise("00/grid_stride_saxpy")
    wrong = of.solution_path.read_text("utf-8").replace("a * x[i]", "x[i]")
    assert all(run.result is not None and not run.result.faults for run in run_all(of, wrong))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["07/conflict_free_fragments", "08/sgemm_double_buffered", "11/strided_reads"])
def test_the_solutions_that_need_most_are_far_from_being_given_up(name: str) -> None:
    of = exercise(name)
    kernel = emulator.load(compile_source(of.solution_path.read_text("utf-8")), of.spec.kernel)

    def with_an_eighth(request: LaunchRequest) -> LaunchResult:
        return emulator.launch(kernel, replace(request, allowance=request.allowance // 8))

    for run in run_cases(of.spec, with_an_eighth):
        assert run.result is not None and run.result.faults == ()


@pytest.mark.parametrize("text", ["for (a = ", "while (a < ", "do { a = ", "for (a", "while (i < 1) {} ", "i = "])
def test_no_text_makes_the_search_for_the_variable_long(text: str) -> None:
    begun = time.process_time()
    assert _variable("int i = n; while (i < n) { }" + text * 20_000, 1) == {}
    assert time.process_time() - begun < 5
