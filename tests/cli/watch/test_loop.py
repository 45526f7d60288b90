"""`grader watch` in a real pseudo-terminal: saves, keys, a file that comes and goes, a window that changes its size."""

from __future__ import annotations

import re
import shutil
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from grader.course.catalog import open_course
from grader.course.progress import Progress
from grader.grading.opening import problem_cases
from tests.cli.conftest import MODULE, REPOSITORY
from tests.cli.watch.conftest import PASSES, SKELETON_FAILS, Watched, kernel, solution


def test_a_save_is_checked_and_the_verdict_is_on_one_screen(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    first = watch.until(SKELETON_FAILS)
    assert "wanted" in first and "happened" in first and "q quit" in first
    assert first.splitlines()[0].startswith(f"{MODULE}/sgemm_tiled")
    kernel(course).write_text(solution(course).replace("__syncthreads();", "", 1), "utf-8")
    racy = watch.until("FAIL: hazards")
    assert re.search(r"[Ll]ine", racy)
    kernel(course).write_text(solution(course), "utf-8")
    watch.until(lambda screen: PASSES in screen and "this screen follows" in screen)
    watch.press("q")
    assert watch.end() == 0
    exercise = open_course(course, problem_cases()).resolve("sgemm_tiled")[0]
    assert Progress(course).is_done(exercise)


@pytest.mark.slow
def test_it_follows_to_the_next_file_when_that_is_saved(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    kernel(course).write_text(solution(course), "utf-8")
    screen = watch.until(lambda screen: PASSES in screen and "transpose_tiled.cu" in screen)
    assert "06_shared_memory_tiling/sgemm_tiled" in screen.split("\n")[0]
    following = kernel(course, "transpose_tiled")
    following.write_text(f"// begun\n{following.read_text('utf-8')}", "utf-8")
    watch.until(lambda screen: "06_shared_memory_tiling/transpose_tiled" in screen.split("\n")[0])
    watch.until("FAIL: ")
    watch.press("q")
    assert watch.end() == 0


def test_keys_next_hint_list_report_and_reset(course: Path, watched: Callable[..., Watched]) -> None:
    kernel(course).write_text("// mine\n" + solution(course), "utf-8")
    watch = watched("06/sgemm_tiled")
    watch.until(PASSES)
    watch.press("h")
    assert "2." not in watch.until("1. ")
    watch.press("h")
    watch.until("2. ")
    watch.press("l")
    watch.until("[x..")
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(12, 60), (50, 200)])
def test_the_verdict_stays_on_screen_at_any_size(
    course: Path, watched: Callable[..., Watched], rows: int, columns: int
) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    watch.screen.resize(rows, columns)
    watch.child.setwinsize(rows, columns)
    shown = watch.until(
        lambda screen: SKELETON_FAILS in screen.splitlines()[1] and "next" in "".join(screen.splitlines()[rows - 1 :])
    )
    assert "happened" in shown
    watch.press("q")
    watch.end()


@pytest.mark.slow
def test_a_dumb_terminal_gets_lines_and_no_escapes(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", term="dumb")
    watch.until(lambda _: SKELETON_FAILS in watch.written)
    kernel(course).write_text(solution(course), "utf-8")
    watch.until(lambda _: PASSES in watch.written)
    assert "\x1b" not in watch.written
    watch.child.sendline("q")
    assert watch.end() == 0


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [False, True])
def test_what_the_kernel_printed_is_on_the_screen(
    course: Path, watched: Callable[..., Watched], wrong: bool
) -> None:
    head = 'if (!threadIdx.x && !threadIdx.y && !blockIdx.x && !blockIdx.y) printf("K is %d\\n", K);\n        '
    text = solution(course).replace("__syncthreads();", head + ("" if wrong else "__syncthreads();"), 1)
    kernel(course).write_text(text.replace("k < TILE", "k < TILE - 1") if wrong else text, "utf-8")
    watch = watched("06/sgemm_tiled", rows=60)
    watch.until(lambda screen: "K is " in screen and (PASSES in screen) is not wrong)


@pytest.mark.slow
def test_what_passes_by_luck_is_told_on_the_screen(course: Path, watched: Callable[..., Watched]) -> None:
    begun = "volatile __shared__ int begun;\n        begun = 1;\n        __syncthreads();"
    kernel(course).write_text(solution(course).replace("__syncthreads();", begun, 1), "utf-8")
    watch = watched("06/sgemm_tiled", rows=40)
    screen = watch.until(lambda screen: PASSES in screen and "take care: hazards" in screen)
    assert "begun = 1;" in screen
