"""`grader watch` and its terminal: stopped and gone on with, missing, half there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.cli.conftest import REPOSITORY
from tests.cli.watch.conftest import SKELETON_FAILS, Watched


def of_watch(watch: Watched) -> psutil.Process:
    """The process of the command that the shell runs."""
    return psutil.Process(watch.child.pid).children()[0]


def at_prompt(screen: str) -> bool:
    return screen.rstrip().endswith("$")


@pytest.mark.slow
def test_ctrl_z_gives_the_terminal_back_and_fg_takes_it_again(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", shell=True)
    for _ in range(2):
        watch.until(lambda screen: SKELETON_FAILS in screen and "q quit" in screen)
        watch.press("\x1a")
        watch.until("Stopped")
        watch.child.sendline("clear; stty -a")
        assert " icanon" in watch.until("icanon") and " echo " in watch.read(0.2)
        watch.child.sendline("clear; fg")
    watch.until(lambda screen: SKELETON_FAILS in screen and "q quit" in screen)
    watch.press("h")
    watch.until("1. ")
    watch.press("q")
    watch.until(at_prompt)
    watch.child.sendline("echo left with $?; stty -a")
    assert "left with 0" in watch.until(" icanon")


@pytest.mark.slow
def test_stopped_by_force_it_draws_again_when_it_goes_on(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", shell=True)
    watch.until(SKELETON_FAILS)
    os.kill(of_watch(watch).pid, signal.SIGSTOP)
    watch.until("Stopped")
    watch.child.sendline("clear; stty sane; fg")
    watch.until(lambda screen: screen.startswith("06_shared") and "q quit" in screen)
    watch.press("h")
    watch.until("1. ")


@pytest.mark.slow
def test_where_nothing_can_stop_it_ctrl_z_changes_nothing(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    watch.press("\x1a")
    watch.read(0.5)
    watch.press("h")
    watch.until("1. ")
    watch.press("q")
    assert watch.end() == 0


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("redirection", ["<&-", "</dev/null", "< course.yaml"])
def test_without_a_terminal_it_says_so(course: Path, redirection: str, lang: str) -> None:
    command = f'"{sys.executable}" -m grader watch --lang {lang} {redirection}'
    done = subprocess.run(command, shell=True, cwd=course, env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
                          capture_output=True, text=True, timeout=60)  # fmt: skip
    assert done.returncode == 2 and done.stdout == ""
    assert "grader check" in done.stderr and len(done.stderr.splitlines()) == 1
    assert ("terminal" if lang == "en" else "터미널") in done.stderr


@pytest.mark.slow
def test_a_pipe_gets_lines_while_the_keys_come_from_a_terminal(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", shell=True)
    watch.until(SKELETON_FAILS)
    watch.press("q")
    watch.until(at_prompt)
    watch.child.sendline(f"clear; {sys.executable} -m grader watch 06/sgemm_tiled | tee seen")
    watch.until("u undo, q quit")
    watch.press("h")
    watch.until("1. ")
    watch.press("q")
    watch.read(0.5)
    assert "\x1b" not in (course / "seen").read_text("utf-8")


@pytest.mark.slow
def test_a_dumb_terminal_asks_before_it_resets(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled", term="dumb")
    watch.until(lambda _: SKELETON_FAILS in watch.written)
    watch.child.sendline("x")
    watch.until(lambda _: "y: yes" in " ".join(watch.written.split()))
    watch.child.sendline("\x04")
    assert watch.end() == 0
