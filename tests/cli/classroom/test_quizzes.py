"""Quizzes of a class: drawn again for each student, judged anew, and what they mean for the gate."""

from __future__ import annotations

import csv
import json
import os
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.summary import read_summary
from grader.quiz.drawing import Drawer, open_quiz
from tests.cli.conftest import REPOSITORY, Grader

KEY = "a key of the course"
MODULES = ("01_gpu_architecture", "02_source_to_machine_code")
COURSE = """\
title: {ko: 과정, en: Course}
gate: {share: 0.8, mode: enforce}
modules:
  - name: 01_gpu_architecture
    title: {ko: 하나, en: One}
    checkpoint: true
    exercises: [warp_and_lane]
  - name: 02_source_to_machine_code
    title: {ko: 둘, en: Two}
    exercises: [fma_inline]
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course of two modules, the first of which is a checkpoint, and a class that solves every exercise."""
    root = tmp_path / "course"
    for module in MODULES:
        shutil.copytree(REPOSITORY / "modules" / module, root / "modules" / module)
        for name in ("warp_and_lane", "fma_inline"):
            for kind, ending in (("exercises", "yaml"), ("solutions", "cu")):
                source = REPOSITORY / kind / module / f"{name}.{ending}"
                if source.is_file():
                    (root / kind / module).mkdir(parents=True, exist_ok=True)
                    shutil.copy(source, root / kind / module)
    (root / "course.yaml").write_text(COURSE, "utf-8")
    for student in ("mina", "omar", "ada"):
        shutil.copytree(root / "solutions", tmp_path / "in" / student / "exercises")
    (tmp_path / "roster.csv").write_text("id,name\nmina,Mina\nomar,Omar\nada,Ada\n", "utf-8")
    monkeypatch.chdir(root)
    monkeypatch.setenv("WARPLINGS_COURSE_KEY", KEY)
    return tmp_path


def right_answers(root: Path, student: str, attempt: int) -> dict[str, Any]:
    file = open_quiz(root / "course" / "modules" / MODULES[0] / "quiz.yaml", "01")
    return {item.id: item.key.example for item in Drawer(KEY.encode(), student).graded(file, attempt).items}


def hand_in(root: Path, student: str, place: str, **document: Any) -> None:
    path = root / "in" / student / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), "utf-8")


def grade(root: Path, grader: Grader) -> Any:
    done = grader("class", "grade", str(root / "in"), "--roster", str(root / "roster.csv"), "--out", str(root / "out"),
                  "--json", "-")  # fmt: skip
    assert done.status == 0, done.err
    return done.json


def scores(root: Path) -> dict[str, dict[str, str]]:
    with (root / "out" / "scores.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def record(root: Path, student: str) -> Any:
    return json.loads((root / "out" / "quizzes" / student / "01.json").read_text("utf-8"))


@pytest.mark.slow
def test_the_best_attempt_counts_and_opens_the_gate(small: Path, grader: Grader) -> None:
    hand_in(small, "mina", ".warplings/quiz/01/001.json", module="01", attempt=1, answers={}, handed_in="then")
    hand_in(small, "mina", "answers/01.yaml", module="01", attempt=2, answers=right_answers(small, "mina", 2))
    of_others = right_answers(small, "mina", 1)
    hand_in(small, "omar", "01_gpu_architecture/answers.json", module="01", attempt=1, answers=of_others)
    found = grade(small, grader)
    rows = scores(small)
    full = rows["mina"]["01_gpu_architecture/quiz"]
    assert rows["mina"]["locked"] == "" and rows["ada"]["01_gpu_architecture/quiz"] == ""
    assert float(rows["omar"]["01_gpu_architecture/quiz"]) < 0.8 * float(full), "another student's variant"
    assert rows["omar"]["locked"] == rows["ada"]["locked"] == "02"
    assert rows["ada"]["02_source_to_machine_code/fma_inline"] == "100", "told, but not counted"
    assert (rows["mina"]["total"], rows["ada"]["total"]) == ("200", "100")
    of_class = found["quizzes"]["01"]
    assert (of_class["attempted"], of_class["passed"], of_class["refused"]) == (2, 1, 0)
    of_omar = float(rows["omar"]["01_gpu_architecture/quiz"])
    assert of_class["mean"] == pytest.approx((float(full) + of_omar) / 2, abs=0.01)
    assert [attempt["attempt"] for attempt in record(small, "mina")["attempts"]] == [1, 2]


def test_points_that_a_file_claims_are_never_believed(small: Path, grader: Grader) -> None:
    items = [{"id": name, "status": "pass", "points": 5, "max_points": 5} for name in right_answers(small, "ada", 1)]
    hand_in(small, "ada", ".warplings/quiz/01/001.json", version=1, module="01", attempt=1, kind="placement",
            quiz_sha256="", owner="", began="now", answers={}, handed_in="now", items=items)  # fmt: skip
    grade(small, grader)
    assert scores(small)["ada"]["01_gpu_architecture/quiz"] == "0" and scores(small)["ada"]["locked"] == "02"


def test_what_cannot_be_graded_is_told_and_harms_nothing_else(small: Path, grader: Grader) -> None:
    right = right_answers(small, "ada", 3)
    good = {"module": "01", "attempt": 3, "answers": right}
    hand_in(small, "ada", ".warplings/quiz/01/003.json", **good)
    hand_in(small, "ada", ".warplings/quiz/01/004.json", **good | {"attempt": 4, "quiz_sha256": "of another version"})
    hand_in(small, "ada", ".warplings/quiz/01/005.json", **good | {"attempt": 5, "owner": "somebody else"})
    hand_in(small, "ada", ".warplings/quiz/01/006.json", **good | {"attempt": 6, "handed_in": None})
    hand_in(small, "ada", ".warplings/quiz/01/007.json", **good | {"attempt": 7, "kind": "practice"})
    hand_in(small, "ada", ".warplings/quiz/01/008.json", **good | {"attempt": "8"})
    hand_in(small, "ada", ".warplings/quiz/01/009.json", **good | {"module": "02"})
    hand_in(small, "ada", "answers/01.json", **good)
    (small / "in" / "ada" / ".warplings" / "quiz" / "01" / "010.json").write_bytes(b"\xff\x00")
    (small / "in" / "ada" / ".warplings" / "quiz" / "01" / "011.json").symlink_to("/etc/passwd")
    bomb = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip(
        "abcdefgh", "bcdefghi", strict=True)) + "answers: {x: *i}\n"  # fmt: skip
    (small / "in" / "ada" / ".warplings" / "quiz" / "01" / "012.yaml").write_text(bomb, "utf-8")
    found = grade(small, grader)
    attempts = record(small, "ada")["attempts"]
    assert [a["path"][-8:] for a in attempts if a["items"]] == ["003.json"] and attempts[0]["passed"]
    told = {a["path"].rpartition("/")[2]: a["message"] for a in attempts if not a["items"]}
    assert found["quizzes"]["01"]["refused"] == len(told) == 8 and all(told.values())
    assert found["refused_attempts"] == Counter(told.values())
    assert "another version" in told["004.json"] and "another student" in told["005.json"]
    assert "Another file" in told["01.json"] and "link" in told["011.json"]


