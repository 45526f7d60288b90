"""What depends on the order of threads in machine code: values that others decide, and accesses at such addresses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from grader.dataclass import dataclass
from grader.sass.instruction import Address, Instruction, Predicate, Register
from grader.simt.machine.code import Code
from grader.simt.machine.lowering import Block, End, Lowering, Step
from grader.simt.machine.writer import slot

_ATOMICS = frozenset({"ATOM", "ATOMG", "ATOMS"})
_SPACES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("LDG", "STG", "ATOMG", "REDG"), ("global",)), **dict.fromkeys(("LDL", "STL"), ("local",)),
    **dict.fromkeys(("LDS", "STS", "ATOMS", "LDSM", "STSM"), ("shared",)),
    **dict.fromkeys(("LD", "ST", "ATOM"), ("global", "local", "shared")), "LDGSTS": ("shared",),
}  # fmt: skip
_LOADS = frozenset({"LDG", "LDL", "LDS", "LDSM", "LD"})
_LAST_COMES_LAST = frozenset({"EXCH", "CAS", "CAST", "F32", "F64"})  # what is left in memory depends on the order
_UNSURE = frozenset({End.CALL, End.RETURN, End.INDEXED})
_RESULT_OF_MALLOC = frozenset({4, 5})


def is_decided_by_others(i: Instruction) -> bool:
    """Whether the result depends on what other threads did before: an atomic's, or a read of what others change."""
    if i.opcode in _ATOMICS:
        targets = [o for o in i.operands[:2] if isinstance(o, Register | Predicate)]
        return "CAST" in i.modifiers or any(isinstance(t, Register) and not t.zero for t in targets)
    return i.opcode in ("LDG", "LD") and "STRONG" in i.modifiers


def allocates(code: Code) -> bool:
    """Whether it takes memory from the heap, at addresses that depend on who came first."""
    return any(name == "malloc" for name in code.called)


def calls_itself(lowering: Lowering) -> bool:
    """Whether a function of the code that was reached may be called while it runs."""
    starts = sorted({0, *lowering.code.functions.values()})
    owner = {start: max(s for s in starts if s <= start) for start in lowering.blocks}
    calls: dict[int, set[int]] = {start: set() for start in starts}
    for block in lowering.blocks.values():
        if block.end is End.CALL:
            target = block.target
            calls[owner[block.start]] |= {target} & calls.keys() if target is not None else {*starts} - {0}
    return any(start in _reached(calls, calls[start]) for start in starts)


def _reached(calls: Mapping[int, set[int]], first: Iterable[int]) -> set[int]:
    found: set[int] = set()
    pending = list(first)
    while pending:
        each = pending.pop()
        if each not in found:
            found.add(each)
            pending += calls[each]
    return found


Pointers = frozenset[int]  # parameters that a value was computed from, by their offset in constant bank 0
_ANYWHERE: Pointers = frozenset()


@dataclass(slots=True, eq=False)
class _State:
    """Registers, by number: those whose values depend on the order, and what pointers went into the others."""

    unsure: set[int]
    origins: dict[int, Pointers]

    def joined(self, other: _State) -> bool:
        """Take in what holds on another way here. Returns whether that is new."""
        new = not other.unsure <= self.unsure
        self.unsure |= other.unsure
        for number, origins in other.origins.items():
            known = self.origins.get(number, frozenset())
            if not origins <= known:
                self.origins[number] = known | origins
                new = True
        return new


