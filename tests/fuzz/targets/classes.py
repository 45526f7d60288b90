"""What an instructor's commands read: rosters, archives, results, grade books, notebooks."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from grader.classroom.course_notes import FILE as NOTES
from grader.classroom.course_notes import CourseNotes, write_notes
from grader.classroom.csv_file import NotCsv, read_csv
from grader.classroom.handed_in import of_student
from grader.classroom.handed_quizzes import quiz_of_student
from grader.classroom.quizzes import GradedAttempt, QuizGrading, QuizRecord, gradings
from grader.classroom.report.gather import gather
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import RosterError, Student, read_roster
from grader.classroom.summary import (
    FILE,
    CheckInfo,
    ClassSummary,
    ExerciseInfo,
    ExerciseStanding,
    ModuleInfo,
    NoClass,
    QuizStanding,
    Standing,
    write_summary,
)
from grader.classroom.trees import tree_of
from grader.course.catalog import Course, open_course
from grader.course.values import LocalizedText
from grader.gradebook.errors import ExportError
from grader.gradebook.exports import exported
from grader.gradebook.exports.options import Options
from grader.gradebook.from_class import Policy, sheet_of
from grader.gradebook.sheet import Sheet
from grader.gradebook.sync import notebooks
from grader.gradebook.sync.answers import texts
from grader.grading.opening import problem_cases
from grader.quiz.attempts import ItemPoints
from tests.fuzz.targets.target import REPOSITORY, Form, Target, file, folder

_ROSTER = """학번,이름,성,email,분반\r\n2026001,민아,김,"a@x.edu",A\r\n2026002,"O""Hara, 준",,,\r\n\r\n"""
_CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,01_one/add (17),01 Quiz: A (18)
    Points Possible,,,,,100.00,"2,00"
"Kim, Mina",7,ada,ada,"A, B",90,
"""
_ENDINGS = (".cu", ".json", ".yaml", ".yml")


@cache
def course() -> Course:
    """The course of this repository."""
    return open_course(REPOSITORY, problem_cases())


@cache
def results() -> Path:
    """The results of a class of one student, with one exercise and one quiz."""
    root, name = folder() / "results", LocalizedText(ko="가", en="A")
    kept = Results(root)
    report = {"checks": [{"id": "correctness", "status": "pass", "points": 90, "max_points": 100, "measured": None,
                          "message": "fine", "lines": [{"line": 1, "message": "x"}]}],
              "score": 90, "max_score": 100, "max_score_here": 100, "device": "emulated"}  # fmt: skip
    kept.keep(Result("ada", "01_one/add", State.GRADED, "k", report), b"int x;\n")
    points = ItemPoints(id="q", status="pass", points=2.0, max_points=2.0)
    attempt = GradedAttempt(path="a.json", attempt=1, answers={"q": 3}, items=(points,), score=2, max_score=2,
                            passed=True)  # fmt: skip
    kept.keep_quiz(QuizRecord(student="ada", module="01", key="k", attempts=(attempt,)))
    standing = Standing(student="ada", quizzes={"01": QuizStanding(attempts=1, attempt=1, score=2, passed=True)},
                        exercises={"01_one/add": ExerciseStanding(state=State.GRADED, score=90, max_score_here=100,
                                                                  done=True)})  # fmt: skip
    summary = ClassSummary(
        grader_version="1", backend="emulated", course=name, standings=(standing,),
        students=(Student(id="ada", name="Ada", other={"SIS User ID": "ada", "GitHub": "ada"}),),
        modules=(ModuleInfo(name="01_one", number="01", title=name, checkpoint=True, quiz_points=2, gate_share=0.8),),
        exercises=(ExerciseInfo(id="01_one/add", module="01_one", title=name,
                                checks=(CheckInfo(id="correctness", max_points=100),)),),
    )  # fmt: skip
    write_summary(root, summary)
    write_notes(root, CourseNotes(scheme=1, read={"01_one/add": {"correctness": name}}, known=(1, 2)))
    return root


@cache
def _sheet() -> Sheet:
    return sheet_of(gather(results()).summary, results(), Policy(), "en")


def _class_with(name: str) -> Target:
    """The class whose file of that name is damaged is read, and its grade book written."""

    def read(data: bytes) -> None:
        path = results() / name
        before = _seed(name)
        path.write_bytes(data)
        try:
            found = gather(results())
            sheet = sheet_of(found.summary, results(), Policy(), "ko")
            for kind in ("csv", "csv-wide", "gradescope"):
                exported(kind, sheet, Options())
        finally:
            path.write_bytes(before)

    return Target(f"results.{Path(name).stem}", read, lambda: [_seed(name)], (NoClass, ExportError), Form.JSON,
                  weight=0.6)  # fmt: skip


@cache
def _seed(name: str) -> bytes:
    return (results() / name).read_bytes()


def _handed_in(data: bytes) -> None:
    """An archive is a student's: its kernels and quizzes are looked for."""
    tree = tree_of(file("student.zip", data), _ENDINGS)
    list(of_student("ada", [tree], course().exercises[:3]))
    quiz_of_student(tree, course().modules[1])


