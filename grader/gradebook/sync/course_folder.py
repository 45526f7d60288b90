"""nbgrader's course folder: its configuration, its paths, and its late penalty."""

from __future__ import annotations

import logging
import sys
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from nbgrader.apps import NbGrader
from nbgrader.preprocessors import AssignLatePenalties, ClearSolutions
from nbgrader.utils import parse_utc

from grader.classroom.roster import is_usable_id
from grader.dataclass import dataclass
from grader.gradebook.errors import CannotSync
from grader.gradebook.sync.files import put, read
from grader.gradebook.sync.student_rows import Penalty

_CONFIG = "nbgrader_config.py"
_SQLITE = "sqlite:///"
_LONGEST_TIME = 100  # characters
_NEW_CONFIG = """\
# nbgrader's settings of this course. `grader gradebook sync` wrote this file once; it is yours now.
c = get_config()  # noqa: F821  (nbgrader defines it)

c.CourseDirectory.course_id = {course!r}

# What a late submission loses: nothing, until a share is set. See docs/nbgrader.md.
c.AssignLatePenalties.plugin_class = "grader.gradebook.late.PerDay"
c.PerDay.share = 0.0  # of a notebook's score for each day that has begun; 0.1 is a tenth
c.PerDay.grace_minutes = 0
"""


@dataclass(frozen=True)
class CourseFolder:
    """The folder. course_id: from its configuration, "" if it has none. config: nbgrader's own.

    stub: the initial text of an answer cell.
    """

    root: Path
    course_id: str
    database: Path
    config: Any
    stub: str
    _directory: Any

    def of_course(self, step: str, assignment: str) -> Path:
        """The folder of an assignment. step: `source` or `release`."""
        return self._path(step, ".", assignment)

    def of_student(self, step: str, student: str, assignment: str) -> Path:
        """The folder of a student's assignment. step: `submitted` or `autograded`."""
        return self._path(step, student, assignment)

    def _path(self, step: str, student: str, assignment: str) -> Path:
        name = getattr(self._directory, f"{step}_directory")
        return Path(self._directory.format_path(name, student, assignment))

    def penalty(self) -> Penalty:
        """The configured late penalty per notebook. Raises CannotSync if the configuration cannot be used."""
        try:
            rule = AssignLatePenalties(config=self.config)
            rule.log.setLevel(logging.CRITICAL)  # it would warn about each late notebook
            rule.init_plugin()
        except Exception as error:  # whatever the instructor's own file and plugin raise
            raise CannotSync("config", path=self.root / _CONFIG, reason=f"{type(error).__name__}: {error}") from None

        def points(student: str, score: float, seconds: float) -> float | None:
            lost = rule.plugin_inst.late_submission_penalty(student, score, seconds)
            return None if lost is None else float(rule._check_late_penalty(SimpleNamespace(score=score), lost))

        return points


def open_folder(root: Path) -> CourseFolder:
    """The folder as nbgrader sees it when started there. Raises CannotSync."""
    root = root.resolve()
    try:
        app = NbGrader(log_level=logging.CRITICAL)
        app.raise_config_file_errors = True
        app.load_cwd_config = False
        sys.path.insert(0, str(root))  # where nbgrader finds an instructor's plugins
        app.initialize([], root=str(root))
        directory = app.coursedir
        stub = ClearSolutions(config=app.config).text_stub
    except (Exception, SystemExit) as error:  # whatever the instructor's own file raises
        raise CannotSync("config", path=root / _CONFIG, reason=f"{type(error).__name__}: {error}") from None
    if Path(directory.root).resolve() != root:
        raise CannotSync("other_root", path=root / _CONFIG, root=directory.root)
    if not directory.db_url.startswith(_SQLITE):
        raise CannotSync("no_sqlite", path=root / _CONFIG)
    database = Path(directory.db_url.removeprefix(_SQLITE))
    return CourseFolder(root, directory.course_id, database, app.config, stub, directory)


def course_of(folder: CourseFolder, asked: str | None, found: frozenset[str]) -> str:
    """The id of the course: the requested one, the configured one, the database's only one, else the folder's name.

    found: those in the database. Raises CannotSync if they disagree.
    """
    if asked and folder.course_id and asked != folder.course_id:
        raise CannotSync("course_config", asked=asked, configured=folder.course_id, path=folder.root / _CONFIG)
    course = asked or folder.course_id or (next(iter(found)) if len(found) == 1 else folder.root.name)
    if not is_usable_id(course) or "+" in course or course != course.strip():
        raise CannotSync("course_id", course=course)
    if found and course not in found:
        raise CannotSync("other_course", path=folder.database, found=", ".join(sorted(found)), course=course)
    return course


def write_config_if_missing(folder: CourseFolder, course: str) -> bool:
    """Write a configuration for nbgrader unless there is one; whether it was written. Raises OSError."""
    path = folder.root / _CONFIG
    return not path.exists() and put(path, _NEW_CONFIG.format(course=course).encode())


def timestamp_in(folder: Path) -> datetime | None:
    """The submission time in UTC as written by nbgrader's exchange; None if there is none.

    Raises ValueError for a file without a valid time, OSError.
    """
    content = read(folder / "timestamp.txt")
    words = (content or b"").decode("utf-8", "replace").strip()
    if len(words) > _LONGEST_TIME:
        raise ValueError(f"{len(words)} characters are no time")
    try:
        stamp: datetime | None = parse_utc(words) if words else None
    except Exception as error:  # whatever dateutil raises, for numbers, recursion or time zone files
        raise ValueError(str(error)) from None
    return stamp
