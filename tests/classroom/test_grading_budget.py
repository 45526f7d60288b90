"""A student whose files have to be stopped does not hold up the class, and gains nothing by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.grading import MOST_STOPPED, Job, graded
from grader.classroom.results import Results, State


def job(student: str, number: int, lang: str = "en") -> Job:
    return Job("/", student, f"m/e{number:02}", "k.cu", b"", "emulated", lang, f"{student}-{number}")


def report(**more: bool) -> dict[str, Any]:
    check = {"id": "correctness", "status": "fail", "points": 0, "max_points": 100, "message": "wrong", **more}
    return {"checks": [check], "score": 0, "max_score": 100, "max_score_here": 100}


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_after_a_few_stopped_files_the_others_of_that_student_wait(lang: str, tmp_path: Path) -> None:
    ran: Counter[str] = Counter()

    def grade(one: Job) -> Mapping[str, Any]:
        ran[one.student] += 1
        return report(endless=True) if one.student == "endless" else report()

    jobs = [job(student, number, lang) for number in range(30) for student in ("endless", "slow")]
    with ThreadPoolExecutor(1) as pool:
        found = {(one.student, one.exercise): result for one, result in graded(jobs, grade, pool, 1)}
    assert len(found) == len(jobs), "everything has a result"
    assert ran["slow"] == 30 and MOST_STOPPED <= ran["endless"] <= MOST_STOPPED + 4  # those in the executor by then
    left = [result for (student, _), result in found.items() if result.state is State.ERROR]
    assert {result.student for result in left} == {"endless"} and len(left) == 30 - ran["endless"]
    assert all(result.report is None and result.score == 0 for result in left)
    assert all(("not run" if lang == "en" else "실행하지 않음") in result.message for result in left)
    results = Results(tmp_path)
    for result in found.values():
        results.keep(result)
    again = [one for one in jobs if results.kept(one.student, one.exercise, one.key) is None]
    assert sorted(one.exercise for one in again) == sorted(result.exercise for result in left), "the next run goes on"


def test_files_that_end_use_nothing_up() -> None:
    jobs = [job("mina", number) for number in range(40)]
    with ThreadPoolExecutor(2) as pool:
        found = [result for _, result in graded(jobs, lambda _: report(), pool, 2)]
    assert [result.state for result in found] == [State.GRADED] * 40
