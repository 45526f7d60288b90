"""Notebooks as JSON: which cells there are, what a student's holds, and whose a notebook is."""

from __future__ import annotations

import json

import pytest

from grader.classroom.summary import CheckInfo, ExerciseInfo, ModuleInfo
from grader.course.open_questions import OpenQuestion
from grader.course.values import LocalizedText
from grader.gradebook.sync import notebooks
from grader.gradebook.sync.layout import (
    KERNELS,
    QUIZ_CELL,
    ByHand,
    Kind,
    ModuleContent,
    NotebookLayout,
    kernels_notebook,
    quiz_notebook,
)
from grader.gradebook.sync.marks import Mark
from grader.gradebook.sync.notebooks import Content, Template

TITLE = LocalizedText(ko="제목", en="Title")
MODULE = ModuleInfo(name="00_m", number="00", title=TITLE, checkpoint=False, quiz_points=10)
CHECKS = (CheckInfo(id="correctness", max_points=60), CheckInfo(id="hazards", max_points=40))
EXERCISE = ExerciseInfo(id="00_m/saxpy", module="00_m", title=TITLE, checks=CHECKS)
QUESTION = OpenQuestion(id="why", points=5, prompt=LocalizedText(ko="왜?", en="Why?"),
                        rubric=LocalizedText(ko="- 5점: 그래서", en="- 5 points: because"))  # fmt: skip
CONTENT = ModuleContent(MODULE, [EXERCISE], {EXERCISE.id: CHECKS}, [QUESTION])


def names(layout: NotebookLayout, kind: Kind) -> list[str]:
    return [cell.name for cell in layout.cells if cell.kind is kind]


def template(layout: NotebookLayout) -> Template:
    """As students get it; nbgrader would also cut the solutions out."""
    return Template(layout, notebooks.source(layout))


def test_a_kernel_has_a_source_a_report_and_a_cell_for_each_check() -> None:
    layout = kernels_notebook(CONTENT, ByHand(), "en")
    assert names(layout, Kind.KERNEL) == ["saxpy__source"] and names(layout, Kind.REPORT) == ["saxpy__report"]
    assert [(c.name, c.points) for c in layout.cells if c.kind is Kind.MARK] == [
        ("saxpy__correctness", 60.0),
        ("saxpy__hazards", 40.0),
    ]
    assert layout.left_over == ()


def test_a_quiz_has_its_best_attempt_and_the_questions() -> None:
    layout = quiz_notebook(CONTENT, ByHand(), "ko")
    assert names(layout, Kind.MARK) == [QUIZ_CELL] and names(layout, Kind.ANSWER) == ["open__why"]
    assert "## 문제 1 (5점)\n\n왜?" in [cell.source for cell in layout.cells]
    without = ModuleContent(MODULE.model_copy(update={"quiz_points": None}), [EXERCISE], {}, [])
    assert not names(quiz_notebook(without, ByHand(), "en"), Kind.MARK)


def test_what_a_person_wrote_stays_behind_the_rest_and_is_worth_nothing() -> None:
    by_hand = ByHand(marks={"saxpy__hazards", "saxpy__old"}, kernels={"gone__source"})
    layout = kernels_notebook(CONTENT, by_hand, "en")
    assert [(cell.name, cell.points) for cell in layout.left_over] == [("gone__source", None), ("saxpy__old", 0.0)]
    assert names(layout, Kind.MARK).count("saxpy__hazards") == 1


def test_the_rubric_is_in_no_notebook_of_the_students() -> None:
    layout = quiz_notebook(CONTENT, ByHand(), "en")
    source = notebooks.source(layout)
    assert [cell["source"] for cell in source["cells"] if "because" in cell["source"]] == [
        "### BEGIN SOLUTION\n- 5 points: because\n### END SOLUTION"
    ]
    shown = notebooks.submitted(template(layout), Content({QUIZ_CELL: Mark(3.0, "so")}))
    assert "**Rubric (not in the students' notebook)**\n\n- 5 points: because" in [c["source"] for c in shown["cells"]]


def test_a_graded_notebook_prints_the_text_and_gives_the_points() -> None:
    layout = kernels_notebook(CONTENT, ByHand(), "en")
    marks = {"saxpy__correctness": Mark(33.5, "good"), "saxpy__hazards": Mark(None, "nobody"),
             "saxpy__report": Mark(0.0, "here")}  # fmt: skip
    cells = notebooks.graded(template(layout), Content(marks, {"saxpy__source": "int x;\r\n\x00"}))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == [1, 2, 3, 4, 5]
    assert code[1]["source"] == "%%cuda saxpy.cu\nint x;\n␀"
    printed = [[o.get("text") or o["data"]["text/plain"] for o in cell["outputs"]] for cell in code]
    assert printed == [[], [], ["here\n"], ["good\n", "33.5"], ["nobody\n", "0.0"]]
    assert len({cell["id"] for cell in cells}) == len(cells)


def test_an_answer_stands_where_the_stub_was() -> None:
    layout = quiz_notebook(CONTENT, ByHand(), "en")
    content = Content({QUIZ_CELL: Mark(3.0, "so")}, answers={"open__why": "It is so."})
    answer = next(c for c in notebooks.submitted(template(layout), content)["cells"] if "It is so" in c["source"])
    assert answer["source"] == "```text\nIt is so.\n```" and answer["metadata"]["nbgrader"]["grade_id"] == "open__why"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# no heading\n\n\n  indented", "```text\n# no heading\n\n\n  indented\n```"),
        ("a ``` b ```` c", "`````text\na ``` b ```` c\n`````"),
        ("<script>", "```text\n<script>\n```"),
        ("\r\nx\r\n", "```text\nx\n```"),
    ],
)
def test_an_answer_is_shown_as_it_was_typed(text: str, shown: str) -> None:
    assert notebooks.fenced(text) == shown


@pytest.mark.parametrize("text", ["word " * 80, "x" * 1000, "가나다라 " * 60, "    deep " + "word " * 50])
def test_long_lines_are_broken_and_no_letter_is_lost(text: str) -> None:
    lines = notebooks.fenced(text).split("\n")[1:-1]
    assert len(lines) > 1 and all(len(line) <= 100 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_whose_a_notebook_is_stands_in_it() -> None:
    layout = kernels_notebook(CONTENT, ByHand(), "en")
    marks = dict.fromkeys(("saxpy__correctness", "saxpy__hazards", "saxpy__report"), Mark(0.0))
    source = notebooks.readable(notebooks.source(layout))
    handed = notebooks.encoded(notebooks.submitted(template(layout), Content(marks)))
    assert notebooks.is_source(source) and not notebooks.is_submitted(source)
    assert notebooks.is_submitted(handed) and not notebooks.is_source(handed)
    for other in (b"", b"[]", b'{"metadata": 3}', b"{}", b"\xff", b"[" * 100_000):
        assert not notebooks.is_source(other) and not notebooks.is_submitted(other)
    assert json.loads(source)["cells"][0]["source"][0] == "# 00 · Title\n"
    assert layout.name == KERNELS
