"""A Moodle course that imports grades by the rules of lib/csvlib.class.php, grade/import/csv/classes/load_data.php and
PHP's fgetcsv, written anew in Python. It shares no code with the exporter under test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TRIMMED = " \t\n\r\0\x0b"


class Aborted(Exception):
    """The import, all of it."""


def fgetcsv(text: str, delimiter: str = ",", enclosure: str = '"', escape: str = "\\") -> Iterator[list[str]]:
    """Records as PHP reads them: a backslash keeps the quote behind it from ending the cell, and both are kept."""
    at = 0
    while at < len(text):
        record: list[str] = []
        while True:
            cell, at, is_last = _cell(text, at, delimiter, enclosure, escape)
            record.append(cell)
            if is_last:
                break
        yield record


def _cell(text: str, at: int, delimiter: str, enclosure: str, escape: str) -> tuple[str, int, bool]:
    start = at
    while start < len(text) and text[start] in " \t" and text[start] != delimiter:
        start += 1
    kept = ""
    if start < len(text) and text[start] == enclosure:
        at = start + 1
        while at < len(text):
            if text[at] == escape and at + 1 < len(text):
                kept, at = kept + text[at : at + 2], at + 2
            elif text[at : at + 2] == enclosure * 2:
                kept, at = kept + enclosure, at + 2
            elif text[at] == enclosure:
                at += 1
                break
            else:
                kept, at = kept + text[at], at + 1
    while at < len(text) and text[at] not in (delimiter, "\n"):  # what stands behind the quote belongs to the cell
        kept, at = kept + text[at], at + 1
    is_last = at >= len(text) or text[at] == "\n"
    return kept, at + 1, is_last


@dataclass
class MoodleCourse:
    """users: fields of each. grades, feedbacks: by (user, item); an item is new until an import has made it."""

    users: list[dict[str, str]]
    items: set[str] = field(default_factory=set)
    grades: dict[tuple[int, str], float | None] = field(default_factory=dict)
    feedbacks: dict[tuple[int, str], str] = field(default_factory=dict)
    blank_is_zero: bool = False  # older versions, in new items

    def import_csv(self, data: bytes, map_to: str, mapping: dict[str, str]) -> None:
        """Import, the first column being a field of users; mapping: headings to `grade ITEM` or `feedback ITEM`.

        Raises Aborted.
        """
        text = data.decode("utf-8").removeprefix("\ufeff")
        text = re.sub("\r\n?", "\n", text).strip(_TRIMMED)
        head, *rows = (row for row in fgetcsv(text) if row != [""])
        if any(len(row) != len(head) for row in rows):
            raise Aborted("weird columns")
        head = [name.strip(_TRIMMED) for name in head]
        for row in rows:
            values = [value.strip(_TRIMMED) for value in row]
            user = self._user(map_to, values[0])
            for name, value in zip(head[1:], values[1:], strict=True):
                kind, _, item = mapping.get(name, "ignore ").partition(" ")
                if kind == "grade":
                    self.grades[user, item] = self._grade(value, is_new=item not in self.items)
                elif kind == "feedback":
                    self.feedbacks[user, item] = value

    def _user(self, map_to: str, value: str) -> int:
        found = [n for n, user in enumerate(self.users) if user[map_to] == value]
        if len(found) != 1:
            raise Aborted(f"no user {value!r}")
        return found[0]

    def _grade(self, value: str, is_new: bool) -> float | None:
        if value == "-":
            return None
        if value == "":
            return 0.0 if is_new and self.blank_is_zero else None
        if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", value):
            raise Aborted(f"bad grade {value!r}")
        if float(value) > 100:
            raise Aborted("grade value too big")
        return float(value)
