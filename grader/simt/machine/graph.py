"""The control flow of machine code: which basic blocks may follow, and what becomes of the value of a register."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from grader.sass.instruction import Instruction, Predicate
from grader.simt.accesses import Use
from grader.simt.machine.blocks import Block, End
from grader.simt.machine.writer import predicate_slot

_SELECTS = frozenset({"SEL", "FSEL"})
Ways = Mapping[int, tuple[int, ...]]


def ways_of(blocks: Mapping[int, Block]) -> dict[int, tuple[int, ...]]:
    """For each block, those that may run after it. A function returns behind any of the calls."""
    everywhere = tuple(blocks)
    behind = tuple(b.following for b in blocks.values() if b.end is End.CALL and b.following in blocks)
    return {start: _ways(block, blocks, behind, everywhere) for start, block in blocks.items()}


def _ways(
    block: Block, blocks: Mapping[int, Block], behind: tuple[int, ...], everywhere: tuple[int, ...]
) -> tuple[int, ...]:  # fmt: skip
    if block.end is End.RETURN:
        return behind
    if block.end is End.INDEXED or (block.end is End.CALL and block.target is None):
        return everywhere
    if block.end is End.CALL and block.last.guard.always:
        return tuple(to for to in (block.target,) if to is not None and to in blocks)
    ways = (block.target,) if _leaves_for_good(block) else (block.target, block.following)
    return tuple(dict.fromkeys(to for to in ways if to is not None and to in blocks))


def _leaves_for_good(block: Block) -> bool:
    """Whether nobody goes on behind the jump, or the exit, at its end."""
    conditions = (block.last.guard, *(o for o in block.last.operands if isinstance(o, Predicate)))
    return block.end in (End.BRANCH, End.EXIT) and all(each.always for each in conditions)


def reached(ways: Mapping[int, Iterable[int]], first: Iterable[int]) -> set[int]:
    """What can be reached, the first ones included."""
    found: set[int] = set()
    pending = list(first)
    while pending:
        each = pending.pop()
        if each not in found:
            found.add(each)
            pending += ways[each]
    return found


def use_of(blocks: Mapping[int, Block], ways: Ways, block: Block, address: int, registers: Sequence[int]) -> Use:
    """Of the load at an address of a block. registers: by word."""
    at = next(n for n, s in enumerate(block.steps) if s.instruction.address == address)
    read_by = [_readers(blocks, ways, block, at + 1, register) for register in registers]
    opcodes = {i.opcode for found in read_by for i in found}
    return Use(frozenset(k for k, found in enumerate(read_by) if not found), opcodes <= _SELECTS)


def unsure_words(
    blocks: Mapping[int, Block], ways: Ways, block: Block, address: int, registers: Sequence[int]
) -> frozenset[int]:  # fmt: skip
    """Of a load that is wider than what was asked for, the words that are not certainly read, on every way: the
    compiler may load for what comes behind a branch, too."""
    at = next(n for n, s in enumerate(block.steps) if s.instruction.address == address)
    return frozenset(k for k, each in enumerate(registers) if not _is_read(blocks, ways, block, at + 1, each))


def _is_read(blocks: Mapping[int, Block], ways: Ways, block: Block, first: int, register: int) -> bool:
    """Whether a register is read before something else is in it, whichever way is taken; from a step of a block on."""
    seen: set[int] = set()
    pending = [(block, first)]
    while pending:
        where, begin = pending.pop()
        certain = (s for s in where.steps[begin:] if s.instruction.guard.always)
        step = next((s for s in certain if register in s.reads or register in s.writes), None)
        if step is not None and register in step.reads:
            continue
        following = [] if step is not None else [start for start in ways[where.start] if start not in seen]
        if not following:
            return False
        seen.update(following)
        pending += [(blocks[start], 0) for start in following]
    return True


def _readers(
    blocks: Mapping[int, Block], ways: Ways, block: Block, first: int, register: int
) -> list[Instruction]:  # fmt: skip
    """The instructions that may read a register before something else is in it; from a step of a block on.

    What writes it under a predicate hides it from what reads it under the same one.
    """
    found: list[Instruction] = []
    seen: set[tuple[int, frozenset[Predicate]]] = set()
    pending = [(block, first, frozenset[Predicate]())]
    while pending:
        where, begin, hidden = pending.pop()
        for step in where.steps[begin:]:
            guard = step.instruction.guard
            if register in step.reads and guard not in hidden:
                found.append(step.instruction)
            hidden = frozenset(p for p in hidden if predicate_slot(p) not in step.writes)
            if register in step.writes:
                hidden |= {guard}
                if guard.always or replace(guard, negated=not guard.negated) in hidden:
                    break
        else:
            for start in ways[where.start]:
                if (start, hidden) not in seen:
                    seen.add((start, hidden))
                    pending.append((blocks[start], 0, hidden))
    return found
