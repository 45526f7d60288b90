"""The kernels that speed is measured against, as machine code for every GPU the compiler knows."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from grader.course.catalog import Course, Exercise
from grader.course.models import SpeedSpec
from grader.toolchain.compile import bare_machine_code
from grader.toolchain.nvrtc import architectures


def referenced(course: Course) -> frozenset[str]:
    """The ids of the exercises whose solution some speed check measures against. Raises CourseError."""
    rules = {exercise.id: exercise.spec.checks.get("speed") for exercise in course.exercises}
    named = {own: rule.baseline for own, rule in rules.items() if isinstance(rule, SpeedSpec)}
    return frozenset(own if name == "reference" else name for own, name in named.items() if name != "device_copy")


def images(exercise: Exercise) -> Mapping[str, bytes]:
    """The solution's machine code by architecture. Raises OSError, CompileError, ToolchainError."""
    source = exercise.solution_path.read_text("utf-8-sig")
    options = exercise.spec.compile

    def compiled(arch: str) -> bytes:
        return bare_machine_code(source, arch=arch, fmad=options.fmad, defines=options.defines)

    known = architectures()
    with ThreadPoolExecutor() as pool:
        return dict(zip(known, pool.map(compiled, known), strict=True))
