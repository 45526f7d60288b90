"""One student's work on one module: its files in nbgrader's folders, and its wanted rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from grader.classroom.summary import ModuleInfo, Standing
from grader.dataclass import dataclass
from grader.gradebook.sync import answers, notebooks
from grader.gradebook.sync.answers import HandedNotebook, handed_notebook
from grader.gradebook.sync.classwork import ClassWork
from grader.gradebook.sync.course_folder import CourseFolder, timestamp_in
from grader.gradebook.sync.files import put, read
from grader.gradebook.sync.layout import KERNELS, QUIZ, QUIZ_CELL, Kind, kernel_cell, mark_cell, report_cell
from grader.gradebook.sync.marks import Mark, mark_of, overview
from grader.gradebook.sync.notebooks import Content, Template
from grader.gradebook.sync.student_rows import WantedNotebook, WantedSubmission
from grader.texts import say

_RESULTS = "results.json"
_OF_THE_EXCHANGE = ("timestamp.txt", "submission_secret.txt")  # nbgrader expects them beside graded notebooks


@dataclass(frozen=True)
class Submission:
    """What a student handed in for a module, and its grading. content: by the name of the notebook.

    bad_timestamp: nbgrader's timestamp file has no valid time.
    """

    student: str
    module: str
    submitted: Path
    autograded: Path
    content: Mapping[str, Content]
    handed: HandedNotebook
    timestamp: datetime | None
    bad_timestamp: bool

    def wanted(self) -> WantedSubmission:
        """The wanted rows."""
        return WantedSubmission(self.timestamp, {name: self._notebook(name) for name in self.content})

    def _notebook(self, name: str) -> WantedNotebook:
        content = self.content[name]
        scores = {cell: mark.score for cell, mark in content.marks.items()}
        return WantedNotebook(scores, {*content.sources, *content.answers}, self.handed.changed)


@dataclass(frozen=True)
class Module:
    """A module with its notebooks as students get them, by name."""

    info: ModuleInfo
    templates: Mapping[str, Template]

    def names(self, notebook: str, kind: Kind) -> list[str]:
        """The names of the cells of a kind."""
        return [cell.name for cell in self.templates[notebook].layout.cells if cell.kind is kind]


def submission_of(
    student: str, standing: Standing, module: Module, work: ClassWork, folder: CourseFolder, lang: str, known: bool
) -> Submission | None:
    """A student's submission for a module, None if there is none. known: the gradebook already has one.

    Raises OSError.
    """
    name = module.info.name
    submitted = folder.of_student("submitted", student, name)
    _remove_links(submitted, student)
    kept = folder.root / answers.FOLDER / student / name
    handed = handed_notebook(submitted, kept, module.names(QUIZ, Kind.ANSWER), folder.stub)
    exercises = work.modules[name].exercises
    graded = any(work.judged[student, e.id].state.is_work for e in exercises)
    attempted = (student, module.info.number) in work.attempted
    if not (graded or attempted or known or handed.is_there or submitted.is_dir()):
        return None
    try:
        timestamp, bad = timestamp_in(submitted), False
    except ValueError:
        timestamp, bad = None, True
    content = {
        KERNELS: _kernels(student, standing, module, work, lang),
        QUIZ: _quiz(student, module, work, handed, lang),
    }
    autograded = folder.of_student("autograded", student, name)
    return Submission(student, name, submitted, autograded, content, handed, timestamp, bad)


def _remove_links(submitted: Path, student: str) -> None:
    """Remove links in place of a student's folder, or the module's in it, as they may lead to others' work."""
    for folder in (submitted.parent, submitted):
        if folder.is_symlink() and (folder == submitted or folder.name == student):
            folder.unlink()


def _kernels(student: str, standing: Standing, module: Module, work: ClassWork, lang: str) -> Content:
    marks, sources = _left_over(module, KERNELS, lang), {}
    content = work.modules[module.info.name]
    for exercise in content.exercises:
        one = work.judged[student, exercise.id]
        checks = content.checks[exercise.id]
        uncounted = [check for check in exercise.checks if check not in checks]
        marks[report_cell(exercise.id)] = overview(one, uncounted, lang)
        for check in checks:
            withheld = standing.exercises[exercise.id].withheld
            marks[mark_cell(exercise.id, check.id)] = mark_of(check, one, withheld, lang)
        if (text := work.source(student, exercise.id)) is not None:
            sources[kernel_cell(exercise.id)] = text
    return Content(marks, sources)


def _quiz(student: str, module: Module, work: ClassWork, handed: HandedNotebook, lang: str) -> Content:
    marks = _left_over(module, QUIZ, lang)
    best = work.quizzes.get((student, module.info.number))
    if best is not None:
        marks[QUIZ_CELL] = best
    names = module.names(QUIZ, Kind.ANSWER)
    given = dict(handed.answers)
    if not handed.readable:
        given = dict.fromkeys(names, say("gradebook.sync_unreadable_answer", lang, path=handed.kept))
    marks |= {name: Mark(None if name in given else 0.0) for name in names}
    return Content(marks, answers=given)


def _left_over(module: Module, notebook: str, lang: str) -> dict[str, Mark]:
    """All marks of the notebook as if gone from the course; the caller overwrites the current ones."""
    gone = Mark(0.0, say("gradebook.sync_gone", lang))
    return dict.fromkeys(module.names(notebook, Kind.MARK), gone)


def write_files(one: Submission, module: Module) -> int:
    """Write the files that nbgrader shows and grades; returns how many changed. Raises OSError.

    A newly submitted notebook stays in its place, so that it is found again after the run is killed.
    """
    results = _results(one, module)
    written = 0
    for name, template in module.templates.items():
        graded = notebooks.graded(template, one.content[name])
        written += put(one.autograded / f"{name}.ipynb", notebooks.encoded(graded))
        if name != QUIZ or one.handed.fresh is None:
            written += _put_submitted(one, name, template)
    written += put(one.autograded / _RESULTS, results) + put(one.submitted / _RESULTS, results)
    for name in _OF_THE_EXCHANGE:
        content = read(one.submitted / name)
        if content is not None:
            written += put(one.autograded / name, content)
        else:
            (one.autograded / name).unlink(missing_ok=True)
    return written


def take_over(one: Submission, module: Module) -> None:
    """Put a newly submitted notebook aside and the grader's in its place. Raises OSError."""
    if one.handed.fresh is not None:
        one.handed.put_aside()
        _put_submitted(one, QUIZ, module.templates[QUIZ])


def _put_submitted(one: Submission, name: str, template: Template) -> bool:
    content = notebooks.encoded(notebooks.submitted(template, one.content[name]))
    return put(one.submitted / f"{name}.ipynb", content)


def _results(one: Submission, module: Module) -> bytes:
    """The results read by the cells of the notebooks: text and points, 0 if not judged."""
    cells = {}
    for name, template in module.templates.items():
        for cell in template.layout.cells:
            if cell.kind in (Kind.MARK, Kind.REPORT):
                mark = one.content[name].marks[cell.name]
                cells[cell.name] = {"text": mark.text, "score": mark.score or 0.0, "points": cell.points or 0.0}
    return (json.dumps(cells, ensure_ascii=False, sort_keys=True, allow_nan=False) + "\n").encode()
