"""Every exception as a failure with a kind and a sentence, and the JSON of a command that failed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader import __version__
from grader.cli.failure import Failure, said
from grader.cli.option_value import option_value
from grader.cli.usage import usage_failure

JSON_COMMANDS = (
    "check", "profile", "list", "doctor", "selftest", "calibrate", "bench", "quiz", "progress", "gradebook",
    "class", "release",
)  # fmt: skip
VALUED = ("--file", "--backend", "--json", "--lang", "--format", "--sandbox")  # options of `check` that take a value


def as_failure(error: Exception) -> Failure:
    """What to tell about `error`. Whatever no layer foresaw is an internal error, named by its type."""
    if isinstance(error, Failure):
        return error
    if callable(getattr(error, "format_message", None)):  # typer's own exceptions, whichever click it is built on
        return usage_failure(error)
    for ancestor in type(error).__mro__:
        if ancestor.__name__ in FORESEEN:
            return FORESEEN[ancestor.__name__](error)
    return Failure("internal_error", "cli.internal_error", type=type(error).__name__, reason=str(error))


# By name: this is the last resort, and an import that fails here would be a traceback.
FORESEEN: dict[str, Callable[[Exception], Failure]] = {
    "CourseError": lambda error: said("course_file", str(error)),
    "BadSheet": lambda error: Failure("course_file", "quiz.bad_sheet", reason=str(error)),
    "UnknownArchitecture": lambda error: Failure("bad_argument", "cli.unknown_arch", reason=str(error)),
    "Unavailable": lambda error: Failure("no_gpu_backend", f"cli.gpu_{error.key}", detail=error.detail),  # type: ignore[attr-defined]
    "SandboxError": lambda error: Failure("toolchain", "cli.toolchain", reason=f"{type(error).__name__}: {error}"),
    "NoSandbox": lambda error: Failure("no_sandbox", "cli.no_sandbox", reason=str(error)),
    "ToolchainError": lambda error: Failure("toolchain", "cli.toolchain", reason=str(error)),
    "OSError": lambda error: Failure("system", "cli.system", reason=str(error)),
}


def json_target(arguments: Sequence[str]) -> str | None:
    """Where the JSON was asked for: a file, `-`, or None. For `list`, --json takes no value and means stdout."""
    if "list" in arguments[:1]:
        return "-" if "--json" in arguments else None
    return option_value(arguments, "--json")


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

    return report_json(Report(_first_id(arguments), "", "", "", (), __version__))


def _first_id(arguments: Sequence[str]) -> str:
    """What stands after `check` and is neither an option nor an option's value."""
    rest = iter(arguments[arguments.index("check") + 1 :])
    for argument in rest:
        if argument in VALUED:
            next(rest, None)
        elif not argument.startswith("-"):
            return argument
    return ""


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
