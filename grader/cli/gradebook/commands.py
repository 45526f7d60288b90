"""The commands of `grader gradebook`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from grader.cli.gradebook.sync import summary_in, sync, with_paths_shown
from grader.cli.options import JsonOut, Lang, help_text
from grader.cli.output import STDOUT, write_json
from grader.cli.wishes import chosen
from grader.failure import Failure
from grader.files import shown_path

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


class FormatName(StrEnum):
    """What `--format` accepts."""

    csv = "csv"
    csv_wide = "csv-wide"
    canvas = "canvas"
    moodle = "moodle"
    blackboard = "blackboard"
    gradescope = "gradescope"
    classroom50 = "classroom50"


class OutOf(StrEnum):
    """What `--points` accepts."""

    full = "full"
    here = "here"


class MissingAs(StrEnum):
    """What `--missing` accepts."""

    blank = "blank"
    zero = "zero"


@app.command("export", help=help_text("gradebook_export"))
def export(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help=help_text("gradebook_results"))],
    format_name: Annotated[FormatName, typer.Option("--format", help=help_text("gradebook_format"))],
    out: Annotated[Path, typer.Option("--out", metavar="PATH", help=help_text("gradebook_out"))],
    only: Annotated[list[str] | None, typer.Option("--only", metavar="ID", help=help_text("gradebook_only"))] = None,
    points: Annotated[OutOf, typer.Option("--points", help=help_text("gradebook_points"))] = OutOf.full,
    missing: Annotated[MissingAs, typer.Option("--missing", help=help_text("gradebook_missing"))] = MissingAs.blank,
    columns: Annotated[
        Path | None, typer.Option("--columns", metavar="FILE", help=help_text("gradebook_columns"))
    ] = None,
    match: Annotated[str | None, typer.Option("--match", metavar="FIELD", help=help_text("gradebook_match"))] = None,
    id_column: Annotated[
        str | None, typer.Option("--id-column", metavar="HEADING", help=help_text("gradebook_id_column"))
    ] = None,
    checks: Annotated[bool, typer.Option("--checks", help=help_text("gradebook_checks"))] = False,
    assignment: Annotated[
        str | None, typer.Option("--assignment", metavar="SLUG", help=help_text("gradebook_assignment"))
    ] = None,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Write the grades of a class for a platform. Exit status 0, or 2 with nothing written."""
    from grader.cli.gradebook.telling import as_json, tell
    from grader.gradebook.errors import OPTIONS, ExportError
    from grader.gradebook.exports import exported
    from grader.gradebook.exports.options import Options
    from grader.gradebook.from_class import Missing, Points, Policy, sheet_of
    from grader.gradebook.writing import write

    speech = chosen(lang)
    policy = Policy(Points(points.value), Missing(missing.value))
    options = Options(columns, match, id_column, checks, assignment)
    try:
        sheet = sheet_of(summary_in(results), results, policy, speech, only)
        content = exported(format_name.value, sheet, options)
        write(out, content)
    except ExportError as error:
        raise Failure("export", f"gradebook.{error.key}", **OPTIONS, **with_paths_shown(error.details)) from None
    except OSError as error:
        reason = error.strerror or error
        raise Failure("unwritable_file", "gradebook.unwritable", out=shown_path(out), reason=reason) from None
    if json is not None:
        write_json(as_json(format_name.value, sheet, content, out, options.excused), json)
    if json != STDOUT:
        tell(sheet, content, out, options.excused, speech)
    return 0


app.command("sync", help=help_text("gradebook_sync"))(sync)
