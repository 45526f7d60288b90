"""The data of `grader profile`."""

from __future__ import annotations

from grader.dataclass import dataclass
from grader.launch import LaunchResult
from grader.toolchain.program import Resources


@dataclass(frozen=True)
class Profile:
    """One device's measurements of one launch.

    result and resources are None if there was no launch, for the reason `error` (kind, message). counted,
    hazards_known: whether accesses were counted and hazards looked for; if not, notes or error say why. occupancy:
    theoretical, as a share of an SM's warps; achieved_occupancy: in percent of them.
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
