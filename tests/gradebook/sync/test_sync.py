"""`grader gradebook sync` with the real nbgrader: what it writes, and what it never touches."""

from __future__ import annotations

import json
import shutil
import sqlite3
from typing import Any

import pytest

from tests.gradebook.sync.classroom import FIRST, SECOND, Classroom, files

pytest.importorskip("nbgrader", reason="nbgrader is not installed: pip install -e '.[instructor]'")
pytestmark = pytest.mark.slow

CORRECTNESS = f"{FIRST}/kernels/vector_add__correctness"
ANSWER = f"{FIRST}/quiz/open__read_a_neighbour"


def test_every_score_of_the_class_is_in_the_gradebook(classroom: Classroom) -> None:
    told = classroom.sync()
    assert (told["students"], told["submissions"], told["new"], told["changed"]) == (3, 6, 6, 0)
    summary = json.loads((classroom.results / "class.json").read_text("utf-8"))
    found = classroom.contents()
    for standing in summary["standings"]:
        own = [row for row in found["grades"] if row[1] == standing["student"]]
        kernels = sum(row[4] for row in own if row[2] == "kernels")
        assert kernels == sum(exercise["score"] for exercise in standing["exercises"].values())
        quizzes = sum(row[4] for row in own if row[3] == "quiz__best")
        assert quizzes == sum(quiz["score"] or 0 for quiz in standing["quizzes"].values())
    assert not [row for row in found["grades"] if row[7]], "nothing waits for a person"
    assert found["strays"] == [(0,)]


def test_speed_that_no_machine_measured_is_in_nobodys_maximum(classroom: Classroom) -> None:
    classroom.sync()
    cells = {row[2]: row[4] for row in classroom.contents()["cells"] if row[1] == "kernels" and row[3] == "GradeCell"}
    assert not [name for name in cells if name.endswith("__speed")]
    summary = json.loads((classroom.results / "class.json").read_text("utf-8"))
    worth = sum(c["max_points"] for e in summary["exercises"] for c in e["checks"] if c["id"] != "speed")
    assert sum(cells.values()) == worth


def test_a_second_run_changes_nothing_at_all(classroom: Classroom) -> None:
    classroom.sync()
    before, database = files(classroom.folder), (classroom.folder / "gradebook.db").read_bytes()
    told = classroom.sync()
    assert (told["new"], told["changed"], told["files"]) == (0, 0, 0)
    assert files(classroom.folder) == before
    assert (classroom.folder / "gradebook.db").read_bytes() == database
    assert "Nothing has changed." in classroom.run().stdout


def test_points_and_comments_by_hand_survive(classroom: Classroom) -> None:
    classroom.sync()
    classroom.give("s0000", CORRECTNESS, 12.5)
    classroom.comment("s0000", f"{FIRST}/kernels/vector_add__source", "**careful** with `i`")
    classroom.execute("UPDATE submitted_notebook SET flagged = 1")
    before = classroom.contents()
    assert classroom.sync()["changed"] == 0
    assert classroom.contents() == before
    classroom.set_points("s0000", f"{FIRST}/vector_add", "correctness", 3)
    assert classroom.sync()["changed"] == 1
    assert classroom.grades()[CORRECTNESS] == (3.0, 12.5, None, 1), "kept, and to be looked at again"
    assert "**careful** with `i`" in [row[5] for row in classroom.contents()["comments"]]


def test_what_nobody_judged_waits_for_a_person_and_is_no_zero(classroom: Classroom) -> None:
    def inconclusive(result: Any) -> None:
        result["report"]["checks"][2] |= {"status": "inconclusive", "points": None}

    classroom.change_result("s0000", f"{FIRST}/vector_add", inconclusive)
    refused = {"state": "refused", "report": None, "message": "The file is a link."}
    classroom.change_result("s0001", f"{FIRST}/vector_add", lambda result: result.update(refused))
    told = classroom.sync()
    assert f"s0000 {FIRST}/vector_add__hazards" in told["undecided"]
    assert len([cell for cell in told["undecided"] if cell.startswith("s0001")]) == 3
    hazards = f"{FIRST}/kernels/vector_add__hazards"
    assert classroom.grades()[hazards] == (None, None, None, 1)
    classroom.give("s0000", hazards, 7)
    classroom.sync()
    assert classroom.grades()[hazards] == (None, 7.0, None, 0), "what a person decided is not asked again"


