"""`grader quiz` without a terminal: answers from files and from a pipe, what is kept, what goes wrong."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.failure import Failure
from grader.files import write_atomically
from tests.cli.conftest import KEY, MODULE, REPOSITORY, Grader, right, written
from tests.cli.quiz.conftest import kept, piped, typed


def test_right_answers_pass_and_are_evidence(quizzes: Path, grader: Grader) -> None:
    answers = right(quizzes)
    done = grader("quiz", "06", "--answers", written(quizzes, answers), "--json", "-", env=KEY)
    assert done.status == 0
    found = done.json
    assert (found["module"], found["attempt"], found["passed"]) == ("06", 1, True)
    assert found["score"] == found["max_score"] > 0
    assert {item["status"] for item in found["items"]} == {"pass"}
    assert set(found["items"][0]) == {"id", "status", "points", "max_points"}
    assert kept(quizzes)["handed_in"] and kept(quizzes)["answers"].keys() == answers.keys()


def test_wrong_answers_fail_with_an_explanation_and_the_section(quizzes: Path, grader: Grader) -> None:
    answers = right(quizzes) | {"term": "warp"}
    done = grader("quiz", "06", "--answers", written(quizzes, dict.fromkeys(answers, "x") | {"term": "warp"}), env=KEY)
    assert done.status == 1
    assert "Right would be: " in done.out and "lesson.en.md" in done.out
    assert "are needed to pass" in done.out


def test_the_same_attempt_is_the_same_quiz_and_another_student_s_is_not(quizzes: Path, grader: Grader) -> None:
    def asked(student: str) -> Any:
        shutil.rmtree(quizzes / ".warplings", ignore_errors=True)
        return grader("quiz", "06", "--questions", "--json", "-", env=KEY | {"WARPLINGS_STUDENT": student}).json

    mina = asked("mina")
    assert asked("mina") == mina
    assert asked("noah")["items"] != mina["items"]
    assert "answer" not in json.dumps(mina["items"][0]).lower().replace("answered", "")


def test_a_key_of_the_folder_is_made_once(quizzes: Path, grader: Grader) -> None:
    first = grader("quiz", "06", "--questions", "--json", "-").json
    key = (quizzes / ".warplings" / "key").read_text("utf-8")
    assert len(key.strip()) == 64
    assert grader("quiz", "06", "--questions", "--json", "-").json == first
    assert (quizzes / ".warplings" / "key").read_text("utf-8") == key
    env = dict.fromkeys(KEY, "")
    assert grader("quiz", "06", "--answers", written(quizzes, right(quizzes, env={})), env=env).status == 0


def test_questions_can_be_read_and_answered_in_a_file(quizzes: Path, grader: Grader) -> None:
    done = grader("quiz", "06", "--questions", env=KEY)
    assert done.status == 0
    assert "## 1. `term`" in done.out and "--answers FILE" in done.out
    korean = grader("quiz", "06", "--questions", "--lang", "ko", env=KEY)
    assert "용어로 답합니다." in korean.out


def test_unknown_questions_are_named_and_ignored(quizzes: Path, grader: Grader) -> None:
    answers = right(quizzes) | {"no_such_item": 1}
    done = grader("quiz", "06", "--answers", written(quizzes, answers), env=KEY)
    assert done.status == 0
    assert "there is no question no_such_item" in done.err


@pytest.mark.parametrize("answer", [{}, [[]], True, 10**400, "x" * 100_000, [None, {"a": 1}], float("nan"), "\x1b[2J"])
def test_answers_of_the_wrong_kind_cost_their_question_only(quizzes: Path, grader: Grader, answer: Any) -> None:
    answers = dict.fromkeys(right(quizzes), answer)
    done = grader("quiz", "06", "--answers", written(quizzes, answers), env=KEY)
    assert done.status == 1
    assert "internal error" not in done.err and "\x1b[2J" not in done.out


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("answers: [", "course_file"),
        ("module: '06'\n", "course_file"),
        ("module: '06'\nattempt: 0\nanswers: {}\n", "course_file"),
        ("module: '05'\nanswers: {}\n", "other_module"),
        ("\x00", "course_file"),
    ],
)
def test_an_answers_file_that_cannot_be_used_is_said_so(quizzes: Path, grader: Grader, content: str, kind: str) -> None:
    path = quizzes / "answers.yaml"
    path.write_text(content, "utf-8")
    done = grader("quiz", "06", "--answers", str(path), "--json", "-", env=KEY)
    assert done.status == 2 and done.json["error"]["kind"] == kind
    assert not (quizzes / ".warplings" / "quiz").exists(), "and costs no attempt"


def test_a_file_that_is_not_there_a_module_that_is_not_there(quizzes: Path, grader: Grader) -> None:
    for arguments in (("06", "--answers", "nowhere.yaml"), ("42",), (), ("06", "--practice", "--worked"),
                      ("06", "--placement")):  # fmt: skip
        done = grader("quiz", *arguments, env=KEY)
        assert done.status == 2 and done.err.startswith("grader: ") and "Traceback" not in done.err


def test_a_module_is_named_as_check_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grader: Grader) -> None:
    for name in ("00_begin", "05_end"):
        (tmp_path / "exercises" / name).mkdir(parents=True)
    entries = [{"name": name, "title": {"ko": "가", "en": name}} for name in ("00_begin", "05_end")]
    document = {"title": {"ko": "가", "en": "a"}, "modules": entries}
    (tmp_path / "course.yaml").write_text(yaml.safe_dump(document), "utf-8")
    monkeypatch.chdir(tmp_path)
    for text in ("0", "00", "begin", "BEG", "00_begin", "00_begin/"):
        assert "module 00" in grader("quiz", text).err, text
    for text in ("", " ", "7", "e"):
        assert "05  05_end" in grader("quiz", text).err, text


@pytest.mark.slow
def test_a_quiz_that_has_changed_begins_a_new_attempt(quizzes: Path, grader: Grader) -> None:
    assert grader("quiz", "06", "--questions", "--json", "-", env=KEY).json["attempt"] == 1
    path = quizzes / "modules" / MODULE / "quiz.yaml"
    path.write_text(path.read_text("utf-8") + "\n# only a comment\n", "utf-8")
    assert grader("quiz", "06", "--questions", "--json", "-", env=KEY).json["attempt"] == 1
    path.write_text(path.read_text("utf-8").replace("points: 1", "points: 2", 1), "utf-8")
    stale = grader("quiz", "06", "--answers", written(quizzes, right(quizzes)), "--json", "-", env=KEY)
    assert stale.status == 2 and stale.json["error"]["kind"] == "stale_attempt"
    fresh = grader("quiz", "06", "--questions", "--json", "-", env=KEY)
    assert fresh.json["attempt"] == 2 and "has changed" in fresh.err


def test_a_damaged_attempt_is_set_aside_and_told(quizzes: Path, grader: Grader) -> None:
    grader("quiz", "06", "--questions", env=KEY)
    (quizzes / ".warplings/quiz/06/001.json").write_text("{", "utf-8")
    done = grader("quiz", "06", "--answers", written(quizzes, right(quizzes)), env=KEY)
    assert done.status == 0 and "001.damaged-1.json" in done.err


@pytest.mark.slow
def test_a_whole_quiz_is_answered_line_by_line(quizzes: Path) -> None:
    done = piped(quizzes, [*typed(right(quizzes)), "y"])
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "passed." in done.stdout and "handed_in" in kept(quizzes)


@pytest.mark.slow
def test_what_was_answered_before_the_input_ended_is_there_the_next_time(quizzes: Path) -> None:
    lines = typed(right(quizzes))
    cut = piped(quizzes, lines[:1])
    assert cut.returncode == 1 and "Put aside; the answers are saved. 'grader quiz 06'" in cut.stdout
    assert kept(quizzes)["handed_in"] is None and list(kept(quizzes)["answers"]) == ["term"]
    done = piped(quizzes, [*lines[1:], "y"])
    assert done.returncode == 0, done.stdout[-2000:]
    assert kept(quizzes)["attempt"] == 1


def test_a_quiz_may_be_handed_in_with_questions_left_and_says_which(quizzes: Path) -> None:
    done = piped(quizzes, ["warp", "!", "n", "", "", "<", "?", "#9", "#99", ">", "!", "y"])
    assert done.returncode == 1
    assert "No answer yet: 2, 3" in done.stdout and "Ctrl-C puts it aside" in " ".join(done.stdout.split())
    assert "Question 9 of" in done.stdout and "Question 10 of" in done.stdout, "# goes to a question, > to the next"
    assert "There is no question 99; they go from 1 to 10." in done.stdout


def test_a_checkpoint_says_what_it_has_opened_or_what_to_do(quizzes: Path, grader: Grader) -> None:
    with (quizzes / "course.yaml").open("a", encoding="utf-8") as file:
        file.write("  - {name: 07_more, title: {ko: 더, en: More}}\n")
    (quizzes / "exercises" / "07_more").mkdir()
    failed = " ".join(grader("quiz", "06", "--answers", written(quizzes, {"term": "x"}), env=KEY).out.split())
    assert "'grader quiz 06 --practice' asks with other numbers" in failed and "Open now" not in failed
    passed = grader("quiz", "06", "--answers", written(quizzes, right(quizzes, 2), 2), env=KEY)
    assert passed.status == 0 and "Open now: 07." in passed.out


def test_a_second_hand_in_is_no_answer_to_the_question_whether(quizzes: Path) -> None:
    done = piped(quizzes, ["warp", "!", "!", "y"])
    assert done.returncode == 1 and kept(quizzes)["handed_in"] and kept(quizzes)["answers"] == {"term": "warp"}


def test_a_long_answer_does_not_fill_the_screen(quizzes: Path) -> None:
    assert piped(quizzes, ["x" * 3000, "<"]).stdout.count("x") < 1000


def test_practice_judges_at_once_and_opens_nothing(quizzes: Path) -> None:
    done = piped(quizzes, ["warp", "", "!", "y"], "06", "--practice")
    assert done.returncode == 1
    assert done.stdout.index("not right") < done.stdout.index("Question 2 of")
    assert "This was practice" in done.stdout and not (quizzes / ".warplings" / "quiz").exists()
    assert "needed to pass" not in done.stdout, "practice passes nothing"


def test_practice_that_is_left_promises_nothing(quizzes: Path) -> None:
    done = piped(quizzes, ["?"], "06", "--practice")
    assert done.returncode == 1
    said = " ".join(done.stdout.split())
    assert "wait for you" not in said and "Practice ended." in said and "other numbers" in said


@pytest.mark.slow
def test_a_placement_run_that_is_left_says_how_it_goes_on(quizzes: Path) -> None:
    assert "'grader quiz --placement' goes on" in piped(quizzes, ["warp"], "--placement").stdout


@pytest.mark.slow
@pytest.mark.parametrize("harm", ["truncate", "remove"])
def test_no_answer_is_lost_when_the_file_is_harmed_while_the_quiz_is_open(quizzes: Path, harm: str) -> None:
    lines = typed(right(quizzes))
    child = subprocess.Popen(
        [sys.executable, "-m", "grader", "quiz", "06"], cwd=quizzes, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY)},
    )  # fmt: skip
    assert child.stdin is not None
    child.stdin.write("\n".join(lines[:2]) + "\n")
    child.stdin.flush()
    path = quizzes / ".warplings/quiz/06/001.json"
    for _ in range(600):
        if path.exists() and len(json.loads(path.read_text("utf-8"))["answers"]) == 2:
            break
        time.sleep(0.05)
    if harm == "truncate":
        path.write_text("", "utf-8")
    else:
        shutil.rmtree(quizzes / ".warplings")
    out, _err = child.communicate("\n".join([*lines[2:], "y"]) + "\n", timeout=60)
    assert child.returncode == 0, out[-2000:]
    assert kept(quizzes)["answers"].keys() == right(quizzes).keys() and kept(quizzes)["handed_in"]
    assert "has been written again with all answers given so far" in " ".join(out.split())


@pytest.mark.slow
def test_a_file_damaged_between_two_sittings_is_told_without_a_promise(quizzes: Path) -> None:
    piped(quizzes, typed(right(quizzes))[:2])
    (quizzes / ".warplings/quiz/06/001.json").write_text("", "utf-8")
    done = piped(quizzes, [])
    assert "001.damaged-1.json" in done.stderr and "all others are as they were" not in done.stderr


def test_answers_that_cannot_be_saved_are_held_and_told(
    quizzes: Path, monkeypatch: pytest.MonkeyPatch, grader: Grader
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    grader("quiz", "06", "--questions", env=KEY)
    monkeypatch.setattr("grader.quiz.attempts.write_atomically", full)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"warp\n")))
    from grader.cli.quiz.desk import Desk
    from grader.grading.opening import open_here
    from grader.quiz.attempts import Attempts

    monkeypatch.setenv("WARPLINGS_COURSE_KEY", KEY["WARPLINGS_COURSE_KEY"])
    monkeypatch.setenv("WARPLINGS_STUDENT", KEY["WARPLINGS_STUDENT"])
    course = open_here("en")
    with pytest.raises(Failure) as caught:
        Desk(course, Attempts(course.root), "en", None).graded(course.modules[0])
    assert "could not be saved (No space left on device)" in caught.value.message("en")


def test_a_hand_in_that_cannot_be_kept_gives_nothing_away_and_can_be_tried_again(
    quizzes: Path, monkeypatch: pytest.MonkeyPatch, grader: Grader
) -> None:
    grader("quiz", "06", "--questions", env=KEY)
    full = iter([True, True, False])  # for the only answer, and for the first hand-in

    def write(path: Path, content: str) -> None:
        if next(full):
            raise OSError(28, "No space left on device")
        write_atomically(path, content)

    monkeypatch.setattr("grader.quiz.attempts.write_atomically", write)
    done = grader("quiz", "06", env=KEY, typed="warp\n!\ny\n!\ny\n")
    before, told, after = " ".join(done.out.split()).partition("Nothing was handed in")
    assert told and "Right would be" not in before and "of 10 points" not in before
    assert done.status == 1 and "Right would be" in after
    assert kept(quizzes)["handed_in"] and kept(quizzes)["answers"] == {"term": "warp"}


@pytest.mark.slow
@pytest.mark.parametrize("change", [{"WARPLINGS_STUDENT": "kim"}, {"WARPLINGS_COURSE_KEY": "another course's key"}])
def test_an_attempt_is_not_gone_on_with_as_somebody_else(quizzes: Path, grader: Grader, change: dict[str, str]) -> None:
    piped(quizzes, typed(right(quizzes))[:1])
    before = kept(quizzes)
    path = written(quizzes, {"read_along_a_row": "a"})
    for arguments in (("06",), ("06", "--questions"), ("06", "--answers", path)):
        done = grader("quiz", *arguments, env=KEY | change)
        assert done.status == 2 and "WARPLINGS_STUDENT" in done.err and "001.json" in done.err, done.err
    assert kept(quizzes) == before, "nothing is lost"
    assert grader("quiz", "06", "--questions", env=KEY).status == 0


@pytest.mark.slow
def test_a_row_of_a_table_is_checked_and_kept_as_it_is_typed(quizzes: Path) -> None:
    answers = right(quizzes)
    place = 1 + list(answers).index("bank_table")
    rows = [" ".join(f"{cell:g}" for cell in row) for row in answers["bank_table"]]
    cut = piped(quizzes, [f"#{place}", "one two", rows[0], "1 2 3", rows[1], "<"])
    assert cut.stdout.count("This row takes numbers with blanks between them; how many: 2.") == 2
    assert kept(quizzes)["answers"]["bank_table"][2:] == [["", ""], ["", ""]]
    again = piped(quizzes, [f"#{place}", "", "", *rows[2:], "!", "y"])
    (table,) = (item for item in kept(quizzes)["items"] if item["id"] == "bank_table")
    assert again.returncode == 1 and table["points"] == 1, "Enter left the rows that were there"


@pytest.mark.slow
def test_blanks_are_kept_one_by_one_and_thousands_may_be_parted(quizzes: Path) -> None:
    place = 1 + list(right(quizzes)).index("guarded_load")
    cut = piped(quizzes, [f"#{place}", "ty"])
    assert cut.returncode == 1 and kept(quizzes)["answers"]["guarded_load"] == ["ty", "", "", ""]
    assert "No answer yet: 1, 2" in piped(quizzes, ["!", "n"]).stdout


def test_bytes_that_are_no_text_are_asked_again(quizzes: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "grader", "quiz", "06"], input=b"\xff\xfe\nwarp\n", capture_output=True, cwd=quizzes,
        timeout=60, env={**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY)},
    )  # fmt: skip
    assert done.returncode == 1 and b"Please type it again" in done.stdout and b"internal" not in done.stderr
    assert kept(quizzes)["answers"] == {"term": "warp"}


@pytest.mark.parametrize("arguments", ["06", "06 --practice", "--placement"])
def test_without_an_input_nothing_is_begun(quizzes: Path, arguments: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m grader quiz {arguments} <&-"], capture_output=True, text=True, cwd=quizzes,
        timeout=60, env={**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY)},
    )  # fmt: skip
    assert done.returncode == 2 and "--answers FILE" in done.stderr and "internal" not in done.stderr
    assert not (quizzes / ".warplings/quiz/06").exists() and not (quizzes / ".warplings/practice").exists()


@pytest.mark.parametrize("arguments", [("06",), ("06", "--practice"), ("--placement",)])
def test_questions_and_json_never_share_stdout(quizzes: Path, grader: Grader, arguments: tuple[str, ...]) -> None:
    done = grader("quiz", *arguments, "--json", "-", env=KEY, typed="warp\n")
    assert done.status == 2 and done.json["error"]["kind"] == "bad_argument"
    assert not (quizzes / ".warplings/quiz/06").exists() and not (quizzes / ".warplings/practice").exists()
    grader("quiz", "06", "--json", "out.json", env=KEY, typed="warp\n!\ny\n")
    assert json.loads((quizzes / "out.json").read_text("utf-8"))["attempt"] == 1


@pytest.mark.parametrize("name", ["key", "lock"])
def test_a_folder_where_a_file_of_the_grader_belongs_is_named(quizzes: Path, grader: Grader, name: str) -> None:
    (quizzes / ".warplings" / name).mkdir(parents=True)
    done = grader("quiz", "06", "--questions")
    assert done.status == 2 and f".warplings/{name}: " in done.err


def test_a_key_of_the_folder_that_is_empty_is_made_anew(quizzes: Path, grader: Grader) -> None:
    key = quizzes / ".warplings" / "key"
    key.parent.mkdir()
    key.write_text("\n", "utf-8")
    assert grader("quiz", "06", "--questions").status == 0
    assert len(key.read_text("utf-8").strip()) == 64


def test_a_course_key_may_be_any_bytes(quizzes: Path, grader: Grader) -> None:
    asked = [grader("quiz", "06", "--questions", "--json", "-",
                    env={name: os.fsdecode(b"a key of bytes \xff\xfe" + extra) for name in KEY}).json
             for extra in (b"", b"")]  # fmt: skip
    assert asked[0] == asked[1] and asked[0]["items"]


@pytest.mark.parametrize("kind", ["folder", "loop"])
def test_what_is_no_file_is_moved_away_and_named(quizzes: Path, grader: Grader, kind: str) -> None:
    path = quizzes / ".warplings/quiz/06/001.json"
    path.parent.mkdir(parents=True)
    path.mkdir() if kind == "folder" else path.symlink_to(path)
    done = grader("quiz", "06", "--questions", env=KEY)
    assert done.status == 0 and "001.damaged-1.json" in done.err


def test_a_file_that_may_not_be_read_is_named(quizzes: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    grader("quiz", "06", "--questions", env=KEY)

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    done = grader("quiz", "06", "--questions", env=KEY)
    assert done.status == 2 and "001.json" in done.err and "Permission denied" in done.err


@pytest.mark.slow
def test_after_three_failures_the_next_attempt_begins_with_what_helps(quizzes: Path, grader: Grader) -> None:
    for number in (1, 2, 3):
        done = grader("quiz", "06", "--answers", written(quizzes, {"term": "x"}, number), env=KEY)
    assert "Three attempts stayed below the 80 % needed." in " ".join(done.out.split())
    began = " ".join(piped(quizzes, ["warp"]).stdout.split())
    assert began.index("stayed below the 80 % needed") < began.index("Question 1 of")
    assert "stayed below" not in piped(quizzes, []).stdout, "said when it begins, and not each time"


@pytest.mark.slow
def test_a_placement_run_goes_through_the_checkpoints_and_opens_what_is_behind_them(quizzes: Path) -> None:
    done = piped(quizzes, [*typed(right(quizzes)), "y"], "06", "--placement")
    assert done.returncode == 2, "--placement takes no module"
    placed = piped(quizzes, [*typed(right(quizzes)), "y"], "--placement")
    assert placed.returncode == 0, placed.stdout[-2000:]
    assert "every module is open" in placed.stdout and kept(quizzes)["kind"] == "placement"
    again = piped(quizzes, [], "--placement")
    assert again.returncode == 0 and "Question" not in again.stdout, "what is passed is not asked again"


@pytest.mark.slow
def test_a_placement_run_ends_at_the_first_checkpoint_that_is_not_passed(quizzes: Path) -> None:
    failed = piped(quizzes, ["warp", "!", "y"], "--placement")
    assert failed.returncode == 1 and "are needed to pass" in failed.stdout
    assert "every module is open" not in failed.stdout
