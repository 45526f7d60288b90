"""A small class, made up, and nbgrader's folder of it: what the tests of `grader gradebook sync` work on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from benchmarks.gradebook_sync import synthesise
from grader.cli.app import app
from tests.small_course import without_tiny_steps

REPOSITORY = Path(__file__).resolve().parents[3]
FIRST, SECOND = MODULES = ("00_first_kernel", "02_source_to_machine_code")
COURSE = """\
title: {ko: 과정, en: Course}
gate: {share: 0.8, mode: enforce}
modules:
  - name: 00_first_kernel
    title: {ko: 하나, en: One}
    exercises: [vector_add, grid_stride_saxpy]
  - name: 02_source_to_machine_code
    title: {ko: 둘, en: Two}
    exercises: [fma_inline, no_local_memory]
"""

# Everything in a gradebook but the ids, which are drawn: what two of them must have in common.
_TABLES = {
    "students": "SELECT id, first_name, last_name, email, lms_user_id FROM student",
    "assignments": "SELECT name, duedate, course_id FROM assignment",
    "notebooks": "SELECT a.name, n.name, n.kernelspec FROM notebook n JOIN assignment a ON a.id = n.assignment_id",
    "cells": """SELECT a.name, n.name, b.name, b.type, g.max_score, g.cell_type FROM base_cell b
        JOIN notebook n ON n.id = b.notebook_id JOIN assignment a ON a.id = n.assignment_id
        LEFT JOIN grade_cells g ON g.id = b.id""",
    "sources": """SELECT a.name, n.name, s.name, s.cell_type, s.locked, s.source, s.checksum FROM source_cell s
        JOIN notebook n ON n.id = s.notebook_id JOIN assignment a ON a.id = n.assignment_id""",
    "submissions": """SELECT a.name, s.student_id, s.timestamp, s.extension FROM submitted_assignment s
        JOIN assignment a ON a.id = s.assignment_id""",
    "submitted": """SELECT a.name, s.student_id, n.name, sn.flagged, sn.late_submission_penalty
        FROM submitted_notebook sn JOIN submitted_assignment s ON s.id = sn.assignment_id
        JOIN assignment a ON a.id = s.assignment_id JOIN notebook n ON n.id = sn.notebook_id""",
    "grades": """SELECT a.name, s.student_id, n.name, b.name, g.auto_score, g.manual_score, g.extra_credit,
        g.needs_manual_grade FROM grade g JOIN base_cell b ON b.id = g.cell_id
        JOIN submitted_notebook sn ON sn.id = g.notebook_id JOIN submitted_assignment s ON s.id = sn.assignment_id
        JOIN assignment a ON a.id = s.assignment_id JOIN notebook n ON n.id = sn.notebook_id""",
    "comments": """SELECT a.name, s.student_id, n.name, b.name, c.auto_comment, c.manual_comment FROM comment c
        JOIN base_cell b ON b.id = c.cell_id JOIN submitted_notebook sn ON sn.id = c.notebook_id
        JOIN submitted_assignment s ON s.id = sn.assignment_id JOIN assignment a ON a.id = s.assignment_id
        JOIN notebook n ON n.id = sn.notebook_id""",
    "strays": """SELECT (SELECT count(*) FROM grade) - (SELECT count(*) FROM grade g
        JOIN base_cell b ON b.id = g.cell_id JOIN submitted_notebook s ON s.id = g.notebook_id)""",
    "version": "SELECT version_num FROM alembic_version",
}


def contents(database: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What a gradebook says, without ids."""
    connection = sqlite3.connect(database)
    try:
        return {name: sorted(connection.execute(query), key=repr) for name, query in _TABLES.items()}
    finally:
        connection.close()


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but the database and the lock."""
    found = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    return {name: content for name, content in found.items() if name not in ("gradebook.db", ".lock")}


@dataclass(frozen=True)
class Classroom:
    """A course, the results of its class, and nbgrader's folder. root: of all three."""

    root: Path

    @property
    def course(self) -> Path:
        """The course whose exercises were graded."""
        return self.root / "course"

    @property
    def results(self) -> Path:
        """What `grader class grade` would have written."""
        return self.root / "results"

    @property
    def folder(self) -> Path:
        """nbgrader's folder."""
        return self.root / "nb"

    def run(self, *more: str) -> Any:
        """`grader gradebook sync`, in this process; the result of the runner."""
        arguments = ["gradebook", "sync", str(self.results), "--course", str(self.folder), *more]
        return CliRunner().invoke(app, arguments, env={"WARPLINGS_COURSE": str(self.course)})

    def sync(self, *more: str) -> Any:
        """The same, which must succeed: what it says as JSON."""
        done = self.run("--yes", "--json", "-", *more)
        assert done.exit_code == 0, done.stderr or done.exception
        return json.loads(done.stdout)

    def contents(self) -> dict[str, list[tuple[Any, ...]]]:
        """What the gradebook says."""
        return contents(self.folder / "gradebook.db")

    def grades(self, student: str = "s0000") -> dict[str, tuple[Any, ...]]:
        """(auto, manual, extra, needs a person) by `module/notebook/cell`."""
        rows = (row for row in self.contents()["grades"] if row[1] == student)
        return {f"{row[0]}/{row[2]}/{row[3]}": row[4:] for row in rows}

    def execute(self, statement: str, *values: object) -> None:
        """Change the gradebook, as a person would through formgrader."""
        with sqlite3.connect(self.folder / "gradebook.db") as connection:
            connection.execute(statement, values)
        connection.close()

    def give(self, student: str, cell: str, points: float) -> None:
        """Points by hand for a cell, `module/notebook/cell`."""
        self.execute(f"UPDATE grade SET manual_score = ?, needs_manual_grade = 0 WHERE id IN ({_GRADE})", points,
                     student, *cell.split("/"))  # fmt: skip

    def comment(self, student: str, cell: str, words: str) -> None:
        """A comment by hand on a cell."""
        self.execute(f"UPDATE comment SET manual_comment = ? WHERE id IN ({_COMMENT})", words, student,
                     *cell.split("/"))  # fmt: skip

    def change_result(self, student: str, exercise: str, change: Callable[[Any], None]) -> None:
        """Change a result, and the summary with it, as another run of `grader class grade` would."""
        path = self.results / "results" / student / f"{exercise}.json"
        result = json.loads(path.read_text("utf-8"))
        change(result)
        report = result["report"]
        if report is not None:
            report["score"] = sum(check["points"] or 0 for check in report["checks"])
        path.write_text(json.dumps(result), "utf-8")

        def of_summary(summary: Any) -> None:
            standing = next(s for s in summary["standings"] if s["student"] == student)["exercises"][exercise]
            standing["state"] = result["state"]
            standing["score"] = report["score"] if result["state"] == "graded" else None

        self.change_summary(of_summary)

    def set_points(self, student: str, exercise: str, check: str, points: object) -> None:
        """Let a check have passed with other points."""

        def change(result: Any) -> None:
            for one in result["report"]["checks"]:
                if one["id"] == check:
                    one |= {"status": "pass", "points": points}

        self.change_result(student, exercise, change)

    def change_summary(self, change: Callable[[Any], None]) -> None:
        """Change class.json."""
        path = self.results / "class.json"
        summary = json.loads(path.read_text("utf-8"))
        change(summary)
        path.write_text(json.dumps(summary), "utf-8")

    def hand_in(self, student: str, module: str, answers: Mapping[str, str], **more: Any) -> Path:
        """What `nbgrader collect` leaves of a student who filled in the released quiz notebook."""
        notebook = json.loads((self.folder / "release" / module / "quiz.ipynb").read_text("utf-8"))
        for cell in notebook["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
            if name.removeprefix("open__") in answers:
                cell["source"] = answers[name.removeprefix("open__")]
        notebook |= more
        path = self.folder / "submitted" / student / module / "quiz.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_text(json.dumps(notebook), "utf-8")
        return path


_OF_CELL = """JOIN submitted_notebook sn ON sn.id = x.notebook_id JOIN submitted_assignment s ON s.id = sn.assignment_id
    JOIN notebook n ON n.id = sn.notebook_id JOIN base_cell b ON b.id = x.cell_id
    JOIN assignment a ON a.id = s.assignment_id WHERE s.student_id = ? AND a.name = ? AND n.name = ? AND b.name = ?"""
_GRADE, _COMMENT = f"SELECT x.id FROM grade x {_OF_CELL}", f"SELECT x.id FROM comment x {_OF_CELL}"


def make_class(root: Path, students: int = 3) -> Classroom:
    """A course of two modules and the results of a few students: everybody handed in everything and passed it all."""
    one = Classroom(root)
    one.course.mkdir(parents=True)
    (one.course / "course.yaml").write_text(COURSE, "utf-8")
    for module in MODULES:
        for kind in ("modules", "exercises", "solutions"):
            shutil.copytree(REPOSITORY / kind / module, one.course / kind / module)
    without_tiny_steps(one.course)
    synthesise(one.results, students, root=one.course)
    for number in range(students):
        for path in sorted((one.results / "results" / f"s{number:04}").glob("*/*.json")):
            exercise = f"{path.parent.name}/{path.stem}"
            one.change_result(f"s{number:04}", exercise, lambda result: _pass_everything(one, result))
    return one


def _pass_everything(one: Classroom, result: Any) -> None:
    others = (one.results / "results").glob(f"*/{result['exercise']}.json")
    reports = (json.loads(path.read_text("utf-8"))["report"] for path in others)
    report = result["report"] or next(other for other in reports if other)
    for check in report["checks"]:
        if check["id"] != "speed":
            check |= {"status": "pass", "points": check["max_points"], "lines": []}
    report["exercise"] = result["exercise"]
    result |= {"state": "graded", "report": report, "message": ""}
    source = one.results / "results" / result["student"] / f"{result['exercise']}.cu"
    if not source.exists():
        source.write_text("// nothing much\n", "utf-8")