def test_points_that_no_grader_gives_are_not_believed(classroom: Classroom) -> None:
    for student, points in (("s0000", 1e9), ("s0001", -5), ("s0002", True)):
        classroom.set_points(student, f"{FIRST}/vector_add", "correctness", points)
    told = classroom.sync()
    assert [cell for cell in told["undecided"] if cell.endswith("vector_add__correctness")] == [
        f"{student} {FIRST}/vector_add__correctness" for student in ("s0000", "s0001", "s0002")
    ]
    assert classroom.grades()[CORRECTNESS][0] is None


def test_points_behind_a_closed_gate_do_not_count(classroom: Classroom) -> None:
    def close(summary: Any) -> None:
        for exercise in summary["standings"][0]["exercises"].values():
            exercise["withheld"] = True

    classroom.change_summary(close)
    classroom.sync()
    assert {row[4] for row in classroom.contents()["grades"] if row[1] == "s0000" and row[2] == "kernels"} == {0.0}
    assert "a checkpoint before this module" in (
        classroom.folder / "autograded" / "s0000" / FIRST / "kernels.ipynb"
    ).read_text("utf-8")


def test_who_handed_in_nothing_has_no_submission(classroom: Classroom) -> None:
    for name in ("vector_add", "grid_stride_saxpy"):
        classroom.change_result("s0001", f"{FIRST}/{name}", lambda r: r.update(state="missing", report=None))
    quiz = classroom.results / "quizzes" / "s0001" / "00.json"
    quiz.write_text(json.dumps({"student": "s0001", "module": "00", "key": "key", "attempts": []}), "utf-8")
    classroom.change_summary(lambda s: s["standings"][1]["quizzes"].update({"00": {}}))
    assert classroom.sync()["submissions"] == 5
    assert not (classroom.folder / "autograded" / "s0001" / FIRST).exists()
    assert (classroom.folder / "autograded" / "s0001" / SECOND).exists()


def test_a_student_who_left_is_kept_and_told_and_one_who_came_is_added(classroom: Classroom) -> None:
    everybody = (classroom.results / "class.json").read_bytes()

    def leave(summary: Any) -> None:
        del summary["students"][2], summary["standings"][2]
        summary["students"][0]["name"] = "Kim, Mina"

    classroom.change_summary(leave)
    assert classroom.sync()["new"] == 4
    assert ("s0000", "Mina", "Kim", "s0000@example.org", None) in classroom.contents()["students"]
    (classroom.results / "class.json").write_bytes(everybody)
    assert classroom.sync()["new"] == 2
    classroom.give("s0002", CORRECTNESS, 1)
    classroom.change_summary(leave)
    told = classroom.sync()
    assert any("s0002" in note and "left as they are" in note for note in told["notes"])
    assert classroom.grades("s0002")[CORRECTNESS][1] == 1.0


def test_a_check_with_another_name_is_another_cell_and_nobody_loses_a_grade(classroom: Classroom) -> None:
    classroom.sync()
    rename(classroom, "hazards", "races")
    told = classroom.sync()
    grades = classroom.grades()
    assert f"{FIRST}/kernels/vector_add__hazards" not in grades
    assert grades[f"{FIRST}/kernels/vector_add__races"][0] is not None
    assert any("vector_add__hazards" in note for note in told["notes"])
    assert any("vector_add__races" in note for note in told["notes"])
    assert classroom.contents()["strays"] == [(0,)]


