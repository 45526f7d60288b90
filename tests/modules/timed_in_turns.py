"""The kernels that benchmarks/in_turns.py timed together, as it compiles them."""

from __future__ import annotations

from typing import Any

import yaml

from benchmarks import in_turns
from grader.toolchain import Program, compile_source


def timed(group: str, kernel: str) -> dict[str, Any]:
    """A kernel of a group of benchmarks/in_turns.yaml, described: its "text", "kernel" and "defines"."""
    known, groups = (
        yaml.safe_load((in_turns.HERE / f"{name}.yaml").read_text("utf-8")) for name in ("kernels", "in_turns")
    )
    found: dict[str, Any] = in_turns.described(kernel, groups[group]["kernels"][kernel], known)
    return found


def timed_program(group: str, kernel: str) -> Program:
    """The same, compiled."""
    found = timed(group, kernel)
    return compile_source(found["text"], defines=found["defines"])
