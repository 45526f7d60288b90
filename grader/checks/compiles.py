"""Check: the source compiles and offers the kernel that the exercise launches. Implicit, worth no points."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.base import Context, Verdict
from grader.checks.compiler_hints import sentence
from grader.checks.interface import interface_fault
from grader.toolchain.program import CompileError, Diagnostic
from grader.verdicts import LineNote, Status


def compiles(context: Context, _: object) -> Verdict:
    """The kernel compiles, with the name and the parameters that the exercise asks for."""
    compiled = context.observations.compiled
    if isinstance(compiled, CompileError):
        return _broken(context, compiled)
    fault = interface_fault(compiled, context.spec)
    if fault is not None:
        message = context.say(f"checks.compiles.{fault.key}", **fault.parameters)
        return Verdict(Status.FAIL, message)
    return Verdict(Status.PASS, context.say("checks.compiles.pass"))


def _broken(context: Context, error: CompileError) -> Verdict:
    errors = [d for d in error.diagnostics if d.severity == "error"]
    first = next(iter(errors), None)
    if first is None:
        message = context.say("checks.compiles.error", what=str(error), more=0)
    else:
        what = sentence(first, context.lang)
        if first.line is None and not error.log:  # the file was not given to the compiler, or that never ended
            return Verdict(Status.FAIL, context.say("checks.compiles.refused", what=what))
        key = "checks.compiles.error" if len(errors) == 1 else "checks.compiles.errors"
        if first.line is not None and first.file == context.observations.file:
            what = context.say("checks.compiles.at_line", line=first.line, what=what)
        message = context.say(key, what=what, more=len(errors) - 1)
    return Verdict(Status.FAIL, message, lines=tuple(_notes(context, errors)))


def _notes(context: Context, errors: list[Diagnostic]) -> Iterator[LineNote]:
    for diagnostic in errors:
        if diagnostic.line is not None and diagnostic.file == context.observations.file:
            yield LineNote(diagnostic.line, sentence(diagnostic, context.lang))
