"""Memory instructions of a kernel, grouped: adjacent ones with the same address register share address computation."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

from grader.dataclass import dataclass
from grader.sass.fields import INSTRUCTION_BYTES
from grader.toolchain.ptx_locations import Location

ASYNC_COPY = "async_copy"  # pattern of cp.async in shared memory, counted when both of its addresses are known
SHARED_START = 0x400  # start of a block's own shared memory on sm_80 and later; the first KiB is reserved


@dataclass(frozen=True, slots=True)
class Access:
    """One memory instruction. position: index in its block; order: among the accesses of the block as the compiler was
    given them; elements times element_bytes are moved per lane."""

    position: int
    order: int
    operation: str  # "load", "store", "atomic" or "async_copy"
    offset: int
    element_bytes: int
    elements: int
    location: Location | None
    reads: bool = True  # whether it reads the old contents
    past_l1: bool = False  # a cp.async that bypasses L1
    scope: int = 0  # in which the same access by others is no race: 0 none, 1 the block, 2 the grid
    in_atomic: bool = False  # a load that is part of an atomic operation
    word_around: bool = False  # whether the machine accesses the word around the 16 bits that were asked for
    acquires: bool = False
    releases: bool = False

    @property
    def width(self) -> int:
        """Bytes per lane."""
        return self.element_bytes * self.elements

    @property
    def line(self) -> int | None:
        """The student's line."""
        return self.location.student_line if self.location else None


@dataclass(frozen=True)
class Use:
    """What becomes of a load's words. unused: those that nothing reads, by number; tentative: whether only selects
    read them, which may drop the value."""

    unused: frozenset[int]
    tentative: bool


@dataclass(frozen=True, slots=True)
class Request:
    """What an access asks of the memory system, to be counted."""

    operation: str
    width: int
    offset: int
    location: Location | None
    pattern: str  # the counting rule, see wavefronts.shared_wavefronts
    exact: bool = True
    past_l1: bool = False  # a cp.async that does not go through L1
    site: int = 0  # see Counter

    @property
    def line(self) -> int | None:
        """The student's line."""
        return self.location.student_line if self.location else None


@dataclass
class Group:
    """Accesses of one block to one space with the same value of one register, and no conflicting access in between."""

    index: int
    block: int
    space: str
    accesses: list[Access] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    def address(self, access: Access) -> int:
        """Of the machine instruction of one of the accesses."""
        return self.block + INSTRUCTION_BYTES * access.position

    # Computed once: a group is complete before it is first used.

    @cached_property
    def writes(self) -> bool:
        """Whether they change memory. A group has only loads or only stores."""
        return self.accesses[0].operation in ("store", "atomic")

    @cached_property
    def lowest(self) -> int:
        """Smallest byte offset touched."""
        return min(a.offset for a in self.accesses)

    @cached_property
    def end(self) -> int:
        """One past the largest byte offset touched."""
        return max(a.offset + a.width for a in self.accesses)

    @cached_property
    def phases(self) -> list[Access]:
        """Accesses that need different alignments of the base address."""
        return list({(a.width, a.offset % a.width): a for a in reversed(self.accesses) if a.width > 1}.values())

    @property
    def line(self) -> int | None:
        """Line of the first access."""
        return self.accesses[0].line
