"""Whether the compiled program has the kernel that the exercise launches: its name and its parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from grader.dataclass import dataclass
from grader.problems import PROBLEMS
from grader.toolchain.program import Program

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec

_PARAMETER = re.compile(r"\.param\s+(?:\.align\s+\d+\s+)?\.(?P<type>\w+)(?P<rest>[^,]*)")
_EXTENT = re.compile(r"\[\d+\]")
_WIDTH_AND_KIND = re.compile(r"[bsu](\d+)")


@dataclass(frozen=True)
class InterfaceFault:
    """What is wrong with the kernel's name or parameters. Text: `checks.compiles.<key>`."""

    key: str
    parameters: Mapping[str, object] = field(default_factory=dict)


def interface_fault(program: Program, spec: ExerciseSpec) -> InterfaceFault | None:
    """Why the exercise cannot launch its kernel from this program; None if it can."""
    if spec.kernel not in program.kernels:
        return _missing(program, spec.kernel)
    wanted = PROBLEMS[spec.problem].signature
    found = parameter_types(program.ptx, spec.kernel)
    facts: dict[str, object] = {"kernel": spec.kernel, "signature": ", ".join(wanted)}
    if len(found) != len(wanted):
        return InterfaceFault("parameter_count", facts | {"wanted": len(wanted), "found": len(found)})
    for position, (declaration, actual) in enumerate(zip(wanted, found, strict=True), start=1):
        if _ptx_type(declaration) != actual:
            return InterfaceFault("parameter_type", facts | {"position": position, "parameter": declaration})
    return None


def parameter_types(ptx: str, kernel: str) -> tuple[str, ...]:
    """The kernel's parameters in order: "x64" or "x32" (pointers and integers), "f32", "b8[12]" (a struct) ...

    Raises KeyError for an unknown kernel.
    """
    entry = re.search(rf"\.entry\s+{re.escape(kernel)}\s*(?:\((?P<list>[^)]*)\)|[\s{{])", ptx)
    if entry is None:
        raise KeyError(kernel)
    found = [(p["type"], _EXTENT.search(p["rest"])) for p in _PARAMETER.finditer(entry["list"] or "")]
    return tuple(f"b8{size[0]}" if size else _WIDTH_AND_KIND.sub(r"x\1", kind) for kind, size in found)


def _ptx_type(declaration: str) -> str:
    if "*" in declaration or declaration.startswith("cudaTextureObject_t"):
        return "x64"
    return "f32" if declaration.startswith("float") else "x32"


def _missing(program: Program, kernel: str) -> InterfaceFault:
    names = list(program.kernels)
    if not names:
        return InterfaceFault("no_kernel", {"kernel": kernel})
    # C++ mangling puts the length of a name before it.
    if any(n.startswith("_Z") and f"{len(kernel)}{kernel}" in n for n in names):
        return InterfaceFault("mangled", {"kernel": kernel})
    near = get_close_matches(kernel, names, n=1)
    if near:
        return InterfaceFault("near_name", {"kernel": kernel, "near": near[0]})
    return InterfaceFault("wrong_name", {"kernel": kernel, "found": ", ".join(names)})