def _archives() -> list[bytes]:
    kept = {"main/exercises/01_threads_and_indices/vector_add.cu": b"int x;\n" * 9,
            "main/.warplings/quiz/01/001.json": b'{"answers": {"a": 1}, "attempt": 1}',
            "main/answers/01.yaml": b"module: 01\nanswers: {a: b}\n"}  # fmt: skip
    made = []
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", method) as archive:
            for name, data in kept.items():
                archive.writestr(name, data)
        made.append(whole.getvalue())
    for mode in ("w:", "w:gz", "w:bz2", "w:xz"):
        whole = io.BytesIO()
        with tarfile.open(fileobj=whole, mode=mode) as tar:  # type: ignore[call-overload]
            for name, data in kept.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
            link = tarfile.TarInfo("main/link.cu")
            link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
            tar.addfile(link)
        made.append(whole.getvalue())
    return made


def _handed_quiz(data: bytes) -> None:
    """A file of answers that was handed in is graded, and its record kept."""
    module = course().modules[6]
    file(f"hands/.warplings/quiz/{module.number}/001.json", data)
    grading = _gradings()[module.number]
    handed = quiz_of_student(tree_of(folder() / "hands", _ENDINGS), module)
    record = grading.graded("ada", handed)
    Results(folder() / "kept").keep_quiz(record)


@cache
def _gradings() -> Mapping[str, QuizGrading]:
    return gradings(course().modules[6:7], b"key", "en")


def _quiz_answers() -> list[bytes]:
    items = _gradings()[course().modules[6].number].file.quiz.items
    answers = {item.id: ("b", 32, ["a", "c"], "warp", [[1, 2], [3, None]])[n % 5] for n, item in enumerate(items)}
    return [json.dumps({"module": "06", "attempt": 1, "kind": "graded", "handed_in": "2026", "answers": answers},
                       indent=1).encode(), b"answers: {a: .inf, b: 0x1F, c: [~]}\n"]  # fmt: skip


def _download(data: bytes) -> None:
    """A platform's own file decides the columns."""
    path = file("download.csv", data)
    for name in ("canvas", "moodle", "blackboard"):
        try:
            exported(name, _sheet(), Options(columns=path))
        except ExportError:
            continue


def _downloads() -> list[bytes]:
    moodle = 'First name,Last name,ID number,Email address,"Quiz: 01 Quiz (Real)"\nAda,B,ada,a@x.edu,-\n'
    blackboard = '"Last Name"\t"First Name"\t"Username"\t"add [Total Pts: 100 Score] |17"\t'
    blackboard += '"01 Quiz: A [Total Pts: 2 Score] |18"\n"B"\t"Ada"\t"ada"\t""\t"1"\n'
    return [_CANVAS.encode(), moodle.encode("utf-8-sig"), blackboard.encode("utf-16"), _ROSTER.encode("cp949")]


def _scores(data: bytes) -> None:
    options = Options(columns=file("scores.json", data), id_column="GitHub")
    exported("classroom50", _sheet(), options)


def _score_seeds() -> list[bytes]:
    submission = {"classroom": "c", "assignment": "a", "owner": "ada", "submission": "submit/1", "commit": "0" * 40,
                  "release": "r", "review": "v", "datetime": "2026-11-21T10:00:00Z", "submitted_by": {"login": "ada"},
                  "score": 1, "max-score": 2, "tests": []}  # fmt: skip
    bucket = {"type": "individual", "entries": [{"owner": "ada", "submissions": [submission]}]}
    return [json.dumps({"schema": "classroom50/scores/v1", "assignments": {"a": bucket}}).encode()]


def _notebook(data: bytes) -> None:
    """A notebook that was collected; answers go into another one."""
    notebooks.is_source(data), notebooks.is_submitted(data)
    for answer in (texts(data, ("q1", "q2"), "stub") or {}).values():
        notebooks.fenced(answer).encode()


def _notebooks() -> list[bytes]:
    cells = [{"cell_type": "markdown", "id": name, "metadata": {"nbgrader": {"grade_id": name, "points": 2}},
              "source": source} for name, source in (("q1", "because\n```\nx"), ("q2", ["one\n", "two"]))]  # fmt: skip
    whole = {"cells": cells, "metadata": {"warplings": "submitted"}, "nbformat": 4, "nbformat_minor": 5}
    return [json.dumps(whole, indent=1).encode()]


def _timestamp(data: bytes) -> None:
    from grader.gradebook.sync.course_folder import timestamp_in

    timestamp_in(file("stamp/timestamp.txt", data).parent)


def _timestamps() -> list[bytes]:
    import grader.gradebook.sync.course_folder  # noqa: F401  # here, where nobody takes nbgrader's seconds for a hang

    return [b"2026-11-21 10:00:00.000 UTC", b"21 Nov 2026 +9"]


TARGETS = (
    Target("roster", lambda data: read_roster(file("roster.csv", data)),
           lambda: [_ROSTER.encode(encoding) for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp949")]
           + [_CANVAS.encode(), b"sep=;\nid;name\n1;a\n"], (RosterError,), weight=2),
    Target("csv", lambda data: read_csv(file("table.csv", data)), _downloads, (NotCsv,), weight=1.5),
    Target("gradebook.download", _download, _downloads, (), weight=1),
    Target("gradebook.scores", _scores, _score_seeds, (ExportError,), Form.JSON),
    Target("archive", _handed_in, _archives, (), Form.BYTES, weight=1.5),
    Target("handed_quiz", _handed_quiz, _quiz_answers, (), weight=0.2),
    *map(_class_with, (FILE, NOTES, "results/ada/01_one/add.json", "quizzes/ada/01.json")),
    Target("notebook", _notebook, _notebooks, (), Form.JSON, weight=1.5),
    *([Target("timestamp", _timestamp, _timestamps, (ValueError,))]
      if find_spec("nbgrader") else []),
)  # fmt: skip
