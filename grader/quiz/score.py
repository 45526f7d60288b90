"""Scores a student's answers against a drawn quiz. Every answer gets a status, whatever it is."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from enum import StrEnum
from fractions import Fraction
from typing import Any, cast

from grader.course.values import LocalizedText
from grader.dataclass import dataclass
from grader.quiz.arithmetic import NoNumber, read_number
from grader.quiz.forms import MAX_TEXT, c_tokens, normal_text
from grader.quiz.variants import DrawnItem, DrawnQuiz


class Status(StrEnum):
    """How an item ended. pass: full points; fail: fewer, maybe some; invalid: not an answer of the item's kind."""

    PASS = "pass"
    FAIL = "fail"
    UNANSWERED = "unanswered"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence for the student: a key of `grader.texts` and its parameters."""

    key: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ItemResult:
    """The verdict on one item. note says why an answer was invalid, never what would be right."""

    id: str
    status: Status
    points: float
    max_points: float
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class QuizResult:
    """The verdict on one quiz. unknown: ids in the answers that no item has."""

    module: str
    attempt: int
    items: tuple[ItemResult, ...]
    score: float
    max_score: float
    passed: bool
    unknown: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The result as JSON for files and other programs."""
        return {
            "module": self.module,
            "attempt": self.attempt,
            "items": [{"id": item.id, "status": item.status.value, "points": item.points, "max_points": item.max_points}
                      for item in self.items],
            "score": self.score,
            "max_score": self.max_score,
            "passed": self.passed,
        }  # fmt: skip


class _Invalid(Exception):
    """The answer is not of the item's kind. Becomes the item's note."""

    def __init__(self, name: str, **params: object) -> None:
        super().__init__(name)
        self.note = Note(f"quiz.invalid.{name}", params)


def score_quiz(quiz: DrawnQuiz, answers: Mapping[str, object], share: float = 0.8) -> QuizResult:
    """Judge `answers` (item id -> answer). passed: score >= share * max_score, in exact, unrounded points."""
    judged = [_judge_item(item, answers.get(item.id)) for item in quiz.items]
    score = sum((points for _, points in judged), Fraction(0))
    maximum = sum((_exact(item.max_points) for item in quiz.items), Fraction(0))
    ids = {item.id for item in quiz.items}
    return QuizResult(module=quiz.module, attempt=quiz.attempt, items=tuple(result for result, _ in judged),
                      score=float(score), max_score=float(maximum), passed=score >= _exact(share) * maximum,
                      unknown=tuple(str(name) for name in answers if name not in ids))  # fmt: skip


def judge_item(item: DrawnItem, answer: object) -> ItemResult:
    """The verdict on one answer."""
    return _judge_item(item, answer)[0]


def _judge_item(item: DrawnItem, answer: object) -> tuple[ItemResult, Fraction]:
    points, note = Fraction(0), None
    if answer is None or answer == "" or answer == []:
        status = Status.UNANSWERED
    else:
        try:
            right = _earned(item, answer)
            status = Status.PASS if right == 1 else Status.FAIL
            points = right * _exact(item.max_points)
        except _Invalid as invalid:
            status, note = Status.INVALID, invalid.note
    return ItemResult(item.id, status, float(points), item.max_points, note), points


def _earned(item: DrawnItem, answer: object) -> Fraction:
    """The share of the item's points. Raises _Invalid."""
    right: Any = item.key
    if item.kind == "number":
        return Fraction(right.matches(_number(answer, _spellings(item.unit))))
    return _JUDGE[item.kind](right, answer)


def picked(item: DrawnItem, answer: object) -> tuple[str, ...]:
    """The letters of the options that an answer names, in its order; none for an invalid answer."""
    try:
        return tuple(_letters(answer, tuple(option.letter for option in item.options)))
    except _Invalid:
        return ()


def _exact(value: float) -> Fraction:
    """A decimal number as its author wrote it: 0.8 is 4/5, not the nearest double."""
    return Fraction(repr(value))


def _judge_letters(right: Any, answer: object) -> Fraction:
    if right.single and isinstance(answer, list):
        raise _Invalid("one_letter", offered=_list(right.offered))
    picked = _letters(answer, right.offered)
    if right.single and len(picked) != 1:
        raise _Invalid("one_letter", offered=_list(right.offered))
    return Fraction(right.matches(picked))


def _judge_sequence(right: Any, answer: object) -> Fraction:
    offered = tuple(sorted(right.letters))
    picked = _letters(answer, offered)
    if sorted(picked) != list(offered):
        raise _Invalid("each_letter_once", offered=_list(offered))
    return Fraction(right.matches(picked))


