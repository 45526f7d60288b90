"""Check: the source compiles and offers the kernel that the exercise launches. Implicit, worth no points."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.base import Check, Context, FailureKind, Verdict
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
        return Verdict(Status.FAIL, context.say(f"checks.compiles.{fault.key}", **fault.parameters))
    return Verdict(Status.PASS, context.say("checks.compiles.pass"))


def _broken(context: Context, error: CompileError) -> Verdict:
    from grader.checks.compiler_hints import first_sentence, sentence

    errors = [d for d in error.diagnostics if d.severity == "error"]
    first = next(iter(errors), None)
    if first is None:
        message = context.say("checks.compiles.error", what=first_sentence(error, context.lang), more=0)
    else:
        what = sentence(first, context.lang)
        if first.line is None and not error.log:  # the compiler did not get the file, or did not finish
            endless = first.key == FailureKind.TIMED_OUT
            return Verdict(Status.FAIL, context.say("checks.compiles.refused", what=what), endless=endless)
        key = "checks.compiles.error" if len(errors) == 1 else "checks.compiles.errors"
        if first.line is not None and first.file == context.observations.file:
            what = context.say("checks.compiles.at_line", line=first.line, what=what)
        message = context.say(key, what=what, more=len(errors) - 1)
    return Verdict(Status.FAIL, message, lines=tuple(_notes(context, errors)))


def _notes(context: Context, errors: list[Diagnostic]) -> Iterator[LineNote]:
    from grader.checks.compiler_hints import sentence

    for diagnostic in errors:
        if diagnostic.line is not None and diagnostic.file == context.observations.file:
            yield LineNote(diagnostic.line, sentence(diagnostic, context.lang))


CHECK = Check("compiles", None, compiles, essential=True, independent=True)
