"""Options for sources that nvcc compiles by default and NVRTC only with an option: they are compiled again with it.

Only a source that does not compile otherwise gets one, so no other kernel's code depends on this.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from grader.toolchain.program import Diagnostic
from grader.toolchain.scan import Scan

_UNANNOTATED = "A function without execution space annotations"
_HOST = ("A namespace scope variable without", "The execution space for the lambda", "A function explicitly")
_WIDE = "128-bit integer type is only supported"
# Declared by glibc's <stdlib.h>, which nvcc always includes.
_HOST_TYPE = re.compile(r'identifier "(?:u?int(?:8|16|32|64)_t|uintptr_t|intptr_t|uint|ushort|ulong)" is undefined')


def options_for(errors: Iterable[Diagnostic], scanned: Scan, file: str) -> tuple[str, ...]:
    """Options under which these errors of the compiler would not occur.

    Unannotated functions become device functions only if nvcc would accept each of them: otherwise a source would
    compile here and nowhere else.
    """
    found = list(errors)
    host = [d for d in found if d.message.startswith((_UNANNOTATED, *_HOST))]
    wanted = []
    if host and all(is_device_for_nvcc(d, scanned, file) for d in host):
        wanted.append("-default-device")
    if sys.platform == "linux" and any(d.message.startswith(_WIDE) for d in found):
        wanted.append("--device-int128")
    if any(_HOST_TYPE.match(d.message) for d in found):
        wanted.append("--pre-include=sys/types.h")
    return tuple(wanted)


def is_device_for_nvcc(d: Diagnostic, scanned: Scan, file: str) -> bool:
    """Whether the error is about a generic lambda in device code or an unannotated constexpr function."""
    if not d.message.startswith(_UNANNOTATED) or d.file != file or d.line not in scanned.lines or d.column is None:
        return False
    at = scanned.starts[scanned.lines.index(d.line)] + d.column - 1
    before = scanned.code[:at].rstrip()
    if before.endswith("]") and scanned.code[at : at + 1] in ("(", "<"):
        return True
    declaration = re.split(r"[;{}]", before)[-1]
    return re.search(r"\bconstexpr\b", declaration) is not None
