"""The `grader` command: all its commands, and the one place where what goes wrong becomes a sentence.

Whatever happens, the exit status is 0, 1 (the student's kernel fails) or 2 (anything else), the JSON that was
asked for is written, and nobody sees a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from grader import __version__
from grader.cli import (
    INTERRUPTED,
    authors,
    bench,
    check,
    ci,
    course_commands,
    doctor,
    lesson,
    new,
    profile,
    release,
    report,
)
from grader.cli.classroom import commands as class_commands
from grader.cli.completion import answer_shell
from grader.cli.errors import error_document, json_target, told
from grader.cli.gradebook import commands as gradebook_commands
from grader.cli.option_value import option_value
from grader.cli.options import Lang, chosen, help_text, language_of_help
from grader.cli.output import complain, flush_stdout, make_printable, write_json
from grader.cli.quiz.command import quiz
from grader.cli.usage import no_such_command
from grader.cli.watch.command import watch
from grader.failure import Failure, Interrupted
from grader.texts import language, say

USER_FAULT = 2


class Commands(TyperGroup):
    """The top-level command; turns every exception into an exit status, a sentence and a JSON error."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that `args` begin with. Raises Failure, with the nearest, for one that does not exist."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise no_such_command(args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def main(  # type: ignore[override]  # its other parameters are for a way of leaving that is not used
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Parse and run one command, then leave the process."""
        arguments = list(sys.argv[1:] if args is None else args)
        settings = {key: value for key, value in extra.items() if key in ("obj", "color")}
        make_printable()
        answer_shell(self, settings)

        def run() -> object:
            with self.make_context(prog_name or "grader", list(arguments), **settings) as context:
                return self.invoke(context)

        sys.exit(_status(run, arguments))


def _status(run: Callable[[], object], arguments: Sequence[str]) -> int:
    """The exit status of `run`, with what it raised told on stderr and in the JSON."""
    try:
        status = _done(run)
        flush_stdout()
        return status if isinstance(status, int) else 0
    except Interrupted as interrupted:
        _tell(interrupted.failure, arguments)
        return INTERRUPTED
    except (KeyboardInterrupt, typer.Abort):
        _tell(Failure("interrupted", "cli.interrupted"), arguments)
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("WARPLINGS_DEBUG"):
            raise
        return _tell(told(error), arguments)


def _done(run: Callable[[], object]) -> object:
    """What `run` returns, or the status it leaves with (`--help` does)."""
    try:
        return run()
    except typer.Exit as left:
        return left.exit_code
    except BrokenPipeError:  # `grader --help | head` is no error
        return 0


def _tell(failure: Failure, arguments: Sequence[str]) -> int:
    lang = language(option_value(arguments, "--lang"))
    message = failure.message(lang)
    complain(message)
    out = json_target(arguments)
    if out is not None and (document := error_document(arguments, failure.kind, message)) is not None:
        try:
            write_json(document, out)
        except Failure as unwritable:
            if (reason := unwritable.message(lang)) != message:
                complain(reason)
    with suppress(Failure):
        flush_stdout()
    return USER_FAULT


app = typer.Typer(
    name="grader",
    cls=Commands,
    help=help_text("grader"),
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"grader {__version__}")
        raise typer.Exit


@app.callback()
def where_am_i(
    context: typer.Context,
    lang: Lang = None,
    version: Annotated[
        bool, typer.Option("--version", help=help_text("version"), callback=_version, is_eager=True)
    ] = False,
) -> int:
    """Without a command: where am I, what is next. A language chosen here is that of the command, too."""
    if lang and context.invoked_subcommand:
        context.default_map = {context.invoked_subcommand: {"lang": lang.value}}
    return 0 if context.invoked_subcommand else course_commands.overview(chosen(lang))


def _first_sentence(text: str) -> str:
    """For the list of commands, which cuts a longer help in the middle."""
    return text.partition(". ")[0].rstrip(".") + "."


for name, command in (
    ("list", course_commands.list_course),
    ("check", check.check),
    ("report", report.report),
    ("watch", watch),
    ("lesson", lesson.lesson),
    ("hint", course_commands.hint),
    ("reset", course_commands.reset),
    ("solution", course_commands.solution),
    ("quiz", quiz),
    ("progress", course_commands.progress_map),
    ("profile", profile.profile),
    ("doctor", doctor.doctor),
    ("selftest", authors.selftest),
    ("calibrate", authors.calibrate),
    ("new", new.new),
    ("bench", bench.bench),
    ("release", release.release),
):
    app.command(name, help=help_text(name), short_help=_first_sentence(help_text(name)))(command)
app.add_typer(class_commands.app, name="class", help=help_text("class"))
app.add_typer(gradebook_commands.app, name="gradebook", help=help_text("gradebook"))
app.add_typer(ci.app, name="ci", help=say("ci.help", language_of_help()))
