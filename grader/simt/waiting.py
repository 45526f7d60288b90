"""Loops that wait for memory to change, and scheduling in kernels that have them.

A thread may spin until another one writes. Since Volta the hardware guarantees progress to every thread; so does the
scheduling here. If all threads spin without a write, and their state repeats, that is a deadlock. In a contended loop
some thread writes in every iteration.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from grader.dataclass import dataclass
from grader.simt.accesses import space_of
from grader.simt.flow import reached, turned
from grader.simt.forms import TIMERS
from grader.simt.kernel import Block, End, definitions_and_uses, is_plain_barrier
from grader.simt.order_dependence import is_decided_by_others
from grader.simt.ptx import Instruction
from grader.simt.views import Changes

if TYPE_CHECKING:
    from grader.simt.executor import Frame

_PATIENCE, _TURN = 192, 64  # turns for the lowest program point, then for the lanes that have waited longest
_FENCES = ("membar", "fence")


@dataclass(frozen=True)
class Wait:
    """A waiting loop. line: of its read of memory. state: the registers that decide whether it continues; None:
    they do not determine it."""

    line: int | None
    state: frozenset[str] | None


def find_waits(blocks: list[Block]) -> dict[int, Wait]:
    """The loops that threads may only leave when others change memory, by their first block."""
    if not any(is_decided_by_others(i) or i.opcode[0] in _FENCES for b in blocks for i in b.instructions):
        return {}
    before = turned([b.next for b in blocks], len(blocks))
    found: dict[int, Wait] = {}
    for block in blocks:
        for start in (s for s in block.next if s <= block.index and s not in found):
            around = reached(blocks, [start])
            if block.index not in around:
                continue
            body = _into(before, block.index, start) & around
            line = _Loop(blocks, body, start, block.index).waits()
            if line is not None:
                whole = around & _into(before, start, -1)  # including enclosing loops
                found[start] = Wait(line[0], _state([blocks[i] for i in whole]))
    return found


def _into(before: list[list[int]], end: int, stop: int) -> set[int]:
    """Blocks that lead to `end`, searched backwards up to `stop`."""
    seen, stack = {stop} - {-1}, [end]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack += before[node]
    return seen


def _instructions(block: Block) -> list[Instruction]:
    return [*block.instructions, *([block.last] if block.last else [])]


class _Loop:
    """The blocks of a loop, from its first to the one that jumps back to it."""

    def __init__(self, blocks: list[Block], body: set[int], start: int, end: int) -> None:
        self._blocks, self._body, self._start, self._end = blocks, body, start, end
        self._set_by: dict[str, list[tuple[int, Instruction]]] = defaultdict(list)
        for index in body:
            for instruction in _instructions(blocks[index]):
                for target in definitions_and_uses(instruction)[0]:
                    self._set_by[target].append((index, instruction))

    def waits(self) -> tuple[int | None] | None:
        """The line of a read of memory that decides whether to leave the loop; None without one."""
        if any(self._meets_all(index) for index in self._body):
            return None
        branches = [b for i in self._body if (b := self._blocks[i]).last is not None and b.end is not End.BARRIER]
        stack = [r for b in branches if b.end is End.EXIT or not self._body.issuperset(b.next) for r in _guard(b)]
        seen: set[str] = set()
        while stack:
            register = stack.pop()
            if register in seen:
                continue
            seen.add(register)
            for index, instruction in self._set_by.get(register, ()):
                if is_decided_by_others(instruction) or self._looks_again(instruction):
                    return (instruction.line,)
                stack += definitions_and_uses(instruction)[1]
                if self._may_be_skipped(index):
                    stack += [r for b in branches for r in _guard(b)]
        return None

    def _meets_all(self, index: int) -> bool:
        """Whether every iteration has a barrier, so that no thread can iterate while another one is starved."""
        last = self._blocks[index].last
        barrier = self._blocks[index].end is End.BARRIER and last is not None and is_plain_barrier(last)
        return barrier and not self._may_be_skipped(index)

    def _looks_again(self, instruction: Instruction) -> bool:
        """Whether it loads from one place: a compiler hoists that out of the loop unless others may write there."""
        if instruction.opcode[0] != "ld" or space_of(instruction) not in ("global", "shared", "generic"):
            return False
        return self._set_by.keys().isdisjoint(definitions_and_uses(instruction)[1])

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
                stack += self._blocks[node].next
        return False


def _guard(block: Block) -> list[str]:
    return definitions_and_uses(block.last)[1] if block.last else []


def _state(body: list[Block]) -> frozenset[str] | None:
    """The registers that determine the control flow in these blocks, as long as memory does not change."""
    if any(b.callee is not None for b in body):
        return None
    instructions = [(i, *definitions_and_uses(i)) for b in body for i in _instructions(b)]
    ends = {id(b.last) for b in body}
    needed: set[str] = set()
    size = -1
    while size != len(needed):
        size = len(needed)
        for instruction, targets, used in instructions:
            if id(instruction) in ends or instruction.opcode[0] in ("atom", "red") or not needed.isdisjoint(targets):
                needed.update(used)
    return None if any(r.startswith(TIMERS) for r in needed) else frozenset(needed)


def writers(blocks: list[Block]) -> frozenset[int]:
    """The blocks with stores. Atomics do not count: they may leave memory unchanged."""
    return frozenset(b.index for b in blocks for i in b.instructions if i.opcode[0] == "cp" or _stores(i))


def _stores(instruction: Instruction) -> bool:
    return instruction.opcode[0] == "st" and not instruction.opcode[1].startswith("param")


class Place(NamedTuple):
    """Where lanes are ready to continue: the next block, their call frame, their part of the batch."""

    block: int
    frame: Frame | None
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

    def choose(self, ready: Mapping[Place, object], state: Callable[[], Hashable]) -> Place | None:
        """The next place to run: the lowest ready program point, but not forever: then the one that has waited
        longest. Idle ones come last. None: a deadlock.

        ready: in order of arrival. state: determines how they continue.
        """
        now = self._changes.count
        awake = [key for key in ready if self._idle.get(key) != now]
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
        if key.block in self._waits:
            self._began[key] = now
            self._idle.pop(key, None)
        return key
