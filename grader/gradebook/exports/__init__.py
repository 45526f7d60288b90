"""The formats: one file each, and the table that names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields

from grader.dataclass import dataclass
from grader.gradebook.errors import ExportError, listed
from grader.gradebook.exports import blackboard, canvas, classroom50, gradescope, moodle, tables
from grader.gradebook.exports.options import Files, Options
from grader.gradebook.identity import IdField
from grader.gradebook.sheet import Sheet


@dataclass(frozen=True)
class Format:
    """A format. write: gives the bytes of its file, or files below a folder; raises ExportError.

    fields: that may identify students on the platform, the default first. options: the `Options` that it supports.
    """

    write: Callable[[Sheet, Options], bytes | Files]
    options: frozenset[str] = frozenset()
    fields: Mapping[str, IdField] = field(default_factory=dict)


_OF_STUDENTS = frozenset({"columns", "match", "id_column"})

FORMATS: Mapping[str, Format] = {
    "csv": Format(tables.long_table, frozenset({"checks"})),
    "csv-wide": Format(tables.wide_table),
    "canvas": Format(canvas.canvas, _OF_STUDENTS, canvas.FIELDS),
    "moodle": Format(moodle.moodle, _OF_STUDENTS, moodle.FIELDS),
    "blackboard": Format(blackboard.blackboard, _OF_STUDENTS, blackboard.FIELDS),
    "gradescope": Format(gradescope.gradescope),
    "classroom50": Format(classroom50.classroom50, frozenset({"columns", "id_column", "assignment"})),
}


def exported(name: str, sheet: Sheet, options: Options) -> bytes | Files:
    """The sheet in the named format. Raises ExportError, also for an option that the format does not support."""
    chosen = FORMATS[name]
    given = [each.name for each in fields(options) if each.compare and getattr(options, each.name) not in (None, False)]
    for unused in sorted(set(given) - chosen.options):
        raise ExportError("option_unused", option=f"--{unused.replace('_', '-')}", format=name)
    if options.match is not None and options.match not in chosen.fields:
        raise ExportError("match_unknown", format=name, known=listed(chosen.fields))
    if not sheet.students:
        raise ExportError("no_students")
    return chosen.write(sheet, options)
