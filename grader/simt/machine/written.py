"""Static analysis of the global memory that a kernel writes, and of how it orders its threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.sass.instruction import Instruction, Register
from grader.simt.accesses import Use
from grader.simt.global_races import WrittenMemory
from grader.simt.machine.blocks import Block
from grader.simt.machine.names import Names
from grader.simt.machine.origins import Origins
from grader.simt.machine.transfers import width_of
from grader.simt.machine.waiting import is_plain_barrier
from grader.simt.wavefronts import WORD

_WIDE = frozenset({"LDG", "STG", "ATOMG", "REDG", "LD", "ST", "ATOM", "LDGSTS"})  # may go to global memory
_READ = frozenset({"LDG", "LD", "LDGSTS"})
_ATOMIC = frozenset({"ATOM", "ATOMG", "REDG"})
_ONE_WINS = frozenset({"EXCH", "CAS", "CAST", "INC", "DEC", "F32", "F64", "F16x2", "BF16x2"})


def find_written(
    blocks: Mapping[int, Block], origins: Mapping[int, Origins], names: Names, polled: frozenset[int],
    use_of: Callable[[int], Use],
) -> WrittenMemory | None:  # fmt: skip
    """The accesses to global memory that the kernel writes; None if it writes none. use_of: of a load, by address."""
    instructions = [s.instruction for b in blocks.values() for s in b.steps]
    wide = [i for i in instructions if i.opcode in _WIDE]
    written = [origins[i.address] for i in wide if i.opcode not in _READ]
    copies = [i for i in instructions if i.opcode in ("UBLKCP", "UBLKRED")]
    copied = any(i.modifiers[0] == "G" for i in copies)  # to wherever
    if not written and not copied:
        return None
    everywhere = copied or not all(written)
    sources = frozenset().union(*written)
    watched = frozenset(i.address for i in wide if everywhere or not origins[i.address] or origins[i.address] & sources)
    watched |= {i.address for i in copies}
    return WrittenMemory(
        accesses=watched, granule=min([WORD, *map(width_of, wide)]),
        by_turns=any(map(_takes_turns, wide)), fenced=any(is_ordering(i, names) for i in instructions),
        some_meet=any(i.opcode == "SYNCS" or (i.opcode == "BAR" and not is_plain_barrier(i)) for i in instructions),
        polled=polled, use_of=use_of,
    )  # fmt: skip


def _takes_turns(i: Instruction) -> bool:
    """Whether the result of an atomic depends on the order of threads."""
    if i.opcode not in _ATOMIC:
        return False
    targets = [o for o in i.operands[:2] if isinstance(o, Register) and not o.zero]
    return (i.opcode != "REDG" and bool(targets)) or not _ONE_WINS.isdisjoint(i.modifiers)


def is_flag(i: Instruction, names: Names) -> bool:
    """Whether it may be to a flag in shared memory."""
    return i.opcode in ("ATOMS", "ATOM") or (i.opcode in ("LDS", "STS", "LD", "ST") and names.is_strong(i.address))


def is_ordering(i: Instruction, names: Names) -> bool:
    """Whether it is a fence, or an access that acquires or releases."""
    return i.opcode == "MEMBAR" or names.orders(i.address)

