"""Generic addresses: pointers that may lead to shared, local or global memory, each lane's its own way."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.accesses import Group
from grader.simt.lanes import Lanes
from grader.simt.memory import LOCAL_WINDOW, SHARED_WINDOW, WINDOW_BYTES, View
from grader.simt.memory_unit import MemoryUnit

Array = NDArray[Any]
_Part = tuple[str, Array, Lanes, NDArray[np.bool_] | None]  # space, addresses in it, lanes, which of all lanes


class GenericPointer:
    """Generic addresses of some lanes for one group of accesses, sorted into spaces."""

    def __init__(self, unit: MemoryUnit, address: Array, lanes: Lanes) -> None:
        self._unit, self._lanes = unit, lanes
        self._parts = _spaces(address.astype(np.int64, copy=False), lanes)
        self._views: dict[str, View] = {}

    def _enter(self, part: _Part, group: Group) -> View:
        """The part's view; its space is entered once, however many accesses the group has."""
        space, address, lanes, _ = part
        if space not in self._views:
            unit = self._unit
            enter = {"shared": unit.enter_shared, "local": unit.enter_local, "global": unit.enter_global}
            self._views[space] = enter[space](group, address, lanes)
        return self._views[space]

    def views(self, group: Group) -> list[tuple[View, NDArray[np.bool_] | None]]:
        """The view of each space that is addressed, and whose it is: which of the lanes, None for all."""
        return [(self._enter(part, group), part[3]) for part in self._parts]

    def load(self, group: Group, offset: int, dtype: str) -> Array:
        """Load, each lane from its own space."""
        if self._parts[0][3] is None:
            return self._enter(self._parts[0], group).load(dtype, offset)
        result: Array = np.zeros(self._lanes.count, dtype)
        for part in self._parts:
            result[part[3]] = self._enter(part, group).load(dtype, offset)
        return result

    def store(self, group: Group, offset: int, dtype: str, data: Array, position: int) -> None:
        """Store, each lane to its own space."""
        for part in self._parts:
            own = data if part[3] is None or data.size == 1 else data[part[3]]
            self._enter(part, group).store(dtype, offset, own, position)

    def atomic(
        self, group: Group, name: str, dtype: str, offset: int, operands: tuple[Array, ...], wanted: bool
    ) -> Array:
        """Read-modify-write, each lane in its own space; old values where they are wanted."""
        result: Array = np.zeros(self._lanes.count, dtype)
        for part in self._parts:
            member = part[3]
            own = tuple(o if member is None or o.size == 1 else o[member] for o in operands)
            old = self._enter(part, group).atomic(name, dtype, offset, own, wanted)
            if old is not None:
                result[slice(None) if member is None else member] = old
        return result


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
            parts.append((space, address[member] - base, Lanes(lanes.total, lanes.ids[member]), member))
    return parts
