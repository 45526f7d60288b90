"""`grader ci`: grade a repository in one job, post what it left in another that runs nothing of the student's."""

from __future__ import annotations

import os
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader import __version__
from grader.cli.options import Lang, SandboxWish, language_of_help
from grader.cli.output import show, warn_of_weak_walls, write_json
from grader.cli.wishes import chosen, isolate
from grader.failure import Failure
from grader.files import shown_path, writing
from grader.grading.devices import GradeOn, devices_of
from grader.processors import processors
from grader.texts import say

if TYPE_CHECKING:
    from grader.ci.document import Entry
    from grader.course.catalog import Course, Exercise
    from grader.grading.grade import Graded

HTML, PAGES = "report.html", "pages"  # the overview, and below PAGES a page of each exercise
_MOST_ANNOTATIONS = 10  # of a kind that GitHub shows of one step


def _help(name: str) -> str:
    return say(f"ci.{name}", language_of_help())


app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("grade", help=_help("help_grade"))
def grade(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help=_help("help_grade_out"))],
    submission: Annotated[
        Path | None, typer.Option("--submission", metavar="DIR", help=_help("help_submission"))
    ] = None,
    since: Annotated[str, typer.Option("--since", metavar="COMMIT", help=_help("help_since"))] = "",
    backend: Annotated[GradeOn, typer.Option("--backend")] = GradeOn.emulated,
    sandbox: SandboxWish = None,
    lang: Lang = None,
) -> int:
    """Grade every kernel that differs from its skeleton. Exit status 0, or 2 if the grader failed on one."""
    from grader.ci.changes import changed_since, head
    from grader.ci.document import FILE, Document
    from grader.ci.gates import with_gates
    from grader.classroom.trees import FolderTree
    from grader.grading.opening import open_here

    speech = chosen(lang)
    warn_of_weak_walls(isolate(sandbox), speech)
    course = open_here(speech)
    repository = submission or course.root
    if not (repository / "exercises").is_dir():
        raise Failure("unreadable_file", "ci.no_repository", path=shown_path(repository))
    changed = changed_since(repository, since)
    graded = _Grading(course, repository, backend, speech, changed)
    workers = 1 if backend is not GradeOn.emulated else processors()
    with _commands_disabled(), ThreadPoolExecutor(workers) as pool:
        entries = []
        for entry in pool.map(graded.entry, course.exercises):
            entries.append(entry)
            word = say(f"ci.word_{entry.state}", speech) if entry.report is None else _points(entry)
            print(say("ci.progress", speech, exercise=entry.exercise, word=word), flush=True)
        graded.show()
    entries = with_gates(course, FolderTree(repository), entries)
    document = Document(grader_version=__version__, commit=head(repository), entries=entries,
                        speed=backend is not GradeOn.emulated)  # fmt: skip
    write_json(document.model_dump(mode="json", exclude_none=False), str(out / FILE))
    graded.write_pages(out)
    print(say("ci.written", speech, path=shown_path(out / FILE)))
    failed = any(e.report is not None and e.report.error is not None for e in entries)
    return 2 if failed else 0


@app.command("post", help=_help("help_post"))
def post(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help=_help("help_post_in"))],
    summary: Annotated[Path | None, typer.Option("--summary", metavar="FILE", help=_help("help_summary"))] = None,
    result: Annotated[Path | None, typer.Option("--result", metavar="FILE", help=_help("help_result"))] = None,
    annotations: Annotated[bool, typer.Option("--annotations", help=_help("help_annotations"))] = False,
    lang: Lang = None,
) -> int:
    """Write the summary, the result and annotations. Exit status 0, 1 if an exercise that was begun fails or is
    refused, 2 if the grader failed on one.
    """
    from grader.ci.classroom50 import result as classroom50
    from grader.ci.document import FILE, Untrusted, read_document
    from grader.ci.links import commit_from, links_from
    from grader.ci.summary import graded_of
    from grader.ci.summary import summary as in_markdown
    from grader.grading.opening import open_here

    speech = chosen(lang)
    course = open_here(speech)
    path = folder / FILE
    try:
        document = read_document(path, course, commit_from(os.environ))
    except Untrusted as reason:
        raise Failure("untrusted", "ci.untrusted", path=shown_path(path), reason=reason) from None
    except OSError as error:
        raise Failure("unreadable_file", "ci.no_document", path=shown_path(path),
                      reason=error.strerror or error) from None  # fmt: skip
    found = graded_of(document, course, speech)
    text = in_markdown(found, document, links_from(os.environ), speech)
    if summary is not None:
        _append(summary, text)
    if result is not None:
        write_json(classroom50(found, os.environ, document.speed, document.commit), str(result))
    if annotations:
        from grader.report.github import workflow_commands

        told = [(each.report, each.entry.file) for each in found if each.report is not None and each.entry.changed]
        print("\n".join(_first_of_each_kind(workflow_commands(told).splitlines())))
    elif summary is None and result is None:
        print(text)
    words = {each.word for each in found}
    return 2 if "error" in words else 1 if words & {"failed", "refused"} else 0


