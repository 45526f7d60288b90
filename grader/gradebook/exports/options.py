"""What an instructor may say about an export, beyond the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.classroom.summary import StudentInfo
from grader.gradebook.sheet import Item

Files = Mapping[str, bytes]  # by their paths below a folder, with /


@dataclass(frozen=True)
class Options:
    """columns: a file that the platform exported, whose names and ids are taken over.

    match: by which of its fields the platform knows students; id_column: the roster's column with it. checks: a row
    for each check. assignment: which one, where the file in `columns` has several. excused: takes what the platform's
    own file excuses: those cells stay as they are.
    """

    columns: Path | None = None
    match: str | None = None
    id_column: str | None = None
    checks: bool = False
    assignment: str | None = None
    excused: list[tuple[StudentInfo, Item]] = field(default_factory=list, compare=False)
