"""Loops that wait for memory to change, and scheduling in kernels that have them.

A thread may spin until another one writes. Since Volta the hardware guarantees progress to every thread; so does the
scheduling here. If all threads spin without a write, and their state repeats, that is a deadlock. In a contended loop
some thread writes in every iteration.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple

from grader.dataclass import dataclass
from grader.sass.instruction import Immediate, Instruction
from grader.simt.machine.blocks import Block, End, Step
from grader.simt.machine.graph import Ways, reached
from grader.simt.machine.order import is_decided_by_others
from grader.simt.machine.origins import slots_of_address
from grader.simt.views import Changes

_PATIENCE, _TURN = 32, 64  # turns for the lowest program point, then for the lanes that have waited longest
_FENCES = ("MEMBAR",)
_LOADS = ("LDG", "LDS", "LD")
_ATOMICS = ("ATOM", "ATOMG", "ATOMS", "REDG", "RED")
_WRITES = frozenset({*_ATOMICS, "STG", "STS", "ST"})
_CLOCKS = ("SR_CLOCK", "SR_GLOBALTIMER")
_CALLS = (End.CALL, End.RETURN, End.INDEXED)


@dataclass(frozen=True)
class Wait:
    """A waiting loop. reads: addresses of its reads of memory, in the order of the code. state: the registers that
    decide whether it continues; None: they do not determine it."""

    reads: tuple[int, ...]
    state: frozenset[int] | None

    @property
    def address(self) -> int:
        """Of the first of the reads."""
        return self.reads[0]


def find_waits(blocks: Mapping[int, Block], ways: Ways, is_strong: Callable[[int], bool]) -> dict[int, Wait]:
    """The loops that threads may only leave when others change memory, by the address of their first block.

    is_strong: whether the access to shared memory at an address is volatile or ordered.
    """
    steps = [s.instruction for b in blocks.values() for s in b.steps]
    if not any(is_decided_by_others(i) or i.opcode in _FENCES or (i.opcode == "LDS" and is_strong(i.address))
               for i in steps):  # fmt: skip
        return {}
    before = _backwards(ways)
    found: dict[int, Wait] = {}
    for end in sorted(blocks):
        for start in (s for s in ways[end] if s <= end and s not in found):
            around = reached(ways, [start])
            if end not in around:
                continue
            body = _into(before, end, start) & around
            reads = _Loop(blocks, ways, body, start, end).waits()
            if reads:
                whole = around & _into(before, start, -1)  # including enclosing loops
                found[start] = Wait(reads, _state([blocks[i] for i in whole]))
    return found


def trying(blocks: Mapping[int, Block], ways: Ways) -> frozenset[int]:
    """The blocks with a YIELD whose innermost loop writes, as one does that tries to take a lock. Such a loop never
    comes to a standstill, in which lanes that wait to meet those in the loop would be let go."""
    before, found = _backwards(ways), set()
    for place in (start for start, block in blocks.items() if block.end is End.YIELD):
        ends = (end for end in reached(ways, [place]) if end >= place)
        bodies = [_into(before, end, start) for end in ends for start in ways[end] if start <= place]
        inner = min((body for body in bodies if place in body), key=len, default=set())
        if any(s.instruction.opcode in _WRITES for index in inner for s in blocks[index].steps):
            found.add(place)
    return frozenset(found)


def _backwards(ways: Ways) -> dict[int, list[int]]:
    before: dict[int, list[int]] = defaultdict(list)
    for start, each in ways.items():
        for other in each:
            before[other].append(start)
    return before


def _into(before: Mapping[int, list[int]], end: int, stop: int) -> set[int]:
    """Blocks that lead to `end`, searched backwards up to `stop`."""
    seen, stack = {stop} - {-1}, [end]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack += before.get(node, ())
    return seen


class _Loop:
    """The blocks of a loop, from its first to the one that jumps back to it."""

    def __init__(
        self, blocks: Mapping[int, Block], ways: Ways, body: set[int], start: int, end: int
    ) -> None:
        self._blocks, self._ways, self._body, self._start, self._end = blocks, ways, body, start, end
        self._set_by: dict[int, list[tuple[int, Step]]] = defaultdict(list)
        for index in body:
            for step in blocks[index].steps:
                for target in step.writes:
                    self._set_by[target].append((index, step))

    def waits(self) -> tuple[int, ...]:
        """The addresses of the reads of memory that decide whether to leave the loop."""
        if any(self._meets_all(index) for index in self._body):
            return ()
        branches = [b for i in self._body if (b := self._blocks[i]).end is not End.BARRIER]
        stack = [r for b in branches if self._leaves(b) for r in decides(b)]
        seen: set[int] = set()
        found: set[int] = set()
        while stack:
            register = stack.pop()
            if register in seen:
                continue
            seen.add(register)
            for index, step in self._set_by.get(register, ()):
                i = step.instruction
                if is_decided_by_others(i) or self._looks_again(i):
                    found.add(i.address)
                    continue
                stack += step.reads
                if self._may_be_skipped(index):
                    stack += [r for b in branches for r in decides(b)]
        return tuple(sorted(found))

    def _leaves(self, block: Block) -> bool:
        return block.end is End.EXIT or not self._body.issuperset(self._ways[block.start])

    def _meets_all(self, index: int) -> bool:
        """Whether every iteration has a barrier, so that no thread can iterate while another one is starved."""
        return is_plain_barrier(self._blocks[index].last) and not self._may_be_skipped(index)

    def _looks_again(self, i: Instruction) -> bool:
        """Whether it loads from one place: a compiler hoists that out of the loop unless others may write there."""
        return i.opcode in _LOADS and self._set_by.keys().isdisjoint(slots_of_address(i))

    def _may_be_skipped(self, index: int) -> bool:
        """Whether an iteration may skip a block."""
        if index in (self._start, self._end):
            return False
        seen, stack = {index}, [self._start]
        while stack:
            node = stack.pop()
            if node == self._end:
                return True
            if node in self._body and node not in seen:
                seen.add(node)
                stack += self._ways[node]
        return False


def decides(block: Block) -> set[int]:
    """The registers that decide where its end leads."""
    return block.steps[-1].reads if block.end is not End.FALL and block.steps else set()


def is_plain_barrier(i: Instruction) -> bool:
    """Whether it is a barrier of the whole block: __syncthreads() or one of its reducing forms."""
    numbers = [o for o in i.operands if isinstance(o, Immediate)]
    registers = len(i.operands) - len(numbers) - ("RED" in i.modifiers)
    return i.opcode == "BAR" and "ARV" not in i.modifiers and [n.bits for n in numbers] == [0] and registers == 0


def _state(body: list[Block]) -> frozenset[int] | None:
    """The registers that determine the control flow in these blocks, as long as memory does not change."""
    if any(b.end in _CALLS for b in body):
        return None
    ends = {id(b.steps[-1]) for b in body if b.steps and b.end is not End.FALL}
    steps = [s for b in body for s in b.steps]
    needed: set[int] = set()
    size = -1
    while size != len(needed):
        size = len(needed)
        for step in steps:
            if id(step) in ends or step.instruction.opcode in _ATOMICS or not needed.isdisjoint(step.writes):
                needed |= step.reads
    timed = (s for s in steps if not needed.isdisjoint(s.writes) and _reads_a_clock(s.instruction))
    return None if any(timed) else frozenset(needed)


def _reads_a_clock(i: Instruction) -> bool:
    return any(getattr(o, "name", "").startswith(_CLOCKS) for o in i.operands)


class Place(NamedTuple):
    """Where lanes are ready to continue: an address, their part of the batch."""

    address: int
    part: int


class Turns:
    """The scheduler. waits: the waiting loops; changes: of memory; priority: of a place, the lowest first."""

    def __init__(
        self, waits: Mapping[int, Wait], changes: Changes, priority: Callable[[Place], tuple[int, ...]]
    ) -> None:  # fmt: skip
        self._waits, self._changes, self._priority = waits, changes, priority
        self._began: dict[Place, int] = {}  # the number of changes when lanes last started an iteration
        self._idle: dict[Place, int] = {}  # number of changes, for lanes that iterated without one
        self._seen: tuple[int, set[Hashable]] = (-1, set())  # states since the last change in which all were idle
        self._turn = 0

    def comes(self, key: Place, alone: bool) -> None:
        """Lanes reach the start of an iteration. alone: no others are there yet."""
        if self._began.get(key) == self._changes.count and (alone or key in self._idle):
            self._idle[key] = self._changes.count
        else:
            self._idle.pop(key, None)

    def is_awake(self, key: Place) -> bool:
        """Whether its lanes are not known to wait for a change of memory."""
        return self._idle.get(key) != self._changes.count

    def choose(self, ready: Iterable[Place], state: Callable[[], Hashable]) -> Place | None:
        """The next place to run: that of the lowest priority, but not forever: then the one that has waited longest.
        Idle ones come last. None: a deadlock.

        ready: in order of arrival. state: determines how they continue.
        """
        now = self._changes.count
        awake = [key for key in ready if self.is_awake(key)]
        if not awake:
            when, states = self._seen
            if when != now:
                self._seen = when, states = now, set()
            here = state()
            if here is not None and here in states:
                return None
            states.add(here)
            self._idle.clear()
            awake = list(ready)
        self._turn = (self._turn + 1) % (_PATIENCE + _TURN)
        key = awake[0] if self._turn >= _PATIENCE else min(awake, key=self._priority)
        if key.address in self._waits:
            self._began[key] = now
            self._idle.pop(key, None)
        return key


def in_time(ready: Iterable[Place], late: int | None, turns: Turns | None) -> list[Place]:
    """Those that are ready, without the part that is late; that part alone if all others wait."""
    keys = list(ready)
    for some in ([k for k in keys if k.part != late], [k for k in keys if k.part == late]):
        if any(turns is None or turns.is_awake(key) for key in some):
            return some
    return keys
