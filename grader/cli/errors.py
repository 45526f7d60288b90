"""Every exception as a failure with a kind and a sentence, and the JSON of a command that failed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader import __version__
from grader.cli.failure import Failure, said
from grader.cli.options import option_value

JSON_COMMANDS = ("check", "profile", "list", "doctor", "selftest", "calibrate")


def as_failure(error: Exception) -> Failure:
    """What to tell about `error`. Whatever no layer foresaw is an internal error, named by its type."""
    if isinstance(error, Failure):
        return error
    usage = getattr(error, "format_message", None)  # typer's own exceptions, whichever click it is built on
    if callable(usage):
        return said("bad_argument", str(usage()))
    for ancestor in type(error).__mro__:
        if ancestor.__name__ in FORESEEN:
            return FORESEEN[ancestor.__name__](error)
    return Failure("internal_error", "cli.internal_error", type=type(error).__name__, reason=str(error))


# By name: this is the last resort, and an import that fails here would be a traceback.
FORESEEN: dict[str, Callable[[Exception], Failure]] = {
    "CourseError": lambda error: said("course_file", str(error)),
    "ToolchainError": lambda error: Failure("toolchain", "cli.toolchain", reason=str(error)),
}


def error_document(arguments: Sequence[str], kind: str, message: str) -> dict[str, object] | None:
    """The JSON of a command that failed before it had anything to report; None for a command without JSON."""
    command = next((a for a in arguments if a in JSON_COMMANDS), None)
    if command is None:
        return None
    shape = SHAPES.get(command)
    return {**(shape(arguments) if shape else {}), "error": {"kind": kind, "message": message}}


def _empty_report(arguments: Sequence[str]) -> dict[str, object]:
    from grader.report.json_report import report_json
    from grader.report.model import Report

    ids = [a for a in arguments[arguments.index("check") + 1 :] if not a.startswith("-")]
    return report_json(Report(ids[0] if ids else "", "", "", "", (), __version__))


def _empty_profile(arguments: Sequence[str]) -> dict[str, object]:
    from grader.report.profile_json import Profile, profile_json

    kernel, arch, backend = (option_value(arguments, name) for name in ("--kernel", "--arch", "--backend"))

    def empty(name: str) -> dict[str, object]:
        return profile_json(Profile(kernel or "", arch or "sm_90", name, "", ""))

    if backend == "both":
        return {name: empty(name) for name in ("emulated", "cuda")}
    return empty(backend or "emulated")


SHAPES: dict[str, Callable[[Sequence[str]], dict[str, object]]] = {
    "check": _empty_report,
    "profile": _empty_profile,
}
