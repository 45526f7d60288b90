"""What a page needs besides the verdicts is got ready while the kernel is graded."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.cli import meanwhile
from grader.cli.meanwhile import Meanwhile
from grader.course.catalog import Course, open_course
from grader.grading.grade import Devices, Graded
from grader.grading.opening import problem_cases
from grader.grading.starter import kept_starter
from grader.grading.submissions import grade_skeleton
from grader.sandbox.session import Session
from tests.cli.conftest import REPOSITORY

LOADED = """
import sys
from types import SimpleNamespace
from grader.cli import meanwhile
meanwhile.processors = lambda: 1
with meanwhile.Meanwhile(None, None, SimpleNamespace(open_gpu={open_gpu})):
    pass
from grader.report.page.rendering import templates
print(*(name for _, name in templates().cache), "matplotlib.backends.backend_svg" in sys.modules)
"""


@pytest.mark.parametrize(("open_gpu", "plots"), [("None", "False"), ("print", "True")])
def test_the_template_is_ready_before_the_page_and_what_plots_where_a_gpu_takes_part(open_gpu: str, plots: str) -> None:
    done = subprocess.run([sys.executable, "-c", LOADED.format(open_gpu=open_gpu)], capture_output=True, text=True,
                          check=True)  # fmt: skip
    assert done.stdout.split() == ["report.html.j2", plots]
    assert done.stderr == ""


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """All of the course, in which nobody has worked."""
    return replace(open_course(REPOSITORY, problem_cases()), root=tmp_path)


@pytest.fixture
def graders(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads that have graded a skeleton, or begun to."""
    seen: list[threading.Thread] = []

    def grade(*arguments: Any) -> Graded:
        seen.append(threading.current_thread())
        return grade_skeleton(*arguments)

    monkeypatch.setattr("grader.grading.submissions.grade_skeleton", grade)
    return seen


def test_the_starter_is_graded_once_and_meanwhile(
    course: Course, graders: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meanwhile, "processors", lambda: 2)
    one = course.named("06_shared_memory_tiling/sgemm_tiled")
    assert one is not None
    for _ in range(2):
        with Meanwhile(course, one, Devices(Session)) as ready:
            starter = ready.starter(None)
        assert starter is not None and "TODO" in starter.source and starter.rows
        assert starter == kept_starter(course, one)
    (grader,) = graders
    assert grader is not threading.current_thread()


@pytest.mark.slow
def test_on_one_processor_or_beside_a_gpu_the_starter_waits(
    course: Course, graders: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = course.exercises[0]
    for cores, devices in ((1, Devices(Session)), (2, Devices(Session, open_gpu=no_gpu))):
        monkeypatch.setattr(meanwhile, "processors", lambda cores=cores: cores)
        with Meanwhile(course, one, devices) as ready:
            pass
        assert not graders
    assert ready.starter(None) is not None
    assert graders == [threading.current_thread()]


def no_gpu() -> Any:
    raise AssertionError("nothing is timed here")


def test_who_leaves_early_ends_the_starter_and_keeps_none(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    class Box(Session):
        def close(self) -> None:
            events.append("ended")
            super().close()

    def grade(*arguments: Any) -> Graded:
        try:
            return grade_skeleton(*arguments)
        finally:
            events.append("graded")

    monkeypatch.setattr("grader.grading.submissions.grade_skeleton", grade)
    monkeypatch.setattr(meanwhile, "processors", lambda: 2)
    monkeypatch.setattr(meanwhile, "Session", Box)
    slow = course.named("08_double_buffering/sgemm_double_buffered")
    assert slow is not None
    with Meanwhile(course, slow, Devices(Session)):
        pass
    assert events == ["ended", "graded"]
    assert kept_starter(course, slow) is None
