"""Copies of boxes of tensors (TMA): cp.async.bulk.tensor and cp.reduce.async.bulk.tensor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.accesses import Group
from grader.simt.clusters import OFFSET_MASK, Clusters
from grader.simt.lanes import Lanes
from grader.simt.machine.bulk import BulkCopies, combined, first_of_warps, with_access
from grader.simt.memory import KernelFault
from grader.simt.tiles import ALIGNED_ROW, Tiles, empty_box, from_shared, in_shared, rows
from grader.simt.unsupported import Unsupported

if TYPE_CHECKING:
    from grader.simt.machine.machine import Machine

Array = NDArray[Any]
_ALIGNED = 128  # bytes, in shared memory
_MULTICAST_BITS = 16


class TileCopies:
    """Those of one batch."""

    def __init__(self, machine: Machine, bulk: BulkCopies, tiles: Mapping[int, Tiles], clusters: Clusters) -> None:
        """tiles: by the addresses of their tensor maps."""
        self._unit, self._bulk, self._tiles, self._clusters = machine.unit, bulk, tiles, clusters

    def to_shared(
        self, group: Group, to: Array, report: Array, where: Array, corner: Sequence[Array], mask: Array | None,
        lanes: Lanes,
    ) -> None:  # fmt: skip
        """From global memory, once for each warp. where: of the tensor map; corner: coordinates, the innermost first;
        mask: above 16 bits, the blocks of a multicast."""
        for k, one in first_of_warps(lanes):
            tiles, at = self._of(where, k, one, lanes, group), _corner(corner, k, lanes)
            _check_row(tiles, at, "load", one, group)
            box = empty_box(tiles)
            for place, there, length in rows(tiles, at):
                box[place : place + length] = self._row(group, "load", tiles, there, length, one)
            chosen = None if mask is None else int(lanes.flat(mask)[k]) >> _MULTICAST_BITS
            for address, told in self._clusters.aimed(chosen, int(lanes.flat(to)[k]), int(lanes.flat(report)[k])):
                data = in_shared(box.view(np.uint32), self._aligned(address, one, group), tiles.map.swizzle)
                self._bulk.written(group, address, data, told, one)

    def to_global(
        self, group: Group, source: Array, where: Array, corner: Sequence[Array], operation: str | None, lanes: Lanes
    ) -> None:
        """To global memory. operation: combines with what is there; None: a store."""
        for k, one in first_of_warps(lanes):
            tiles, at = self._of(where, k, one, lanes, group), _corner(corner, k, lanes)
            address = int(lanes.flat(source)[k])
            _check_row(tiles, at, "store", one, group)
            _check_corner(tiles, at, one, group)
            data = self._bulk.of_shared(group, address, tiles.map.box_bytes, one)
            box = from_shared(data, self._aligned(address, one, group), tiles.map.swizzle).view(np.uint8)
            for place, there, length in rows(tiles, at):
                cells = self._row(group, "store" if operation is None else "atomic", tiles, there, length, one)
                new = box[place : place + length]
                if operation is not None:
                    kind = tiles.map.tensor.dtype.str
                    new = combined(cells.copy(), new, operation, kind)
                cells[:] = new
            self._bulk.finished(one)

    def _of(self, where: Array, k: int, one: Lanes, lanes: Lanes, group: Group) -> Tiles:
        tiles = self._tiles.get(int(lanes.flat(where)[k]))
        if tiles is None:
            raise Unsupported("a tensor map that is no parameter of the kernel", group.line)
        return tiles

    def _aligned(self, address: int, one: Lanes, group: Group) -> int:
        offset = address & OFFSET_MASK
        if offset % _ALIGNED:
            raise KernelFault("misaligned", group.line, int(one.ids[0]), space="shared", width=_ALIGNED, threads=1,
                              operation=group.accesses[0].operation, offset=offset % _ALIGNED)  # fmt: skip
        return offset

    def _row(self, group: Group, operation: str, tiles: Tiles, there: int, length: int, one: Lanes) -> Array:
        """Bytes of the tensor, which are told to who looks for races."""
        where = np.full((1, 1, 1), tiles.buffer.start + there, np.int64)
        whole = with_access(group, "global", operation, length)
        self._unit.look(whole, self._unit.global_view(self._unit.memory.locate(where, whole, one), one, where))
        at = tiles.buffer.at + there
        return self._unit.memory.storage.bytes[at : at + length]


def _check_row(tiles: Tiles, corner: Sequence[int], operation: str, one: Lanes, group: Group) -> None:
    """The hardware refuses a box whose rows begin within 16 bytes."""
    if offset := corner[-1] * tiles.size % ALIGNED_ROW:
        raise KernelFault("misaligned", group.line, int(one.ids[0]), space="global", width=ALIGNED_ROW, threads=1,
                          operation=operation, offset=offset)  # fmt: skip


def _check_corner(tiles: Tiles, corner: Sequence[int], one: Lanes, group: Group) -> None:
    """The hardware refuses to write a box that begins before the tensor along any axis."""
    if min(corner) < 0:
        raise KernelFault("out_of_bounds", group.line, int(one.ids[0]), space="global", width=tiles.map.box_bytes,
                          threads=1, operation="store", offset=min(corner) * tiles.size, buffer=tiles.buffer.name,
                          size=tiles.buffer.size)  # fmt: skip


def _corner(corner: Sequence[Array], k: int, lanes: Lanes) -> list[int]:
    return [int(lanes.flat(each)[k].astype(np.uint32).view(np.int32)) for each in corner][::-1]
