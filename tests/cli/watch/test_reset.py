"""Starting again in `grader watch`: asked, withdrawn when the file changes, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.watch.conftest import PASSES, SKELETON_FAILS, Watched, flat, kernel, solution


@pytest.mark.slow
def test_a_save_withdraws_the_question(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    watch.press("x")
    watch.until("y: yes")
    kernel(course).write_text(solution(course), "utf-8")
    watch.until(lambda screen: PASSES in screen and "y: yes" not in screen)
    watch.press("y")
    watch.read(0.5)
    assert kernel(course).read_text("utf-8") == solution(course)
    watch.press("n")
    watch.until("06_shared_memory_tiling/transpose_tiled")


@pytest.mark.slow
def test_a_question_outlasts_the_verdict_of_an_earlier_save(course: Path, watched: Callable[..., Watched]) -> None:
    kernel(course).write_text(solution(course), "utf-8")
    watch = watched("06/sgemm_tiled")
    watch.until("checking")
    watch.press("x")
    watch.until(lambda screen: PASSES in screen and "y: yes" in screen)
    watch.press("n")
    assert "sgemm_tiled" in watch.until(lambda screen: "y: yes" not in screen).splitlines()[0]


@pytest.mark.slow
def test_a_reset_is_told_and_taken_back(course: Path, watched: Callable[..., Watched]) -> None:
    mine = "// mine\n" + solution(course)
    kernel(course).write_text(mine, "utf-8")
    watch = watched("06/sgemm_tiled")
    watch.until(PASSES)
    watch.press("x")
    watch.until("y: yes")
    watch.press("y")
    told = watch.until(SKELETON_FAILS)
    assert "sgemm_tiled.cu.bak" in flat(told) and "u brings it back" in flat(told)
    watch.press("u")
    watch.until(PASSES)
    assert kernel(course).read_text("utf-8") == mine
    assert not kernel(course).with_name("sgemm_tiled.cu.bak").exists()


@pytest.mark.slow
def test_what_was_written_since_a_reset_is_never_overwritten(course: Path, watched: Callable[..., Watched]) -> None:
    kernel(course).write_text("// mine\n" + solution(course), "utf-8")
    watch = watched("06/sgemm_tiled")
    watch.until(PASSES)
    watch.press("x")
    watch.until("y: yes")
    watch.press("y")
    watch.until(SKELETON_FAILS)
    kernel(course).write_text("// anew\n" + solution(course), "utf-8")
    watch.until(PASSES)
    watch.press("u")
    watch.until("no reset to take back")
    assert kernel(course).read_text("utf-8").startswith("// anew")
    assert kernel(course).with_name("sgemm_tiled.cu.bak").read_text("utf-8").startswith("// mine")


@pytest.mark.slow
def test_a_reset_whose_backup_is_gone_cannot_be_taken_back(course: Path, watched: Callable[..., Watched]) -> None:
    kernel(course).write_text("// mine\n" + solution(course), "utf-8")
    watch = watched("06/sgemm_tiled")
    watch.until(PASSES)
    watch.press("x")
    watch.until("y: yes")
    watch.press("y")
    watch.until(SKELETON_FAILS)
    kernel(course).with_name("sgemm_tiled.cu.bak").unlink()
    watch.press("u")
    watch.until(lambda screen: "its .bak is gone" in flat(screen))
