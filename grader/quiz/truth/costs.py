"""What accesses cost: the results of the models, counted by the emulator's own rules."""

from __future__ import annotations

from dataclasses import astuple
from operator import add

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.sectors import global_sectors, sectors_ideal
from grader.simt.wavefronts import shared_ideal, shared_wavefronts

WARP = 32
FLOAT = 4  # bytes
LINE = 128  # bytes of a cache line, four sectors


@dataclass(frozen=True, slots=True)
class SharedCost:
    """Wavefronts of one or several warp accesses, and the fewest that could have moved the same bytes."""

    wavefronts: int
    ideal: int

    @property
    def excess(self) -> int:
        """Wavefronts beyond the ideal."""
        return self.wavefronts - self.ideal

    def __add__(self, other: SharedCost) -> SharedCost:
        return SharedCost(self.wavefronts + other.wavefronts, self.ideal + other.ideal)


@dataclass(frozen=True, slots=True)
class GlobalCost:
    """Requests of one or several warp accesses to global memory, and the sectors and cache lines that they touch."""

    requests: int
    sectors: int
    ideal: int
    lines: int

    @property
    def excess(self) -> int:
        """Sectors beyond the ideal."""
        return self.sectors - self.ideal

    def __add__(self, other: GlobalCost) -> GlobalCost:
        return GlobalCost(*map(add, astuple(self), astuple(other)))

    def times(self, count: int) -> GlobalCost:
        """The same access so many times."""
        return GlobalCost(*(each * count for each in astuple(self)))


@dataclass(frozen=True, slots=True)
class Traffic:
    """What a kernel's loads ask of global memory: warp-level load requests and 32-byte sectors."""

    requests: int
    sectors: int


@dataclass(frozen=True, slots=True)
class Touched:
    """What one global-memory request of a warp touches: distinct words, 32-byte sectors and 128-byte lines."""

    words: int
    sectors: int
    lines: int


def shared_cost(
    addresses: NDArray[np.int64], active: NDArray[np.bool_], width: int, operation: str = "load"
) -> SharedCost:
    actual = shared_wavefronts(addresses[None, :], active[None, :], width, operation)
    ideal = shared_ideal(actual, active[None, :], width)
    return SharedCost(int(actual[0]), int(ideal[0]))


def global_cost(addresses: NDArray[np.int64], active: NDArray[np.bool_], width: int) -> GlobalCost:
    """A warp's access to global memory. addresses: bytes, one a lane; width: bytes a lane."""
    sectors = global_sectors(addresses[None, :], active[None, :], width)
    ideal = sectors_ideal(sectors, active[None, :], width)
    return GlobalCost(1, int(sectors[0]), int(ideal[0]), len(np.unique(addresses[active] // LINE)))


def sectors_of(addresses: NDArray[np.int64], active: NDArray[np.bool_], width: int) -> int:
    """The sectors that a warp's access to global memory touches."""
    return int(global_sectors(addresses[None, :], active[None, :], width)[0])
