"""The figures of a class: distributions, checks that fail, and what questions measure."""

from __future__ import annotations

import math
import statistics
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.classroom.report.charts import bin_labels, histogram, meter
from grader.classroom.report.exercise_figures import exercise_figures
from grader.classroom.report.figures import figures, points_here
from grader.classroom.report.gather import ClassData, gather
from grader.classroom.report.item_figures import ENOUGH_STUDENTS, item_figures, quiz_figures
from grader.classroom.report.spread import BINS, spread
from grader.classroom.results import Result, State
from grader.classroom.roster import Student
from tests.classroom.report.made_up import EXERCISES, MODULES, ONE, attempt, check, report, write_class

SHARES = st.lists(st.floats(0, 1), max_size=50)


@given(SHARES)
def test_everybody_is_in_one_bin(shares: list[float]) -> None:
    found = spread(shares)
    assert sum(found.bins) == len(shares) and len(found.bins) == BINS + 1
    assert found.full == sum(share > 1 - 1e-9 for share in shares)


@pytest.mark.parametrize(("share", "place"), [(0, 0), (0.0999, 0), (0.1, 1), (0.3, 3), (0.7, 7), (0.9999, 9), (1, 10)])
def test_a_share_is_in_the_bin_of_its_tenth(share: float, place: int) -> None:
    assert spread([share]).bins[place] == 1


def test_all_points_though_added_up_in_another_order_are_all_points() -> None:
    assert spread([(0.1 + 0.2) / 0.3, (0.1 + 0.7) / 0.8]).full == 2


def test_nothing_has_no_mean() -> None:
    assert spread([]).mean is None and spread([]).median is None
    assert (spread([0.5, 0.6, 1]).mean, spread([0.5, 0.6, 1]).median) == (pytest.approx(0.7), 0.6)


@given(SHARES)
def test_bars_are_as_high_as_their_counts_and_none_is_invisible(shares: list[float]) -> None:
    bars = histogram(spread(shares))
    assert [bar.count for bar in bars] == list(spread(shares).bins)
    assert [bar.label for bar in bars] == list(bin_labels())
    assert all((bar.height > 0) == (bar.count > 0) and bar.y >= 0 for bar in bars)
    assert sorted(bars, key=lambda bar: bar.count)[-1].height == max(bar.height for bar in bars)


@pytest.mark.parametrize(("share", "length"), [(0, 0), (0.5, 50), (1, 100), (1.2, 100), (-1, 0)])
def test_a_meter_never_leaves_its_track(share: float, length: float) -> None:
    assert meter(share) == length


def a_class(folder: Path, outcomes: list[str]) -> ClassData:
    """One student for each outcome of the first exercise."""
    students = [Student(id=f"s{place}", section="AB"[place % 2]) for place in range(len(outcomes))]
    results, sources = {}, {}
    for student, outcome in zip(students, outcomes, strict=True):
        if outcome in tuple(State):
            results[student.id, ONE] = Result(student.id, ONE, State(outcome), "", message="because")
        elif outcome != "missing":
            passed = outcome == "right"
            one = check("correctness", "pass" if passed else "fail", 85 if passed else 0, 85, "" if passed else outcome,
                        endless=outcome == "endless")  # fmt: skip
            results[student.id, ONE] = Result(student.id, ONE, State.GRADED, "", report(ONE, [one]))
            sources[student.id, ONE] = "x"
    return gather(write_class(folder, students, results, sources))


def test_an_exercise_in_figures(tmp_path: Path) -> None:
    outcomes = ["right", "Line 3 is wrong.", "Line 12 is wrong.", "out of bounds", "missing", "refused", "error"]
    data = a_class(tmp_path, outcomes)
    found = exercise_figures(data, EXERCISES[0], list(data.standings))
    assert (found.handed_in, found.missing, found.refused, found.errors) == (6, 1, 1, 1)
    assert (found.scores.full, found.scores.bins[0], found.done) == (1, 3, 1)
    (correctness,) = found.checks
    assert found.hardest == correctness
    assert (correctness.judged, correctness.failed, correctness.share) == (4, 3, 0.75)
    assert (correctness.message, correctness.alike) == ("Line 3 is wrong.", 2)


def test_nothing_is_hardest_where_nothing_fails(tmp_path: Path) -> None:
    data = a_class(tmp_path, ["right", "missing"])
    assert exercise_figures(data, EXERCISES[0], list(data.standings)).hardest is None
    assert exercise_figures(data, EXERCISES[1], list(data.standings)).checks == ()


