"""The room of a launch: blocks on a multiprocessor at once, and the waves in which a grid runs."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from grader.dataclass import dataclass
from grader.occupancy import MULTIPROCESSORS, Occupancy, occupancy

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec
    from grader.toolchain.program import Program


@dataclass(frozen=True)
class Room:
    """occupancy: of one multiprocessor; grid: in blocks."""

    occupancy: Occupancy
    grid: int

    @property
    def blocks(self) -> int:
        """Blocks on a multiprocessor at once."""
        return self.occupancy.blocks

    @property
    def warps(self) -> int:
        """Warps on a multiprocessor at once."""
        return self.occupancy.warps

    @property
    def at_once(self) -> int:
        """Blocks on the whole GPU at once."""
        return self.blocks * MULTIPROCESSORS

    @property
    def waves(self) -> int:
        """How often the GPU is filled with blocks, if all take equally long; 0 where none fits."""
        return -(-self.grid // self.at_once) if self.at_once else 0

    @property
    def tail(self) -> int:
        """Blocks of the last wave."""
        return self.grid - (self.waves - 1) * self.at_once if self.waves else 0


def room_of(spec: ExerciseSpec, case: int, program: Program, arch: str | None = None) -> Room:
    """Of one case of an exercise. Raises ValueError for an unknown architecture."""
    used, given = program.kernels[spec.kernel], spec.cases[case]
    shared = used.shared_bytes + spec.launch.shared
    found = occupancy(arch or program.arch, prod(spec.block(given)), used.registers, shared, used.barriers)
    return Room(found, prod(spec.grid(given)))
