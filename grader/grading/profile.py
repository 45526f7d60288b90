"""What one device measured of one launch: the data behind `grader profile`."""

from __future__ import annotations

from dataclasses import dataclass

from grader.launch import LaunchResult
from grader.toolchain.program import Resources


@dataclass(frozen=True)
class Profile:
    """What one device measured of one launch.

    result and resources are None where the launch never happened; error then says why (kind, message). counted,
    hazards_known: whether accesses were counted and hazards looked for; if not, notes or error say why. occupancy:
    share of an SM's warps that its blocks can fill; achieved_occupancy: percent of them that were active.
    """

    kernel: str
    arch: str
    backend: str
    toolchain: str
    source: str
    result: LaunchResult | None = None
    resources: Resources | None = None
    error: tuple[str, str] | None = None
    counted: bool = True
    hazards_known: bool = True
    occupancy: float | None = None
    achieved_occupancy: float | None = None
    notes: tuple[str, ...] = ()
