"""Which variant of a quiz somebody gets: drawn from keys that nobody chooses, the same whenever it is drawn again."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.course.skeleton import write_atomically
from grader.course.state import FOLDER, one_writer
from grader.quiz.items import Level, Quiz
from grader.quiz.load import load_quiz
from grader.quiz.variants import DrawnQuiz, draw, graded_seed, practice_seed

KEY_VARIABLE, STUDENT_VARIABLE = "WARPLINGS_COURSE_KEY", "WARPLINGS_STUDENT"
_HERE = "here"  # who answers on a machine where nobody is named
EASIER = (Level.REMEMBER, Level.UNDERSTAND, Level.APPLY)


@dataclass(frozen=True)
class QuizFile:
    """A module's quiz. sha256: of its items, so that one knows whether an attempt was drawn from them."""

    module: str
    quiz: Quiz
    sha256: str


def open_quiz(path: Path, module: str, lang: str = "en") -> QuizFile:
    """Read the quiz of a module (its number). Raises CourseError, FileNotFoundError."""
    path.stat()  # a file that is not there is no broken file
    quiz = load_quiz(path, lang)
    items = json.dumps([item.model_dump(mode="json") for item in quiz.items], sort_keys=True)
    return QuizFile(module, quiz, hashlib.sha256(items.encode()).hexdigest())


@dataclass(frozen=True)
class Drawer:
    """Draws the graded questions of one student. key: the course's, or a folder's own."""

    key: bytes
    student: str

    def graded(self, file: QuizFile, attempt: int) -> DrawnQuiz:
        """The questions of a graded attempt. Raises QuizError."""
        return draw(file.quiz, graded_seed(self.key, self.student, file.module, attempt), file.module, attempt)

    @property
    def owner(self) -> str:
        """A digest of key and student: the same for all whose graded questions are the same. Gives neither away."""
        return hmac.digest(self.key, json.dumps(["owner", self.student]).encode(), "sha256").hex()


def drawer(root: Path, environment: Mapping[str, str] = os.environ) -> Drawer:
    """Whoever answers here: WARPLINGS_STUDENT, with the course's key. Raises OSError."""
    return Drawer(course_key(root, environment), environment.get(STUDENT_VARIABLE, "").strip() or _HERE)


def course_key(root: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """WARPLINGS_COURSE_KEY; without it the folder's own key, made when it is first needed. Raises OSError."""
    return environment.get(KEY_VARIABLE, "").strip().encode() or _own_key(root)


def draw_graded(file: QuizFile, attempt: int, root: Path, environment: Mapping[str, str] = os.environ) -> DrawnQuiz:
    """The questions of a graded attempt of whoever answers here. Raises OSError, QuizError."""
    return drawer(root, environment).graded(file, attempt)


def owner(root: Path, environment: Mapping[str, str] = os.environ) -> str:
    """`Drawer.owner` of whoever answers here. Raises OSError."""
    return drawer(root, environment).owner


def draw_practice(file: QuizFile, attempt: int, *, easier: bool = False) -> DrawnQuiz:
    """The questions of a practice attempt; the easier half of them leaves out what asks for more than applying."""
    drawn = draw(file.quiz, practice_seed(file.module, attempt), file.module, attempt)
    if not easier:
        return drawn
    kept = tuple(item for item in drawn.items if item.level in EASIER)
    return DrawnQuiz(drawn.module, drawn.attempt, kept or drawn.items)


def _own_key(root: Path) -> bytes:
    path = root / FOLDER / "key"
    with one_writer(root):
        try:
            return path.read_bytes().strip()
        except FileNotFoundError:
            key = secrets.token_hex(32)
            write_atomically(path, key + "\n")
            return key.encode()