def test_a_check_that_is_gone_keeps_what_a_person_gave_for_it(classroom: Classroom) -> None:
    classroom.sync()
    old = f"{FIRST}/kernels/vector_add__hazards"
    classroom.give("s0001", old, 4)
    rename(classroom, "hazards", "races")
    told = classroom.sync()
    assert classroom.grades("s0001")[old] == (0.0, 4.0, None, 1)
    assert {row[4] for row in classroom.contents()["cells"] if row[2] == "vector_add__hazards"} == {0.0}
    assert any("kept without a maximum: kernels/vector_add__hazards" in note for note in told["notes"])
    notebook = (classroom.folder / "autograded" / "s0001" / FIRST / "kernels.ipynb").read_text("utf-8")
    assert "points('vector_add__hazards')" in notebook and "no longer part of the course" in notebook
    classroom.execute("UPDATE grade SET manual_score = NULL")
    classroom.sync()
    assert old not in classroom.grades("s0001"), "nobody's work is left in it"


def rename(classroom: Classroom, old: str, new: str) -> None:
    def of_summary(summary: Any) -> None:
        for exercise in summary["exercises"]:
            for check in exercise["checks"]:
                check["id"] = new if check["id"] == old else check["id"]

    def of_result(result: Any) -> None:
        for check in result["report"]["checks"]:
            check["id"] = new if check["id"] == old else check["id"]

    classroom.change_summary(of_summary)
    for path in (classroom.results / "results").glob("*/*/*.json"):
        student, module = path.parts[-3], path.parts[-2]
        classroom.change_result(student, f"{module}/{path.stem}", of_result)


def test_another_maximum_is_told_and_so_are_points_by_hand_above_it(classroom: Classroom) -> None:
    classroom.sync()
    classroom.give("s0000", CORRECTNESS, 60)

    def half(summary: Any) -> None:
        summary["exercises"][0]["checks"][0]["max_points"] = 35

    classroom.change_summary(half)
    for student in ("s0000", "s0001", "s0002"):
        classroom.set_points(student, f"{FIRST}/vector_add", "correctness", 35)
    notes = classroom.sync()["notes"]
    assert any("is worth 35 points now; it was 70" in note for note in notes)
    assert any("s0000: 60 points by hand" in note and "which is worth 35" in note for note in notes)
    assert classroom.grades("s0001")[CORRECTNESS][0] == 35.0
    assert classroom.grades()[CORRECTNESS][1] == 60.0, "a person's points are not cut"


def test_scores_are_lowered_only_when_somebody_agrees(classroom: Classroom) -> None:
    classroom.sync()
    classroom.give("s0001", CORRECTNESS, 12.5)

    def nothing(result: Any) -> None:
        result |= {"state": "missing", "report": None}

    for student in ("s0000", "s0001"):
        classroom.change_result(student, f"{FIRST}/vector_add", nothing)
    before, there = classroom.contents(), files(classroom.folder)
    done = classroom.run()
    assert done.exit_code == 2 and f"s0000 {FIRST}/vector_add: " in done.stderr and "--yes" in done.stderr
    assert "s0002" not in done.stderr
    assert classroom.contents() == before and files(classroom.folder) == there
    assert classroom.run("--yes").exit_code == 0
    assert classroom.grades()[CORRECTNESS][0] == 0 and classroom.grades("s0001")[CORRECTNESS][1] == 12.5
    assert classroom.run().exit_code == 0, "nothing becomes lower any more"


def test_a_score_that_is_removed_is_told_though_another_of_the_module_makes_up_for_it(classroom: Classroom) -> None:
    def nothing(result: Any) -> None:
        result |= {"state": "missing", "report": None}

    saxpy, vectors = f"{FIRST}/grid_stride_saxpy", f"{FIRST}/vector_add"
    before = json.loads((classroom.results / "results" / "s0000" / f"{saxpy}.json").read_text("utf-8"))
    classroom.change_result("s0000", saxpy, nothing)
    classroom.sync()
    classroom.change_result("s0000", saxpy, lambda result: result.update(before))
    classroom.change_result("s0000", vectors, nothing)
    done = classroom.run()
    assert done.exit_code == 2 and f"s0000 {vectors}: 100 -> 0" in done.stderr and saxpy not in done.stderr


