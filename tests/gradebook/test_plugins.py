"""The formats as exporters of the real nbgrader, from a database as nbgrader itself writes it."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.gradebook.exports import FORMATS
from tests.gradebook.exports.canvas_course import CanvasStudent, Course
from tests.gradebook.exports.moodle_course import MoodleCourse
from tests.gradebook.exports.test_blackboard import download, uploaded
from tests.gradebook.exports.test_classroom50 import scores_json

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::Warning:nbgrader")]

# For each student and assignment: automatic and manual points of two cells out of 10, extra credit, penalty.
GRADES = {
    ("mina", "m06"): [(8.0, None, 0.5), (7.25, 9.0, None), 0.0],
    ("omar", "m06"): [(2.0, None, None), (1.0, None, None), 5.0],
    ("ada", "m06"): [(10.0, None, None), (None, None, None), 1.5],
    ("mina", "m07"): [(0.0, None, None), (3.0, None, None), 0.0],
}
SCORES = {("mina", "m06"): 17.5, ("omar", "m06"): 0.0, ("ada", "m06"): 8.5, ("mina", "m07"): 3.0}
NAMES = {"mina": ("Mina", 'Kim, "M"'), "omar": ("عمر", "=1+1"), "ada": ("", "")}


@pytest.fixture(scope="module", autouse=True)
def _alembic_is_found() -> Iterator[None]:
    """A new database is made by a program that nbgrader looks for on the PATH."""
    before = os.environ["PATH"]
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before])
    yield
    os.environ["PATH"] = before


@pytest.fixture
def database(made_once: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made_once, tmp_path / "gradebook.db"))


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from nbgrader.api import Gradebook

    path = tmp_path_factory.mktemp("nbgrader") / "gradebook.db"
    with Gradebook(f"sqlite:///{path}") as gradebook:
        for number, (own, (first, last)) in enumerate(NAMES.items()):
            gradebook.add_student(own, first_name=first, last_name=last, email=f"{own}@x.edu", lms_user_id=f"{number}7")
        for assignment in ("m06", "m07"):
            gradebook.add_assignment(assignment)
            gradebook.add_notebook("kernels", assignment)
            for cell in ("correctness", "speed"):
                gradebook.add_grade_cell(cell, "kernels", assignment, max_score=10, cell_type="code")
        for (own, assignment), (*cells, penalty) in GRADES.items():
            gradebook.add_submission(assignment, own)
            for name, (auto, manual, extra) in zip(("correctness", "speed"), cells, strict=True):
                grade = gradebook.find_grade(name, "kernels", assignment, own)
                grade.auto_score, grade.manual_score, grade.extra_credit = auto, manual, extra
                grade.needs_manual_grade = auto is None
            notebook = gradebook.find_submission_notebook("kernels", assignment, own)
            notebook.late_submission_penalty = penalty
        gradebook.db.commit()
    return path


def export(database: Path, plugin: str, out: Path, **options: Any) -> None:
    from nbgrader.api import Gradebook

    from grader.gradebook import plugins

    with Gradebook(f"sqlite:///{database}") as gradebook:
        getattr(plugins, plugin)(to=str(out), **options).export(gradebook)


def test_scores_are_those_of_nbgraders_own_export(database: Path, tmp_path: Path) -> None:
    from nbgrader.api import Gradebook

    export(database, "LongCsvExport", tmp_path / "long.csv")
    with (tmp_path / "long.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {(row["student"], row["item"]): row for row in csv.DictReader(file)}
    assert {key: float(row["score"]) for key, row in rows.items() if row["score"]} == SCORES
    assert len(rows) == 6 and rows["omar", "m07"]["comment"] == "Nothing was handed in."
    assert rows["ada", "m06"]["comment"] == "1.5 points taken off for being late. Waits to be graded by hand."
    with Gradebook(f"sqlite:///{database}") as gradebook:
        for (own, assignment), score in SCORES.items():
            submission = gradebook.find_submission(assignment, own)
            assert score == max(0.0, submission.score - submission.late_submission_penalty)


def test_canvas_reads_them(database: Path, tmp_path: Path) -> None:
    export(database, "CanvasExport", tmp_path / "c.csv", missing="zero")
    course = Course([CanvasStudent(n, "", own, "") for n, own in enumerate(NAMES)])
    found = course.imported((tmp_path / "c.csv").read_bytes())
    people = list(NAMES)
    assert {(people[n], title): float(score) for (n, title), score in found.items()} == {
        (own, title): SCORES.get((own, title), 0.0) for own in NAMES for title in ("m06", "m07")
    }
    assert [(each.title, each.points) for each in course.assignments] == [("m06", 20), ("m07", 20)]


def test_canvas_finds_students_by_the_lms_id_of_nbgrader(database: Path, tmp_path: Path) -> None:
    export(database, "CanvasExport", tmp_path / "c.csv", match="id", assignment=["m06"])
    course = Course([CanvasStudent(int(f"{n}7"), own, "", "") for n, own in enumerate(NAMES)])
    found = course.imported((tmp_path / "c.csv").read_bytes())
    assert found == {(7, "m06"): "17.50", (17, "m06"): "0.00", (27, "m06"): "8.50"}


def test_the_command_line_of_nbgrader_writes_what_moodle_reads(database: Path, tmp_path: Path) -> None:
    out = tmp_path / "moodle.csv"
    command = [sys.executable, "-m", "nbgrader", "export", "--db", f"sqlite:///{database}", "--to", str(out),
               "--exporter=grader.gradebook.plugins.MoodleExport", "--MoodleExport.match=email",
               "--MoodleExport.lang=ko"]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    course = MoodleCourse([{"email": f"{own}@x.edu"} for own in NAMES])
    names = {"m06": "grade m06", "m06 (feedback)": "feedback m06", "m07": "grade m07"}
    course.import_csv(out.read_bytes(), "email", names)
    people = list(NAMES)
    assert {(people[n], item): score for (n, item), score in course.grades.items() if score is not None} == SCORES
    assert course.feedbacks[1, "m06"] == "지각 제출로 5점 감점했습니다."


def test_an_error_ends_nbgrader_with_a_sentence(database: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nbgrader", "export", "--db", f"sqlite:///{database}", "--to", "b.txt",
               "--exporter=grader.gradebook.plugins.BlackboardExport"]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and "--BlackboardExport.columns" in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "b.txt").exists()


def test_every_option_that_a_message_may_name_is_one_of_nbgrader() -> None:
    from nbgrader.apps import ExportApp

    from grader.gradebook import plugins

    flags = {name for names in ExportApp().aliases for name in ((names,) if isinstance(names, str) else names)}
    exporters = plugins.SheetExport.__subclasses__()
    assert len(exporters) == len(FORMATS)
    for exporter in exporters:
        named = exporter()._options()
        own = {option.removeprefix(f"--{exporter.__name__}.") for option in named.values() if "." in option}
        assert own == {"columns", "match", "id_column", "assignment_slug"}
        assert own <= exporter.class_traits(config=True).keys()
        assert named["option_only"].removeprefix("--") in flags


def test_blackboard_and_the_wide_table(database: Path, tmp_path: Path) -> None:
    columns = {"5": "m06 [Total Pts: 20 Score] |5", "6": "m07 [Total Pts: 20 Score] |6"}
    (tmp_path / "gc.xls").write_bytes(download(columns, {own: {} for own in NAMES}, tabs=True))
    export(database, "BlackboardExport", tmp_path / "b.xls", columns=str(tmp_path / "gc.xls"))
    assert uploaded((tmp_path / "b.xls").read_bytes())["mina"] == {"5": "17.50", "6": "3.00"}
    export(database, "WideCsvExport", tmp_path / "w.csv", student=["mina"])
    assert (tmp_path / "w.csv").read_text("utf-8-sig").splitlines()[
        1
    ] == 'mina,"Mina Kim, ""M""",mina@x.edu,,17.5,3,20.5,0'


