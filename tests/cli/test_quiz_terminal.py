"""`grader quiz` in a real pseudo-terminal: keys, Ctrl-C, a window that changes its size, a dumb terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest

from tests.cli.conftest import REPOSITORY, Grader
from tests.cli.test_quiz import KEY, kept, quizzes, right, typed

__all__ = ["quizzes"]


def terminal(root: Path, *arguments: str, term: str = "xterm-256color", columns: int = 80) -> pexpect.spawn:
    env = {**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY), "TERM": term}
    env.pop("COLUMNS", None)
    return pexpect.spawn(
        sys.executable, ["-m", "grader", "quiz", "06", *arguments], cwd=root, env=env, encoding="utf-8", timeout=30,
        dimensions=(24, columns),
    )  # fmt: skip


def ended(child: pexpect.spawn) -> int:
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus is not None
    return child.exitstatus


def test_ctrl_c_puts_the_quiz_aside_and_the_next_time_goes_on(quizzes: Path) -> None:
    lines = typed(right(quizzes))
    child = terminal(quizzes)
    child.expect("Question 1 of")
    child.sendline(lines[0])
    child.expect("Question 2 of")
    child.sendintr()
    child.expect("Put aside")
    assert ended(child) == 1
    assert list(kept(quizzes)["answers"]) == ["term"] and kept(quizzes)["handed_in"] is None
    again = terminal(quizzes)
    again.expect("Question 2 of")
    for line in lines[1:]:
        again.sendline(line)
    again.expect("Hand in")
    again.sendline("y")
    again.expect("passed")
    assert ended(again) == 0


def test_a_screen_shows_one_question_and_a_dumb_terminal_is_not_cleared(quizzes: Path) -> None:
    child = terminal(quizzes)
    child.expect("Question 1 of")
    assert "\x1b[2J" in child.before or "\x1b[H" in child.before
    child.sendeof()
    ended(child)
    dumb = terminal(quizzes, term="dumb")
    dumb.expect("Question 1 of")
    assert "\x1b[" not in dumb.before
    dumb.sendeof()
    assert ended(dumb) == 1


@pytest.mark.parametrize("columns", [64, 100, 300])
def test_a_window_may_have_any_width_and_change_it(quizzes: Path, columns: int) -> None:
    child = terminal(quizzes, columns=columns)
    child.expect("Question 1 of")
    child.setwinsize(10, 70)
    child.sendline("warp")
    child.expect("Question 2 of")
    child.sendeof()
    assert ended(child) == 1


def test_back_returns_to_the_answer_that_was_given(quizzes: Path) -> None:
    child = terminal(quizzes)
    child.expect("Question 1 of")
    child.sendline("warp")
    child.expect("Question 2 of")
    child.sendline("<")
    child.expect("Your answer so far: warp")
    child.sendintr()
    ended(child)


def test_it_speaks_korean(quizzes: Path, grader: Grader) -> None:
    child = terminal(quizzes, "--lang", "ko")
    child.expect("문제 1/")
    child.sendline("?")
    child.expect("바로 저장됩니다")
    child.sendintr()
    child.expect("접어 두었습니다")
    assert ended(child) == 1
