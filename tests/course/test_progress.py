"""Progress: what counts as done, what comes next, and that a damaged file loses nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.course.catalog import Course
from grader.course.progress import STATE, load_progress, record, source_sha256
from grader.course.skeleton import write_skeletons


@pytest.fixture(autouse=True)
def _skeletons(root: Path) -> None:
    write_skeletons(root)


def _pass(course: Course, index: int) -> None:
    exercise = course.exercises[index]
    sha256 = source_sha256(exercise.source_path)
    assert sha256 is not None
    record(load_progress(course.root), exercise.id, sha256)


def test_at_first_nothing_is_done_and_the_first_exercise_is_current(course: Course) -> None:
    progress = load_progress(course.root)

    assert progress.current(course.exercises) == course.exercises[0]
    assert not (course.root / STATE).exists()


def test_what_passed_is_done_and_the_first_gap_is_current(course: Course) -> None:
    _pass(course, 0)
    _pass(course, 2)

    progress = load_progress(course.root)

    assert [progress.is_done(exercise) for exercise in course.exercises] == [True, False, True, False]
    assert progress.current(course.exercises) == course.exercises[1]


def test_when_all_is_done_nothing_is_current(course: Course) -> None:
    for index in range(4):
        _pass(course, index)

    assert load_progress(course.root).current(course.exercises) is None


def test_an_edited_file_has_to_be_checked_again(course: Course) -> None:
    _pass(course, 0)
    source = course.exercises[0].source_path
    original = source.read_text("utf-8")

    source.write_text(original + "// changed\n", "utf-8")
    assert not load_progress(course.root).is_done(course.exercises[0])

    source.write_text(original, "utf-8")
    assert load_progress(course.root).is_done(course.exercises[0])


def test_a_missing_source_is_not_done(course: Course) -> None:
    _pass(course, 0)
    course.exercises[0].source_path.unlink()

    assert not load_progress(course.root).is_done(course.exercises[0])


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"done": {"a": 1}}', b"\xff\xfe\x00"])
def test_a_damaged_file_is_set_aside_and_told(course: Course, content: bytes) -> None:
    (course.root / STATE).parent.mkdir()
    (course.root / STATE).write_bytes(content)

    progress = load_progress(course.root)

    assert progress.set_aside is not None
    assert progress.set_aside.read_bytes() == content
    assert progress.done == {}
    _pass(course, 0)
    assert load_progress(course.root).is_done(course.exercises[0])


def test_two_damaged_files_keep_both(course: Course) -> None:
    (course.root / STATE).parent.mkdir()
    kept = []
    for content in ("one", "two"):
        (course.root / STATE).write_text(content, "utf-8")
        kept.append(load_progress(course.root).set_aside)

    assert [path.read_text("utf-8") for path in kept if path] == ["one", "two"]


def test_what_another_process_recorded_is_kept(course: Course) -> None:
    stale = load_progress(course.root)
    _pass(course, 1)
    sha256 = source_sha256(course.exercises[0].source_path)
    assert sha256 is not None

    record(stale, course.exercises[0].id, sha256)

    progress = load_progress(course.root)
    assert progress.is_done(course.exercises[0])
    assert progress.is_done(course.exercises[1])
    assert {path.name for path in (course.root / STATE).parent.iterdir()} == {"lock", "progress.json"}


RECORD = """
import sys
from pathlib import Path
from grader.course.progress import load_progress, record
root, first = Path(sys.argv[1]), int(sys.argv[2])
for number in range(first, first + 4):
    record(load_progress(root), f"00_any/exercise_{number}", f"{number:064x}")
"""


def test_processes_that_record_at_once_lose_nothing(course: Course) -> None:
    started = [subprocess.Popen([sys.executable, "-c", RECORD, str(course.root), str(4 * n)]) for n in range(4)]
    assert [each.wait(60) for each in started] == [0] * 4

    assert len(load_progress(course.root).done) == 16
