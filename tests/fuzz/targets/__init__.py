"""Everything that reads what others wrote."""

from __future__ import annotations

from tests.fuzz.targets import arguments, children, classes, course_files, pushes, quizzes, sources
from tests.fuzz.targets.target import Target

TARGETS: dict[str, Target] = {
    target.name: target
    for module in (sources, course_files, quizzes, classes, pushes, children, arguments)
    for target in module.TARGETS
}
