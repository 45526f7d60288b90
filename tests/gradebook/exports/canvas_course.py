"""A Canvas course that imports and exports gradebooks by the rules of lib/gradebook_importer.rb and
lib/gradebook_exporter.rb, written anew in Python. It shares no code with the exporter under test.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_HIDDEN = re.compile(r"^\s*(Muted|Manual Posting.*)?\s*$", re.I | re.M)


@dataclass
class CanvasStudent:
    """A student. scores: by the id of an assignment; EX is excused."""

    id: int
    name: str
    sis: str
    login: str
    scores: dict[int, str] = field(default_factory=dict)


@dataclass
class Assignment:
    """An assignment. id: below 0 until Canvas has made it."""

    id: int
    title: str
    points: float | None = None


@dataclass
class Course:
    """What Canvas has, and what an import would make of it."""

    students: list[CanvasStudent]
    assignments: list[Assignment] = field(default_factory=list)

    def imported(self, data: bytes) -> dict[tuple[int, str], str]:
        """Scores of the file by (student, title of the assignment), and kept; ValueError where Canvas refuses it."""
        text = data.decode("utf-8")
        rows = self._rows(text)
        head = next(rows)
        first = self._student_columns(head)
        if "Section" not in head[first - 1]:
            raise ValueError("invalid header row")
        columns = [(name, self._assignment(name)) for name in head[first:] if not self._is_a_total(name)]
        changed: dict[tuple[int, str], str] = {}
        for row in rows:
            if "Points Possible" in (row[0] or ""):
                for name, assignment in columns:
                    assignment.points = float(row[head.index(name)] or "nan")
                continue
            if all(_HIDDEN.search(cell) for cell in row if cell is not None):
                continue
            student = self._student(row, head)
            for name, assignment in columns:
                grade = (row[head.index(name)] or "").strip()
                changed[student.id, assignment.title] = grade
                if assignment.id > 0 and grade != student.scores.get(assignment.id, ""):
                    student.scores[assignment.id] = grade
        return changed

    def exported(self, delimiter: str = ",", mark: bool = False, sis: bool = True, custom: bool = False) -> bytes:
        """The gradebook as Canvas exports it."""
        out = io.StringIO(newline="")
        writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
        ids = ["SIS User ID", "SIS Login ID"] if sis else ["SIS Login ID"]
        extra = ["Notes"] if custom else []
        totals = ["Assignments Current Score", "Current Score", "Final Grade"]
        titles = [f"{one.title} ({one.id})" for one in self.assignments]
        writer.writerow(["Student", "ID", *ids, "Section", *extra, *titles, *totals])
        before = ["", *ids, "", *extra]
        blank = [""] * len(before)
        writer.writerow(["", *blank, *["Manual Posting"] * len(titles), *[""] * len(totals)])
        points = ["" if one.points is None else f"{one.points:.2f}" for one in self.assignments]
        if delimiter == ";":
            points = [each.replace(".", ",") for each in points]
        writer.writerow(["    Points Possible", *blank, *points, *["(read only)"] * len(totals)])
        for student in self.students:
            own = [student.sis, student.login] if sis else [student.login]
            kept = [student.scores.get(one.id, "") for one in self.assignments]
            writer.writerow([student.name, student.id, *own, "A", *["note" for _ in extra], *kept, "1", "2", "F"])
        return (b"\xef\xbb\xbf" if mark else b"") + out.getvalue().encode()

    def _rows(self, text: str) -> Iterator[list[str | None]]:
        delimiter = self._delimiter(text)
        kept = (line for line in io.StringIO(text, newline=""))
        for row in csv.reader(kept, delimiter=delimiter, strict=True):
            if row and not re.fullmatch(r"[;, ]+", delimiter.join(row)):
                yield [self.converted(cell) if cell else None for cell in row]

    @staticmethod
    def _delimiter(text: str) -> str:
        counts = {}
        for mark in ";,":
            counts[mark] = 0
            try:
                read = [next(csv.reader([line], delimiter=mark, strict=True), []) for line in text.split("\n")[:3]]
            except csv.Error:
                continue
            if len({len(fields) for fields in read}) == 1:
                counts[mark] = len(read[0])
        return ";" if counts[";"] > counts[","] else ","

    @staticmethod
    def converted(cell: str) -> str | None:
        """Ruby: a field with a line of only digits and separators becomes a number with a point."""
        if not any(re.fullmatch(r"-?[0-9.,]+%?", line) for line in cell.split("\n")):
            return cell
        parts = re.split("[,.]", cell)
        while parts and parts[-1] == "":
            del parts[-1]
        if not parts:
            return None
        return parts[0] if len(parts) == 1 else "".join(parts[:-1]) + "." + parts[-1]

    def _student_columns(self, head: list[str | None]) -> int:
        if not (len(head) > 3 and "Student" in (head[0] or "") and "ID" in (head[1] or "")):
            raise ValueError("invalid header row")
        self._sis = self._login = None
        if re.search(r"SIS\s+Login\s+ID", head[2] or ""):
            self._login = 2
            return 4
        if re.search(r"SIS\s+User\s+ID", head[2] or "") and re.search(r"SIS\s+Login\s+ID", head[3] or ""):
            self._sis, self._login = 2, 3
            return 5
        return 3

    @staticmethod
    def _is_a_total(heading: str | None) -> bool:
        words = ("Current Score", "Current Points", "Current Grade", "Final Score", "Final Points", "Final Grade",
                 "Override Score", "Override Grade", "Override Status")  # fmt: skip
        return any(word in (heading or "") for word in words)

    def _assignment(self, heading: str | None) -> Assignment:
        assert heading is not None
        found = re.match(r"\A(.*)\s\((\d+)\)\Z", heading)
        known = next((one for one in self.assignments if found and one.id == int(found[2])), None)
        known = known or next((one for one in self.assignments if one.title == heading), None)
        if known is None:
            known = Assignment(-len(self.assignments) - 1, found[1] if found else heading)
            self.assignments.append(known)
        return known

    def _student(self, row: list[str | None], head: list[str | None]) -> CanvasStudent:
        digits = re.match(r"\s*[0-9]+", row[1] or "")
        if digits and (one := next((s for s in self.students if s.id == int(digits[0])), None)):
            return one
        sis = row[self._sis] if self._sis is not None else None
        login = row[self._login] if self._login is not None else None
        one = next((s for s in self.students if sis and s.sis == sis), None)
        one = one or next((s for s in self.students if login and s.login == login), None)
        one = one or next((s for s in self.students if s.name == row[0]), None)
        if one is None:
            raise ValueError(f"Canvas asks who {row[0]!r} is")
        return one
