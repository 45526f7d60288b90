"""An instructor's options for an export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from grader.classroom.roster import Student
from grader.dataclass import dataclass
from grader.gradebook.sheet import Item

Files = Mapping[str, bytes]  # by their paths below a folder, with /


@dataclass(frozen=True)
class Options:
    """columns: a file exported by the platform, whose names and ids are used.

    match: the platform's field that identifies students; id_column: the roster's column with it. checks: a row for each
    check. assignment: which one, if the file in `columns` has several. excused: collects the cells that the platform's
    own file excuses, which stay unchanged.
    """

    columns: Path | None = None
    match: str | None = None
    id_column: str | None = None
    checks: bool = False
    assignment: str | None = None
    excused: list[tuple[Student, Item]] = field(default_factory=list, compare=False)
