"""Answers in sentences: out of the notebook that a student handed in, and nothing else of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.gradebook.sync.classroom import FIRST, Classroom
from tests.gradebook.sync.instructor import autograde, generate_assignment, generate_feedback

pytest.importorskip("nbgrader", reason="nbgrader is not installed: pip install -e '.[instructor]'")
pytestmark = pytest.mark.slow

ANSWER = f"{FIRST}/quiz/open__read_a_neighbour"
OTHER = f"{FIRST}/quiz/open__two_launches"


def shown(classroom: Classroom, step: str = "autograded", student: str = "s0000") -> str:
    cells = json.loads((classroom.folder / step / student / FIRST / "quiz.ipynb").read_text("utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells)


def test_an_answer_waits_for_a_person_and_none_is_no_response(classroom: Classroom) -> None:
    classroom.sync()
    assert classroom.grades()[ANSWER] == (0.0, None, None, 0)
    classroom.hand_in("s0000", FIRST, {"read_a_neighbour": "Because another thread writes it."})
    classroom.sync()
    assert classroom.grades()[ANSWER] == (None, None, None, 1)
    assert classroom.grades()[OTHER] == (0.0, None, None, 0)
    comments = {row[3]: row[4] for row in classroom.contents()["comments"] if row[:3] == (FIRST, "s0000", "quiz")}
    assert comments == {"open__read_a_neighbour": None, "open__two_launches": "No response."}
    assert "Because another thread writes it." in shown(classroom)
    before = classroom.contents()
    autograde(classroom, FIRST, "s0000")
    assert classroom.contents() == before


def test_points_for_an_answer_stay_until_it_is_another(classroom: Classroom) -> None:
    classroom.sync()
    classroom.hand_in("s0000", FIRST, {"read_a_neighbour": "First."})
    classroom.sync()
    classroom.give("s0000", ANSWER, 4)
    classroom.comment("s0000", ANSWER, "Nearly.")
    assert classroom.sync()["changed"] == 0
    assert classroom.grades()[ANSWER] == (None, 4.0, None, 0)
    classroom.hand_in("s0000", FIRST, {"read_a_neighbour": "First.", "two_launches": "Second."})
    classroom.sync()
    assert classroom.grades()[ANSWER] == (None, 4.0, None, 0), "the same answer keeps its points unasked"
    assert classroom.grades()[OTHER] == (None, None, None, 1)
    classroom.hand_in("s0000", FIRST, {"read_a_neighbour": "On second thought.", "two_launches": "Second."})
    classroom.sync()
    assert classroom.grades()[ANSWER] == (None, 4.0, None, 1), "another answer: look again"
    assert ("Nearly.") in [row[5] for row in classroom.contents()["comments"]]


def test_what_was_handed_in_is_kept_and_the_graders_takes_its_place(classroom: Classroom) -> None:
    classroom.sync()
    handed = classroom.hand_in("s0000", FIRST, {"read_a_neighbour": "Mine."})
    original = handed.read_bytes()
    classroom.sync()
    assert (classroom.folder / "handed_in" / "s0000" / FIRST / "quiz.ipynb").read_bytes() == original
    assert handed.read_bytes() != original and "Mine." in shown(classroom, "submitted")
    assert classroom.sync()["files"] == 0


def test_what_the_exchange_left_lies_beside_what_is_graded(classroom: Classroom) -> None:
    """nbgrader releases feedback by the secret of a submission, which it looks for there."""
    classroom.sync()
    handed = classroom.hand_in("s0000", FIRST, {"read_a_neighbour": "Mine."}).parent
    left = {"timestamp.txt": b"2026-11-22 22:13:19.643200 UTC", "submission_secret.txt": b"s3cret"}
    for name, content in left.items():
        (handed / name).write_bytes(content)
    classroom.sync()
    graded = classroom.folder / "autograded" / "s0000" / FIRST
    assert {name: (graded / name).read_bytes() for name in left} == left
    assert [row[2] for row in classroom.contents()["submissions"] if row[:2] == (FIRST, "s0000")] == [
        "2026-11-22 22:13:19.643200"
    ]
    for name in left:
        (handed / name).unlink()
    classroom.sync()
    assert not [name for name in left if (graded / name).exists()]


def test_nothing_else_of_the_notebook_is_run(classroom: Classroom) -> None:
    """A student's code before a grade cell could answer for it."""
    classroom.sync()
    released = json.loads((classroom.folder / "release" / FIRST / "quiz.ipynb").read_text("utf-8"))
    lie = "{'quiz__best': {'text': '', 'score': 10.0, 'points': 10.0}}"
    code = f"open('owned', 'w'); import json; json.loads = lambda _: {lie}"
    attack = {
        "cell_type": "code",
        "id": "attack",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": code,
    }
    cells = [attack, *released["cells"]]
    for cell in cells:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "quiz__best":
            cell["source"] = "10.0"
            cell["metadata"]["nbgrader"]["points"] = 1000
    classroom.hand_in("s0000", FIRST, {}, cells=cells)
    before = classroom.grades()[f"{FIRST}/quiz/quiz__best"]
    classroom.sync()
    assert "json.loads = lambda" not in shown(classroom) + shown(classroom, "submitted")
    autograde(classroom, FIRST, "s0000")
    assert classroom.grades()[f"{FIRST}/quiz/quiz__best"] == before
    assert not list(classroom.folder.rglob("owned"))