@pytest.mark.slow
def test_only_what_changed_is_graded_again(small: Path, grader: Grader) -> None:
    hand_in(small, "ada", "answers/01.json", module="01", attempt=1, answers={})
    grade(small, grader)
    path = small / "out" / "quizzes" / "ada" / "01.json"
    before = path.stat().st_mtime_ns
    grade(small, grader)
    assert path.stat().st_mtime_ns == before
    hand_in(small, "ada", "answers/01.json", module="01", attempt=1, answers=right_answers(small, "ada", 1))
    grade(small, grader)
    assert record(small, "ada")["attempts"][0]["passed"]


@pytest.mark.slow
def test_more_attempts_than_anybody_needs_are_refused(small: Path, grader: Grader) -> None:
    for attempt in range(1, 61):
        hand_in(small, "ada", f".warplings/quiz/01/{attempt:03d}.json", module="01", attempt=attempt, answers={"x": 1})
    grade(small, grader)
    assert sum(bool(a["items"]) for a in record(small, "ada")["attempts"]) == 50


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_answers_to_questions_that_there_are_not_take_no_room(small: Path, grader: Grader) -> None:
    """Each such file would cost a second and 22 MB, in the grader's own process, hundreds of times."""
    right = right_answers(small, "mina", 1)
    hand_in(small, "mina", "answers/01/1.json", attempt=1, answers=right | {f"other{i}": [] for i in range(2000)})
    hand_in(small, "ada", "answers/01/1.json", attempt=1, answers={f"{i:x}": [] for i in range(40_000)})
    grade(small, grader)
    (kept,) = record(small, "mina")["attempts"]
    assert kept["passed"] and kept["answers"].keys() == right.keys()
    (refused,) = record(small, "ada")["attempts"]
    assert "64 KiB" in refused["message"] and refused["answers"] == {}


def test_a_file_name_that_is_no_utf_8_stops_nobody(small: Path, grader: Grader) -> None:
    folder = small / "in" / "ada" / "answers" / "01"
    folder.mkdir(parents=True)
    (folder / os.fsdecode(b"\xff.json")).write_text('{"module": "01", "attempt": 1, "answers": {}}', "utf-8")
    grade(small, grader)
    (attempt,) = record(small, "ada")["attempts"]
    assert attempt["path"] == "answers/01/\ufffd.json" and attempt["items"]


def test_the_summary_says_what_keeps_a_module_closed(small: Path, grader: Grader) -> None:
    course = small / "course" / "course.yaml"
    course.write_text(COURSE.replace("mode: enforce", "mode: enforce, exercises: all"), "utf-8")
    hand_in(small, "mina", "answers/01.json", module="01", attempt=1, answers=right_answers(small, "mina", 1))
    (small / "in" / "omar" / "exercises" / MODULES[0] / "warp_and_lane.cu").write_text("no kernel", "utf-8")
    grade(small, grader)
    summary = read_summary(small / "out")
    of = {standing.student: standing for standing in summary.standings}
    assert (of["mina"].locked_by, of["mina"].undone) == ({}, {})
    assert of["omar"].locked_by == {"02": ("01",)}
    assert of["omar"].undone == {"01": (f"{MODULES[0]}/warp_and_lane",)}
    assert of["ada"].undone == {"01": ()}, "only the quiz is wanted"
    assert [module.gate_share for module in summary.modules] == [0.8, None]


def test_attempts_that_were_drawn_with_another_key_are_counted_on_the_screen(small: Path, grader: Grader) -> None:
    given = {"module": "01", "answers": {}, "owner": "of another key"}
    for number in (1, 2):
        hand_in(small, "mina", f".warplings/quiz/01/00{number}.json", **given, attempt=number)
    done = grader("class", "grade", str(small / "in"), "--roster", str(small / "roster.csv"), "--out", "out")
    told = " ".join(done.err.split())
    assert done.status == 0 and "not graded: 2. The attempt was drawn for another student, or with another key" in told
