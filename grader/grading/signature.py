"""Compares the arguments of a profile with the kernel's parameters, as its PTX declares them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.failure import Failure
from grader.launch import Argument

# What a parameter can take, by the width and kind that PTX gives it: a pointer is a 64-bit integer there.
ACCEPTED: dict[str, tuple[str, ...]] = {
    "x32": ("i32", "u32"),
    "x64": ("array", "null", "i64"),
    "f32": ("f32",),
    "f64": ("f64",),
}


def check_arguments(types: Sequence[str], arguments: Sequence[Argument], kernel: str) -> None:
    """Raises Failure when number or kinds differ, naming the first argument that does not fit.

    types: the parameters as `checks.interface.parameter_types` reads them.
    """
    if len(types) != len(arguments):
        raise Failure("bad_argument", "cli.argument_count", kernel=kernel, wanted=len(types), given=len(arguments))
    for position, (wanted, argument) in enumerate(zip(types, arguments, strict=True)):
        accepted = ACCEPTED.get(wanted)
        if accepted is None:
            raise Failure("bad_argument", "cli.parameter_type", kernel=kernel, position=position, type=wanted)
        if (given := kind(argument)) not in accepted:
            raise Failure(
                "bad_argument",
                "cli.argument_type",
                kernel=kernel,
                position=position,
                given=given,
                wanted=", ".join(accepted),
            )


def kind(argument: Argument) -> str:
    """`array`, `null`, or a scalar's SPEC type (`i32`, `u32`, `i64`, `f32`, `f64`)."""
    if argument.value is None:
        return "null"
    if isinstance(argument.value, np.ndarray):
        return "array"
    dtype = argument.value.dtype
    return f"{dtype.kind}{dtype.itemsize * 8}"
