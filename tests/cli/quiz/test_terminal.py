"""`grader quiz` in a real pseudo-terminal: keys, Ctrl-C, a window that changes its size, a dumb terminal."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pexpect
import pyte
import pytest
import yaml

from tests.cli.conftest import KEY, MODULE, REPOSITORY, Grader, right, written
from tests.cli.quiz.conftest import kept, typed


def terminal(
    root: Path, *arguments: str, term: str = "xterm-256color", columns: int = 80, module: str = "06"
) -> pexpect.spawn:
    env = {**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY), "TERM": term}
    for name in ("COLUMNS", "LINES"):
        env.pop(name, None)
    return pexpect.spawn(
        sys.executable, ["-m", "grader", "quiz", *([module] if module else []), *arguments], cwd=root, env=env,
        encoding="utf-8", codec_errors="replace", timeout=30, dimensions=(24, columns),
    )  # fmt: skip


def interrupt(child: pexpect.spawn) -> None:
    """Ctrl-C from somebody who has seen the prompt: one that comes while readline begins to wait is noticed later."""
    time.sleep(0.2)
    child.sendintr()


def ended(child: pexpect.spawn) -> int:
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus is not None
    return child.exitstatus


def shown(child: pexpect.spawn, until: str, columns: int = 80, rows: int = 24) -> str:
    """The terminal's screen as soon as `until` stands on it."""
    screen = pyte.Screen(columns, rows)
    stream = pyte.Stream(screen)
    ends = time.monotonic() + 30
    while until not in (text := "\n".join(line.rstrip() for line in screen.display)):
        assert time.monotonic() < ends, text
        with suppress(pexpect.TIMEOUT):
            stream.feed(child.read_nonblocking(65536, timeout=0.1))
    return text


@pytest.mark.slow
def test_ctrl_c_puts_the_quiz_aside_and_the_next_time_goes_on(quizzes: Path) -> None:
    answers = right(quizzes)
    child = terminal(quizzes)
    child.expect("Question 1 of.*answer: ")
    child.sendline(answers["term"])
    child.expect("Question 2 of.*answer: ")
    interrupt(child)
    child.expect("Put aside")
    assert ended(child) == 1
    assert list(kept(quizzes)["answers"]) == ["term"] and kept(quizzes)["handed_in"] is None
    again = terminal(quizzes)
    again.expect("Question 2 of")
    again.expect("answer: ")
    for place, line in enumerate(typed({name: answer for name, answer in answers.items() if name != "term"})):
        if place:
            again.expect(["answer: ", r"blank \d: ", r"(lane \d+|\d+x\d+): "])
        again.sendline(line)
    again.expect("Hand in.*N\\) ")
    again.sendline("y")
    again.expect("passed")
    assert ended(again) == 0


@pytest.mark.slow
def test_after_ctrl_z_and_fg_what_was_typed_is_shown_again(quizzes: Path) -> None:
    env = {**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY), "TERM": "xterm-256color", "PS1": "$ "}
    child = pexpect.spawn("bash", ["--norc", "--noprofile", "-i"], cwd=quizzes, env=env, encoding="utf-8", timeout=30,
                          dimensions=(24, 80))  # fmt: skip
    child.sendline(f"{sys.executable} -m grader quiz 06")
    child.expect("Question 1 of.*answer: ")
    for _ in range(2):
        time.sleep(0.2)
        child.send("war")
        time.sleep(0.2)  # what nobody has read is thrown away with the signal
        child.send("\x1a")
        child.expect("Stopped")
        child.sendline("clear; fg")
        shown(child, until="answer: war")
        child.send("\x15")  # Ctrl-U
    child.send("warp\r")
    child.expect("Question 2 of.*answer: ")
    assert kept(quizzes)["answers"] == {"term": "warp"}
    child.close()


@pytest.mark.slow
def test_a_screen_shows_one_question_and_a_dumb_terminal_is_not_cleared(quizzes: Path) -> None:
    child = terminal(quizzes)
    child.expect("Question 1 of")
    assert "\x1b[2J" in child.before or "\x1b[H" in child.before
    child.expect("answer: ")
    child.sendeof()
    ended(child)
    dumb = terminal(quizzes, term="dumb")
    dumb.expect("Question 1 of.*answer: ")
    assert "\x1b[" not in dumb.before + dumb.after
    dumb.sendeof()
    assert ended(dumb) == 1


