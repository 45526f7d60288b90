"""What depends on the order of threads in machine code: values that others decide, and accesses at such addresses."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from grader.sass.instruction import Instruction, Predicate, Register
from grader.simt.machine.blocks import Block, End, Step
from grader.simt.machine.code import Code
from grader.simt.machine.graph import Ways, reached, ways_of
from grader.simt.machine.origins import LOADS, NOWHERE, Origins, slots_of_address

_ATOMICS = frozenset({"ATOM", "ATOMG", "ATOMS"})
_SPACES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("LDG", "STG", "ATOMG", "REDG"), ("global",)), **dict.fromkeys(("LDL", "STL"), ("local",)),
    **dict.fromkeys(("LDS", "STS", "ATOMS", "LDSM", "STSM"), ("shared",)),
    **dict.fromkeys(("LD", "ST", "ATOM"), ("global", "local", "shared")), "LDGSTS": ("shared",),
}  # fmt: skip
_LAST_COMES_LAST = frozenset({"EXCH", "CAS", "CAST", "F32", "F64"})  # what is left in memory depends on the order
_RESULT_OF_MALLOC = frozenset({4, 5})


def is_decided_by_others(i: Instruction) -> bool:
    """Whether the result depends on what other threads did before: an atomic's, or a read of what others change."""
    if i.opcode in _ATOMICS:
        targets = [o for o in i.operands[:2] if isinstance(o, Register | Predicate)]
        return "CAST" in i.modifiers or any(isinstance(t, Register) and not t.zero for t in targets)
    if i.opcode == "SYNCS":
        return "PHASECHK" in i.modifiers and "TRYWAIT" not in i.modifiers
    return i.opcode in ("LDG", "LD") and "STRONG" in i.modifiers


def is_atomic(i: Instruction) -> bool:
    """Whether it changes memory and says what was there."""
    return i.opcode in _ATOMICS


def allocates(code: Code) -> bool:
    """Whether it takes memory from the heap, at addresses that depend on who came first."""
    return any(name == "malloc" for name in code.called)


def calls_itself(code: Code, blocks: Mapping[int, Block]) -> bool:
    """Whether a function of the code that was reached may be called while it runs."""
    starts = sorted({0, *code.functions.values()})
    owner = {start: max(s for s in starts if s <= start) for start in blocks}
    calls: dict[int, set[int]] = {start: set() for start in starts}
    for block in blocks.values():
        if block.end is End.CALL:
            target = block.target
            calls[owner[block.start]] |= {target} & calls.keys() if target is not None else {*starts} - {0}
    return any(start in reached(calls, calls[start]) for start in starts)


_Unsure = set[int]  # registers whose values depend on the order of threads, by number


class Dependence:
    """accesses: addresses of the instructions that access memory at places which depend on the order of threads.

    blocks: those whose execution does. Registers are followed through the code. Shared, and local, memory is one place
    each; global memory is divided by the pointers among the parameters.
    """

    def __init__(
        self, code: Code, blocks: Mapping[int, Block], origins: Mapping[int, Origins],
        alone: Collection[int] = (), branches: bool = False,
    ) -> None:  # fmt: skip
        """blocks: those that were reached. origins: of the addresses of accesses. alone: blocks that one thread ran
        once. branches: follow what branches on such values decide, too."""
        self._alone = alone
        self.accesses: set[int] = set()
        self.blocks: set[int] = set()
        self._memory: set[tuple[str, Origins]] = set()
        self._blocks, self._ways, self._origins = blocks, ways_of(blocks), origins
        self._allocates = allocates(code)
        if not self._allocates and not any(is_decided_by_others(i) for i in code.instructions()):
            return
        self._before: dict[int, _Unsure] = {start: set() for start in self._blocks}
        self._at_end: dict[int, _Unsure] = {}
        self._spread()
        if branches:
            decided = decided_blocks(self._ways)
            while not (found := self._decided(decided)) <= self.blocks:
                self.blocks |= found
                self._spread()
            self.accesses |= {s.instruction.address for start in self.blocks for s in self._blocks[start].steps
                              if s.instruction.opcode in _SPACES}  # fmt: skip

    def _decided(self, decided: Mapping[int, set[int]]) -> set[int]:
        """Blocks that a branch on a value that depends on the order decides, and those behind such a branch where lanes
        yield to each other: as seen on an H200, they do not meet again."""
        branches = (s for s in decided if not self._at_end[s].isdisjoint(self._blocks[s].steps[-1].reads))
        found = set().union(*(decided[s] for s in branches))
        yielding = [start for start in found if self._blocks[start].end is End.YIELD]
        return found | reached(self._ways, yielding)

    def _spread(self) -> None:
        """To a fixed point."""
        pending = set(self._blocks)
        while pending:
            block = self._blocks[min(pending)]
            pending.discard(block.start)
            memory = len(self._memory)
            pending |= self._flow(block)
            if len(self._memory) > memory:
                pending = set(self._blocks)

    def _flow(self, block: Block) -> set[int]:
        """Follow the registers through a block. Returns those of its successors that learn of new ones."""
        unsure = set(self._before[block.start])
        for step in block.steps:
            self._pass(step, unsure, block.start in self.blocks, block.start in self._alone)
        self._at_end[block.start] = unsure
        if block.end is End.CALL and self._allocates:
            unsure |= _RESULT_OF_MALLOC
        new = {start for start in self._ways[block.start] if not unsure <= self._before[start]}
        for start in new:
            self._before[start] |= unsure
        return new

    def _pass(self, step: Step, unsure: _Unsure, decided: bool, alone: bool) -> None:
        i, known = step.instruction, decided or not unsure.isdisjoint(step.reads)
        spaces = _SPACES.get(i.opcode, ())
        places = {(space, self._origins[i.address] if space == "global" else NOWHERE) for space in spaces}
        if spaces and not unsure.isdisjoint(slots_of_address(i)):
            self.accesses.add(i.address)
        if spaces and i.opcode not in LOADS and (known or not _LAST_COMES_LAST.isdisjoint(i.modifiers)):
            self._memory |= places
        loaded = i.opcode in LOADS and any(map(self._is_unsure, places))
        if known or loaded or (is_decided_by_others(i) and not alone):
            unsure |= step.writes
        elif i.guard.always:
            unsure -= step.writes

    def _is_unsure(self, place: tuple[str, Origins]) -> bool:
        space, pointers = place
        return any(space == other and (not pointers or not own or not pointers.isdisjoint(own))
                   for other, own in self._memory)  # fmt: skip


def decided_blocks(ways_of: Ways) -> dict[int, set[int]]:
    """For each block, those whose execution its end decides: after one way out of it they always run, after another
    perhaps not."""
    starts = sorted(ways_of)
    number = {start: n for n, start in enumerate(starts)}
    ways = [[number[s] for s in ways_of[start]] for start in starts]
    everything = (1 << len(starts)) - 1
    always = [everything if each else 1 << n for n, each in enumerate(ways)]  # as bits: what runs later on any way
    changed = True
    while changed:
        changed = False
        for n in reversed(range(len(starts))):
            if ways[n]:
                common = everything
                for way in ways[n]:
                    common &= always[way]
                new = common | 1 << n
                changed = changed or new != always[n]
                always[n] = new
    found = {}
    for n, start in enumerate(starts):
        some, common = 0, everything
        for way in ways[n]:
            some |= always[way]
            common &= always[way]
        bits = some & ~common
        found[start] = {starts[k] for k in range(len(starts)) if bits >> k & 1}
    return found