@pytest.mark.parametrize(
    "content",
    [b"", b"no JSON", b"[1, 2]", b'{"cells": 3}', b'{"cells": [3]}', b'{"cells": []}', b"[" * 100_000, b"\xff\x00"],
    ids=["empty", "text", "list", "number", "odd cell", "no cells", "deep", "no UTF-8"],
)
def test_a_notebook_without_its_cells_is_told_and_a_person_decides(classroom: Classroom, content: bytes) -> None:
    classroom.sync()
    path = classroom.folder / "submitted" / "s0000" / FIRST / "quiz.ipynb"
    path.unlink()
    path.write_bytes(content)
    told = classroom.sync()
    assert [note for note in told["notes"] if "cells for the answers cannot be found" in note]
    assert classroom.grades()[ANSWER] == (None, None, None, 1)
    assert "It lies in" in shown(classroom)
    assert (classroom.folder / "handed_in" / "s0000" / FIRST / "quiz.ipynb").read_bytes() == content
    assert classroom.sync()["files"] == 0


def test_an_answer_is_shown_as_it_was_typed(classroom: Classroom) -> None:
    classroom.sync()
    text = "# no heading <script>alert(1)</script> ![x](http://tracker/x.png)\n````\n%%bash\n$x$ \x1b[2J"
    classroom.hand_in("s0000", FIRST, {"read_a_neighbour": text})
    classroom.sync()
    generate_feedback(classroom, FIRST, "s0000")
    page = (classroom.folder / "feedback" / "s0000" / FIRST / "quiz.html").read_text("utf-8")
    assert "<script>alert(1)" not in page and "&lt;script&gt;" in page
    assert 'src="http://tracker' not in page and "# no heading" in page


def test_a_link_is_no_hand_in(classroom: Classroom, tmp_path: Path) -> None:
    classroom.sync()
    secret = tmp_path / "secret.ipynb"
    secret.write_text(json.dumps({"cells": [], "secret": "s3cret"}), "utf-8")
    path = classroom.folder / "submitted" / "s0000" / FIRST / "quiz.ipynb"
    path.unlink()
    path.symlink_to(secret)
    classroom.sync()
    assert not path.is_symlink() and "s3cret" in secret.read_text("utf-8")
    assert not (classroom.folder / "handed_in" / "s0000").exists()


@pytest.mark.parametrize("of_student", [False, True])
def test_a_folder_that_is_a_link_is_no_hand_in_and_nothing_of_others_changes(
    classroom: Classroom, of_student: bool
) -> None:
    classroom.sync()
    classroom.hand_in("s0001", FIRST, {"two_launches": "Honest."})
    honest = classroom.folder / "submitted" / "s0001"
    before = (honest / FIRST / "quiz.ipynb").read_bytes()
    thief = classroom.folder / "submitted" / "s0000"
    shutil.rmtree(thief if of_student else thief / FIRST)
    (thief if of_student else thief / FIRST).symlink_to(honest if of_student else honest / FIRST)
    (honest / FIRST / "quiz.ipynb").write_bytes(before)
    classroom.sync()
    assert not thief.is_symlink() and not (thief / FIRST).is_symlink()
    assert not (classroom.folder / "handed_in" / "s0000").exists()
    assert "Honest." in (classroom.folder / "handed_in" / "s0001" / FIRST / "quiz.ipynb").read_text("utf-8")


def test_a_question_that_is_gone_keeps_its_points(classroom: Classroom) -> None:
    classroom.sync()
    classroom.hand_in("s0000", FIRST, {"two_launches": "So and so."})
    classroom.sync()
    classroom.give("s0000", OTHER, 5)
    questions = classroom.course / "modules" / FIRST / "open_questions.yaml"
    text = questions.read_text("utf-8")
    questions.write_text(text[: text.index("  - id: two_launches")], "utf-8")
    told = classroom.sync()
    assert classroom.grades()[OTHER][1] == 5.0
    assert any("quiz/open__two_launches" in note for note in told["notes"])
    assert OTHER in classroom.grades("s0001")
    generate_assignment(classroom, FIRST)
    autograde(classroom, FIRST, "s0000")
    generate_feedback(classroom, FIRST, "s0000")
    assert "So and so." in shown(classroom)
