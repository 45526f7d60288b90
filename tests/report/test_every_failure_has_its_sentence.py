"""Whatever check fails: the terminal says why, in either view of a report and in either language."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from grader.checks.base import Observations
from grader.checks.evaluate import evaluate
from grader.course.catalog import open_course
from grader.course.composed import kernel_at
from grader.grading.grade import Devices
from grader.grading.opening import problem_cases
from grader.grading.submissions import grade_data
from grader.report.terminal import Heading, report_view, verdicts_view
from grader.toolchain import CompileError, compile_source
from grader.toolchain.objections import OBJECTIONS
from grader.toolchain.program import Diagnostic, Program
from grader.verdicts import Report, Status
from tests.cli.conftest import InProcess

COURSE = open_course(Path(__file__).resolve().parents[2], problem_cases())
(EXERCISE,) = COURSE.resolve("00/vector_add")
HEADING = Heading("Title", "mine.cu", "lesson.en.md")
SOURCE = "one line\nanother\n"


def broken(
    message: str, file: str = "mine.cu", line: int | None = 1, log: str = "log", key: str = ""
) -> CompileError:
    values = dict.fromkeys(OBJECTIONS.get(key, ()), "x1")
    return CompileError((Diagnostic("error", message, file, line, 1 if line else None, key, values),), log)


def _compiled(source: str) -> Program:
    return compile_source(source, file="mine.cu")


WAYS: dict[str, CompileError | Program] = {
    **{key: broken("", key=key) for key in OBJECTIONS},
    **{f"{key}, in no line": broken("", line=None, log="", key=key) for key in OBJECTIONS},
    "in a header": broken("", "cooperative_groups/details/info.h", 167, key="header_unknown"),
    "beyond the end": broken("expected a declaration", line=9_999),
    "in the compiler's words": broken('identifier "thredIdx" is undefined'),
    "without a diagnostic": CompileError((), "a log"),
    "of warnings alone": CompileError((Diagnostic("warning", "w", "mine.cu", 1, 1),), "log"),
    "no such kernel": _compiled('extern "C" __global__ void other(float* c) {}'),
    "too few parameters": _compiled('extern "C" __global__ void vector_add(float* c) {}'),
    "other parameters": _compiled(
        'extern "C" __global__ void vector_add(const float* a, const float* b, float* c, float n) {}'
    ),
}


def printed(view: RenderableType) -> str:
    console = Console(record=True, width=100, file=StringIO(), highlight=False, markup=False)
    console.print(view)
    return re.sub(r"\s+", "", console.export_text())


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("way", WAYS)
def test_a_failure_to_compile_says_why(way: str, lang: str) -> None:
    compiled = WAYS[way]
    checks = evaluate(EXERCISE.spec, Observations(compiled, file="mine.cu"), lang)
    (first,) = [check for check in checks if check.id == "compiles"]
    assert first.status is Status.FAIL and first.message.strip()
    report = Report(EXERCISE.id, "", "emulated", "", checks, "1", source=SOURCE)
    for view in (report_view(report, HEADING, lang, compiled.diagnostics), verdicts_view(report, HEADING, lang)):
        assert re.sub(r"\s+", "", first.message) in printed(view)


def kernels_by_check() -> dict[str, tuple[str, Path]]:
    """For each check that fails without a GPU: an exercise, and the shortest kernel of the course that it refuses."""
    found: dict[str, tuple[str, Path]] = {}
    for exercise in COURSE.exercises:
        for path in sorted(exercise.wrong_dir.glob("*.cu"), key=lambda path: path.stat().st_size):
            named = path.read_text("utf-8").partition("\n")[0].partition("expect:")[2]
            for check in filter(None, map(str.strip, named.split(","))):
                found.setdefault(check, (exercise.id, path))
    return {check: kernel for check, kernel in found.items() if check != "speed"}


KERNELS = kernels_by_check()


def test_every_check_of_the_course_has_a_kernel_that_it_refuses() -> None:
    judged = {check for exercise in COURSE.exercises for check in exercise.spec.checks} - {"compiles", "speed"}
    assert judged <= KERNELS.keys()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("check", KERNELS)
def test_a_check_that_fails_says_why(check: str, lang: str) -> None:
    name, path = KERNELS[check]
    (exercise,) = COURSE.resolve(name)
    source = kernel_at(path, exercise.solution_path)
    report = grade_data(COURSE, exercise, path.name, source.encode(), Devices(InProcess), lang).report
    failed = [each for each in report.checks if each.status is Status.FAIL]
    assert check in {each.id for each in failed}
    shown = printed(report_view(report, HEADING, lang))
    for each in failed:
        assert len(each.message) > 20 and re.sub(r"\s+", "", each.message) in shown, each
    assert re.sub(r"\s+", "", failed[0].message) in printed(verdicts_view(report, HEADING, lang))
