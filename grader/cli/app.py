"""The `grader` command with all its subcommands, as typer runs it; `leaving` handles what goes wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from grader import __version__
from grader.cli import (
    authors,
    bench,
    check_command,
    ci,
    course_commands,
    doctor,
    explain,
    help_pages,
    lesson,
    new,
    predict,
    profile,
    release,
    report,
)
from grader.cli.classroom import commands as class_commands
from grader.cli.completion import answer_shell
from grader.cli.gradebook import commands as gradebook_commands
from grader.cli.leaving import status_of
from grader.cli.options import Lang, help_text, language_of_help
from grader.cli.output import make_printable
from grader.cli.quiz.command import quiz
from grader.cli.tune.command import tune
from grader.cli.usage import no_such_command
from grader.cli.watch.command import watch
from grader.cli.wishes import chosen
from grader.texts import say

help_pages.use()


class Commands(TyperGroup):
    """The top-level command; turns every exception into an exit status, a sentence and a JSON error."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that `args` begin with. Raises Failure, naming the nearest, if there is none."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise no_such_command(args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def main(  # type: ignore[override]  # its other parameters are for another way of exiting
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Parse and run one command, then exit the process."""
        arguments = list(sys.argv[1:] if args is None else args)
        settings = {key: value for key, value in extra.items() if key in ("obj", "color")}
        make_printable()
        answer_shell(self, settings)

        def run() -> object:
            with self.make_context(prog_name or "grader", list(arguments), **settings) as context:
                return self.invoke(context)

        sys.exit(status_of(lambda: _done(run), arguments))


def _done(run: Callable[[], object]) -> object:
    """What `run` returns, or the status it exits with (as `--help` does)."""
    try:
        return run()
    except typer.Exit as left:
        return left.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:  # `grader --help | head` is no error
        return 0


app = typer.Typer(name="grader", cls=Commands, help=help_text("grader"), add_completion=False,
                  pretty_exceptions_enable=False, rich_markup_mode=None, invoke_without_command=True,
                  context_settings={"help_option_names": ["-h", "--help"]})  # fmt: skip


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
    """Without a command: where am I, what is next. A language chosen here also applies to the command."""
    if lang and context.invoked_subcommand:
        context.default_map = {context.invoked_subcommand: {"lang": lang.value}}
    return 0 if context.invoked_subcommand else course_commands.overview(chosen(lang))


def _first_sentence(text: str) -> str:
    """The short help for the list of commands, which would cut a longer one in the middle."""
    return text.partition(". ")[0].rstrip(".") + "."


for name, command in (
    ("list", course_commands.list_course), ("check", check_command.check), ("report", report.report), ("watch", watch),
    ("lesson", lesson.lesson), ("predict", predict.predict), ("tune", tune), ("hint", course_commands.hint),
    ("reset", course_commands.reset), ("solution", course_commands.solution), ("quiz", quiz),
    ("progress", course_commands.progress_map),
    ("profile", profile.profile), ("explain", explain.explain), ("doctor", doctor.doctor),
    ("selftest", authors.selftest), ("calibrate", authors.calibrate), ("new", new.new), ("bench", bench.bench),
    ("release", release.release),
):  # fmt: skip
    app.command(name, help=help_text(name), short_help=_first_sentence(help_text(name)))(command)
app.add_typer(class_commands.app, name="class", help=help_text("class"))
app.add_typer(gradebook_commands.app, name="gradebook", help=help_text("gradebook"))
app.add_typer(ci.app, name="ci", help=say("ci.help", language_of_help()))
