"""One run: syncs the results of a class into nbgrader's folder and database, writing only what has changed.

For each student the files are written first, then all rows in one transaction, then the submitted notebook is put
aside. After being killed between any of these steps, the next run can do the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime
from typing import Any

from grader.classroom.summary import Standing
from grader.dataclass import dataclass
from grader.gradebook.errors import CannotSync
from grader.gradebook.sync import notebooks
from grader.gradebook.sync.classwork import ClassWork, students_of
from grader.gradebook.sync.course_folder import CourseFolder, write_config_if_missing
from grader.gradebook.sync.database import connected, make_if_missing, transaction
from grader.gradebook.sync.definitions import define_assignment, define_students
from grader.gradebook.sync.files import put, read
from grader.gradebook.sync.layout import KERNELS, QUIZ, ModuleContent, kernels_notebook, quiz_notebook
from grader.gradebook.sync.looked_up import AssignmentIds, by_hand, ids_of, left_alone, too_many_points
from grader.gradebook.sync.notebooks import Template
from grader.gradebook.sync.people import person_of
from grader.gradebook.sync.release import cell_rows, released
from grader.gradebook.sync.student_rows import Penalty, submitted_before, write_student
from grader.gradebook.sync.submission import Module, Submission, submission_of, take_over, write_files


@dataclass(frozen=True)
class Job:
    """The input of a run. due: by the name of the module, UTC; advance: called after each student."""

    work: ClassWork
    folder: CourseFolder
    course: str
    due: Mapping[str, datetime]
    lang: str
    advance: Callable[[], None] = lambda: None


@dataclass
class Outcome:
    """What a run did. notes: messages for people, as `gradebook.sync_note_KEY` and details."""

    course: str
    students: int = 0
    submissions: int = 0
    new: int = 0
    changed: int = 0
    files: int = 0
    undecided: list[str] = field(default_factory=list)
    notes: list[tuple[str, dict[str, object]]] = field(default_factory=list)

    def note(self, key: str, **details: object) -> None:
        """Add a note."""
        self.notes.append((key, details))


@dataclass(frozen=True)
class _Run:
    """The context of the work on each student. modules, ids: by the name of the module."""

    connection: Any
    job: Job
    modules: Mapping[str, Module]
    ids: Mapping[str, AssignmentIds]
    penalty: Penalty
    outcome: Outcome


def sync(job: Job) -> Outcome:
    """Sync the results. Raises CannotSync, OSError; what was written until then is consistent."""
    outcome = Outcome(job.course)
    penalty = job.folder.penalty()
    _refuse_notebooks_of_others(job)
    make_if_missing(job.folder.database, job.course)
    with connected(job.folder.database) as connection:
        with transaction(connection):
            modules = {name: _define(connection, job, content, outcome) for name, content in job.work.modules.items()}
            define_students(connection, [person_of(student) for student in job.work.summary.students])
            ids = ids_of(connection, modules)
        if write_config_if_missing(job.folder, job.course):
            outcome.note("config", path=job.folder.root)
        run = _Run(connection, job, modules, ids, penalty, outcome)
        for student, standing in students_of(job.work):
            _student(run, student.id, standing)
            job.advance()
        _tell_strangers(connection, job, outcome)
    return outcome


def _refuse_notebooks_of_others(job: Job) -> None:
    """Raise CannotSync if a notebook of the instructor's own has the name of one of the grader's."""
    for module in job.work.modules:
        for notebook in (KERNELS, QUIZ):
            path = job.folder.of_course("source", module) / f"{notebook}.ipynb"
            before = read(path)
            if before is not None and not notebooks.is_source(before):
                raise CannotSync("not_ours", path=path)


def _tell_solutions(job: Job, module: str, outcome: Outcome) -> None:
    """Note solutions beside the notebooks in `source/`, as nbgrader would release them."""
    for path in sorted(job.folder.of_course("source", module).glob("*.cu")):
        if b"BEGIN SOLUTION" in (read(path) or b""):
            outcome.note("solution", path=path)


def _define(connection: Any, job: Job, content: ModuleContent, outcome: Outcome) -> Module:
    """Write the notebooks of a module, the instructor's and the students', and define their cells in the database."""
    name = content.module.name
    templates = {}
    for notebook, layout_of in ((KERNELS, kernels_notebook), (QUIZ, quiz_notebook)):
        path = job.folder.of_course("source", name) / f"{notebook}.ipynb"
        layout = layout_of(content, by_hand(connection, name, notebook), job.lang)
        source = notebooks.source(layout)
        template = Template(layout, released(source, job.folder.config))
        outcome.files += put(path, notebooks.readable(source))
        of_students = job.folder.of_course("release", name) / path.name
        outcome.files += put(of_students, notebooks.readable(template.released))
        templates[notebook] = template
        if layout.left_over:
            kept = ", ".join(f"{notebook}/{cell.name}" for cell in layout.left_over)
            outcome.note("left_over", assignment=name, cells=kept)
    _tell_solutions(job, name, outcome)
    rows = {notebook: list(cell_rows(template.released)) for notebook, template in templates.items()}
    changes = define_assignment(connection, job.course, name, job.due.get(name), rows)
    for cell, was, now in changes.maxima:
        outcome.note("maximum", assignment=name, cell=cell, was=f"{was:g}", now=f"{now:g}")
    for key, cells in (("gone", changes.gone), ("added", changes.added)):
        if cells:
            outcome.note(key, assignment=name, cells=", ".join(cells))
    return Module(content.module, templates)


def _student(run: _Run, student: str, standing: Standing) -> None:
    """Write files, then rows, then put the submitted notebook aside: see the module's docstring."""
    job, outcome = run.job, run.outcome
    known = submitted_before(run.connection, student)
    found: dict[str, Submission] = {}
    for name, module in run.modules.items():
        one = submission_of(student, standing, module, job.work, job.folder, job.lang, run.ids[name].id in known)
        if one is not None:
            found[name] = one
            outcome.files += write_files(one, module)
    with transaction(run.connection):
        wanted = {name: one.wanted() for name, one in found.items()}
        written = write_student(run.connection, student, wanted, run.ids, run.penalty)
    for name, one in found.items():
        take_over(one, run.modules[name])
        _tell(one, outcome)
    outcome.undecided += (f"{student} {cell}" for cell in written.waiting)
    outcome.students += 1
    outcome.submissions += len(found)
    outcome.new += written.submissions
    outcome.changed += written.changed


def _tell(one: Submission, outcome: Outcome) -> None:
    if one.bad_timestamp:
        outcome.note("timestamp", path=one.submitted / "timestamp.txt")
    if not one.handed.readable:
        outcome.note("unreadable", path=one.handed.kept)


def _tell_strangers(connection: Any, job: Job, outcome: Outcome) -> None:
    students = {student.id for student in job.work.summary.students}
    people, assignments = left_alone(connection, students, job.work.modules)
    if people:
        outcome.note("students_left", count=len(people), students=", ".join(people))
    if assignments:
        outcome.note("assignments_left", assignments=", ".join(assignments))
    for student, cell, points, most in too_many_points(connection, job.work.modules):
        outcome.note("too_many_points", student=student, cell=cell, points=f"{points:g}", most=f"{most:g}")