@pytest.mark.slow
@pytest.mark.parametrize("columns", [64, 100, 300])
def test_a_window_may_have_any_width_and_change_it(quizzes: Path, columns: int) -> None:
    child = terminal(quizzes, columns=columns)
    child.expect("Question 1 of.*answer: ")
    child.setwinsize(7, 70)
    child.sendline("warp")
    child.expect("Question 2 of.*Enter shows the rest: ")
    child.sendline("")
    while child.expect(["answer: ", "Enter shows the rest: "]) == 1:
        child.sendline("")
    child.sendeof()
    assert ended(child) == 1


@pytest.mark.slow
def test_in_a_small_window_lines_break_between_words(quizzes: Path) -> None:
    child = terminal(quizzes, columns=40)
    child.expect("Question 1 of")
    text = child.before + child.after
    while child.expect(["answer: $", "the rest: $"]) == 1:
        text += child.before
        child.sendline("")
    text += child.before
    interrupt(child)
    ended(child)
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 40
    assert len([line for line in lines if len(line) > 20]) > 3, "and the room that there is is used"


@pytest.mark.slow
def test_what_is_typed_before_the_rest_of_a_question_is_shown_is_obeyed(quizzes: Path) -> None:
    child = terminal(quizzes, columns=64)
    child.expect("Question 1 of.*answer: ")
    child.setwinsize(7, 64)
    child.sendline("#2")
    child.expect("Question 2 of.*the rest: $")
    child.sendline("#1")
    child.expect("Question 1 of.*: $")
    child.sendline("#2")
    child.expect("Question 2 of.*the rest: $")
    child.sendline("a")
    child.expect("Question 3 of.*: $")
    interrupt(child)
    ended(child)
    assert list(kept(quizzes)["answers"].values()) == ["a"]


@pytest.mark.slow
def test_back_returns_to_the_answer_that_was_given(quizzes: Path) -> None:
    child = terminal(quizzes)
    child.expect("Question 1 of.*answer: ")
    child.sendline("warp")
    child.expect("Question 2 of.*answer: ")
    child.sendline("<")
    child.expect("Your answer so far: warp")
    interrupt(child)
    ended(child)


@pytest.mark.slow
def test_a_window_shows_what_another_has_kept_meanwhile(quizzes: Path) -> None:
    one = terminal(quizzes)
    one.expect("Question 1 of.*answer: ")
    other = terminal(quizzes)
    other.expect("Question 1 of.*answer: ")
    other.sendline("warp")
    other.expect("Question 2 of.*answer: ")
    one.sendline("lane")
    one.expect("Question 2 of.*answer: ")
    other.sendline("<")
    other.expect("Your answer so far: lane")
    for child in (one, other):
        interrupt(child)
        ended(child)


@pytest.mark.slow
def test_arrow_keys_edit_the_line_and_are_no_part_of_the_answer(quizzes: Path) -> None:
    child = terminal(quizzes)
    child.expect("Question 1 of.*answer: ")
    child.send("arp" + "\x1b[D" * 3 + "w" + "\x1b[15~" + "\x1b[C" * 9 + "s\x7f\r")
    child.expect("Question 2 of.*answer: ")
    interrupt(child)
    ended(child)
    assert kept(quizzes)["answers"] == {"term": "warp"}


@pytest.mark.slow
def test_a_paste_of_several_lines_answers_one_question(quizzes: Path) -> None:
    child = terminal(quizzes)
    child.expect("Question 1 of.*answer: ")
    child.send("warp\ra\rb\r12\r")
    shown(child, "Question 2 of")
    interrupt(child)
    ended(child)
    assert kept(quizzes)["answers"] == {"term": "warp"}


@pytest.mark.slow
def test_bytes_that_are_no_text_are_asked_again(quizzes: Path) -> None:
    child = terminal(quizzes)
    child.expect("Question 1 of.*answer: ")
    os.write(child.child_fd, b"\xff\xfe\r")
    child.expect("Please type it again")
    child.sendline("warp")
    child.expect("Question 2 of.*answer: ")
    interrupt(child)
    ended(child)
    assert kept(quizzes)["answers"] == {"term": "warp"}


