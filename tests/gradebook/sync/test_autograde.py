"""What nbgrader makes of the files: its autograder finds the scores that were synced, and its other commands work."""

from __future__ import annotations

import csv
import json
import re
import shutil
from typing import Any

import pytest

from tests.gradebook.sync.classroom import FIRST, MODULES, SECOND, Classroom, files
from tests.gradebook.sync.instructor import api, autograde, command, generate_assignment, generate_feedback

pytest.importorskip("nbgrader", reason="nbgrader is not installed: pip install -e '.[instructor]'")
pytestmark = pytest.mark.slow

CORRECTNESS = f"{FIRST}/kernels/vector_add__correctness"


@pytest.fixture
def mixed(classroom: Classroom) -> Classroom:
    """Three students who passed, failed and handed in parts, synced."""
    classroom.set_points("s0000", f"{FIRST}/vector_add", "correctness", 33.25)

    def not_compiling(result: Any) -> None:
        for check in result["report"]["checks"]:
            name = check["id"]
            check |= {
                "status": "fail" if name == "compiles" else "not_run",
                "points": 0 if name == "compiles" else None,
            }

    classroom.change_result("s0001", f"{FIRST}/vector_add", not_compiling)
    missing = {"state": "missing", "report": None}
    classroom.change_result("s0002", f"{FIRST}/vector_add", lambda result: result.update(missing))
    (classroom.results / "results" / "s0001" / FIRST / "grid_stride_saxpy.cu").write_text(
        "'''\nimport os; os.system('touch /tmp/owned')\n%%bash\ntouch owned\n", "utf-8"
    )
    classroom.sync()
    return classroom


def scores(found: dict[str, list[tuple[Any, ...]]]) -> list[tuple[Any, ...]]:
    """Grades and comments, and penalties."""
    return [*found["grades"], *found["comments"], *found["submitted"]]


def test_autograde_changes_no_score_and_no_comment(mixed: Classroom) -> None:
    before = mixed.contents()
    said = command(mixed, "autograde", FIRST, "--force") + autograde(mixed, SECOND, "s0000")
    assert "has changed!" not in said, "every locked cell is as the database has it"
    assert scores(mixed.contents()) == scores(before)
    assert not list(mixed.folder.rglob("owned")), "no kernel was run as Python"
    shown = json.loads((mixed.folder / "autograded" / "s0001" / FIRST / "kernels.ipynb").read_text("utf-8"))
    errors = [o for c in shown["cells"] for o in c.get("outputs", ()) if o["output_type"] == "error"]
    assert not errors
    assert mixed.sync()["changed"] == 0


def test_what_was_written_is_what_a_run_would_have_printed(mixed: Classroom) -> None:
    def printed(step: str) -> list[Any]:
        path = mixed.folder / step / "s0000" / FIRST / "kernels.ipynb"
        cells = json.loads(path.read_text("utf-8"))["cells"]
        outputs = [output for cell in cells for output in cell.get("outputs", ())]
        return ["".join(o.get("text", "")) or "".join(o["data"]["text/plain"]) for o in outputs]

    before = printed("autograded")
    autograde(mixed, FIRST, "s0000")
    assert printed("autograded") == before and "33.25" in before


def test_results_that_are_missing_or_forged_bring_nothing(mixed: Classroom) -> None:
    """nbgrader gives full marks for a cell without a result, for NaN, for less than nothing and for True."""
    path = mixed.folder / "submitted" / "s0000" / FIRST / "results.json"
    good = json.loads(path.read_text("utf-8"))
    names = sorted(name for name in good if not name.endswith("__report"))
    forged: list[object] = [float("nan"), -1.0, True, "70.0", 1e9, None]
    for name, value in zip(names, forged, strict=False):
        good[name]["score"] = value
    path.write_text(json.dumps(good), "utf-8")
    autograde(mixed, FIRST, "s0000")
    found = {name.rpartition("/")[2]: row[0] for name, row in mixed.grades().items() if name.startswith(FIRST)}
    assert [found[name] for name in names[: len(forged)]] == [0.0] * len(forged)
    path.unlink()
    autograde(mixed, FIRST, "s0000")
    assert {row[0] for name, row in mixed.grades().items() if name.startswith(FIRST)} == {0.0}
    mixed.sync()
    assert mixed.grades()[CORRECTNESS][0] == 33.25


def test_generate_assignment_agrees_after_submissions(mixed: Classroom) -> None:
    """nbgrader refuses cells that came or went once somebody has submitted: there are none."""
    before, released = mixed.contents(), files(mixed.folder / "release")
    for module in MODULES:
        generate_assignment(mixed, module)
    assert mixed.contents() == before
    assert files(mixed.folder / "release") == released


