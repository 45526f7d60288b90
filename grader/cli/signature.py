"""Compares the arguments of a profile with the kernel's parameters, as its PTX declares them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from grader.cli.failure import Failure
from grader.simt.launch import Argument

_PARAMETER = re.compile(r"\.param\s+(?:\.align\s+\d+\s+)?\.(?P<type>\w+)\b(?P<rest>[^,]*)")

# What each parameter type of PTX can take; a pointer is a .u64, and so is a 64-bit integer.
ACCEPTED: dict[str, tuple[str, ...]] = {
    "u32": ("i32", "u32"),
    "u64": ("array", "null", "i64"),
    "f32": ("f32",),
    "f64": ("f64",),
}
_SAME = {"b32": "u32", "s32": "u32", "b64": "u64", "s64": "u64"}


def parameter_types(ptx: str, kernel: str) -> tuple[str, ...]:
    """PTX types of the kernel's parameters in order, such as ("u64", "u32", "f32"); an aggregate is "struct".

    Raises KeyError for a kernel that is not in the PTX.
    """
    entry = re.search(rf"\.entry\s+{re.escape(kernel)}\s*(?:\((?P<list>[^)]*)\)|[\s{{])", ptx)
    if entry is None:
        raise KeyError(kernel)
    found = _PARAMETER.finditer(entry["list"] or "")
    return tuple("struct" if "[" in p["rest"] else _SAME.get(p["type"], p["type"]) for p in found)


def check_arguments(types: Sequence[str], arguments: Sequence[Argument], kernel: str) -> None:
    """Raises Failure when number or kinds differ, naming the first argument that does not fit."""
    if len(types) != len(arguments):
        raise Failure(
            "bad_argument", "cli.argument_count", kernel=kernel, wanted=len(types), given=len(arguments)
        )
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