def test_a_kernel_that_did_not_end_is_counted(tmp_path: Path) -> None:
    data = a_class(tmp_path, ["endless", "right", "wrong", "error"])
    assert exercise_figures(data, EXERCISES[0], list(data.standings)).time_outs == 1
    assert [graded.time_out for graded in data.results.values()].count("endless") == 1


def test_a_section_has_figures_of_its_own(tmp_path: Path) -> None:
    data = a_class(tmp_path, ["right", "wrong", "right", "missing"])
    own = figures(data, [s.id for s in data.summary.students if s.section == "A"])
    assert (own.students, own.handed_in, own.totals.mean) == (2, 2, pytest.approx(85 / 170))
    assert figures(data, []).totals.mean is None


def test_points_are_those_that_could_be_had_where_it_was_graded(tmp_path: Path) -> None:
    data = a_class(tmp_path, ["right"])
    assert points_here(data.summary) == 85 + 85, "the second, too, which nobody handed in"


def by_hand(shares: list[tuple[float, float]]) -> float:
    """Pearson's correlation, from its definition."""
    (xs, ys), n = zip(*shares, strict=True), len(shares)
    mx, my = sum(xs) / n, sum(ys) / n
    top = sum((x - mx) * (y - my) for x, y in shares)
    return top / math.sqrt(sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys))


def test_difficulty_and_discrimination_of_a_question() -> None:
    rows = [[1, 1, 1], [1, 1, 0], [1, 0, 0.5], [0, 0, 0]] * 5
    first, second, third = item_figures([attempt(1, row) for row in rows])
    assert (first.difficulty, second.difficulty, third.difficulty) == (0.75, 0.5, 0.375)
    assert first.discrimination == pytest.approx(by_hand([(row[0], (row[1] + row[2]) / 2) for row in rows]))
    assert third.discrimination == pytest.approx(by_hand([(row[2], (row[0] + row[1]) / 2) for row in rows]))
    assert first.students == 20 and first.points == 1


def test_for_right_or_wrong_the_discrimination_is_the_point_biserial_correlation() -> None:
    rows = [[place % 3 > 0, place % 5 > 1, place % 7 > 2] for place in range(40)]
    found = item_figures([attempt(1, [float(won) for won in row]) for row in rows])[0]
    rests = [(row[1] + row[2]) / 2 for row in rows]
    right = [rest for rest, row in zip(rests, rows, strict=True) if row[0]]
    wrong = [rest for rest, row in zip(rests, rows, strict=True) if not row[0]]
    p = len(right) / len(rows)
    biserial = (statistics.fmean(right) - statistics.fmean(wrong)) / statistics.pstdev(rests) * math.sqrt(p * (1 - p))
    assert found.discrimination == pytest.approx(biserial)


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 0], [0, 1]] * (ENOUGH_STUDENTS // 2 - 1) + [[1, 1]],  # too few
        [[1, 0], [1, 1]] * ENOUGH_STUDENTS,  # all right
        [[1], [0]] * ENOUGH_STUDENTS,  # nothing but the question
    ],
)
def test_without_enough_to_compare_there_is_no_discrimination(rows: list[list[float]]) -> None:
    assert item_figures([attempt(1, row) for row in rows])[0].discrimination is None


def test_equal_rests_that_differ_in_their_last_bits_are_equal() -> None:
    rows = [[1, 0.1, 0.2], [0, 0.3, 0.0]] * ENOUGH_STUDENTS  # 1.3 - 1 is not 0.3
    assert item_figures([attempt(1, row) for row in rows])[0].discrimination is None


@pytest.mark.slow
@given(st.lists(st.lists(st.sampled_from([0, 0.5, 1]), min_size=4, max_size=4), min_size=20, max_size=40))
def test_a_discrimination_is_a_correlation(rows: list[list[float]]) -> None:
    for item in item_figures([attempt(1, row) for row in rows]):
        assert item.discrimination is None or -1.000001 <= item.discrimination <= 1.000001
        assert 0 <= item.difficulty <= 1


def test_a_quiz_in_figures_takes_first_attempts_for_questions_and_best_ones_for_points(tmp_path: Path) -> None:
    students = [Student(id=name) for name in ("ada", "bo", "cy")]
    refused = attempt(3, [], items=(), message="no")
    quizzes = {"ada": [attempt(2, [1, 1]), attempt(1, [0, 0])], "bo": [refused]}
    data = gather(write_class(tmp_path, students, {}, {}, quizzes))
    found = quiz_figures(data, MODULES[0], ["ada", "bo", "cy"])
    assert (found.attempted, found.passed, found.attempts, found.refused) == (1, 1, 2, 1)
    assert found.best.full == 1 and [item.difficulty for item in found.items] == [0, 0]
