"""Progress: what counts as done, what comes next, and that nothing which lies in the way loses anything else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.course.catalog import Course
from grader.course.progress import PASSED, Progress, source_sha256
from tests.skeletons import write_skeletons


@pytest.fixture(autouse=True)
def _skeletons(root: Path) -> None:
    write_skeletons(root)


def _pass(course: Course, index: int) -> None:
    exercise = course.exercises[index]
    sha256 = source_sha256(exercise.source_path)
    assert sha256 is not None
    Progress(course.root).record(exercise.id, sha256)


def _done(course: Course) -> list[bool]:
    return [Progress(course.root).is_done(exercise) for exercise in course.exercises]


def test_at_first_nothing_is_done_and_the_first_exercise_is_current(course: Course) -> None:
    assert Progress(course.root).current(course.exercises) == course.exercises[0]
    assert not (course.root / PASSED).exists()


def test_what_passed_is_done_and_the_first_gap_is_current(course: Course) -> None:
    _pass(course, 0)
    _pass(course, 2)
    assert _done(course) == [True, False, True, False]
    assert Progress(course.root).current(course.exercises) == course.exercises[1]


def test_when_all_is_done_nothing_is_current(course: Course) -> None:
    for index in range(4):
        _pass(course, index)
    assert Progress(course.root).current(course.exercises) is None


def test_what_is_done_stays_done_and_that_it_fails_now_is_told_beside_it(course: Course) -> None:
    exercise, progress = course.exercises[0], Progress(course.root)
    _pass(course, 0)
    original = exercise.source_path.read_text("utf-8")
    exercise.source_path.write_text(original + "// changed\n", "utf-8")
    assert (progress.is_done(exercise), progress.fails_now(exercise)) == (True, False)  # nobody has checked it yet
    sha256 = source_sha256(exercise.source_path)
    assert sha256 is not None
    progress.record(exercise.id, sha256, passed=False)
    assert (progress.is_done(exercise), progress.fails_now(exercise)) == (True, True)
    exercise.source_path.write_text(original, "utf-8")
    assert (progress.is_done(exercise), progress.fails_now(exercise)) == (True, False)


def test_what_failed_and_never_passed_is_not_done_and_not_told_as_failing(course: Course) -> None:
    exercise, progress = course.exercises[0], Progress(course.root)
    progress.record(exercise.id, source_sha256(exercise.source_path) or "", passed=False)
    assert (progress.is_done(exercise), progress.fails_now(exercise)) == (False, False)


@pytest.mark.parametrize("what", ["missing", "folder", "loop", "pipe", "zeros"])
def test_a_source_that_is_missing_or_cannot_be_read_changes_nothing(course: Course, what: str) -> None:
    _pass(course, 1)
    for source in (exercise.source_path for exercise in course.exercises[:2]):
        source.unlink()
        if what == "folder":
            source.mkdir()
        elif what == "loop":
            source.symlink_to(source.name)
        elif what == "pipe":
            os.mkfifo(source)
        elif what == "zeros":
            source.symlink_to("/dev/zero")
    assert _done(course) == [False, True, False, False]
    assert not any(map(Progress(course.root).fails_now, course.exercises))


@pytest.mark.parametrize("place", [PASSED.parent, PASSED])
def test_a_file_in_the_way_is_no_progress_and_is_told_when_something_passes(course: Course, place: Path) -> None:
    (course.root / place).parent.mkdir(exist_ok=True)
    (course.root / place).write_text("in the way", "utf-8")
    assert _done(course) == [False] * 4
    with pytest.raises((NotADirectoryError, FileExistsError)):
        _pass(course, 0)
    assert (course.root / place).read_text("utf-8") == "in the way"


RECORD = """
import sys
from pathlib import Path
from grader.course.progress import Progress
root, first = Path(sys.argv[1]), int(sys.argv[2])
for number in range(first, first + 4):
    Progress(root).record(f"00_any/exercise_{number}", f"{number:064x}")
"""


def test_processes_that_record_at_once_lose_nothing(course: Course) -> None:
    started = [subprocess.Popen([sys.executable, "-c", RECORD, str(course.root), str(4 * n)]) for n in range(4)]
    assert [each.wait(60) for each in started] == [0] * 4
    assert len(list((course.root / PASSED).glob("00_any/exercise_*/*"))) == 16
