"""Generic addresses: pointers to shared, local or global memory, possibly another in each lane."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.accesses import Group
from grader.simt.lanes import Lanes
from grader.simt.memory import LOCAL_WINDOW, SHARED_WINDOW, WINDOW_BYTES
from grader.simt.memory_unit import MemoryUnit
from grader.simt.views import View

Array = NDArray[Any]
_Part = tuple[str, Array, Lanes, NDArray[np.bool_] | None]  # space, addresses in it, lanes, mask of all lanes


class GenericPointer:
    """Generic addresses of some lanes for one group of accesses, sorted by space."""

    def __init__(self, unit: MemoryUnit, address: Array, lanes: Lanes) -> None:
        self._unit, self._lanes = unit, lanes
        spaces = _spaces(address.astype(np.int64, copy=False), lanes)
        self._parts = [part for each in spaces for part in self._sides(each)]
        self._views: dict[str, View] = {}

    def _sides(self, part: _Part) -> Iterator[_Part]:
        """In a cluster: lanes that mean the shared memory of their own block, and of another one."""
        space, address, lanes, member = part
        other = self._unit.sides(address, lanes) if space == "shared" else None
        if other is None or not other.any():
            yield part
            return
        for side, chosen in (("shared", ~other), ("remote", other)):
            if chosen.all():
                yield side, address, lanes, member
            elif chosen.any():
                own, of_all = lanes.scattered(chosen), np.zeros(self._lanes.count, np.bool_)
                of_all[np.flatnonzero(member)[chosen] if member is not None else chosen] = True
                yield side, own.unflat(lanes.flat(address)[chosen]), own, of_all

    def _enter(self, part: _Part, group: Group) -> View:
        """The part's view, created once for all accesses of the group."""
        space, address, lanes, _ = part
        if space not in self._views:
            unit = self._unit
            enter = {"shared": unit.enter_shared, "remote": unit.enter_remote, "local": unit.enter_local,
                     "global": unit.enter_global}  # fmt: skip
            self._views[space] = enter[space](group, address, lanes)
        return self._views[space]

    def load(self, group: Group, offset: int, dtype: str) -> Array:
        """Load, each lane from its own space."""
        if self._parts[0][3] is None:
            return self._enter(self._parts[0], group).load(dtype, offset)
        result: Array = np.zeros(self._lanes.count, dtype)
        for part in self._parts:
            result[part[3]] = part[2].flat(self._enter(part, group).load(dtype, offset))
        return self._lanes.unflat(result)

    def store(self, group: Group, offset: int, dtype: str, data: Array, position: int) -> None:
        """Store, each lane to its own space."""
        for part in self._parts:
            self._enter(part, group).store(dtype, offset, self._own(part, data), position)

    def atomic(
        self, group: Group, name: str, dtype: str, offset: int, operands: tuple[Array, ...], wanted: bool
    ) -> Array:
        """Read-modify-write, each lane in its own space; returns the old values if requested."""
        result: Array = np.zeros(self._lanes.count, dtype)
        for part in self._parts:
            own = tuple(self._own(part, o) for o in operands)
            old = self._enter(part, group).atomic(name, dtype, offset, own, wanted)
            if old is not None:
                result[slice(None) if part[3] is None else part[3]] = part[2].flat(old)
        return self._lanes.unflat(result)

    def _own(self, part: _Part, values: Array) -> Array:
        """The values of the part's lanes."""
        _, _, lanes, member = part
        return values if member is None or values.size == 1 else lanes.unflat(self._lanes.flat(values)[member])


def _spaces(address: Array, lanes: Lanes) -> list[_Part]:
    shared = (address >= SHARED_WINDOW) & (address < SHARED_WINDOW + WINDOW_BYTES)
    local = (address >= LOCAL_WINDOW) & (address < LOCAL_WINDOW + WINDOW_BYTES)
    parts: list[_Part] = []
    for space, member, base in (
        ("shared", shared, SHARED_WINDOW), ("local", local, LOCAL_WINDOW), ("global", ~(shared | local), 0)
    ):  # fmt: skip
        if member.all():
            return [(space, address - base, lanes, None)]
        if member.any():
            of_lanes = lanes.flat(member)
            own = lanes.scattered(of_lanes)
            parts.append((space, own.unflat(lanes.flat(address)[of_lanes]) - base, own, of_lanes))
    return parts
