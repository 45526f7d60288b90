"""Wrong results and stopped launches, in words a student can act on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader.checks.base import CaseRun, Failure, FailureKind, Observations
from grader.checks.evaluate import evaluate
from grader.checks.fault_words import fault_sentence
from grader.checks.mismatch_words import fact_sentence, mistake_sentence
from grader.launch import Fault
from grader.problems import PROBLEMS
from grader.problems.base import Case, Mistake, Prepared
from grader.report.json_report import report_json
from grader.texts import messages
from grader.verdicts import CheckResult, Report, Status
from tests.checks.specimens import exercise, observed, overrun, program, run, solved
from tests.problems.diagnosing import said


def correctness(lang: str = "en", **of_first: Any) -> CheckResult:
    spec = exercise()
    return evaluate(spec, observed(spec, **of_first), lang)[1]


def test_all_cases_right() -> None:
    result = correctness()
    assert (result.status, result.measured, result.target, result.points) == (Status.PASS, 2, 2, 60)


def test_the_first_wrong_element_is_shown() -> None:
    result = correctness(wrong=2)
    assert result.status is Status.FAIL
    assert (result.measured, result.target) == (1, 2)
    assert result.message.startswith("Case M=32, N=32, K=32: 2 of 1,024 elements of C are wrong.")
    assert "row 0, column 0: expected " in result.message


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "The first is element 7: expected"), ("ko", "첫 번째는 7번 원소이며")]
)
def test_an_element_of_a_vector_is_told_by_its_number(lang: str, told: str) -> None:
    family = PROBLEMS["copy"]
    prepared = family.arguments(family.case_model(n=33), np.random.default_rng(3))
    outputs = solved(prepared)
    outputs[1][7] += 0.5
    message = said(family.judge(prepared, outputs), lang)
    assert told in message and "row" not in message and "행" not in message


@pytest.mark.parametrize(("lang", "told"), [("en", "(never written)"), ("ko", "(아무도 쓰지 않은 값)")])
def test_an_integer_that_nobody_wrote_is_no_result(lang: str, told: str) -> None:
    family = PROBLEMS["warp_and_lane"]
    prepared = family.arguments(family.case_model(n=64, grid=[1], block=[64]), np.random.default_rng(3))
    outputs = solved(prepared)
    before = prepared.arguments[0].value
    assert isinstance(before, np.ndarray)
    outputs[0][7] = before[7]
    assert f"2141562277{' ' if lang == 'en' else ''}{told}" in said(family.judge(prepared, outputs), lang)


@pytest.mark.parametrize(("lang", "told"), [("en", "the first is element 7: it was"), ("ko", "첫 번째는 7번 원소이며")])
def test_so_is_one_of_an_input(lang: str, told: str) -> None:
    family = PROBLEMS["copy"]
    prepared = family.arguments(family.case_model(n=33), np.random.default_rng(3))
    outputs = solved(prepared)
    outputs[0][7] += 0.5
    assert told in said(family.judge(prepared, outputs), lang)


def test_an_access_out_of_bounds_names_line_block_thread_buffer_and_element() -> None:
    result = correctness(faults=(overrun(offset=4096),))
    assert result.message == (
        "Case M=32, N=32, K=32: line 9, block (0, 0, 0), thread (3, 0, 0): load of 4 bytes outside A: "
        "index 1,024, but the indices of A go from 0 to 1,023. Guard the access, or look at the index."
    )
    assert [(note.line, note.message in result.message) for note in result.lines] == [(9, True)]


def test_an_access_out_of_bounds_of_another_memory_counts_in_bytes() -> None:
    assert "byte 60, but it has 60 bytes" in correctness(faults=(overrun(buffer="tile_a"),)).message


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    "kind",
    [
        "out_of_bounds",
        "not_constant",
        "constant_written",
        "misaligned",
        "null_pointer",
        "trap",
        "assert",
        "no_forward_progress",
        "mbarrier_overrun",
        "stack_overflow",
        "launch_configuration",
        "something_new",
    ],
)
def test_every_fault_fails_correctness_with_a_sentence(kind: str, lang: str) -> None:
    result = correctness(lang, faults=(overrun(kind),))
    assert result.status is Status.FAIL
    assert "{" not in result.message
    assert "9" in result.message


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_fault_that_knows_nothing_still_makes_a_sentence(lang: str) -> None:
    result = correctness(lang, faults=(Fault("out_of_bounds", None, None, None, "somewhere outside"),))
    assert "somewhere outside" in result.message
    assert result.lines == ()


LOOP = {"rounds": 10**9, "elements": 32, "threads": 64}


@pytest.mark.parametrize("details", [{}, LOOP, LOOP | {"variable": "i"}, {"waiting": [[4, 32, "barrier"]]}], ids=len)
def test_a_kernel_that_does_not_end_is_known_whatever_is_said_of_it(details: dict[str, Any]) -> None:
    result = correctness(faults=(replace(overrun("no_forward_progress"), details=details),))
    assert result.endless and report_json(Report("", "", "", "", (result,), ""))["checks"][0]["endless"] is True
    ended = correctness(faults=(overrun(),))
    assert not ended.endless and "endless" not in report_json(Report("", "", "", "", (ended,), ""))["checks"][0]


def test_so_is_one_that_was_stopped_from_outside() -> None:
    stopped = (Failure(kind, "10 s") for kind in (FailureKind.TIMED_OUT, FailureKind.MEMORY))
    assert [correctness(failure=failure).endless for failure in stopped] == [True, False]


def test_a_real_fault_counts_more_than_an_unsupported_construct() -> None:
    assert correctness(faults=(overrun("unsupported"), overrun())).status is Status.FAIL


def graded(cases: list[dict[str, Any]], *results: Callable[[Run], Any]) -> CheckResult:
    """The verdict on sgemm where C becomes what one of `results` makes of each case."""
    spec = exercise(cases=cases)
    runs = []
    for index, made in enumerate(results):
        one = run(spec, index)
        assert one.result is not None and one.prepared is not None
        one.result.outputs[2][one.prepared.regions[0].index] = made(Run(one.case, one.prepared)).astype(np.float32)
        runs.append(one)
    return evaluate(spec, Observations(program(), tuple(runs)), "en")[1]


class Run:
    """One case of sgemm without padding: its operands."""

    def __init__(self, case: Any, prepared: Prepared) -> None:
        self.alpha, self.beta = case.alpha, case.beta
        a, b, c = (buffer.original.astype(np.float64) for buffer in prepared.buffers)
        self.ab = a.reshape(case.M, case.lda)[:, : case.K] @ b.reshape(case.K, case.N)
        self.c = c.reshape(case.M, case.N)


def right(of: Run) -> Any:
    return of.alpha * of.ab + of.beta * of.c


def without_beta(of: Run) -> Any:
    return of.alpha * of.ab


def without_alpha(of: Run) -> Any:
    return of.ab + of.beta * of.c


FLAT, SQUARE, ONE, EMPTY = (
    {"M": m, "N": n, "K": k, "alpha": 1.5, "beta": -0.5} for m, n, k in ((20, 40, 9), (48, 48, 8), (1, 1, 1), (9, 7, 0))
)


def test_a_mistake_that_explains_every_case_is_told_of_the_most_telling_one() -> None:
    result = graded([ONE, EMPTY, SQUARE, FLAT], *[without_beta] * 4)
    assert result.message.startswith("Case M=20, N=40, K=9, alpha=1.5, beta=-0.5: 800 of 800 elements of C are wrong.")
    assert "The term beta * C is missing. All 4 cases are wrong." in result.message
    assert result.explained is not None
    assert (result.explained.index, result.explained.mistake) == (3, "beta_ignored")


def test_a_mistake_that_one_wrong_case_contradicts_is_not_told() -> None:
    result = graded([FLAT, SQUARE], without_beta, without_alpha)
    assert result.explained is not None and result.explained.mistake == ""
    assert "missing" not in result.message


def test_a_mistake_that_would_have_shown_in_a_case_that_is_right_is_not_told() -> None:
    result = graded([FLAT, SQUARE], without_beta, right)
    assert result.explained is not None and result.explained.mistake == ""
    assert result.message.endswith("The other cases are right (1).")


def test_a_mistake_of_which_a_right_case_knows_nothing_is_told() -> None:
    result = graded([FLAT, SQUARE | {"beta": 0.0}], without_beta, right)
    assert result.explained is not None and result.explained.mistake == "beta_ignored"


def test_the_other_wrong_cases_are_named_and_those_that_are_right() -> None:
    message = graded([FLAT, SQUARE, ONE], without_beta, without_beta, lambda of: right(of)).message
    wrong, right_one = "M=48, N=48, K=8, alpha=1.5, beta=-0.5", "M=1, N=1, K=1, alpha=1.5, beta=-0.5"
    assert message.endswith(f"Wrong in 2 of 3 cases, the others are {wrong}; right: {right_one}.")


def test_a_single_wrong_element_is_no_proof_of_anything() -> None:
    result = graded([ONE], without_beta)
    assert result.explained is not None and result.explained.mistake == ""


def test_the_first_wrong_element_is_worked_out_from_its_inputs() -> None:
    result = graded([FLAT], without_beta)
    assert result.explained is not None
    symbols, numbers, total, got = result.explained.working
    assert symbols == "C[0][0] = 1.5 * (A[0][0]*B[0][0] + ... + A[0][8]*B[8][0]) + (-0.5) * C[0][0]"
    terms = numbers.replace("...", "0").strip().removeprefix("= ")
    assert terms.startswith("1.5 * (") and total.strip().startswith("= ") and got.strip().startswith("your kernel left")


def test_a_map_shows_where_the_wrong_elements_lie() -> None:
    def with_a_hole(of: Run) -> Any:
        result = right(of)
        result[16:20, 8:16] += 1
        return result

    result = graded([FLAT], with_a_hole)
    assert result.explained is not None and result.explained.map is not None
    shown = result.explained.map
    assert (shown.rows, shown.cols, shown.cell) == (20, 40, (2, 4))
    assert {(r, c) for r, row in enumerate(shown.wrong) for c, share in enumerate(row) if share} == {
        (8, 2), (8, 3), (9, 2), (9, 3),
    }  # fmt: skip
    assert "rows 16 to 19 and columns 8 to 15; all others are right" in result.message


@pytest.mark.parametrize(("text", "named"), [
    ("__shfl_down_sync(1, x, 1);", "shuffle"), ('asm("mov.f32 %0, %0;" : "=f"(x));', "`+f`"), ("x = y;", ""),
])  # fmt: skip
def test_what_else_makes_a_nan_is_named_where_the_kernel_has_it(text: str, named: str) -> None:
    sentence = fact_sentence(Mistake("nan", (("count", 3),)), text, "en")
    assert [word for word in ("shuffle", "`+f`") if word in sentence] == ([named] if named else [])


@pytest.mark.parametrize(("text", "named"), [
    ("wmma::load_matrix_sync(a, tile, 17);", "leading dimension"), ('asm("ldmatrix.sync.aligned");', "ldmatrix"),
    ("float4 x = *p;", "float4"),
])  # fmt: skip
def test_a_misaligned_access_is_told_the_rule_of_its_instruction(text: str, named: str) -> None:
    sentence = fault_sentence(overrun("misaligned", width=16), CaseRun(0, Case()), "en", f"{chr(10) * 8}{text}")
    assert [word for word in ("leading dimension", "ldmatrix", "float4") if word in sentence] == [named]


_EXAMPLES: dict[str, object] = {
    "apart": 4, "arrived": 1, "axis": "y", "barrier": 16, "bottom": 7, "by": 1, "came": 16, "chunk": 16, "cols": 33,
    "count": 3, "distance": -1, "every": 32, "expected": 256, "factor": 2.0, "first": 1, "group": 8,
    "instruction": "mma", "kept": 7, "kind": 2, "last": 7, "leading": "lda", "left": 1, "line": 17, "name": "A",
    "one": "x", "other": "y", "right": 4, "rows": 65, "size": 128, "step": "gridDim.x", "steps": 3, "taken": "K",
    "tile": 16, "times": 2, "top": 2, "total": 9, "used": "x", "variable": "tile", "wide": 8, "width": 4,
}  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("key", [key for key in messages("mistakes", "en") if key.count(".") == 2])
def test_every_mistake_and_every_fact_has_a_sentence(key: str, lang: str) -> None:
    _, kind, name = key.split(".")
    of = Mistake(name, tuple(_EXAMPLES.items()))
    sentence = mistake_sentence(of, lang) if kind == "mistake" else fact_sentence(of, "", lang)
    assert sentence.endswith((".", "?"))
    assert "{" not in sentence


def test_an_access_beyond_shared_memory_names_the_array_whose_end_it_passes() -> None:
    message = correctness(faults=(overrun(space="shared", buffer="", neighbour="tile_b", beyond=8),)).message
    assert "outside shared memory: 8 bytes past the end of tile_b" in message


def test_a_wrapped_index_into_shared_memory_is_not_told_as_a_distance() -> None:
    wrapped = overrun(space="shared", buffer="", offset=2**34 - 64, neighbour="tile_b", beyond=2**34 - 2112)
    message = correctness(faults=(wrapped,)).message
    assert "far from all of them" in message


def test_memory_without_a_name_is_called_by_its_space() -> None:
    message = correctness(faults=(overrun(space="shared", buffer=""),)).message
    assert "outside shared memory: byte 60" in message
