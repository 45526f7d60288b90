"""Which checks are judged, what they are worth, and how the command exits."""

from __future__ import annotations

import inspect
import re
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any

import pytest

import grader.checks
from grader.checks import base
from grader.checks.base import Check, Failure, FailureKind, Observations
from grader.checks.evaluate import CHECKS, evaluate, exit_status, measurements
from grader.checks.ordering import order_cases
from grader.course import check_specs, models
from grader.course.check_specs import CountSpec
from grader.course.models import CHECK_IDS, CHECK_SPECS
from grader.texts import LANGUAGES, known, say
from grader.toolchain.program import CompileError, Diagnostic
from grader.verdicts import CheckResult, Report, Status
from tests.checks.specimens import exercise, observed, overrun, program, race, row, run

ROOT = Path(__file__).resolve().parents[2]
ALL: dict[str, Any] = {
    "correctness": {"points": 40},
    "hazards": {"points": 10},
    "shared_wavefronts": {"points": 10, "at_most": 100},
    "global_sectors": {"points": 10, "at_most": 100},
    "resources": {"points": 10, "registers_at_most": 40},
    "machine_code": {"points": 10, "forbid": ["LDL"]},
    "speed": {"points": 10, "size": {"M": 4096, "N": 4096, "K": 4096}, "full": 0.9, "zero": 0.7},
}
COUNTED = (row(12, 90), row(20, 80, space="global"))
STRUCTURAL = ("shared_wavefronts", "global_sectors", "resources", "machine_code")


def judged(observations: Observations | None = None, lang: str = "en", **of_first: Any) -> dict[str, CheckResult]:
    spec = exercise(ALL)
    results = evaluate(spec, observations or observed(spec, **{"accesses": COUNTED} | of_first), lang)
    return {result.id: result for result in results}


def report(results: dict[str, CheckResult], error: tuple[str, str] | None = None) -> Report:
    return Report("x", "", "emulated", "", tuple(results.values()), "0", error=error)


@pytest.mark.parametrize("name", CHECKS)
def test_the_docstring_is_the_sentence_the_student_reads(name: str) -> None:
    assert say(f"checks.{name}.title", "en") == inspect.getdoc(CHECKS[name].judge)
    assert say(f"checks.{name}.title", "ko") != say(f"checks.{name}.title", "en")


def test_there_is_a_check_for_every_id_an_exercise_may_name() -> None:
    assert tuple(CHECKS) == ("compiles", *CHECK_IDS)
    assert [check.id for check in CHECKS.values()] == list(CHECKS)
    assert {name: check.spec for name, check in CHECKS.items() if name != "compiles"} == CHECK_SPECS


def test_every_file_that_holds_a_check_is_one_of_an_id() -> None:
    folder = Path(grader.checks.__file__).parent
    assert {path.stem for path in folder.glob("*.py") if "\nCHECK = " in path.read_text("utf-8")} == set(CHECKS)


def test_what_counts_accesses_of_a_memory_has_limits_of_counts() -> None:
    counting = {name for name, spec in CHECK_SPECS.items() if issubclass(spec, CountSpec)}
    assert {name for name, check in CHECKS.items() if check.space} < counting
    assert counting == {
        "shared_excess",
        "shared_wavefronts",
        "global_sectors",
        "constant_serialisation",
        "work",
        "barriers",
    }
    assert {name for name, check in CHECKS.items() if check.needs_gpu} == {"speed"}


def test_the_page_on_writing_a_check_names_what_there_is() -> None:
    section = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Write a check")[1].split("\n## ")[0]
    classes = set(re.findall(r"`(_?[A-Z][a-z]\w+)`", section))
    assert {"_CheckTable", "CountSpec", "Verdict"} <= classes
    assert all(any(hasattr(each, name) for each in (base, models, check_specs)) for name in classes)
    assert all((ROOT / path).exists() for path in re.findall(r"`([\w./]+/[\w.]*)`", section) if "name.py" not in path)
    call = re.search(r"CHECK = Check\(([^)]*)\)", section)
    required = [field.name for field in fields(Check) if field.default is MISSING]
    assert call and len(call[1].split(",")) == len(required)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CHECKS)
def test_documents_know_every_check(name: str, lang: str) -> None:
    """The table of the first page, and the sentence of each check."""
    ending = "" if lang == "en" else f".{lang}"
    (line,) = (line for line in (ROOT / f"README{ending}.md").read_text("utf-8").splitlines()
               if line.startswith("| `") and f"`{name}`" in line.split("|")[1])  # fmt: skip
    assert line.split("|")[2].strip()
    assert known(f"checks.{name}.title") and known(f"checks.{name}.pass")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_right_kernel_passes_everything_but_speed(lang: str) -> None:
    results = judged(lang=lang)
    assert {r.id for r in results.values() if r.status is Status.PASS} == set(CHECKS) - {
        "speed", "determinism", "stable", "forward_progress", "constant_serialisation", "shared_excess", "atomics",
        "async_copies",
        "divergence", "work", "barriers", "predictions", "occupancy",
    }  # fmt: skip
    whole = report(results)
    assert (whole.score, whole.max_score_here, whole.max_score) == (90, 90, 100)
    assert exit_status(whole) == 0


