"""What is known of a kernel's machine code before it runs, each made when it is first asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from grader.launch import Dim3
from grader.sass.instruction import Register
from grader.simt.accesses import Access, Group, Use
from grader.simt.global_races import WrittenMemory
from grader.simt.machine.blocks import Block
from grader.simt.machine.graph import Ways, unsure_words, use_of, ways_of
from grader.simt.machine.loops import Loops
from grader.simt.machine.lowering import Lowering
from grader.simt.machine.origins import Origins, origins
from grader.simt.machine.transfers import width_of
from grader.simt.machine.waiting import Wait, find_waits, trying
from grader.simt.machine.writer import slot
from grader.simt.machine.written import find_written, is_flag, is_ordering
from grader.simt.memory_unit import Patterns
from grader.simt.wavefronts import WORD

_SHARED = frozenset({"LDS", "STS", "ATOMS", "LD", "ST", "ATOM"})


class Analysis:
    """Of one kernel."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.loops = Loops(lowering)
        self.patterns: dict[Dim3, Patterns] = defaultdict(dict)  # by the shape of blocks
        self._uses: dict[int, Use] = {}
        self._origins: dict[frozenset[int], Mapping[int, Origins]] = {}
        self._written: dict[frozenset[int], WrittenMemory | None] = {}

    @cached_property
    def blocks(self) -> Mapping[int, Block]:
        """All basic blocks that may be reached."""
        return dict(self.lowering.everything())

    @cached_property
    def ways(self) -> Ways:
        """The blocks that may follow each."""
        return ways_of(self.blocks)

    @cached_property
    def waits(self) -> Mapping[int, Wait]:
        """The loops that wait for others."""
        return find_waits(self.blocks, self.ways, self.lowering.names.is_strong)

    @cached_property
    def polled(self) -> frozenset[int]:
        """The addresses of the reads with which loops wait."""
        return frozenset(address for wait in self.waits.values() for address in wait.reads)

    @cached_property
    def trying(self) -> frozenset[int]:
        """The blocks with a YIELD whose loops write."""
        return trying(self.blocks, self.ways)

    @cached_property
    def flags_in_shared(self) -> bool:
        """Whether warps may order each other through shared memory."""
        steps = [s.instruction for b in self.blocks.values() for s in b.steps]
        names = self.lowering.names
        return any(is_ordering(i, names) for i in steps) and any(is_flag(i, names) for i in steps)

    @cached_property
    def granule(self) -> int:
        """Bytes of the narrowest access to shared memory, at most a word."""
        steps = (s.instruction for b in self.blocks.values() for s in b.steps)
        return min([WORD, *(width_of(i) for i in steps if i.opcode in _SHARED)])

    def use_of(self, group: Group, access: Access) -> Use:
        """What becomes of the words of a load."""
        return self.use_at(group.address(access))

    def use_at(self, address: int) -> Use:
        """The same, by its address."""
        if address not in self._uses:
            block = next(b for b in self.blocks.values() if b.has(address))
            i = self.lowering.code.at(address)
            target = next(o for o in i.operands if isinstance(o, Register))
            words = [slot(target) + k for k in range(max(width_of(i) // WORD, 1))]
            unread = Use(frozenset(range(len(words))), tentative=False)
            use = unread if target.zero else use_of(self.blocks, self.ways, block, address, words)
            if width_of(i) > self.lowering.names.bytes_asked_for(address):
                use = Use(use.unused | unsure_words(self.blocks, self.ways, block, address, words), use.tentative)
            self._uses[address] = use
        return self._uses[address]

    def origins(self, pointers: frozenset[int]) -> Mapping[int, Origins]:
        """Where each access may go; see origins."""
        if pointers not in self._origins:
            self._origins[pointers] = origins(self.lowering.code, self.blocks, self.ways, pointers)
        return self._origins[pointers]

    def written(self, pointers: frozenset[int]) -> WrittenMemory | None:
        """Global memory that the kernel writes."""
        if pointers not in self._written:
            names = self.lowering.names
            found = find_written(self.blocks, self.origins(pointers), names, self.polled, self.use_at)
            self._written[pointers] = found
        return self._written[pointers]
