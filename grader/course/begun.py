"""Whether a student has begun an exercise. Every command that counts points asks here.

A file is not begun while its code is that of a skeleton: of this version of the course, or of an earlier one noted in
`handed_out.json`. Comments, white space, line ends and encodings are not code and begin nothing, but for predictions
that are written down.
"""

from __future__ import annotations

import codecs
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from grader.course.cuda_tokens import code_of
from grader.course.documents import CourseError
from grader.course.predictions import answers
from grader.course.restart import pristine
from grader.failure import Failure
from grader.files import write_atomically
from grader.toolchain.source import normalise

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise

FILE = "handed_out.json"  # in the course's folder: SHA-256 of the code of each skeleton, by the id of its exercise

Noted = dict[str, list[str]]


def is_begun(exercise: Exercise, data: bytes) -> bool:
    """Whether the bytes of a student's file hold any code that no skeleton of the exercise has."""
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    digest = _digest(normalise(data.decode(encoding, "replace")))
    return digest not in _noted(exercise.root).get(exercise.id, []) and digest != _of_skeleton(exercise)


def note_handed_out(course: Course) -> bool:
    """Note the current skeletons; returns whether one was new. Raises CourseError, OSError."""
    noted = _noted(course.root)
    new = {e.id: digest for e in course.exercises if (digest := _of_skeleton(e)) and digest not in noted.get(e.id, [])}
    if new:
        every = noted | {name: [*noted.get(name, []), digest] for name, digest in new.items()}
        write_atomically(course.root / FILE, json.dumps(every, indent=1, sort_keys=True) + "\n")
    return bool(new)


def _of_skeleton(exercise: Exercise) -> str | None:
    """The digest of the skeleton; None if it is unknown."""
    try:
        return _digest(pristine(exercise, "en"))
    except (Failure, CourseError):
        return None


def _digest(text: str) -> str:
    code = code_of(text) + "".join(f" {number}={given}" for number, given in sorted(answers(text).items()))
    return hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()


def _noted(root: Path) -> Noted:
    """The noted digests; none if the file is damaged."""
    try:
        found = json.loads((root / FILE).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return {name: each for name, each in found.items() if isinstance(each, list)} if isinstance(found, dict) else {}
