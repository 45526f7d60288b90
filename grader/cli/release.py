"""`grader release`: makes and updates student editions."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.options import JsonOut, Lang, help_text
from grader.cli.output import STDOUT, complain, passing_bar, show, write_json
from grader.cli.wishes import chosen
from grader.failure import Failure
from grader.files import shown_path
from grader.texts import say

if TYPE_CHECKING:
    from grader.release.edition import Plan
    from grader.release.update import Changed

_ATTEMPTS, _PRACTICE = 12, 12

Progressed = Callable[[str], None]


def release(
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help=help_text("release_out"))] = None,
    update: Annotated[
        list[Path] | None, typer.Option("--update", metavar="DIR", help=help_text("release_update"))
    ] = None,
    source: Annotated[Path | None, typer.Option("--from", metavar="EDITION", help=help_text("release_from"))] = None,
    roster: Annotated[Path | None, typer.Option("--roster", metavar="CSV", help=help_text("release_roster"))] = None,
    sheets: Annotated[Path | None, typer.Option("--sheets", metavar="DIR", help=help_text("release_sheets"))] = None,
    attempts: Annotated[int, typer.Option("--attempts", min=1, max=50, help=help_text("release_attempts"))] = _ATTEMPTS,
    practice: Annotated[int, typer.Option("--practice", min=1, max=99, help=help_text("release_practice"))] = _PRACTICE,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Make a student edition, update editions, or draw graded questions for every student.

    Exit status 0, or 2 if anything failed, even for one of several editions.
    """
    from rich.text import Text

    from grader.grading.opening import open_here
    from grader.release.edition import Plan

    speech = chosen(lang)
    if (roster is None) != (sheets is None):
        raise Failure("bad_argument", "release.roster_and_sheets")
    wanted = [place for place in (out, update, sheets) if place]
    if len(wanted) != 1 or (source is not None and not update):
        raise Failure("bad_argument", "release.one_of")
    if source is not None:
        return _update_all(update or [], lambda: nullcontext(source), speech, json)
    course = open_here(speech)
    with _told(next(place for place in (out, sheets, *(update or ())) if place is not None)):
        from grader.quiz.drawing import course_key
        from grader.release.references import referenced

        plan = Plan(course, course_key(course.root), (attempts, practice))
        if update:
            return _update_all(update, lambda: _made(plan, update[0]), speech, json)
        if out is not None:
            _make(plan, out)
            document: dict[str, object] = {"edition": str(out)}
            said = say("release.made", speech, out=shown_path(out), references=len(referenced(course)))
        else:
            assert roster is not None and sheets is not None
            document = {"students": _sheets(plan, roster, sheets), "attempts": attempts}
            said = say("release.sheets", speech, students=document["students"], attempts=attempts,
                       out=shown_path(sheets))  # fmt: skip
    if json is not None:
        write_json(document, json)
    if json != STDOUT:
        show(Text(said))
    return 0


def _make(plan: Plan, out: Path) -> None:
    """Make an edition in a new folder, completely or not at all."""
    from grader.release.edition import make_edition

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise Failure("bad_argument", "release.not_empty", out=shown_path(out))
    out.parent.mkdir(parents=True, exist_ok=True)
    with _beside(out) as fresh, _progress(len(plan.course.exercises) + 1) as progress:
        make_edition(plan, fresh, progress)
        if out.exists():
            out.rmdir()
        os.rename(fresh, out)
        fresh.mkdir()  # the temporary folder is removed by its name


@contextmanager
def _made(plan: Plan, edition: Path) -> Iterator[Path]:
    """A new edition on the same disk as the one to update."""
    from grader.release.edition import make_edition

    with _beside(edition) as fresh:
        with _progress(len(plan.course.exercises) + 1) as progress:
            make_edition(plan, fresh, progress)
        yield fresh


def _update_all(
    editions: list[Path], new: Callable[[], AbstractContextManager[Path]], lang: str, json: str | None
) -> int:
    """Update editions to a new one, which is made once; one that fails does not stop the others."""
    from rich.text import Text

    from grader.release.manifest import read_manifest
    from grader.release.update import update_edition

    documents: list[dict[str, object]] = []
    said: list[str] = []
    failed = False
    with _told(editions[0]):
        if len(editions) == 1:
            read_manifest(editions[0])  # before anything is made
        with new() as fresh:
            read_manifest(fresh)
            for edition in editions:
                try:
                    with _told(edition):
                        changed = update_edition(fresh, edition)
                except Failure as failure:
                    if len(editions) == 1:
                        raise
                    complain(f"{shown_path(edition)}: {failure.message(lang)}")
                    documents.append({"edition": str(edition), "error": failure.message(lang)})
                    failed = True
                    continue
                documents.append({"edition": str(edition), "changed": {c.path: str(c.change) for c in changed}})
                said.append(_changes(changed, edition, lang))
    if json is not None:
        write_json(documents[0] if len(editions) == 1 else {"editions": documents}, json)
    if json != STDOUT:
        show(Text("\n".join(said)))
    return 2 if failed else 0


def _sheets(plan: Plan, roster: Path, folder: Path) -> int:
    """Write the graded questions of every student; returns the number of students."""
    from concurrent.futures import ThreadPoolExecutor

    from grader.cli.classroom.commands import read_students
    from grader.quiz.drawing import SHEETS
    from grader.release.quizzes import write_sheets

    students = read_students(roster)

    def one(student: str) -> None:
        write_sheets(plan.course, folder / student / SHEETS, student, plan.course_key, plan.counts[0])

    with _progress(len(students)) as progress, ThreadPoolExecutor() as pool:
        for student, _ in zip(students, pool.map(one, [s.id for s in students]), strict=True):
            progress(student.id)
    return len(students)


def _changes(changed: list[Changed], edition: Path, lang: str) -> str:
    from grader.release.update import Change

    lines = [say("release.updated", lang, out=shown_path(edition), count=len(changed))]
    for change in (Change.BESIDE, Change.KEPT, Change.LEFT):
        lines += [say(f"release.{change}", lang, path=each.path) for each in changed if each.change is change]
    return "\n".join(lines)


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """A temporary folder on the same disk."""
    name = tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.resolve().parent)
    os.chmod(name, 0o755)
    try:
        yield Path(name)
    finally:
        shutil.rmtree(name, ignore_errors=True)


@contextmanager
def _progress(total: int) -> Iterator[Progressed]:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with passing_bar(*columns) as bar:
        task = bar.add_task("", total=total)

        def advance(what: str) -> None:
            bar.update(task, description=what, advance=1)

        yield advance


@contextmanager
def _told(out: Path) -> Iterator[None]:
    """Turn errors while writing to `out` into Failures."""
    from grader.quiz.variants import QuizError
    from grader.release.edition import NotReleasable
    from grader.release.manifest import NoEdition

    try:
        yield
    except NotReleasable as error:
        raise Failure("not_releasable", f"release.{error.key}", **error.details) from None
    except NoEdition as error:
        raise Failure("no_edition", "release.no_edition", reason=error) from None
    except QuizError as error:
        raise Failure("course_file", "release.quiz", reason=error) from None
    except shutil.Error as error:  # of several files that were copied: the first says enough
        raise Failure("unwritable_file", "cli.unwritable", path=shown_path(out), reason=error.args[0][0][2]) from None
    except OSError as error:
        full = error.filename is None or error.errno in (errno.ENOSPC, errno.EDQUOT)  # a copy names its source
        path, reason = out if full else error.filename, error.strerror or error
        raise Failure("unwritable_file", "cli.unwritable", path=shown_path(path), reason=reason) from None