def test_a_due_date_is_kept_until_another_is_given(classroom: Classroom) -> None:
    told = classroom.sync("--due", "00=2026-12-01T23:59+09:00", "--due", f"{SECOND}=2026-12-08")
    assert told["due"] == {FIRST: "2026-12-01T14:59:00Z", SECOND: "2026-12-08T23:59:59Z"}
    classroom.sync()
    dates = {row[0]: row[1] for row in classroom.contents()["assignments"]}
    assert dates == {FIRST: "2026-12-01 14:59:00.000000", SECOND: "2026-12-08 23:59:59.000000"}


def test_names_and_kernels_break_no_notebook(classroom: Classroom) -> None:
    evil = 'x"\u2028\x00\x1b[2J\u202e</script><script>alert(1)</script>\r\n%%bash\nrm -rf /\n```\n' + "`" * 40 + "\\"
    source = classroom.results / "results" / "s0000" / FIRST / "vector_add.cu"
    source.write_bytes(evil.encode() + b"\xff\xfe")
    classroom.change_summary(lambda s: s["students"][0].update(name='"><script>\u0007, \u202e'))
    classroom.sync()
    import nbformat

    for path in classroom.folder.glob("*/**/*.ipynb"):
        nbformat.validate(nbformat.read(path, 4))
    shown = nbformat.read(classroom.folder / "autograded" / "s0000" / FIRST / "kernels.ipynb", 4)
    cell = next(c for c in shown.cells if c.source.startswith("%%cuda vector_add.cu\n"))
    assert "\x1b" not in cell.source and "\x00" not in cell.source and "rm -rf" in cell.source


def test_no_solution_and_no_rubric_reach_what_students_get(classroom: Classroom) -> None:
    classroom.sync()
    released = "".join(path.read_text("utf-8") for path in (classroom.folder / "release").rglob("*.ipynb"))
    assert "which another thread writes" not in released, "the rubric"
    assert "SOLUTION" not in released
    assert not [path for path in (classroom.folder / "source").rglob("*") if path.suffix == ".cu"]
    shown = (classroom.folder / "autograded" / "s0000" / FIRST / "quiz.ipynb").read_text("utf-8")
    assert "which another thread writes" in shown, "graders see the rubric"


def test_a_solution_beside_the_notebooks_is_told(classroom: Classroom) -> None:
    """nbgrader would copy it into what students get."""
    folder = classroom.folder / "source" / FIRST
    folder.mkdir(parents=True)
    for kind in ("solutions", "exercises"):
        name = {"solutions": "vector_add", "exercises": "grid_stride_saxpy"}[kind]
        shutil.copy(classroom.course / kind / FIRST / f"{name}.cu", folder)
    notes = [note for note in classroom.sync()["notes"] if "holds a solution" in note]
    assert len(notes) == 1 and "vector_add.cu" in notes[0]


def test_files_of_the_student_stay_where_they_are(classroom: Classroom) -> None:
    handed = classroom.folder / "submitted" / "s0000" / FIRST
    handed.mkdir(parents=True)
    (handed / "vector_add.cu").write_text("// mine\n", "utf-8")
    (handed / "results.json").symlink_to(classroom.results / "class.json")
    before = (classroom.results / "class.json").read_bytes()
    classroom.sync()
    assert (handed / "vector_add.cu").read_text("utf-8") == "// mine\n"
    assert not (handed / "results.json").is_symlink()
    assert (classroom.results / "class.json").read_bytes() == before, "a link is never followed"


def test_one_module_can_be_synced_alone_and_half_of_one_cannot(classroom: Classroom) -> None:
    def drop(summary: Any, gone: tuple[str, ...]) -> None:
        summary["exercises"] = [e for e in summary["exercises"] if not e["id"].startswith(gone)]

    classroom.change_summary(lambda s: drop(s, (SECOND,)))
    assert classroom.sync()["submissions"] == 3
    classroom.change_summary(lambda s: drop(s, (f"{FIRST}/vector_add",)))
    done = classroom.run()
    assert done.exit_code == 2 and f"only a part of {FIRST}: {FIRST}/vector_add is missing" in done.stderr
    assert CORRECTNESS in classroom.grades()


