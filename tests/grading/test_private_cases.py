"""Private cases: a kernel that knows the course's own sizes passes on them and nowhere else."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from grader.course.catalog import Course, open_course
from grader.course.documents import CourseError
from grader.course.private import load_private
from grader.grading.grade import Devices
from grader.grading.opening import problem_cases
from grader.grading.submissions import grade_data
from grader.report.json_report import report_json
from grader.report.terminal import Heading, report_view
from grader.verdicts import Report, Status
from tests.cli.conftest import InProcess

ROOT = Path(__file__).resolve().parents[2]
COURSE: Course = open_course(ROOT, problem_cases())
(EXERCISE,) = COURSE.resolve("06/sgemm_tiled")
SOLUTION = EXERCISE.solution_path.read_text("utf-8")
START = "float sum = 0.0f;"
ONE = "cases: [{M: 1, N: 1, K: 1}]"


def graded(text: str, *, private: bool) -> Report:
    return grade_data(COURSE, EXERCISE, "mine.cu", text.encode(), Devices(InProcess), "en", private=private).report


def status(report: Report) -> dict[str, Status]:
    return {check.id: check.status for check in report.checks}


def test_the_solution_passes_both() -> None:
    assert set(status(graded(SOLUTION, private=True)).values()) <= {Status.PASS, Status.NOT_RUN}


def test_who_knows_the_sizes_of_the_course_fails_at_grading() -> None:
    assert START in SOLUTION
    knows = SOLUTION.replace(START, f"{START} if (M == 51) sum = 1.0f;")
    seen, private = graded(knows, private=False), graded(knows, private=True)
    assert status(seen)["correctness"] is Status.PASS and seen.private_cases == 3
    assert status(private)["correctness"] is Status.FAIL and private.private_cases == 0
    message = next(check.message for check in private.checks if check.id == "correctness")
    assert message == (
        "Case private-2: the results are wrong there, or the kernel stops. (Nothing more is told of private cases.)"
    )


def test_a_kernel_that_hangs_on_a_private_case_is_told_all_of_the_others() -> None:
    """Else the number of cases that are left out tells how large the private one is."""
    hangs = SOLUTION.replace(START, f"{START} if (M == 51) for (volatile int i = 0; i < 1; i = 0) {{}}")
    assert status(graded(hangs, private=False))["correctness"] is Status.PASS
    told = {check.id: check for check in graded(hangs, private=True).checks}
    assert told["correctness"].status is Status.FAIL and told["correctness"].message.startswith("Case private-2: ")
    assert told["correctness"].measured >= len(EXERCISE.spec.cases)  # type: ignore[operator]
    assert told["global_sectors"].measured is not None


def put_in(statement: str, last: bool = False) -> str:
    at = SOLUTION.rindex("}") if last else SOLUTION.index(START)
    return f"{SOLUTION[:at]}{statement}{SOLUTION[at:]}"


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_how_a_kernel_fails_on_a_private_case_is_told_to_the_instructor_alone(lang: str) -> None:
    """Of its lines, of kinds of faults and of numbers a kernel could choose any by a private size."""
    fails = {
        "out_of_bounds": put_in("if (M == 51) C[-M] = 1.0f;"),
        "trap": put_in("\n\nif (M == 51) __trap();"),
        "misaligned": put_in("if (M == 51) *(double*)(C + 1) = 1.0;"),
        "wrong": put_in("if (M == 51 && row + col == 0) C[0] = M;", last=True),
    }
    told, kept = {}, {}
    for name, text in fails.items():
        data = text.encode()
        report = grade_data(COURSE, EXERCISE, "mine.cu", data, Devices(InProcess), lang, private=True).report
        (check,) = [check for check in report.checks if check.id == "correctness"]
        assert check.status is Status.FAIL
        assert "M=51" in check.instructor
        told[name], kept[name] = (check.message, check.lines, check.measured), check.instructor
    assert len(set(map(str, told.values()))) == 1
    assert not next(iter(told.values()))[1]
    assert len(set(kept.values())) == len(fails)
    assert str(SOLUTION[: SOLUTION.index(START)].count("\n") + 1) in kept["out_of_bounds"]


def test_what_the_instructor_alone_is_told_is_in_the_report_and_nowhere_else() -> None:
    report = graded(put_in("if (M == 51) __trap();"), private=True)
    document = report_json(report)
    (kept,) = [check["instructor"] for check in document["checks"] if "instructor" in check]
    assert "trap" in kept
    console = Console(record=True, width=200, file=StringIO())
    console.print(report_view(report, Heading("", "mine.cu", ""), "en"))
    assert "trap" not in console.export_text()
    assert not any("instructor" in check for check in report_json(graded(SOLUTION, private=True))["checks"])


def test_a_race_on_a_private_case_alone_is_told_without_its_place() -> None:
    racy = SOLUTION.replace("__syncthreads();", "if (M != 51) __syncthreads();", 1)
    assert racy != SOLUTION and status(graded(racy, private=False))["hazards"] is Status.PASS
    (check,) = [check for check in graded(racy, private=True).checks if check.id == "hazards"]
    assert check.status is Status.FAIL and check.message == "On a private case: a hazard that no other case has."
    assert (check.lines, check.measured) == ((), None)
    assert "M=51" in check.instructor and "__syncthreads" in check.instructor


@pytest.mark.slow
def test_what_a_kernel_prints_on_a_private_case_is_not_told() -> None:
    tells = SOLUTION.replace(START, f'{START} if (M == 51 && row + col == 0) printf("M = %d\\n", M);')
    assert graded(tells, private=True).printed == ""
    everywhere = SOLUTION.replace(START, f'{START} if (row + col == 0) printf("M = %d\\n", M);')
    assert graded(everywhere, private=True).printed == graded(everywhere, private=False).printed != ""


def test_who_counts_well_only_on_the_sizes_of_the_course_is_counted_on_another() -> None:
    wasteful = SOLUTION.replace(START, f"{START} if (M == 80) sum = 0.0f * (A[ty * lda] + A[tx * lda]);")
    assert status(graded(wasteful, private=False))["global_sectors"] is Status.PASS
    report = graded(wasteful, private=True)
    (check,) = [check for check in report.checks if check.id == "global_sectors"]
    assert check.status is Status.FAIL and check.message.startswith("On a private case the count is above")
    assert not check.lines and not re.search(r"\d", check.message) and "sectors" in check.instructor
    assert check.target == 5120  # the one that students know


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cases: []", ":1:8: "),
        (f"{ONE}\nchecks: {{speed: {{full: 1, zero: 0, size: {{M: 1, N: 1, K: 1}}}}}}", ":2:10: .*speed"),
        (f"{ONE}\nchecks: {{resources: {{registers_at_most: 3}}}}", "resources"),
        (f"{ONE}\nchecks: {{global_sectors: {{at_most: 1, case: 1}}}}", "case"),
        ("cases: [{M: 1, N: 1, Q: 1}]", "Q"),
    ],
)
def test_a_broken_file_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "x.private.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(CourseError, match=said):
        load_private(path, EXERCISE.spec, problem_cases())
