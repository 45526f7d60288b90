"""Files as Canvas's "Download Submissions" names them: `kimada_LATE_900_12345_vector_add-1.cu`.

The parts are the student's name without spaces, `LATE` if it was, Canvas's numbers of the student and of the file, and
the file's own name, to which Canvas appends `-1`, `-2` ... when it is handed in again (instructure/canvas-lms,
lib/content_zipper.rb).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.classroom.roster import Student

_NAME = re.compile(r"(?P<who>.+?)_(?:LATE_)?(?P<user>\d+)_(?P<file>\d+)_(?P<own>.+)", re.S)
_AGAIN = re.compile(r"(?P<stem>.+?)(?:-(?P<time>\d{1,3}))?(?P<ending>\.[^.]+)")
_ID_COLUMNS = ("canvas id", "canvas user id", "lms_user_id", "id")  # of Canvas's number in a roster


def by_student(names: Iterable[str], students: Sequence[Student]) -> Mapping[str, Mapping[str, str]]:
    """For each student of the roster, by id, their files: Canvas's name by the file's own name.

    Of a file handed in repeatedly, the last counts. Names not in Canvas's form, or of nobody, are left out.
    """
    numbers = {number: student.id for student in students for number in _numbers(student)}
    spellings = [(name, student.id) for student in students for name in set(_spellings(student.name))]
    times = Counter(name for name, _ in spellings)
    by_name = {name: own for name, own in spellings if times[name] == 1}
    found: dict[str, dict[str, tuple[tuple[int, int], str]]] = {}
    for name in names:
        parts = _NAME.fullmatch(unicodedata.normalize("NFC", name))
        student = (numbers.get(parts["user"]) or by_name.get(_plain(parts["who"]))) if parts else None
        if parts is None or student is None:
            continue
        again = _AGAIN.fullmatch(parts["own"])
        own = f"{again['stem']}{again['ending']}" if again else parts["own"]
        time = int(again["time"] or 0) if again else 0
        one = ((time, int(parts["file"])), name)
        files = found.setdefault(student, {})
        files[own] = max(one, files.get(own, one))
    return {student: {own: name for own, (_, name) in files.items()} for student, files in found.items()}


def _numbers(student: Student) -> Iterator[str]:
    columns = {heading.strip().casefold(): value for heading, value in student.other.items()}
    yield from (columns[name] for name in reversed(_ID_COLUMNS) if columns.get(name, "").isdigit())


def _spellings(name: str) -> Iterator[str]:
    """`Kim, Ada` is kimada; `Ada Kim` may be, too."""
    words = name.split()
    if words:
        yield _plain(name)
        yield _plain(words[-1] + "".join(words[:-1]))


def _plain(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFC", name).casefold() if c.isalnum())