def test_results_of_a_run_that_was_stopped_are_refused(classroom: Classroom) -> None:
    path = classroom.results / "results" / "s0001" / FIRST / "vector_add.json"
    result = json.loads(path.read_text("utf-8"))
    result["report"]["score"] = 1
    path.write_text(json.dumps(result), "utf-8")
    done = classroom.run()
    assert done.exit_code == 2 and "does not agree with the results" in done.stderr
    assert not classroom.folder.joinpath("gradebook.db").exists()


def test_a_damaged_result_waits_for_a_person(classroom: Classroom) -> None:
    (classroom.results / "results" / "s0001" / FIRST / "vector_add.json").write_text('{"stud', "utf-8")
    assert [cell for cell in classroom.sync()["undecided"] if cell.startswith("s0001 00_first_kernel/vector_add__")]


def test_a_notebook_of_the_instructors_own_is_not_overwritten(classroom: Classroom) -> None:
    path = classroom.folder / "source" / FIRST / "quiz.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}', "utf-8")
    done = classroom.run("--lang", "ko")
    assert done.exit_code == 2 and "이름을 바꾸십시오" in done.stderr
    assert not (classroom.folder / "gradebook.db").exists()
    path.rename(path.with_name("own.ipynb"))
    classroom.sync()


def test_a_locked_gradebook_is_told_and_the_next_run_goes_on(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grader.gradebook.sync import database

    monkeypatch.setattr(database, "PATIENCE", 0.2)
    classroom.sync()
    classroom.set_points("s0002", f"{FIRST}/vector_add", "correctness", 3)
    other = sqlite3.connect(classroom.folder / "gradebook.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    done = classroom.run()
    other.execute("ROLLBACK")
    other.close()
    assert done.exit_code == 2 and "locked" in done.stderr and "Traceback" not in done.stderr
    assert classroom.grades("s0002")[CORRECTNESS][0] == 70.0
    assert classroom.sync()["changed"] == 1


def test_a_disk_that_is_full_is_told(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlalchemy

    from grader.gradebook.sync import database

    def tiny(*given: Any, **more: Any) -> Any:
        engine = sqlalchemy.create_engine(*given, **more)
        sqlalchemy.event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA max_page_count = 3"))
        return engine

    monkeypatch.setattr(database, "create_engine", tiny)
    done = classroom.run()
    assert done.exit_code == 2 and "gradebook.db cannot be used: database or disk is full" in " ".join(
        done.stderr.split()
    )
    monkeypatch.undo()
    classroom.sync()


def test_ctrl_c_says_that_what_was_written_is_whole(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.cli.gradebook import sync

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sync, "_synced", interrupted)
    done = classroom.run("--json", "-")
    assert done.exit_code == 130 and "is whole" in json.loads(done.stdout)["error"]["message"]


def test_databases_that_cannot_be_used_are_told_apart(classroom: Classroom) -> None:
    classroom.sync()
    path = classroom.folder / "gradebook.db"
    good = path.read_bytes()

    def refused(words: str, *statements: str) -> None:
        for statement in statements:
            classroom.execute(statement)
        before = path.read_bytes()
        done = classroom.run()
        assert done.exit_code == 2 and words in done.stderr and "Traceback" not in done.stderr, done.stderr
        assert path.read_bytes() == before, "nothing was written"
        path.write_bytes(good)

    refused("nbgrader db upgrade", "UPDATE alembic_version SET version_num = 'b6d005d67074'")
    refused("nbgrader db upgrade", "DROP TABLE alembic_version")
    refused("made by a newer nbgrader", "UPDATE alembic_version SET version_num = 'ffffffffffff'")
    refused("gradebook of other101, not of nb", "UPDATE course SET id = 'other101'",
            "UPDATE assignment SET course_id = 'other101'")  # fmt: skip
    refused("no gradebook of nbgrader", "DROP TABLE submitted_assignment")
    path.write_bytes(b"no database at all, but long enough to be one" * 100)
    done = classroom.run()
    assert done.exit_code == 2 and "is no database of nbgrader" in done.stderr
    path.write_bytes(good)
    assert classroom.sync()["changed"] == 0


def test_the_course_is_that_of_the_configuration(classroom: Classroom) -> None:
    classroom.folder.mkdir()
    config = classroom.folder / "nbgrader_config.py"
    config.write_text("c = get_config()\nc.CourseDirectory.course_id = 'cuda101'\n", "utf-8")
    assert classroom.sync()["course"] == "cuda101"
    done = classroom.run("--course-id", "other")
    assert done.exit_code == 2 and "--course-id says other" in done.stderr
    config.write_text("this is no Python\n", "utf-8")
    done = classroom.run()
    assert done.exit_code == 2 and "nbgrader_config.py cannot be used" in done.stderr
    config.write_text("c = get_config()\nc.AssignLatePenalties.plugin_class = 'nowhere.Late'\n", "utf-8")
    done = classroom.run()
    assert done.exit_code == 2 and "nowhere" in done.stderr


def test_a_new_gradebook_needs_no_program_on_the_path(classroom: Classroom) -> None:
    assert shutil.which("alembic") is None, "as in a shell where the environment is not activated"
    classroom.sync()
    version = classroom.contents()["version"]
    from alembic.script import ScriptDirectory
    from nbgrader.dbutil import ALEMBIC_DIR

    assert version == [(ScriptDirectory(ALEMBIC_DIR).get_current_head(),)]


def test_two_runs_on_one_folder_do_not_mix(classroom: Classroom) -> None:
    fcntl = pytest.importorskip("fcntl")
    classroom.folder.mkdir()
    with (classroom.folder / ".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = classroom.run()
    assert done.exit_code == 2 and "Another run is writing" in done.stderr


def test_a_folder_that_cannot_be_written_is_told(classroom: Classroom) -> None:
    classroom.folder.mkdir()
    (classroom.folder / "autograded").write_text("in the way", "utf-8")
    done = classroom.run()
    assert done.exit_code == 2 and "cannot be written" in done.stderr and "Traceback" not in done.stderr
    (classroom.folder / "autograded").unlink()
    assert classroom.sync()["submissions"] == 6


def test_files_that_somebody_deleted_are_written_again(classroom: Classroom) -> None:
    classroom.sync()
    before = files(classroom.folder)
    for step in ("autograded", "submitted", "release"):
        shutil.rmtree(classroom.folder / step)
    classroom.sync()
    assert files(classroom.folder) == before


def test_a_check_that_changes_sides_changes_the_flag(classroom: Classroom) -> None:
    """From undecided to failed and back: the list of what waits for a person stays true."""
    hazards = f"{FIRST}/kernels/vector_add__hazards"

    def become(status: str, points: float | None) -> None:
        classroom.change_result("s0000", f"{FIRST}/vector_add",
                                lambda r: r["report"]["checks"][2].update(status=status, points=points))  # fmt: skip
        classroom.sync()

    become("inconclusive", None)
    assert classroom.grades()[hazards] == (None, None, None, 1)
    become("fail", 0)
    assert classroom.grades()[hazards] == (0.0, None, None, 0)
    become("inconclusive", None)
    assert classroom.grades()[hazards] == (None, None, None, 1)


def test_the_folder_itself_is_never_left_half_made(classroom: Classroom) -> None:
    """A database whose making was stopped is made again."""
    classroom.folder.mkdir()
    (classroom.folder / ".gradebook.db.part").write_bytes(b"SQLite format 3\x00 and then nothing")
    (classroom.folder / ".gradebook.db.part-journal").write_bytes(b"half")
    (classroom.folder / "gradebook.db").write_bytes(b"")
    classroom.sync()
    assert not list(classroom.folder.glob(".gradebook*"))
