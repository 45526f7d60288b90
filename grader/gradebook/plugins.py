"""The formats as exporters of nbgrader: `nbgrader export --exporter=grader.gradebook.plugins.CanvasExport --to f.csv`.

Nothing else imports this file, so nothing else needs nbgrader (the extra `instructor`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nbgrader.plugins import ExportPlugin
from traitlets import Enum, Unicode

from grader.gradebook.errors import OPTIONS, ExportError
from grader.gradebook.exports import exported
from grader.gradebook.exports.options import Options
from grader.gradebook.from_nbgrader import sheet_of_gradebook
from grader.gradebook.writing import write
from grader.texts import LANGUAGES, language, say


class SheetExport(ExportPlugin):  # type: ignore[misc]  # nbgrader ships no types
    """Writes the scores of an nbgrader database in one of the formats; an error exits with status 2.

    format_name: a key of FORMATS; default_to: the target without `--to`.
    """

    format_name = ""
    default_to = ""

    lang = Enum(LANGUAGES, language(), help="language of comments and messages").tag(config=True)
    missing = Enum(("blank", "zero"), "blank", help="what nothing submitted counts as").tag(config=True)
    columns = Unicode("", help="a file that the platform itself exported").tag(config=True)
    match = Unicode("", help="the field by which the platform finds students").tag(config=True)
    id_column = Unicode("", help="lms_user_id, if that is the field's value").tag(config=True)
    assignment_slug = Unicode("", help="Classroom 50: the assignment in the file of `columns`").tag(config=True)

    def export(self, gradebook: Any) -> None:
        """Write the file or folder. Raises SystemExit."""
        out = Path(self.to or self.default_to)
        students, assignments = ({str(name) for name in names} for names in (self.student, self.assignment))
        options = Options(columns=Path(self.columns) if self.columns else None, match=self.match or None,
                          id_column=self.id_column or None, assignment=self.assignment_slug or None)  # fmt: skip
        try:
            sheet = sheet_of_gradebook(
                gradebook, students, assignments, missing_is_zero=self.missing == "zero", lang=self.lang
            )
            write(out, exported(self.format_name, sheet, options))
        except ExportError as error:
            self._fail(say(f"gradebook.{error.key}", self.lang, **self._options(), **self._renamed(error.details)))
        except OSError as error:
            self._fail(say("gradebook.unwritable", self.lang, out=out, reason=error.strerror or error))
        for student, item in options.excused:
            self.log.warning(say("gradebook.excused", self.lang, count=1, cells=f"{student.id}: {item.title}"))
        self.log.info("%s: %d students, %d assignments", out, len(sheet.students), len(sheet.items))

    def _options(self) -> dict[str, str]:
        """The names of options here, for placeholders in messages."""
        own = {
            name: f"--{type(self).__name__}.{trait}"
            for name, trait in (("columns", "columns"), ("match", "match"), ("id_column", "id_column"),
                                ("assignment", "assignment_slug"))
        }  # fmt: skip
        theirs = {"only": "--assignment", "points": "max_score"}
        return {f"option_{name}": called for name, called in (own | theirs).items()}

    def _renamed(self, details: Mapping[str, object]) -> dict[str, object]:
        called = {ours: self._options()[place] for place, ours in OPTIONS.items()}
        return {name: called.get(str(value), value) if name == "option" else value for name, value in details.items()}

    def _fail(self, sentence: str) -> None:
        self.log.critical(sentence)
        raise SystemExit(2)


class LongCsvExport(SheetExport):
    """A row for each student and assignment."""

    format_name, default_to = "csv", "grades.csv"


class WideCsvExport(SheetExport):
    """A row for each student."""

    format_name, default_to = "csv-wide", "grades.csv"


class CanvasExport(SheetExport):
    """What Canvas imports."""

    format_name, default_to = "canvas", "canvas.csv"


class MoodleExport(SheetExport):
    """What Moodle imports."""

    format_name, default_to = "moodle", "moodle.csv"


class BlackboardExport(SheetExport):
    """What Blackboard uploads; needs `columns`."""

    format_name, default_to = "blackboard", "blackboard.txt"


class GradescopeExport(SheetExport):
    """A folder of results.json."""

    format_name, default_to = "gradescope", "gradescope"


class Classroom50Export(SheetExport):
    """A folder of result.json; needs `columns`."""

    format_name, default_to = "classroom50", "classroom50"