def test_compiles_is_worth_nothing() -> None:
    result = judged()["compiles"]
    assert (result.points, result.max_points) == (0, 0)


def test_speed_is_not_judged_without_a_gpu_and_says_so() -> None:
    result = judged()["speed"]
    assert (result.status, result.points, result.max_points) == (Status.NOT_RUN, None, 10)
    assert not result.judgeable_here
    assert "GPU" in result.message
    assert result.target == {"at_least": 0.9}


def test_nothing_else_is_judged_when_the_source_does_not_compile() -> None:
    error = CompileError((Diagnostic("error", 'expected a ";"', "kernel.cu", 7, 3),), "log")
    results = judged(Observations(error))
    compiles = results.pop("compiles")
    assert compiles.status is Status.FAIL
    assert "line 7" in compiles.message
    assert [note.line for note in compiles.lines] == [7]
    assert {(r.status, r.points) for r in results.values()} == {(Status.NOT_RUN, None)}
    assert {r.depends_on_failed for r in results.values() if r.judgeable_here} == {"compiles"}
    assert [r.id for r in results.values() if not r.judgeable_here] == ["speed"]
    assert exit_status(report({"compiles": compiles} | results)) == 1


def test_wrong_results_show_counts_without_points_and_hazards_all_the_same() -> None:
    results = judged(wrong=3, hazards=(race(),))
    assert results["correctness"].status is Status.FAIL
    assert results["correctness"].points == 0
    assert results["hazards"].status is Status.FAIL
    for name in STRUCTURAL:
        result = results[name]
        assert (result.status, result.points, result.max_points) == (Status.NOT_RUN, None, 10)
        assert result.depends_on_failed == "correctness"
    assert results["shared_wavefronts"].measured == 90
    assert results["global_sectors"].measured == 80
    assert exit_status(report(results)) == 1


def test_a_race_with_right_results_fails_hazards_alone() -> None:
    results = judged(hazards=(race(),))
    assert [r.id for r in results.values() if r.status is Status.FAIL] == ["hazards"]


def test_an_unsupported_construct_is_inconclusive_and_never_the_students_fault() -> None:
    results = judged(faults=(overrun("unsupported", construct="wmma"),))
    assert "wmma" in results["correctness"].message
    names = ("correctness", "hazards", "resources", "machine_code")
    assert {results[name].status for name in names} == {Status.INCONCLUSIVE}
    assert results["shared_wavefronts"].status is Status.NOT_RUN
    whole = report(results)
    assert (whole.score, whole.max_score_here) == (0, 90)
    assert exit_status(whole) == 2


def test_a_failing_check_names_the_lesson_section() -> None:
    assert judged(wrong=3)["correctness"].read == "On correctness"
    assert judged(wrong=3, lang="ko")["correctness"].read == "correctness 절"
    assert judged()["correctness"].read is None


def test_the_starter_is_shown_beside_what_was_measured() -> None:
    spec = exercise(ALL)
    starter = measurements(evaluate(spec, observed(spec, accesses=(row(12, 7),)), "en"))
    spec = replace(spec, starter=starter)
    results = evaluate(spec, observed(spec, accesses=COUNTED), "en")
    result = next(r for r in results if r.id == "shared_wavefronts")
    assert (result.starter, result.measured, result.target) == (7, 90, 100)


def test_cases_are_graded_smallest_first() -> None:
    spec = exercise()
    assert order_cases(spec.cases) == (1, 0)
    runs = (run(spec, 0, wrong=1), run(spec, 1, wrong=1))
    message = evaluate(spec, Observations(program(), runs), "en")[1].message
    assert message.startswith("Case M=5, N=7, K=3, beta=1: ")


@pytest.mark.parametrize("kind", [FailureKind.TIMED_OUT, FailureKind.MEMORY, FailureKind.CRASHED])
def test_a_case_that_comes_to_no_result_fails_correctness(kind: FailureKind) -> None:
    spec = exercise(ALL)
    runs = (run(spec, 1, failure=Failure(kind)), run(spec, 0, failure=Failure(FailureKind.SKIPPED)))
    results = judged(Observations(program(), runs))
    assert results["correctness"].status is Status.FAIL
    assert "M=5" in results["correctness"].message
    assert (results["hazards"].status, results["hazards"].depends_on_failed) == (
        Status.NOT_RUN,
        "correctness",
    )
    assert exit_status(report(results)) == 1


def test_cases_that_were_not_run_are_no_pass_and_no_fail() -> None:
    spec = exercise(ALL)
    results = judged(Observations(program(), (run(spec, 1),)))
    assert results["correctness"].status is Status.NOT_RUN
    assert exit_status(report(results)) == 2


def test_a_broken_grader_exits_2_even_beside_a_failing_check() -> None:
    assert exit_status(report(judged(wrong=1), error=("toolchain", "no compiler"))) == 2


def test_a_slow_kernel_alone_does_not_fail_the_command() -> None:
    results = judged()
    results["speed"] = replace(results["speed"], status=Status.FAIL, points=3.0)
    assert exit_status(report(results)) == 0


def test_an_inconclusive_count_alone_does_not_fail_the_command() -> None:
    results = judged(accesses=(row(12, 90, exact=False),))
    assert results["shared_wavefronts"].status is Status.INCONCLUSIVE
    assert exit_status(report(results)) == 0
