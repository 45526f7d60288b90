"""What a kernel prints is shown of the case that is explained, so that one can debug by it."""

from __future__ import annotations

from grader.grading.grade import Devices
from grader.grading.submissions import grade_data
from grader.verdicts import Report
from tests.cli.conftest import InProcess
from tests.grading.test_private_cases import COURSE, EXERCISE, SOLUTION, START

TELLS = START + ' if (row + col == 0) printf("K = %d\\n", K);'


def graded(text: str) -> Report:
    return grade_data(COURSE, EXERCISE, "mine.cu", text.encode(), Devices(InProcess), "en").report


def test_it_is_that_of_the_case_which_is_explained() -> None:
    wrong = SOLUTION.replace(START, TELLS).replace("A[row * lda + a_col]", "A[row * lda + tx]")
    report = graded(wrong)
    explained = next(check.explained for check in report.checks if check.explained is not None)
    assert explained.mistake == "tile_repeated"
    assert (explained.case, report.printed) == (report.printed_case, "K = 47\n")


def test_of_a_kernel_that_is_right_it_is_that_of_the_first_case_that_prints() -> None:
    report = graded(SOLUTION.replace(START, TELLS.replace("row + col == 0", "row + col == 0 && K > 1")))
    assert (report.printed_case.split(", ")[2], report.printed) == ("K=5", "K = 5\n")


def test_where_the_explained_case_prints_nothing_another_one_does() -> None:
    wrong = SOLUTION.replace(START, TELLS.replace("row + col == 0", "row + col == 0 && K == 1"))
    report = graded(wrong.replace("A[row * lda + a_col]", "A[row * lda + tx]"))
    assert (report.printed_case.split(", ")[2], report.printed) == ("K=1", "K = 1\n")


def test_of_a_kernel_that_stops_it_is_that_of_the_case_in_which_it_does() -> None:
    wrong = SOLUTION.replace(START, TELLS).replace("row < M && a_col < K", "row < M && (a_col < K || K > 99)")
    report = graded(wrong)
    stopped = next(check.message for check in report.checks if check.id == "correctness")
    assert "outside A" in stopped and not stopped.startswith("Case M=1, N=1, K=1")
    assert stopped.startswith(f"Case {report.printed_case}:") and report.printed.startswith("K = ")