def _judge_term(right: Any, answer: object) -> Fraction:
    if not isinstance(answer, str):
        raise _Invalid("text")
    return Fraction(right.matches(normal_text(answer)))


def _judge_blanks(right: Any, answer: object) -> Fraction:
    given = [answer] if isinstance(answer, str | int) and right.count == 1 else answer
    if not isinstance(given, list) or len(given) != right.count:
        raise _Invalid("blanks", count=right.count)
    won = 0
    for place, text in enumerate(given):
        if isinstance(text, bool) or not isinstance(text, str | int | None):
            raise _Invalid("blanks", count=right.count)
        won += right.matches(place, c_tokens("" if text is None else _written(text)))
    return Fraction(won, right.count)


def _judge_cells(right: Any, answer: object) -> Fraction:
    height, width = right.shape
    rows: list[object] = answer if isinstance(answer, list) else []
    if len(rows) != height or not all(isinstance(row, list) and len(row) == width for row in rows):
        raise _Invalid("table", rows=height, columns=width)
    cells = [cell for row in cast(list[list[object]], rows) for cell in row]
    won = sum(cell not in (None, "") and right.matches(place, _number(cell)) for place, cell in enumerate(cells))
    return Fraction(won, height * width)


# Open and sealed keys of one kind have the same interface.
_JUDGE: Mapping[str, Callable[[Any, object], Fraction]] = {
    "choice": _judge_letters, "choices": _judge_letters, "order": _judge_sequence, "text": _judge_term,
    "blanks": _judge_blanks, "table": _judge_cells,
}  # fmt: skip


def _letters(answer: object, offered: tuple[str, ...]) -> list[str]:
    """Letters of options from a list or from one text: "b", "B)", "a, c", "a c" or "ac"."""
    if isinstance(answer, str):
        parts: list[object] = list(re.split(r"[\s,;>/→-]+", answer[:MAX_TEXT].strip()))
        if len(parts) == 1 and re.fullmatch(r"[A-Za-z]+", answer.strip()):
            parts = list(answer.strip())
    elif isinstance(answer, list):
        parts = answer
    else:
        raise _Invalid("letters", offered=_list(offered))
    letters = []
    for part in parts:
        letter = part.strip().strip("().").lower() if isinstance(part, str) else ""
        if letter not in offered:
            raise _Invalid("letters", offered=_list(offered))
        letters.append(letter)
    return letters


_PLAIN = frozenset({"%", "개"})  # what may follow a number without a unit
_USUAL: Mapping[str, tuple[str, ...]] = {
    "bytes": ("b",),
    "microseconds": ("us", "μs", "usec"),
    "flop/byte": ("flops/byte", "flop/b", "flops/b"),
    "gb/s": ("gb/sec",),
    "wavefronts": ("웨이브프론트",),
}


def _spellings(unit: LocalizedText | None) -> frozenset[str]:
    """What may follow a number in this unit: its name in both languages, its singular, its usual abbreviations."""
    if unit is None:
        return _PLAIN
    names = {_folded(unit.ko), _folded(unit.en)}
    return frozenset({"개", *names, *(name.removesuffix("s") for name in names), *_USUAL.get(_folded(unit.en), ())})


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _number(answer: object, units: Collection[str] = _PLAIN) -> float:
    """A finite number from a number or from a text such as "65,536", "12.5 %", "11*256+64" or "8 wavefronts".

    units: what may follow it, folded.
    """
    if isinstance(answer, str):
        value = _number_in(answer, units)
    elif isinstance(answer, int | float) and not isinstance(answer, bool):
        try:
            value = float(answer)
        except OverflowError:
            raise _Invalid("number") from None
    else:
        raise _Invalid("number")
    if not math.isfinite(value):
        raise _Invalid("number")
    return value


def _number_in(answer: str, units: Collection[str]) -> float:
    if len(answer) > MAX_TEXT:
        raise _Invalid("number")
    text = unicodedata.normalize("NFKC", answer).strip().casefold().replace("\u2212", "-")
    text = re.sub(r"(?<=[0-9])[,_](?=[0-9]{3}(?![0-9]))", "", text)
    try:
        value, unit = read_number(text)
    except NoNumber:
        raise _Invalid("number") from None
    if unit and _folded(unit) not in units:
        raise _Invalid("number")
    return value


def _written(value: str | int) -> str:
    """A number that YAML parsed, as text again; absurdly large ones become empty."""
    return value if isinstance(value, str) else f"{value}" if abs(value) < 10**18 else ""


def _list(letters: tuple[str, ...]) -> str:
    return ", ".join(letters)