def test_gradescope_and_classroom_50(database: Path, tmp_path: Path) -> None:
    export(database, "GradescopeExport", tmp_path / "gs", assignment=["m06"])
    documents = {path.parent.name: json.loads(path.read_text("utf-8")) for path in (tmp_path / "gs").rglob("*.json")}
    assert {own: document["score"] for own, document in documents.items()} == {"mina": 17.5, "omar": 0.0, "ada": 8.5}
    assert [test["name"] for test in documents["mina"]["tests"]] == ["m06: kernels: correctness", "m06: kernels: speed"]
    scores_json(tmp_path / "s.json", *NAMES)
    export(database, "Classroom50Export", tmp_path / "c50", columns=str(tmp_path / "s.json"), assignment_slug="hw")
    assert json.loads((tmp_path / "c50" / "ada" / "result.json").read_text("utf-8"))["score"] == 850


def test_a_score_that_is_no_number_is_told(database: Path, tmp_path: Path) -> None:
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{database}") as gradebook:
        gradebook.find_grade("speed", "kernels", "m06", "mina").manual_score = float("inf")
        gradebook.db.commit()
    with pytest.raises(SystemExit) as left:
        export(database, "LongCsvExport", tmp_path / "long.csv")
    assert left.value.code == 2 and not (tmp_path / "long.csv").exists()


def test_every_format_is_an_exporter() -> None:
    from grader.gradebook import plugins

    kinds = plugins.SheetExport.__subclasses__()
    assert sorted(kind.format_name for kind in kinds) == sorted(FORMATS)
    assert all(kind.default_to for kind in kinds)
