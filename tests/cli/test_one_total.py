"""One student's work comes to the same points wherever they are counted, and a skeleton to none."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grader.quiz.drawing import Drawer, open_quiz
from tests.cli.conftest import REPOSITORY, Grader
from tests.skeletons import write_skeletons
from tests.small_course import without_tiny_steps

KEY = "a key of the course"
FIRST, SECOND = "01_gpu_architecture", "02_source_to_machine_code"
COURSE = f"""\
title: {{ko: 과정, en: Course}}
gate: {{share: 0.8, mode: enforce}}
modules:
  - name: {FIRST}
    title: {{ko: 하나, en: One}}
    checkpoint: true
    exercises: [warp_and_lane, device_copy]
  - name: {SECOND}
    title: {{ko: 둘, en: Two}}
    exercises: [fma_inline, no_local_memory]
"""
SOLVED = (f"{FIRST}/warp_and_lane", f"{FIRST}/device_copy", f"{SECOND}/fma_inline")
UNTOUCHED = f"{SECOND}/no_local_memory"


@dataclass(frozen=True)
class Tree:
    """A course in which its only student works, too. grader: in that folder."""

    root: Path
    grader: Grader

    @property
    def course(self) -> Path:
        return self.root / "course"

    def take_quiz(self) -> None:
        file = open_quiz(self.course / "modules" / FIRST / "quiz.yaml", "01")
        right = {i.id: i.key.example for i in Drawer(KEY.encode(), "mina").graded(file, 1).items}
        path = self.root / "answers.json"
        path.write_text(json.dumps({"module": "01", "attempt": 1, "answers": right}), "utf-8")
        done = self.grader("quiz", "01", "--answers", str(path), env={"WARPLINGS_STUDENT": "mina"})
        assert done.status == 0, done.out + done.err

    def grade_class(self) -> None:
        mina = self.root / "in" / "mina"
        shutil.copytree(self.course / "exercises", mina / "exercises")
        if (self.course / ".warplings" / "quiz").exists():
            shutil.copytree(self.course / ".warplings" / "quiz", mina / ".warplings" / "quiz")
        (self.root / "roster.csv").write_text("id,name\nmina,Mina\n", "utf-8")
        done = self.grader("class", "grade", str(self.root / "in"), "--roster", str(self.root / "roster.csv"), "--out",
                           str(self.root / "out"))  # fmt: skip
        assert done.status == 0, done.err

    def rows(self, path: Path) -> list[dict[str, str]]:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))

    def exported(self, name: str) -> Path:
        out = self.root / f"grades.{name}"
        done = self.grader("gradebook", "export", str(self.root / "out"), "--format", name, "--out", str(out))
        assert done.status == 0, done.err
        return out


@pytest.fixture
def tree(tmp_path: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch) -> Tree:
    root = tmp_path / "course"
    for module in (FIRST, SECOND):
        for folder in ("exercises", "solutions", "modules"):
            shutil.copytree(REPOSITORY / folder / module, root / folder / module)
    (root / "course.yaml").write_text(COURSE, "utf-8")
    without_tiny_steps(root)
    for path in root.glob("solutions/*/*.private.yaml"):  # only a class is graded on private cases
        path.unlink()
    for name in SOLVED:
        shutil.copy(root / "solutions" / f"{name}.cu", root / "exercises" / f"{name}.cu")
    monkeypatch.chdir(root)
    monkeypatch.setenv("WARPLINGS_COURSE_KEY", KEY)
    return Tree(tmp_path, grader)


def of_nbgrader(database: Path) -> float:
    """The sum of every cell of the kernels' notebooks."""
    query = """SELECT sum(g.auto_score) FROM grade g JOIN submitted_notebook s ON s.id = g.notebook_id
        JOIN notebook n ON n.id = s.notebook_id WHERE n.name = 'kernels'"""
    connection = sqlite3.connect(database)
    try:
        return float(connection.execute(query).fetchone()[0])
    finally:
        connection.close()


