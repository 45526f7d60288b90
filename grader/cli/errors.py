"""Exceptions as failures with a kind and a sentence, and the JSON of a failed command."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader import __version__
from grader.cli.option_value import option_value
from grader.cli.plain_check import VALUED
from grader.cli.usage import usage_failure
from grader.failure import Failure, as_failure

JSON_COMMANDS = (
    "check", "profile", "explain", "list", "doctor", "selftest", "calibrate", "bench", "quiz", "progress", "gradebook",
    "class", "release", "tune",
)  # fmt: skip


def told(error: Exception) -> Failure:
    """`error` as a Failure, including typer's own exceptions, whichever click it is built on."""
    return usage_failure(error) if callable(getattr(error, "format_message", None)) else as_failure(error)


def json_target(arguments: Sequence[str]) -> str | None:
    """The target of `--json`: a file, `-`, or None. For `list`, --json takes no value and means stdout."""
    if "list" in arguments[:1]:
        return "-" if "--json" in arguments else None
    return option_value(arguments, "--json")


def error_document(arguments: Sequence[str], kind: str, message: str) -> dict[str, object] | None:
    """The JSON of a command that failed before it could report; None for a command without JSON."""
    command = next((a for a in arguments if a in JSON_COMMANDS), None)
    if command is None:
        return None
    shape = SHAPES.get(command)
    return {**(shape(arguments) if shape else {}), "error": {"kind": kind, "message": message}}


def _empty_report(arguments: Sequence[str]) -> dict[str, object]:
    from grader.report.json_report import report_json
    from grader.verdicts import Report

    return report_json(Report(_first_id(arguments), "", "", "", (), __version__))


def _first_id(arguments: Sequence[str]) -> str:
    """The first argument after `check` that is neither an option nor an option's value."""
    rest = iter(arguments[arguments.index("check") + 1 :])
    for argument in rest:
        if argument in VALUED:
            next(rest, None)
        elif not argument.startswith("-"):
            return argument
    return ""


def _empty_profile(arguments: Sequence[str]) -> dict[str, object]:
    from grader.grading.profile import Profile
    from grader.report.profile_json import profile_json

    kernel, arch, backend = (option_value(arguments, name) for name in ("--kernel", "--arch", "--backend"))

    def empty(name: str) -> dict[str, object]:
        return profile_json(Profile(kernel or "", arch or "sm_90", name, "", ""))

    if backend == "both":
        return {name: empty(name) for name in ("emulated", "cuda")}
    return empty(backend or "emulated")


SHAPES: dict[str, Callable[[Sequence[str]], dict[str, object]]] = {"check": _empty_report, "profile": _empty_profile}
