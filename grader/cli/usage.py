"""Errors in a command line, in the reader's language: typer itself has only English."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from grader.failure import Failure

_CHOICES = re.compile(r".*is not one of (.*)", re.DOTALL)
_NO_FLOAT = re.compile(r"valid (?:number|float)")
_NO_NUMBER = re.compile(
    r"^Input should be (?:(?:less|greater) than|a valid (?:integer|number))|^Unable to parse input string as an? [in]"
    r"|is not (?:in the range|a valid (?:integer|float)) ?[^']*$"
)


def usage_failure(error: Exception) -> Failure:
    """The failure for an exception of typer's argument parser, by the name of its class."""
    for ancestor in type(error).__mro__:
        if ancestor.__name__ in KINDS:
            return KINDS[ancestor.__name__](error)
    return _unreadable(error)


def no_such_command(text: str, known: Sequence[str]) -> Failure:
    """The failure for a command that does not exist."""
    near = get_close_matches(text, known, n=1)
    key = "cli.no_such_command_near" if near else "cli.no_such_command"
    return Failure("bad_argument", key, text=text, near=near[0] if near else "", known=", ".join(known))


def _no_such_option(error: Any) -> Failure:
    known = [name for parameter in _parameters(error) for name in parameter.opts if name.startswith("--")]
    near = get_close_matches(error.option_name, known, n=1)
    return Failure("bad_argument", "cli.no_such_option_near" if near else "cli.no_such_option",
                   option=error.option_name, near=near[0] if near else "", command=_command(error))  # fmt: skip


def _missing(error: Any) -> Failure:
    name = _name(error)
    return Failure("bad_argument", "cli.missing_parameter", name=name, command=_command(error))


def _bad_value(error: Any) -> Failure:
    """What the parameter takes, where that is told from what typer says: older ones have click's words, and others
    pydantic's.
    """
    if choices := _CHOICES.search(str(error.message)):
        known = ", ".join(re.findall(r"'([^']*)'", choices[1]))
        return Failure("bad_argument", "cli.bad_choice", name=_name(error), known=known)
    if _NO_NUMBER.search(str(error.message)):
        return _out_of_range(error)
    # typer repeats what pydantic says, with pydantic's own heading.
    reason = str(error.message).removeprefix("Value error, ").rstrip(".")
    return Failure("bad_argument", "cli.bad_option_value", name=_name(error), reason=reason)


def _out_of_range(error: Any) -> Failure:
    descriptor = getattr(error.param, "type_descriptor", None)
    holder = descriptor.parameter_info if descriptor is not None else error.param.type
    least, most = (getattr(holder, name, None) for name in ("min", "max"))
    broken = any(isinstance(limit, float) for limit in (least, most)) or _NO_FLOAT.search(str(error.message))
    forms = {(False, False): "_between", (False, True): "_from", (True, False): "_to", (True, True): ""}
    form = forms[least is None, most is None]
    key = f"cli.bad_{'number' if broken else 'whole_number'}{form}"
    return Failure("bad_argument", key, name=_name(error), least=_plain(least), most=_plain(most))


def _plain(limit: float | None) -> str:
    return "" if limit is None else str(int(limit)) if limit == int(limit) else str(limit)


def _unreadable(error: Any) -> Failure:
    message = str(error.format_message()).rstrip(".")
    return Failure("bad_argument", "cli.usage", message=message, command=_command(error))


KINDS: dict[str, Callable[[Any], Failure]] = {
    "NoSuchOption": _no_such_option, "MissingParameter": _missing, "BadParameter": _bad_value,
}  # fmt: skip


def _command(error: Any) -> str:
    """The command as typed, such as `grader check`; `grader` if it is unknown."""
    context = getattr(error, "ctx", None)
    return str(context.command_path) if context is not None else "grader"


def _parameters(error: Any) -> Sequence[Any]:
    context = getattr(error, "ctx", None)
    return context.command.params if context is not None else ()


def _name(error: Any) -> str:
    """The option or argument as people type it: `--kernel`, `FILE.cu`."""
    parameter = getattr(error, "param", None)
    if parameter is None:
        return str(getattr(error, "param_hint", None) or "?")
    if str(parameter.param_type_name) == "option":
        return str(parameter.opts[0])
    return str(parameter.metavar or parameter.name)