class Dependence:
    """accesses: addresses of the instructions that access memory at places which depend on the order of threads.

    blocks: those whose execution does. Registers are followed through the code that was reached. Shared, and local,
    memory is one place each; global memory is divided by the pointers among the parameters.
    """

    def __init__(self, lowering: Lowering, pointers: Collection[int], branches: bool = False) -> None:
        """pointers: the parameters that are buffers, as offsets in constant bank 0. branches: follow what branches on
        such values decide, too."""
        self.accesses: set[int] = set()
        self.blocks: set[int] = set()
        self._memory: set[tuple[str, Pointers]] = set()
        self._blocks, code = lowering.blocks, lowering.code
        self._pointers = {*pointers, *(offset + 4 for offset in pointers)}
        self._allocates = allocates(code)
        if not self._allocates and not any(is_decided_by_others(i) for i in code.instructions()):
            return
        self._before = {start: _State(set(), {}) for start in self._blocks}
        self._at_end: dict[int, set[int]] = {}
        self._spread()
        if branches:
            decided = decided_blocks(self._blocks)
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
        return found | _reached({s: {*following(b, self._blocks)} for s, b in self._blocks.items()}, yielding)

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
        before = self._before[block.start]
        state = _State(set(before.unsure), dict(before.origins))
        for step in block.steps:
            self._pass(step, state, block.start in self.blocks)
        self._at_end[block.start] = state.unsure
        if block.end is End.CALL and self._allocates:
            state.unsure |= _RESULT_OF_MALLOC
        return {start for start in self._following(block) if self._before[start].joined(state)}

    def _pass(self, step: Step, state: _State, decided: bool) -> None:
        i, known = step.instruction, decided or not state.unsure.isdisjoint(step.reads)
        spaces = _SPACES.get(i.opcode, ())
        places = self._places(i, spaces, state) if spaces else set()
        if spaces and not state.unsure.isdisjoint(_slots_of_address(i)):
            self.accesses.add(i.address)
        if spaces and i.opcode not in _LOADS and (known or not _LAST_COMES_LAST.isdisjoint(i.modifiers)):
            self._memory |= places
        loaded = i.opcode in _LOADS and any(map(self._is_unsure, places))
        origins = frozenset[int]()
        if i.opcode not in _LOADS:  # what is loaded may be a pointer to anywhere
            origins = origins.union(self._pointers & step.parameters, *(state.origins.get(r, ()) for r in step.reads))
        if known or loaded or is_decided_by_others(i):
            state.unsure |= step.writes
        elif i.guard.always:
            state.unsure -= step.writes
        for number in step.writes:
            kept = () if i.guard.always else state.origins.get(number, ())
            state.origins[number] = origins.union(kept)

    def _is_unsure(self, place: tuple[str, Pointers]) -> bool:
        space, pointers = place
        return any(space == other and (not pointers or not own or not pointers.isdisjoint(own))
                   for other, own in self._memory)  # fmt: skip

    @staticmethod
    def _places(i: Instruction, spaces: tuple[str, ...], state: _State) -> set[tuple[str, Pointers]]:
        pointers = frozenset[int]().union(*(state.origins.get(s, ()) for s in _slots_of_address(i)))
        return {(space, pointers if space == "global" else _ANYWHERE) for space in spaces}

    def _following(self, block: Block) -> Iterator[int]:
        yield from following(block, self._blocks)


def following(block: Block, blocks: Mapping[int, Block]) -> Iterator[int]:
    """The blocks that may run after a block."""
    if block.end in _UNSURE:
        yield from blocks
        return
    for start in (block.target, block.following):
        if start is not None and start in blocks:
            yield start


def decided_blocks(blocks: Mapping[int, Block]) -> dict[int, set[int]]:
    """For each block, those whose execution its end decides: after one way out of it they always run, after another
    perhaps not."""
    starts = sorted(blocks)
    number = {start: n for n, start in enumerate(starts)}
    ways = [[number[s] for s in following(blocks[start], blocks)] for start in starts]
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


def _slots_of_address(i: Instruction) -> set[int]:
    """The registers in which it has the address."""
    found = set()
    for operand in i.operands:
        if isinstance(operand, Address):
            for register in (operand.base, operand.uniform):
                if register is not None and not register.zero:
                    found |= {slot(register), slot(register) + 1} if "E" in i.modifiers else {slot(register)}
    return found