def test_feedback_and_solutions_are_made(mixed: Classroom) -> None:
    mixed.give("s0000", f"{FIRST}/quiz/open__two_launches", 3.5)
    mixed.comment("s0000", f"{FIRST}/kernels/vector_add__source", "Mind the *guard*.")
    generate_feedback(mixed, FIRST, "s0000")
    folder = mixed.folder / "feedback" / "s0000" / FIRST
    kernels, quiz = ((folder / f"{name}.html").read_text("utf-8") for name in ("kernels", "quiz"))
    assert "Mind the <em>guard</em>" in kernels and "33.25" in kernels
    assert re.search(r"3\.5\s*/\s*5", quiz), "points by hand"
    assert "not received" not in quiz
    command(mixed, "generate_solution", FIRST)
    assert "which another thread writes" in (mixed.folder / "solution" / FIRST / "quiz.ipynb").read_text("utf-8")


def test_export_says_what_the_gradebook_says(mixed: Classroom) -> None:
    command(mixed, "export", "--to", "grades.csv")
    with (mixed.folder / "grades.csv").open(encoding="utf-8") as file:
        rows = {(row["student_id"], row["assignment"]): float(row["score"]) for row in csv.DictReader(file)}
    own = [row for row in mixed.contents()["grades"] if row[:2] == (FIRST, "s0001")]
    assert rows["s0001", FIRST] == sum(row[4] for row in own)


def test_nbgraders_own_view_of_the_class(mixed: Classroom) -> None:
    with api(mixed) as nbgrader:
        assert [each["name"] for each in nbgrader.get_assignments()] == list(MODULES)
        assert {each["num_submissions"] for each in nbgrader.get_assignments()} == {3}
        submissions = nbgrader.get_submissions(FIRST)
        notebooks = nbgrader.get_student_notebook_submissions("s0000", FIRST)
    assert {each["autograded"] for each in submissions} == {True}
    assert [each["student"] for each in submissions] == ["s0000", "s0001", "s0002"]
    assert {each["name"] for each in notebooks if each["id"]} == {"kernels", "quiz"}


LATE = """\
from nbgrader.plugins import BasePlugin

class Third(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return score / 3 if student_id != "s0002" else 1e6
"""


def late(classroom: Classroom, student: str, stamp: str) -> None:
    path = classroom.folder / "submitted" / student / FIRST / "timestamp.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(stamp, "utf-8")


def test_late_penalties_are_those_of_the_autograder(mixed: Classroom) -> None:
    (mixed.folder / "late.py").write_text(LATE, "utf-8")
    config = mixed.folder / "nbgrader_config.py"
    config.write_text(config.read_text("utf-8") + 'c.AssignLatePenalties.plugin_class = "late.Third"\n', "utf-8")
    for student in ("s0000", "s0002"):
        late(mixed, student, "2026-12-02 09:00:00 UTC")
    late(mixed, "s0001", "2026-12-02T08:59:00+09:00")
    mixed.give("s0000", CORRECTNESS, 3.0)
    mixed.sync("--due", "00=2026-12-02")
    assert not [row for row in mixed.contents()["submitted"] if row[4]], "due at the end of the day"
    assert mixed.sync("--due", "00=2026-12-02T00:00Z")["changed"] == 4
    assert mixed.sync()["changed"] == 0
    before = mixed.contents()
    found = {(row[1], row[2]): row[4] for row in before["submitted"] if row[0] == FIRST}
    graded = {(s, n): sum(r[5] if r[5] is not None else r[4] for r in before["grades"] if r[:3] == (FIRST, s, n))
              for s, n in found}  # fmt: skip
    assert found["s0000", "kernels"] == pytest.approx(graded["s0000", "kernels"] / 3)
    assert found["s0002", "kernels"] == graded["s0002", "kernels"], "no more than there is"
    assert found["s0001", "kernels"] is None, "before the due date in its own time zone"
    for student in ("s0000", "s0001", "s0002"):
        autograde(mixed, FIRST, student)
    after = {row[1:3]: row[4] for row in mixed.contents()["submitted"] if row[0] == FIRST}
    assert after == found
    mixed.sync("--due", "00=2027-01-01")
    assert not [row for row in mixed.contents()["submitted"] if row[4]]


def test_the_penalty_of_the_course_grows_by_the_day() -> None:
    from grader.gradebook.late import PerDay

    rule = PerDay(share=0.1, most=0.5, grace_minutes=10)
    day = 24 * 60 * 60
    assert rule.late_submission_penalty("s", 80, 600) is None
    assert rule.late_submission_penalty("s", 80, 601) == pytest.approx(8)
    assert rule.late_submission_penalty("s", 80, 600 + day) == pytest.approx(8)
    assert rule.late_submission_penalty("s", 80, 601 + day) == pytest.approx(16)
    assert rule.late_submission_penalty("s", 80, 30 * day) == pytest.approx(40)
    assert rule.late_submission_penalty("s", 0, 30 * day) is None
    assert PerDay().late_submission_penalty("s", 80, 30 * day) is None, "no penalty unless one is set"


def test_a_file_that_says_no_time_is_told(mixed: Classroom) -> None:
    late(mixed, "s0000", "yesterday, I think")
    told = mixed.sync("--due", "00=2026-12-01")
    assert any("timestamp.txt says no time" in note for note in told["notes"])
    shutil.rmtree(mixed.folder / "submitted" / "s0000")
    assert not mixed.sync()["notes"]
