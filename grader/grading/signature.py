"""Compares the arguments of a profile with the kernel's parameters, as its PTX declares them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.failure import Failure
from grader.launch import Argument
from grader.tensor_maps import BYTES, TensorMap
from grader.textures import Texture

# Accepted arguments by the parameter's type in PTX, where a pointer is a 64-bit integer.
ACCEPTED: dict[str, tuple[str, ...]] = {
    "x8": ("i8", "u8"), "x16": ("i16", "u16"), "x32": ("i32", "u32"), "x64": ("array", "null", "texture", "i64", "u64"),
    "f32": ("f32",), "f64": ("f64",), "b8[2]": ("f16", "bf16", "struct[2]"), "b8[128]": ("tile[128]", "struct[128]"),
}  # fmt: skip


def check_arguments(types: Sequence[str], arguments: Sequence[Argument], kernel: str) -> None:
    """Raises Failure if number or kinds differ, naming the first argument that does not fit.

    types: the parameters, from `checks.interface.parameter_types`.
    """
    if len(types) != len(arguments):
        raise Failure("bad_argument", "cli.argument_count", kernel=kernel, wanted=len(types), given=len(arguments))
    for position, (wanted, argument) in enumerate(zip(types, arguments, strict=True)):
        struct = (wanted.replace("b8", "struct"),) if wanted.startswith("b8[") else None
        accepted = ACCEPTED.get(wanted, struct)
        if accepted is None:
            raise Failure("bad_argument", "cli.parameter_type", kernel=kernel, position=position, type=wanted)
        if (given := kind(argument)) not in accepted:
            raise Failure("bad_argument", "cli.argument_type", kernel=kernel, position=position, given=given,
                          wanted=", ".join(accepted))  # fmt: skip


def kind(argument: Argument) -> str:
    """`array`, `null`, `texture`, `tile[128]`, `struct[bytes]` (bf16 too), or the SPEC type of a scalar."""
    if argument.value is None:
        return "null"
    if isinstance(argument.value, Texture):
        return "texture"
    if isinstance(argument.value, TensorMap):
        return f"tile[{BYTES}]"
    if isinstance(argument.value, np.ndarray):
        return "array"
    dtype = argument.value.dtype
    if dtype.kind == "V":
        return f"struct[{dtype.itemsize}]"
    return f"{dtype.kind}{dtype.itemsize * 8}"