@pytest.mark.parametrize("passed", [True, False])
def test_one_tree_has_one_total(tree: Tree, passed: bool) -> None:
    pytest.importorskip("nbgrader")
    if passed:
        tree.take_quiz()
    ids = [*SOLVED, UNTOUCHED]
    check = tree.grader("check", *ids, "--backend", "emulated", "--json", "-").json
    scores = {report["exercise"]: report["score"] for report in check["exercises"]}
    assert scores[UNTOUCHED] == 0 and all(scores[name] >= 85 for name in SOLVED)
    total = sum(scores.values()) if passed else scores[SOLVED[0]] + scores[SOLVED[1]]
    assert check["total"] == total and check["withheld"] == ([] if passed else ids[2:])

    assert tree.grader("ci", "grade", "--submission", ".", "--out", "ci").status == 0
    posted = tree.grader("ci", "post", "ci", "--result", "result.json", "--summary", "summary.md")
    assert posted.status == 0, posted.out + posted.err
    result = json.loads(Path("result.json").read_text("utf-8"))
    assert result["score"] == total * 100 == sum(test["score"] for test in result["tests"])
    most = sum(report["max_score_here"] for report in check["exercises"])
    assert f"**{total:g} of {most:g}** points" in Path("summary.md").read_text("utf-8")

    tree.grade_class()
    (row,) = tree.rows(tree.root / "out" / "scores.csv")
    assert float(row["total"]) == total and row[UNTOUCHED] == ""
    assert {name: float(row[name]) for name in SOLVED} == {name: scores[name] for name in SOLVED}
    assert (float(row["quiz_total"]) > 0) is passed

    (row,) = tree.rows(tree.exported("csv-wide"))
    assert float(row["total"]) == total and (float(row["quiz_total"]) > 0) is passed
    kernels = [r for r in tree.rows(tree.exported("csv")) if not r["item"].endswith("/quiz")]
    assert sum(float(r["score"] or 0) for r in kernels) == total
    (canvas,) = tree.rows(tree.exported("canvas"))[1:]
    quiz = canvas.get("01 Quiz: One", "")
    numbers = [value for heading, value in canvas.items() if value and heading[:2] in ("01", "02") and value != quiz]
    assert sum(map(float, numbers)) == total
    gradescope = json.loads((tree.exported("gradescope") / "mina" / "results.json").read_text("utf-8"))
    tests = [t for t in gradescope["tests"] if t["name"].split(":")[0] in {r["title"] for r in kernels}]
    assert sum(t["score"] for t in tests) == total

    done = tree.grader("gradebook", "sync", str(tree.root / "out"), "--course", str(tree.root / "nb"))
    assert done.status == 0, done.err
    assert of_nbgrader(tree.root / "nb" / "gradebook.db") == total
    report = tree.grader("class", "report", str(tree.root / "out"))
    page = (tree.root / "out" / "report" / "students" / "mina.html").read_text("utf-8")
    assert report.status == 0 and f"{total:g} of {most:g} points" in page and "not begun" in page


@pytest.mark.slow
@pytest.mark.parametrize("note", ["", "// my notes\n", "/* 메모 */\r\n\r\n"])
def test_a_skeleton_earns_nothing_and_is_told(tree: Tree, note: str) -> None:
    path = Path("exercises") / f"{UNTOUCHED}.cu"
    path.write_text(note + path.read_text("utf-8"), "utf-8")
    done = tree.grader("check", UNTOUCHED, "--backend", "emulated")
    assert done.status == 1 and "This is still the skeleton" in done.out and "score 0 of" in done.out
    document: Any = tree.grader("check", UNTOUCHED, "--backend", "emulated", "--json", "-").json
    assert document["begun"] is False and document["score"] == 0
    assert all(check["points"] in (0, None) for check in document["checks"])
    assert any("still the skeleton" in c["message"] for c in document["checks"] if c["status"] == "not_run")
    assert "시작 코드 그대로" in tree.grader("check", UNTOUCHED, "--backend", "emulated", "--lang", "ko").out
    tree.grade_class()
    state = json.loads((tree.root / "out" / "results" / "mina" / f"{UNTOUCHED}.json").read_text("utf-8"))["state"]
    assert state == "untouched"


def test_a_class_of_clones_has_handed_in_nothing(tree: Tree) -> None:
    write_skeletons(tree.course)
    tree.grade_class()
    (row,) = tree.rows(tree.root / "out" / "scores.csv")
    assert float(row["total"]) == 0 and not any(row[name] for name in (*SOLVED, UNTOUCHED))
