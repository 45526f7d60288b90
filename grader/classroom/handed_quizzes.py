"""The quizzes that a student handed in: attempts as saved by `grader quiz`, and files of answers. Never trusted.

Only the answers are used; points that such a file claims are ignored.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from grader.classroom.trees import Tree
from grader.course.catalog import Module
from grader.course.documents import CourseError
from grader.course.state import FOLDER
from grader.course.yaml_marks import parse
from grader.dataclass import dataclass
from grader.quiz.answers import MAX_FILED

# In the student's folder: attempts in a cloned repository or in a folder per module, then files of answers.
_FOLDERS = (f"{FOLDER}/quiz/{{number}}", f"{{module}}/{FOLDER}/quiz/{{number}}", "{module}/answers", "answers/{number}")
_FILES = ("{module}/answers", "answers/{number}")
ENDINGS = (".json", ".yaml", ".yml")
_MOST = 100  # files read per quiz
_MOST_BYTES = 64 << 10  # per file: answers take a few kilobytes, and reading many large files takes a while
MOST_ATTEMPTS = 50  # of one quiz that are graded


@dataclass(frozen=True)
class HandedAttempt:
    """One attempt. path: from the student's folder. refused: why it is not graded, a key of the area `class`.

    quiz_sha256, owner: what the file claims to be drawn from and for; "" if it does not say.
    """

    path: str
    attempt: int = 0
    kind: str = "graded"
    answers: Mapping[str, Any] = field(default_factory=dict)
    quiz_sha256: str = ""
    owner: str = ""
    refused: str | None = None


@dataclass(frozen=True)
class HandedQuiz:
    """What a student handed in for the quiz of a module. digest: of all files."""

    attempts: tuple[HandedAttempt, ...]
    digest: bytes


def quiz_of_student(tree: Tree, module: Module) -> HandedQuiz:
    """Every attempt at the quiz of `module`; of several files for one attempt, the first counts."""
    found: list[HandedAttempt] = []
    digest = hashlib.sha256()
    numbers: set[int] = set()
    for place in _files(tree, module):
        data, refused = tree.content(place)
        spelt = os.fsencode(place)
        name = spelt.decode("utf-8", "replace")  # as a record can store it
        for part in (spelt, (refused or "").encode(), data):
            digest.update(hashlib.sha256(part).digest())
        refused = refused or ("too_long" if len(data) > _MOST_BYTES else None)
        attempt = HandedAttempt(name, refused=refused) if refused else _read(name, data, module)
        if attempt is None:
            continue
        if attempt.refused is None and attempt.attempt in numbers:
            attempt = HandedAttempt(name, attempt.attempt, refused="attempt_twice")
        if attempt.refused is None and len(numbers) == MOST_ATTEMPTS:
            attempt = HandedAttempt(name, attempt.attempt, refused="too_many_attempts")
        if attempt.refused is None:
            numbers.add(attempt.attempt)
        found.append(attempt)
    return HandedQuiz(tuple(found), digest.digest())


def has_quiz(tree: Tree, module: Module) -> bool:
    """Whether there is any file of the quiz of `module`."""
    return next(_files(tree, module), None) is not None


def _files(tree: Tree, module: Module) -> Iterator[str]:
    places = {"number": module.number, "module": module.name}
    left = _MOST
    for pattern in _FOLDERS:
        place = pattern.format(**places)
        names = [name for name in tree.names(place) if name.endswith(ENDINGS) and ".damaged-" not in name]
        yield from (f"{place}/{name}" for name in names[:left])
        left -= min(left, len(names))
    for pattern in _FILES:
        yield from (name for ending in ENDINGS if tree.exists(name := f"{pattern.format(**places)}{ending}"))


def _read(name: str, data: bytes, module: Module) -> HandedAttempt | None:
    """The attempt of a file; None for one that was not handed in or is practice."""
    try:
        given = parse(data.decode("utf-8-sig"), Path(name)).data
    except (UnicodeDecodeError, CourseError):
        return HandedAttempt(name, refused="no_answers")
    if not isinstance(given, dict) or not isinstance(answers := given.get("answers"), dict):
        return HandedAttempt(name, refused="no_answers")
    if ("handed_in" in given and not given["handed_in"]) or given.get("kind") == "practice":
        return None
    if str(given.get("module", module.number)).zfill(2) not in (module.number, module.name):
        return HandedAttempt(name, refused="other_module")
    number = given.get("attempt", 1)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MAX_FILED:
        return HandedAttempt(name, refused="no_attempt")
    texts = {key: value for key in ("kind", "quiz_sha256", "owner") if isinstance(value := given.get(key), str)}
    return HandedAttempt(name, number, answers=answers, **texts)
