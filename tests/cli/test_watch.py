"""`grader watch` in a real pseudo-terminal: saves, keys, a file that comes and goes, a window that changes its size."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import psutil
import pyte
import pytest

from grader.cli.opening import problem_cases
from grader.course.catalog import open_course
from grader.course.progress import Progress
from tests.cli.conftest import MODULE, REPOSITORY
from tests.cli.test_quiz import KEY

SKELETON_FAILS, PASSES = "FAIL: correctness", "PASS"


class Watched:
    """A `grader watch` under way, and what its terminal shows."""

    def __init__(
        self, course: Path, *arguments: str, term: str = "xterm-256color", rows: int = 24, columns: int = 80,
        shell: bool = False,
    ) -> None:  # fmt: skip
        env = {**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY), "TERM": term, "PS1": "$ "}
        for name in ("COLUMNS", "LINES"):
            env.pop(name, None)
        command = [sys.executable, "-m", "grader", "watch", *arguments]
        program = ["bash", "--norc", "--noprofile", "-i"] if shell else command
        self.child = pexpect.spawn(program[0], program[1:], cwd=course, env=env, encoding="utf-8", timeout=30,
                                   dimensions=(rows, columns))  # fmt: skip
        if shell:
            self.child.sendline(shlex.join(command))
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.written = ""

    def read(self, seconds: float = 0.05) -> str:
        """The screen after what came in so many seconds."""
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            try:
                text = self.child.read_nonblocking(65536, timeout=left)
            except pexpect.TIMEOUT:
                break
            except pexpect.EOF:
                break
            self.written += text
            self.stream.feed(text)
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, wanted: str | Callable[[str], bool], seconds: float = 20.0) -> str:
        """The screen as soon as it shows what is wanted."""
        shows = wanted if callable(wanted) else lambda screen: wanted in screen
        ends = time.monotonic() + seconds
        while not shows(screen := self.read()):
            assert time.monotonic() < ends, screen
        return screen

    def press(self, key: str) -> None:
        self.child.send(key)

    def end(self) -> int:
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert self.child.exitstatus is not None, self.child.signalstatus
        return int(self.child.exitstatus)


@pytest.fixture
def watched(course: Path) -> Iterator[Callable[..., Watched]]:
    """Start a watch; what is left of it is ended after the test."""
    started: list[Watched] = []

    def start(*arguments: str, **settings: object) -> Watched:
        started.append(Watched(course, *arguments, **settings))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for each in started:
        each.child.close(force=True)


def kernel(course: Path, name: str = "sgemm_tiled") -> Path:
    return course / "exercises" / MODULE / f"{name}.cu"


def solution(course: Path, name: str = "sgemm_tiled") -> str:
    return (course / "solutions" / MODULE / f"{name}.cu").read_text("utf-8")


def test_a_save_is_checked_and_the_verdict_is_on_one_screen(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    first = watch.until(SKELETON_FAILS)
    assert "wanted" in first and "happened" in first and "q quit" in first
    assert first.splitlines()[0].startswith(f"{MODULE}/sgemm_tiled")
    kernel(course).write_text(solution(course).replace("__syncthreads();", "", 1), "utf-8")
    racy = watch.until("FAIL: hazards")
    assert re.search(r"[Ll]ine", racy)
    kernel(course).write_text(solution(course), "utf-8")
    watch.until(lambda screen: PASSES in screen and "n goes to the next exercise" in screen)
    watch.press("q")
    assert watch.end() == 0
    exercise = open_course(course, problem_cases()).resolve("sgemm_tiled")[0]
    assert Progress(course).is_done(exercise)


def test_keys_next_hint_list_report_and_reset(course: Path, watched: Callable[..., Watched]) -> None:
    kernel(course).write_text("// mine\n" + solution(course), "utf-8")
    watch = watched("06/sgemm_tiled")
    watch.until(PASSES)
    watch.press("h")
    assert "2." not in watch.until("1. ")
    watch.press("h")
    watch.until("2. ")
    watch.press("l")
    watch.until("[x][ ][ ]")
    watch.press("r")
    watch.until("Enter goes back")
    watch.press("\r")
    watch.until("q quit")
    watch.press("x")
    watch.until("Start exercises")
    watch.press("n")
    assert kernel(course).read_text("utf-8").startswith("// mine"), "n is no here"
    watch.press("x")
    watch.until("Start exercises")
    watch.press("y")
    watch.until(SKELETON_FAILS)
    assert kernel(course).with_name("sgemm_tiled.cu.bak").read_text("utf-8").startswith("// mine")
    watch.press("n")
    watch.until("06_shared_memory_tiling/transpose_tiled")
    watch.press("Q")
    assert watch.end() == 0


def test_a_file_may_be_half_written_deleted_renamed_and_come_back(
    course: Path, watched: Callable[..., Watched]
) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    kernel(course).write_text(solution(course)[:1500], "utf-8")
    watch.until("FAIL: compiles")
    kernel(course).unlink()
    watch.until("is not there")
    other = kernel(course).with_name("written_by_an_editor.tmp")
    other.write_text(solution(course), "utf-8")
    other.replace(kernel(course))
    watch.until(PASSES)
    shutil.move(kernel(course), other)
    watch.until("is not there")
    shutil.move(other, kernel(course))
    watch.until(PASSES)
    kernel(course).write_bytes(b"\xff\xfe\x00")
    watch.until("FAIL: compiles")
    watch.child.sendintr()
    assert watch.end() == 0


def test_of_twenty_saves_in_a_second_the_last_is_judged(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    begun = len(watch.written)
    for number in range(20):
        text = solution(course) if number < 19 else solution(course).replace("__syncthreads();", "", 1)
        kernel(course).write_text(f"// {number}\n{text}", "utf-8")
        time.sleep(0.05)
    watch.until("FAIL: hazards")
    assert "FAIL: hazards" in watch.read(1.5)
    assert watch.written[begun:].count("\x1b[H") <= 40, "at most one redraw for what each save brings"


@pytest.mark.parametrize(("rows", "columns"), [(12, 60), (50, 200)])
def test_the_verdict_stays_on_screen_at_any_size(
    course: Path, watched: Callable[..., Watched], rows: int, columns: int
) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    watch.screen.resize(rows, columns)
    watch.child.setwinsize(rows, columns)
    shown = watch.until(
        lambda screen: SKELETON_FAILS in screen.splitlines()[1] and "next" in screen.splitlines()[rows - 1]
    )
    assert "happened" in shown
    watch.press("q")
    watch.end()


def test_a_dumb_terminal_gets_lines_and_no_escapes(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", term="dumb")
    watch.until(lambda _: SKELETON_FAILS in watch.written)
    kernel(course).write_text(solution(course), "utf-8")
    watch.until(lambda _: PASSES in watch.written)
    assert "\x1b" not in watch.written
    watch.child.sendline("q")
    assert watch.end() == 0


def test_the_quiz_and_back(course: Path, watched: Callable[..., Watched]) -> None:
    folder = course / "modules" / MODULE
    folder.mkdir(parents=True)
    for name in ("quiz.yaml", "lesson.en.md", "lesson.ko.md"):
        shutil.copy(REPOSITORY / "modules" / MODULE / name, folder / name)
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    watch.press("z")
    watch.until("Question 1 of")
    watch.child.sendintr()
    watch.until("Put aside")
    watch.press("\r")
    watch.until("q quit")
    watch.press("q")
    assert watch.end() == 0


def test_it_speaks_korean(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", "--lang", "ko")
    watch.until(lambda screen: "실패" in screen.replace(" ", "") and "힌트" in screen.replace(" ", ""))
    watch.press("q")
    watch.end()


@pytest.mark.slow
def test_a_verdict_comes_soon_and_idling_costs_nothing(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    took = []
    for number in range(9):
        time.sleep(1.0)
        before = len(watch.written)
        began = time.monotonic()
        kernel(course).write_text(f"// {number}\n{solution(course)}", "utf-8")
        watch.until(lambda _, start=before: " s" in watch.written[start:] and PASSES in watch.written[start:])
        took.append(time.monotonic() - began)
    assert statistics.median(took) <= 1.5, took  # measured on a quiet machine: docs say how much
    watch.read(2.0)
    process = psutil.Process(watch.child.pid)
    everyone = [process, *process.children(recursive=True)]
    used = sum(sum(each.cpu_times()[:2]) for each in everyone)
    watch.read(10.0)
    assert (sum(sum(each.cpu_times()[:2]) for each in everyone) - used) / 10 < 0.01
