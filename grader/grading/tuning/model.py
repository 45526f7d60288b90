"""The model by which variants are ranked where nothing is timed: what one multiprocessor needs at least.

An SM of sm_90 has four schedulers, each of which issues one warp instruction a cycle, an FFMA or any other, and one
shared memory, which serves one wavefront a cycle. So, with the work spread evenly over the SMs,

    cycles >= max(warp instructions / 4, shared wavefronts),    and FFMA / 4 of them are useful.

FFMA / 4 over that bound is the share of the FP32 peak that this launch cannot exceed. The model knows nothing of
latency, the caches and the last wave of blocks. Sources: CUDA C++ Programming Guide, "Arithmetic Instructions" (128
FP32 results a cycle) and "Compute Capability 9.0" (four schedulers); tests/hardware for what a wavefront is.
"""

from __future__ import annotations

from typing import Literal

from grader.grading.tuning.outcome import Costs

SCHEDULERS = 4  # of an SM, each of them one warp instruction a cycle


def cycles(costs: Costs) -> float:
    """The fewest cycles of one SM that does all the work of the launch."""
    return max(costs.instructions / SCHEDULERS, float(costs.wavefronts))


def bound_by(costs: Costs) -> Literal["issue", "shared"]:
    """Which of the two sets the bound: the schedulers or shared memory."""
    return "shared" if costs.wavefronts > costs.instructions / SCHEDULERS else "issue"


def peak_share(costs: Costs) -> float | None:
    """The share of the FP32 peak that the bound allows; None for a kernel without FFMA."""
    return costs.ffma / SCHEDULERS / cycles(costs) if costs.ffma else None


def wavefronts_per_ffma(costs: Costs) -> float | None:
    """Shared wavefronts for each FFMA of a warp; None without FFMA."""
    return costs.wavefronts / costs.ffma if costs.ffma else None


def sectors_per_ffma(costs: Costs) -> float | None:
    """Sectors of global memory for each FFMA of a warp; None without FFMA."""
    return costs.sectors / costs.ffma if costs.ffma else None


def rank(costs: Costs) -> tuple[float, int, int]:
    """Sort key, best first: the bound, then sectors of global memory, then shared wavefronts."""
    return cycles(costs), costs.sectors, costs.wavefronts
