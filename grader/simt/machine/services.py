"""What the generated code of a block asks of the batch that runs it: lanes divided, values of 64 bits, tiles, special
registers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from grader.simt.accesses import Group
from grader.simt.generic import GenericPointer
from grader.simt.lanes import Lanes
from grader.simt.layout import Layout
from grader.simt.machine import matrices
from grader.simt.machine.special import Special
from grader.simt.machine.state import MachineState
from grader.simt.memory import SHARED_WINDOW, KernelFault, is_in_space
from grader.simt.memory_unit import MemoryUnit
from grader.simt.patterns import WARP
from grader.simt.sectors import distinct
from grader.simt.textures import fetched, sampled
from grader.simt.unsupported import Unsupported
from grader.simt.views import OwnedView

Array = NDArray[Any]
_REMEMBERED = 512


class Services:
    """Of one batch."""

    def __init__(self, launch: MachineState, layout: Layout, unit: MemoryUnit, special: Special) -> None:
        self.launch, self.layout, self.unit = launch, layout, unit
        self._special = special
        self._made: dict[tuple[int, ...], tuple[object, ...]] = {}

    def hold(self, address: int, guard: Array, lanes: Lanes) -> None:
        """Count the lanes for which the guard of an instruction holds."""
        held = self.launch.tally.held
        held[address] = held.get(address, 0) + int(np.count_nonzero(guard)) * lanes.count // guard.size

    def holding(self, truth: Array, lanes: Lanes) -> Lanes | None:
        """The lanes for which it holds."""
        count = int(np.count_nonzero(truth))
        return lanes if count == truth.size else lanes.select(truth) if count else None

    def divided(self, truth: Array, lanes: Lanes) -> tuple[Lanes | None, Lanes | None]:
        """(lanes for which it holds, the others)."""
        some = self.holding(truth, lanes)
        return some, lanes if some is None else None if some is lanes else lanes.select(~truth)

    def own(self, values: Array, lanes: Lanes, part: Lanes) -> Array:
        """Values of some of the lanes."""
        if part is lanes or values.size == 1:
            return values
        return part.unflat(lanes.flat(values)[self._positions(lanes, part)])

    def _positions(self, lanes: Lanes, part: Lanes) -> NDArray[np.intp]:
        """Where some of the lanes are among all of them."""
        key = (id(lanes), id(part), 3)
        return cast(NDArray[np.intp], self._remembered(key, (lanes, part), lambda: _places(lanes, part)))

    def _remembered(self, key: tuple[int, ...], sources: tuple[object, ...], make: Callable[[], Any]) -> Any:
        """The same object for the same sources, so that what is kept for it is found again."""
        known = self._made.get(key)
        if known is not None:
            return known[-1]
        if len(self._made) >= _REMEMBERED:
            self._made.clear()
        value = make()
        self._made[key] = (*sources, value)
        return value

    def join(self, low: Array, high: Array) -> Array:
        """Two registers as unsigned numbers of 64 bits."""
        return cast(Array, self._remembered((id(low), id(high), 0), (low, high), lambda: _joined(low, high)))

    def address(self, *parts: Array, dtype: str) -> Array:
        """The sum of address registers, as signed numbers."""
        key = (*map(id, parts), 1)
        return cast(Array, self._remembered(key, parts, lambda: _summed(parts, dtype)))

    def among(self, guard: Array, lanes: Lanes, action: Callable[..., Any], inputs: tuple[Array, ...],
              olds: tuple[Array, ...]) -> tuple[Array, ...]:  # fmt: skip
        """What an action returns for the lanes for which the guard holds; the others keep what they have."""
        part = self._remembered((id(guard), id(lanes), 2), (guard, lanes), lambda: self.holding(guard, lanes))
        if part is None:
            return olds
        if part is lanes:
            return cast(tuple[Array, ...], action(lanes, *inputs))
        own = [self._narrowed(values, lanes, part) for values in inputs]
        results = action(part, *own)
        if not olds:
            return ()
        if lanes is self.layout.everyone:
            return tuple(part.put(old, new) for new, old in zip(results, olds, strict=True))
        at = self._positions(lanes, part)
        return tuple(_widened(new, old, lanes, part, at) for new, old in zip(results, olds, strict=True))

    def _narrowed(self, values: Array, lanes: Lanes, part: Lanes) -> Array:
        if values.size == 1:
            return values
        if lanes is self.layout.everyone:
            return part.gather(values)
        return self.own(values, lanes, part)

    def compare_and_swap(self, view: OwnedView, dtype: str, offset: int, compare: Array, value: Array) -> Array:
        """ATOMS.CAST.SPIN: 1 for lanes that have stored. Of those that meet in a bank only the first does, whatever its
        address: the others try again."""
        lanes, size = view.lanes, np.dtype(dtype).itemsize
        address = lanes.flat(view.address) + offset
        bank = address // size % (128 // size) + lanes.ids % WARP // (128 // size) * 32
        order = np.arange(lanes.count)[:: -1 if view.backwards else 1]
        _, first = np.unique((lanes.row_of * 64 + bank)[order], return_index=True)
        chosen = np.zeros(lanes.count, np.bool_)
        chosen[order[first]] = True
        part = lanes.scattered(chosen)
        own = OwnedView(view.cells, part.blocks_owned, part.unflat(address[chosen]), part, (view.address,), "shared")
        own.changes = view.changes
        old = own.atomic("cas", dtype, 0, (self.own(compare, lanes, part), self.own(value, lanes, part)), True)
        assert old is not None
        stored = np.zeros(lanes.count, f"u{size}")
        stored[chosen] = part.flat(old) == part.flat(self.own(compare, lanes, part))
        return lanes.unflat(stored)

    @staticmethod
    def on_rows(action: Callable[..., list[Array]], lanes: Lanes, *parts: tuple[Array, ...]) -> tuple[Array, ...]:
        """What an action of whole warps makes of registers, each as [warps, 32]."""
        rows = [[lanes.rows(register) for register in part] for part in parts]
        return tuple(lanes.from_rows(result) for result in action(*rows))

    def _of_rows(self, count: int, lanes: Lanes) -> Lanes:
        """The lanes that name rows of `count` tiles."""
        return lanes if count == 4 else lanes.scattered(lanes.ids % WARP < 8 * count)

    def load_tiles(self, group: Group, address: Array, offset: int, count: int, transposed: bool, lanes: Lanes) -> Any:
        """LDSM."""
        part = self._of_rows(count, lanes)
        view = self.unit.enter_shared(group, self._narrowed(address, lanes, part), part)
        words = [part.rows(view.load("u4", offset + 4 * k)) for k in range(4)]
        return tuple(lanes.from_rows(r) for r in matrices.tiles_from_rows(words, count, transposed))

    def store_tiles(
        self, group: Group, address: Array, offset: int, registers: tuple[Array, ...], transposed: bool, lanes: Lanes
    ) -> None:
        """STSM."""
        part = self._of_rows(len(registers), lanes)
        view = self.unit.enter_shared(group, self._narrowed(address, lanes, part), part)
        words = matrices.rows_from_tiles([lanes.rows(r) for r in registers], transposed)
        for k, word in enumerate(words):
            view.store("u4", offset + 4 * k, part.from_rows(word), group.accesses[0].position)

    @staticmethod
    def of_first(values: Array, lanes: Lanes, guard: Array | None = None) -> Array:
        """The value of the first of the lanes that run, in each warp; guard: and for which it holds, if for any."""
        if values.size == 1:
            return values
        rows = lanes.rows(values)
        active: Array = np.ones(rows.shape, np.bool_) if lanes.active is None else lanes.active
        if guard is not None:
            chosen: Array = active & lanes.rows(np.broadcast_to(guard, lanes.shape))
            active = np.where(chosen.any(axis=1, keepdims=True), chosen, active)
        first = active.argmax(axis=1)
        return lanes.from_rows(np.broadcast_to(rows[np.arange(len(rows)), first][:, None], rows.shape))

    def is_in_space(self, space: str, address: Array, lanes: Lanes) -> Array:
        """Which generic addresses are in a space. own: in the block's own shared memory; far: global or another block's
        memory."""
        if space not in ("own", "far"):
            return is_in_space(space, address)
        own = is_in_space("shared", address)
        other = self.unit.sides(address - SHARED_WINDOW, lanes)
        if other is not None:
            own = own & ~lanes.unflat(other)
        return own if space == "own" else is_in_space("global", address) | is_in_space("shared", address) & ~own

    def generic(self, address: Array, lanes: Lanes) -> GenericPointer:
        """A pointer whose space is known only at run time."""
        return GenericPointer(self.unit, address, lanes)

    def special(self, name: str, lanes: Lanes) -> Array:
        """A special register."""
        if name.startswith(("SR_CLOCK", "SR_GLOBALTIMER")):
            return self.clock(name, "u4")
        return lanes.gather(self._special.value(name))

    def clock(self, name: str, dtype: str) -> Array:
        """Thread instructions executed so far, per lane of the batch."""
        now = self.launch.tally.thread_instructions // self.layout.everyone.count
        return np.array([now >> 32 if name.endswith("HI") else now & (1 << 64) - 1], np.uint64).astype(dtype)

    def indexed_constant(
        self, bank: int, index: Array, offset: int, dtype: str, address: int, lanes: Lanes, guard: Array | None
    ) -> Array:  # fmt: skip
        """Constant memory at an address that lanes compute. guard: of the instruction at that address of the code."""
        constants, width = self.launch.constants, np.dtype(dtype).itemsize
        first, end = constants.bounds(bank)
        where = index.view(np.int32).astype(np.int64) + offset
        problems = {"out_of_bounds": (where < first) | (where + width > end), "misaligned": where & width - 1 != 0}
        for kind, bad in problems.items():
            mine = bad if guard is None else bad & guard
            if mine.any():
                raise self._bad_constant(kind, bank, mine, where, lanes, address, width)
        reading = lanes if guard is None else self.holding(guard, lanes)
        if reading is not None and self.launch.lowering.code.at(address).opcode == "LDC":  # of a warp, not uniform
            self._count_constants(self.own(where, lanes, reading), reading, address, width)
        return constants.at(bank, index, offset, dtype)

    def texture(
        self, whole: bool, handle: Array, at: tuple[Array, ...], wanted: list[int], lanes: Lanes, address: int
    ) -> list[Array]:  # fmt: skip
        """Components of the texels at places. whole: places are texels, and nothing is interpolated."""
        found = self.launch.textures.get(int(handle.ravel()[0]))
        if found is None or not (handle == handle.ravel()[0]).all():
            raise Unsupported("a texture object that is no argument of the kernel", self.line(address))
        shape = np.broadcast_shapes(*(a.shape for a in at))
        places = tuple(np.broadcast_to(a, shape) for a in at)
        words = fetched(found, places) if whole else sampled(found, places)
        return [words[c] for c in wanted]

    def line(self, address: int) -> int | None:
        """The student's line of an instruction."""
        location = self.launch.lowering.sites.location(address)
        return location.student_line if location else None

    def _count_constants(self, where: Array, lanes: Lanes, address: int, width: int) -> None:
        """One pass for each address that lanes of a warp have."""
        location = self.launch.lowering.location(address)
        line = location.student_line if location else None
        counter = self.launch.counters.of(line, "constant", "load", width, True, address + 1)
        passes = lanes.warps
        if where.size > 1:
            passes = int(distinct(lanes.rows(np.broadcast_to(where, lanes.shape)), lanes.active).sum())
        counter.add(lanes.warps, passes, lanes.warps, passes)

    def _bad_constant(
        self, kind: str, bank: int, bad: Array, where: Array, lanes: Lanes, address: int, width: int
    ) -> KernelFault:  # fmt: skip
        member = lanes.flat(np.broadcast_to(bad, lanes.shape))
        at, location = int(member.argmax()), self.launch.lowering.location(address)
        found = int(lanes.flat(np.broadcast_to(where, lanes.shape))[at])
        name, first, end = self.launch.constants.nearest(bank, found)
        kind = kind if name else "not_constant"
        return KernelFault(kind, location.student_line if location else None, int(lanes.ids[at]), space="const",
                           operation="load", width=width, threads=int(member.sum()), offset=found - first, buffer=name,
                           size=end - first)  # fmt: skip




def _joined(low: Array, high: Array) -> Array:
    pair = np.empty(low.shape if low.shape == high.shape else np.broadcast_shapes(low.shape, high.shape), np.uint64)
    words = pair.view(np.uint32)
    words[..., ::2] = low.view(np.uint32)
    words[..., 1::2] = high.view(np.uint32)
    return pair


def _summed(parts: tuple[Array, ...], dtype: str) -> Array:
    total = parts[0].view(dtype)
    for part in parts[1:]:
        total = total + part.view(dtype)
    return total


def _places(lanes: Lanes, part: Lanes) -> NDArray[np.intp]:
    member = np.zeros(lanes.layout.padded * lanes.layout.blocks, np.bool_)
    member[part.ids] = True
    return np.flatnonzero(member[lanes.ids])


def _widened(new: Array, old: Array, lanes: Lanes, part: Lanes, at: NDArray[np.intp]) -> Array:
    """Values of a part, which is at these places among the lanes, and of the others what they had."""
    full = np.array(lanes.flat(old))
    full[at] = part.flat(new)
    return lanes.unflat(full)