class _Grading:
    """Grades the exercises of one repository and keeps their reports and pages."""

    def __init__(
        self, course: Course, repository: Path, backend: GradeOn, lang: str, changed: frozenset[str] | None
    ) -> None:
        from grader.classroom.trees import FolderTree
        from grader.sandbox.fork_server import warm_sessions
        from grader.sandbox.gpu_session import GpuSession

        self._course, self._lang, self._changed = course, lang, changed
        self._tree = FolderTree(repository)
        self._devices = replace(devices_of(backend, warm_sessions(), GpuSession), sampled=True)
        self._graded: dict[str, Graded] = {}
        self._pages: dict[str, str] = {}

    def entry(self, exercise: Exercise) -> Entry:
        """Grade one exercise, if there is work to grade."""
        from grader.ci.document import Entry, State
        from grader.course.begun import is_begun

        path = exercise.source_path.relative_to(exercise.root).as_posix()
        changed = self._changed is None or path in self._changed

        def made(state: State, message: str = "") -> Entry:
            return Entry(exercise=exercise.id, file=path, state=state, changed=changed, message=message)

        if not self._tree.exists(path):
            return made(State.MISSING)
        data, refused = self._tree.content(path)
        if refused is not None:
            return made(State.REFUSED, say(f"class.refused_{refused}", self._lang))
        if not is_begun(exercise, data):
            return made(State.UNTOUCHED).model_copy(update={"changed": False})
        return made(State.GRADED).model_copy(update={"report": self._report(exercise, path, data)})

    def _report(self, exercise: Exercise, path: str, data: bytes) -> object:
        from grader.ci.document import report_made
        from grader.cli.page import page_text
        from grader.failure import as_failure
        from grader.grading.starter import starter_of
        from grader.grading.submissions import failed_report, grade_data
        from grader.report.json_report import report_json

        try:
            graded = grade_data(self._course, exercise, Path(path).name, data, self._devices, self._lang)
            made = report_made(report_json(graded.report))
            starter = starter_of(self._course, exercise, self._devices, graded.report.timed)
            page = page_text(self._course, exercise, graded, path, None, starter, self._lang)
        except Exception as error:  # whatever it is, it fails one row of the table
            return report_made(report_json(failed_report(exercise, as_failure(error), self._lang)))
        self._pages[exercise.id] = page
        self._graded[exercise.id] = replace(graded, submission=None, seen=None)  # the outputs of all cases are large
        return made

    def show(self) -> None:
        """What `grader check` would print about each changed exercise."""
        from grader.report.terminal import Heading, report_view

        for exercise in self._course.exercises:
            path = exercise.source_path.relative_to(exercise.root).as_posix()
            if exercise.id in self._graded and (self._changed is None or path in self._changed):
                lesson = exercise.lesson_path(self._lang).relative_to(exercise.root).as_posix()
                heading = Heading(exercise.spec.title.in_language(self._lang), path, lesson)
                graded = self._graded[exercise.id]
                show(report_view(graded.report, heading, self._lang, graded.diagnostics))

    def write_pages(self, out: Path) -> None:
        """An overview, and a page of each exercise. Raises Failure if one cannot be written."""
        from grader.cli.page import write_html
        from grader.report.page.overview import Entry, overview_html
        from grader.report.page.translated import in_all

        entries = []
        for exercise in self._course.exercises:
            if exercise.id in self._pages:
                link = f"{PAGES}/{exercise.id}.html"
                write_html(out / link, self._pages[exercise.id])
                title = in_all(exercise.spec.title.in_language)
                entries.append(Entry(self._graded[exercise.id].report, title, link))
        write_html(out / HTML, overview_html(entries, in_all(self._course.spec.title.in_language), self._lang))


@contextmanager
def _commands_disabled() -> Iterator[None]:
    """Keep GitHub Actions from reading workflow commands out of what is printed within: a student controls it."""
    if not os.environ.get("GITHUB_ACTIONS"):
        yield
        return
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", flush=True)
    try:
        yield
    finally:
        sys.stdout.flush()
        print(f"\n::{token}::", flush=True)


def _first_of_each_kind(commands: Sequence[str]) -> Iterator[str]:
    """At most as many of each kind as GitHub shows."""
    counts: Counter[str] = Counter()
    for command in commands:
        kind = command.partition(" ")[0]
        counts[kind] += 1
        if counts[kind] <= _MOST_ANNOTATIONS:
            yield command


def _append(path: Path, text: str) -> None:
    with writing(path), path.open("a", encoding="utf-8") as file:
        file.write(text)


def _points(entry: Entry) -> str:
    assert entry.report is not None
    return f"{entry.report.score:g} / {entry.report.max_score_here:g}"
