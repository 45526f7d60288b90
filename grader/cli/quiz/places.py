"""Answers of several lines, rows of a table or blanks in code: each line is checked and saved separately."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.cli.quiz.prose import inline
from grader.dataclass import dataclass
from grader.quiz import key, sealed_key
from grader.quiz.score import Status, judge_item
from grader.texts import say

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.quiz.variants import DrawnItem


@dataclass
class Places:
    """The lines of an answer. labels: the prompt for each; lines: those given so far.

    read: parses a typed line, None if it is invalid. wrong: what to say then.
    """

    labels: list[str]
    lines: list[JsonValue]
    read: Callable[[str], JsonValue]
    wrong: str

    def put(self, number: int, text: str) -> str | None:
        """Store one line; returns None, or why it was not accepted."""
        line = self.read(text)
        if line is None:
            return self.wrong
        self.lines[number] = line
        return None

    def answer(self) -> JsonValue:
        """All lines; missing ones are empty."""
        return [list(line) if isinstance(line, list) else line for line in self.lines]


def places_of(item: DrawnItem, given: object, lang: str) -> Places | None:
    """The lines of a question's answer, with those given so far; None if it takes a single line."""
    if isinstance(item.key, key.Blanks | sealed_key.Blanks):
        count = item.key.count
        labels = [say("quiz.blank", lang, number=number + 1) for number in range(count)]
        return Places(labels, _lines(given, [""] * count), lambda text: text, "")
    if item.table is None:
        return None
    rows, width = item.table.rows, len(item.table.columns)
    empty: list[JsonValue] = [""] * width

    def read(text: str) -> JsonValue:
        cells = _cells(text, width)
        row: JsonValue = list(cells)
        judged = judge_item(item, [row, *([empty] * (len(rows) - 1))])
        return row if len(cells) == width and judged.status is not Status.INVALID else None

    labels = [say("quiz.row", lang, row=inline(row.in_language(lang).strip()).plain) for row in rows]
    lines = _lines(given, [list(empty) for _ in rows])
    return Places(labels, lines, read, say("quiz.invalid.row", lang, columns=width))


def is_whole(answer: object) -> bool:
    """Whether there is an answer without missing lines or cells."""
    if isinstance(answer, list):
        return bool(answer) and all(map(is_whole, answer))
    return answer not in (None, "")


def _lines(given: object, empty: list[JsonValue]) -> list[JsonValue]:
    """What was given, if it has the right shape, else `empty`."""
    kept = given if isinstance(given, list) and len(given) == len(empty) else empty
    same = all(isinstance(line, list) == isinstance(blank, list) for line, blank in zip(kept, empty, strict=True))
    return list(kept) if same else empty


def _cells(text: str, width: int) -> list[str]:
    """The numbers of a row: commas separate them only if nothing else does, as they also group thousands."""
    parts = [part.strip(",") for part in re.split(r"[\s;|]+", re.sub(r"\s+%", "%", text.strip(" ;|")))]
    found = [part for part in parts if part]
    return found if len(found) == width else [part for part in re.split(r"[\s,;|]+", text) if part]
