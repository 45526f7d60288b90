"""Which variant of a quiz somebody gets: drawn from keys that students cannot choose, and reproducible."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from grader.course.state import FOLDER, one_writer
from grader.dataclass import dataclass
from grader.failure import Failure
from grader.files import write_atomically
from grader.quiz.items import Level, Quiz, load_quiz
from grader.quiz.sheet import SUFFIX, Sheet, read_sheet
from grader.quiz.variants import DrawnQuiz, draw, graded_seed, practice_seed

if TYPE_CHECKING:
    from grader.course.catalog import Module

SHEETS = "quizzes"  # folder of the sheets that a student was given
KEY_VARIABLE, STUDENT_VARIABLE = "WARPLINGS_COURSE_KEY", "WARPLINGS_STUDENT"
_SHORTEST_KEY = 16  # bytes; as random hexadecimal digits these are 2^64 keys
WHOLE_CLASS = ""  # the student of a student edition's own graded questions: nobody's id
_HERE = "here"  # the student where none is named
_SAID_AFTERWARDS = {"explanation", "section"}  # may be corrected at any time: no question or answer changes
EASIER = (Level.REMEMBER, Level.UNDERSTAND, Level.APPLY)


@dataclass(frozen=True)
class QuizFile:
    """A module's quiz. sha256: of its questions, to tell whether an attempt was drawn from them."""

    module: str
    quiz: Quiz
    sha256: str


def open_quiz(path: Path, module: str, lang: str = "en") -> QuizFile:
    """Read the quiz of a module (its number). Raises CourseError, FileNotFoundError."""
    path.stat()  # a missing file is not a broken one
    quiz = load_quiz(path, lang)
    items = json.dumps([item.model_dump(mode="json", exclude=_SAID_AFTERWARDS) for item in quiz.items], sort_keys=True)
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
        """A digest of key and student that reveals neither; equal if the graded questions are equal."""
        return hmac.digest(self.key, json.dumps(["owner", self.student]).encode(), "sha256").hex()


def drawer(root: Path, environment: Mapping[str, str] = os.environ) -> Drawer:
    """The Drawer of the student on this machine: WARPLINGS_STUDENT, with the course's key. Raises OSError, Failure."""
    return Drawer(course_key(root, environment), environment.get(STUDENT_VARIABLE, "").strip() or _HERE)


def course_key(root: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """WARPLINGS_COURSE_KEY, else the folder's own key, made when first needed. Raises OSError, Failure.

    Short keys are refused: with an edition at hand, millions of keys can be tried each second.
    """
    key = environment.get(KEY_VARIABLE, "").strip().encode("utf-8", "surrogateescape") or _own_key(root)
    steps = {after - before for before, after in pairwise(key)}  # few in a sequence, as in 0123456789
    if len(key) < _SHORTEST_KEY or min(len(set(key)), 2 * len(steps)) < _SHORTEST_KEY // 2:
        raise Failure("bad_argument", "quiz.weak_key", least=_SHORTEST_KEY, different=_SHORTEST_KEY // 2)
    return key


@dataclass(frozen=True)
class OpenQuiz:
    """A quiz with its quiz.yaml: any number of attempts, drawn for the student on this machine."""

    file: QuizFile
    root: Path
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    most: ClassVar[int | None] = None

    @property
    def sha256(self) -> str:
        """The digest of the items."""
        return self.file.sha256

    @cached_property
    def _drawer(self) -> Drawer:
        return drawer(self.root, self.environment)

    @property
    def owner(self) -> str:
        """`Drawer.owner` of the student on this machine. Raises OSError."""
        return self._drawer.owner

    def graded(self, attempt: int) -> DrawnQuiz:
        """The questions of a graded attempt. Raises OSError, QuizError."""
        return self._drawer.graded(self.file, attempt)

    def practice(self, attempt: int) -> DrawnQuiz:
        """The questions of a practice attempt. Raises QuizError."""
        return draw_practice(self.file, attempt)


@dataclass(frozen=True)
class SealedQuiz:
    """A quiz of a student edition: variants drawn beforehand. whole: for the class; own: for one student, if any."""

    whole: Sheet
    own: Sheet | None = None

    @property
    def _graded(self) -> Sheet:
        return self.own or self.whole

    @property
    def most(self) -> int | None:
        """Number of graded variants."""
        return len(self._graded.graded)

    @property
    def sha256(self) -> str:
        """The digest of the items that questions were drawn from."""
        return self._graded.quiz_sha256

    @property
    def owner(self) -> str:
        """`Drawer.owner` of the student that the graded questions were drawn for."""
        return self._graded.owner

    def graded(self, attempt: int) -> DrawnQuiz:
        """The questions of a graded attempt. Raises NoVariantLeft."""
        if attempt > len(self._graded.graded):
            raise NoVariantLeft
        return self._graded.graded[attempt - 1].drawn(self.whole.module)

    def practice(self, attempt: int) -> DrawnQuiz:
        """The questions of a practice attempt, cycling through the variants. Raises NoVariantLeft if there are none."""
        if not self.whole.practice:
            raise NoVariantLeft
        again = self.whole.practice[(attempt - 1) % len(self.whole.practice)].drawn(self.whole.module)
        return replace(again, attempt=attempt)


class NoVariantLeft(Exception):
    """All variants drawn beforehand are used up."""


def find_quiz(module: Module, root: Path, lang: str = "en") -> OpenQuiz | SealedQuiz:
    """The quiz of a module. Raises CourseError, BadSheet, OSError; FileNotFoundError if there is none."""
    if module.quiz_path.exists():
        return OpenQuiz(open_quiz(module.quiz_path, module.number, lang), root)
    own = root / SHEETS / f"{module.number}{SUFFIX}"
    return SealedQuiz(read_sheet(sealed_path(module)), read_sheet(own) if own.exists() else None)


def sealed_path(module: Module) -> Path:
    """Where a student edition has the quiz of a module."""
    return module.quiz_path.with_name(f"sealed{SUFFIX}")


def draw_practice(file: QuizFile, attempt: int) -> DrawnQuiz:
    """The questions of a practice attempt. Raises QuizError."""
    return draw(file.quiz, practice_seed(file.module, attempt), file.module, attempt)


def easier_half(quiz: DrawnQuiz) -> DrawnQuiz:
    """A quiz without the questions above the level of applying."""
    kept = tuple(item for item in quiz.items if item.level in EASIER)
    return replace(quiz, items=kept or quiz.items)


def _own_key(root: Path) -> bytes:
    path = root / FOLDER / "key"
    with one_writer(root):
        with suppress(FileNotFoundError):
            if key := path.read_bytes().strip():
                return key
        new = secrets.token_hex(32)
        write_atomically(path, new + "\n")
        return new.encode()
