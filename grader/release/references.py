"""The kernels that speed is measured against, as machine code for every GPU the compiler knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from grader.course.catalog import Course, Exercise
from grader.course.models import SpeedSpec
from grader.toolchain.compile import bare_machine_code
from grader.toolchain.nvrtc import architectures

_REFERENCE = "reference"


def referenced(course: Course) -> frozenset[str]:
    """The ids of the exercises whose solution some speed check measures against. Raises CourseError."""
    return frozenset(_baselines(course.exercises))


def images(exercise: Exercise) -> Mapping[str, bytes]:
    """The solution's machine code by architecture. Raises OSError, CompileError, ToolchainError."""
    source = exercise.solution_path.read_text("utf-8-sig")
    options = exercise.spec.compile

    def compiled(arch: str) -> bytes:
        return bare_machine_code(source, arch=arch, fmad=options.fmad, defines=options.defines)

    known = architectures()
    with ThreadPoolExecutor() as pool:
        return dict(zip(known, pool.map(compiled, known), strict=True))


def _baselines(exercises: Sequence[Exercise]) -> Iterator[str]:
    for exercise in exercises:
        rule = exercise.spec.checks.get("speed")
        if isinstance(rule, SpeedSpec) and rule.baseline != "device_copy":
            yield exercise.id if rule.baseline == _REFERENCE else rule.baseline