@pytest.mark.slow
def test_a_table_shows_the_rows_that_are_there(quizzes: Path) -> None:
    place = 1 + list(right(quizzes)).index("bank_table")
    child = terminal(quizzes)
    child.expect("Question 1 of.*answer: ")
    child.sendline(f"#{place}")
    child.expect(f"Question {place} of.*: $")
    child.sendline("1,024 7")
    child.expect("lane \\d+: $")
    interrupt(child)
    ended(child)
    assert kept(quizzes)["answers"]["bank_table"][0] == ["1,024", "7"]
    again = terminal(quizzes)
    again.sendline("")
    again.expect("Question 1 of.*answer: ")
    again.sendline(f"#{place}")
    again.expect(r"lane \d+ +1,024 +7 ")
    again.expect("One line each.*: $")
    again.sendintr()
    ended(again)


@pytest.mark.slow
def test_nothing_breaks_inside_a_word(quizzes: Path) -> None:
    child = terminal(quizzes)
    child.expect("Question 1 of.*answer: ")
    child.sendline("?")
    child.expect("Type the answer.*wait for you")
    for line in child.after.splitlines():
        assert len(line.rstrip()) <= 80, line
    interrupt(child)
    ended(child)


@pytest.mark.slow
def test_placement_waits_until_a_result_has_been_read(quizzes: Path) -> None:
    with (quizzes / "course.yaml").open("a", encoding="utf-8") as file:
        file.write("  - {name: 07_more, title: {ko: 더, en: More}, checkpoint: true, exercises: []}\n")
    (quizzes / "exercises" / "07_more").mkdir()
    shutil.copytree(quizzes / "modules" / MODULE, quizzes / "modules" / "07_more")
    path = written(quizzes, right(quizzes))
    subprocess.run([sys.executable, "-m", "grader", "quiz", "06", "--questions"], cwd=quizzes, check=True,
                   env={**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY)}, capture_output=True)  # fmt: skip
    attempt = quizzes / ".warplings/quiz/06/001.json"
    document = json.loads(attempt.read_text("utf-8"))
    attempt.write_text(json.dumps(document | {"answers": yaml.safe_load(Path(path).read_text("utf-8"))["answers"]}))
    child = terminal(quizzes, "--placement", module="")
    child.expect("Question 1 of.*: $")
    child.sendline("!")
    child.expect("Hand in.*N\\) ")
    child.sendline("y")
    child.expect("passed")
    child.expect("Enter goes on with the quiz of module 07: ")
    assert "Question" not in child.before
    child.sendline("")
    child.expect("Question 1 of.*: $")
    interrupt(child)
    child.expect("'grader quiz --placement'")
    assert ended(child) == 1


LONG = [("00_first_kernel", "which_launch"), ("08_double_buffering", "which_change")]


@pytest.mark.slow
@pytest.mark.parametrize(("module", "item"), LONG)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_long_question_begins_on_the_screen(module: str, item: str, lang: str, tmp_path: Path) -> None:
    """Two of the longest, at 80x24: their heads are still there when the prompt is."""
    shutil.copytree(REPOSITORY / "modules" / module, tmp_path / "modules" / module)
    (tmp_path / "exercises" / module).mkdir(parents=True)
    entry = {"name": module, "title": {"ko": "가", "en": "a"}, "exercises": []}
    course = {"title": {"ko": "가", "en": "a"}, "modules": [entry]}
    (tmp_path / "course.yaml").write_text(yaml.safe_dump(course), "utf-8")
    number = module[:2]
    names = [i["id"] for i in yaml.safe_load((tmp_path / "modules" / module / "quiz.yaml").read_text("utf-8"))["items"]]
    child = terminal(tmp_path, "--lang", lang, module=number)
    child.expect(["answer: ", "답: "])
    child.sendline(f"#{1 + names.index(item)}")
    screen = shown(child, {"en": "answer:", "ko": "답:"}[lang])
    head = {"en": f"Question {1 + names.index(item)} of", "ko": f"문제 {1 + names.index(item)}/"}[lang]
    assert any(line.startswith(head) for line in screen.splitlines()[:2]) and "…" not in screen
    interrupt(child)
    ended(child)


@pytest.mark.slow
def test_it_speaks_korean(quizzes: Path, grader: Grader) -> None:
    child = terminal(quizzes, "--lang", "ko")
    child.expect("문제 1/.*답: ")
    child.sendline("?")
    child.expect("바로 저장됩니다")
    interrupt(child)
    child.expect("중단했습니다. 답은 저장되었습니다")
    assert ended(child) == 1
