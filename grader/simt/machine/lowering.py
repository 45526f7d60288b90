"""From machine instructions to a Python function for each basic block, made when it is first reached."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, cast

import numpy as np

from grader.sass.fields import INSTRUCTION_BYTES
from grader.sass.instruction import Instruction, Predicate, Register, Target
from grader.simt import arithmetic, halves
from grader.simt.generated_lines import optimised
from grader.simt.machine import matrices, numbers, special_functions
from grader.simt.machine.asynchronous import ASYNCHRONOUS, is_wait, wait
from grader.simt.machine.blocks import ANYWHERE, Block, BlockFunction, End, Step
from grader.simt.machine.code import Code
from grader.simt.machine.conversions import CONVERSIONS
from grader.simt.machine.floats import FLOATS
from grader.simt.machine.integers import INTEGERS
from grader.simt.machine.liveness import ALL, live_after
from grader.simt.machine.names import Names
from grader.simt.machine.tensor import TENSOR
from grader.simt.machine.texturing import TEXTURES
from grader.simt.machine.transfers import TRANSFERS, Sites, Transfers
from grader.simt.machine.vectors import VECTORS
from grader.simt.machine.warps import WARPS
from grader.simt.machine.writer import FALSE, TRUE, Constants, Writer
from grader.simt.unsupported import Unsupported
from grader.toolchain.ptx_locations import Location

_PLAIN = INTEGERS | VECTORS | FLOATS | CONVERSIONS | WARPS
_MOVES = TRANSFERS | TENSOR | TEXTURES | ASYNCHRONOUS
_CHANGES_MEMORY = frozenset({"STG", "STS", "ST", "LDGSTS", "DEPBAR", "STSM", "UBLKCP"})
_OBSERVED = frozenset({"LDG", "STG", "LDS", "STS", "LD", "ST", "ATOM", "ATOMG", "ATOMS", "REDG", "LDGSTS", "LDL", "STL",
                       "LDSM", "STSM"})  # fmt: skip
_CLOSES = frozenset({"MEMBAR", "BSSY", "WARPSYNC"})


def _unmade(*arguments: Any) -> Any:
    raise AssertionError


class Lowering:
    """The basic blocks of one kernel."""

    def __init__(
        self, code: Code, location: Callable[[int], Location | None], names: Names,
        lines: Callable[[int], Location | None], detailed: bool = False,
    ) -> None:  # fmt: skip
        """location: of an instruction; lines: of a line of the PTX. detailed: count for each instruction with a guard
        the threads for which it holds."""
        self.code, self.location, self.names, self.lines, self.detailed = code, location, names, lines, detailed
        self.sites = Sites(code, location, names)
        self._constants = Constants()
        self._blocks: dict[int, Block] = {}
        self._functions: dict[str, BlockFunction] = {}  # by their lines
        self._whole = False
        self._namespace: dict[str, Any] = self._constants.namespace
        self._namespace.update(
            np=np, A=arithmetic, H=halves, I=numbers, S=special_functions, X=matrices, G=self.sites.groups,
            choose=numbers.choose, with_view=numbers.with_view, words_of=numbers.words_of,
            T=np.array([True]), F=np.array([False]), Z=np.zeros(1, np.uint32), Z8=np.zeros(1, np.uint64),
            FULL=np.array([-1], np.int32),
        )  # fmt: skip

    def block(self, address: int) -> Block:
        """The block that begins at an address. Raises Unsupported."""
        known = self._blocks.get(address)
        if known is None:
            known = self._blocks[address] = self._lowered(address)
        return known

    def _line(self, address: int) -> int | None:
        location = self.location(address)
        return location.student_line if location else None

    @property
    def blocks(self) -> Mapping[int, Block]:
        """Those that were reached, or looked at."""
        return self._blocks

    def everything(self) -> Mapping[int, Block]:
        """All that may be reached, without those that have an unknown instruction."""
        if not self._whole:
            pending, seen = [0], set[int]()
            while pending:
                address = pending.pop()
                if address in seen or not 0 <= address < self.code.length:
                    continue
                seen.add(address)
                try:
                    block = self.block(address)
                except Unsupported:
                    continue
                pending += [to for to in (block.target, block.following) if to is not None]
                pending += self.code.leaders if block.end in ANYWHERE and block.target is None else ()
            self._whole = True
        return self._blocks

    @cached_property
    def _live_after(self) -> Mapping[int, int]:
        return live_after(self.everything())

    def _lowered(self, start: int) -> Block:
        writer, steps = Writer(self._constants, self.names), list[Step]()
        transfers = Transfers(writer, self.sites, start)
        address, size, writes, observed = start, 0, False, False
        result, end, target = "None", End.FALL, None
        while True:
            i = self._instruction(address)
            writer.begin(i)
            writer.guard = self._guard(writer, i)
            if self.detailed and writer.guard is not None:
                writer.lines.append(f"M.hold({address}, {writer.guard}, L)")
            address += INSTRUCTION_BYTES
            size += 1
            writes = writes or i.opcode in _CHANGES_MEMORY
            observed = observed or i.opcode in _OBSERVED
            if i.opcode in _CLOSES or (i.opcode == "NOP" and self.names.syncs_warp(i.address)):
                transfers.close()
            ended = _phase if is_wait(i) else _END.get(i.opcode)
            if ended is not None:
                result, end, target = ended(writer, i)
                steps.append(Step(i, writer.reads, writer.writes, writer.parameters))
                break
            if writer.guard != FALSE:
                try:
                    self._emit(writer, transfers, i)
                except Unsupported as construct:
                    raise self._named(construct, i.address) from None
                steps.append(Step(i, writer.reads, writer.writes, writer.parameters))
            if address in self.code.leaders:
                break
        block = Block(start, _unmade, size, end, address, target, i, writes, observed, steps,
                      (self.names.line(start), start))  # fmt: skip
        writer.reads, writer.writes = set(), set()  # what follows is no part of the last step
        block.function = self._made(block, writer, result)
        return block

    def _made(self, block: Block, writer: Writer, result: str) -> BlockFunction:
        """A function that takes its final form when it is first called."""

        def first(*arguments: Any) -> Any:
            lines = [*writer.close(self._live_after.get(block.start, ALL)), f"return {result}"]
            body = "\n  ".join(optimised(lines))
            if body not in self._functions:
                source = f"def block(M, R, L, C, U, W):\n  {body}\n"
                exec(compile(source, f"<{self.code.name}+{block.start:#x}>", "exec"), self._namespace)
                self._functions[body] = cast(BlockFunction, self._namespace["block"])
            block.function = self._functions[body]
            return block.function(*arguments)

        return first

    def _instruction(self, address: int) -> Instruction:
        try:
            return self.code.at(address)
        except Unsupported as construct:
            raise self._named(construct, address) from None

    def _named(self, construct: Unsupported, address: int) -> Unsupported:
        """With the line, and in the words of the PTX, if they are known."""
        said = self.names.statement(address)
        name = f"{construct.construct} (`{said.text}` in the PTX)" if said else construct.construct
        return Unsupported(name, construct.line or self._line(address))

    @staticmethod
    def _guard(writer: Writer, i: Instruction) -> str | None:
        truth = writer.truth(i.guard)
        return None if truth == TRUE else truth

    @staticmethod
    def _emit(writer: Writer, transfers: Transfers, i: Instruction) -> None:
        plain = _PLAIN.get(i.opcode)
        if plain is not None:
            plain(writer, i)
            return
        moves = _MOVES.get(i.opcode)
        if moves is None:
            raise writer.unknown()
        moves(writer, transfers, i)


# ---- how blocks end: what the function returns, the kind of end, the address that is known

_Ended = tuple[str, End, int | None]


def _target(i: Instruction) -> int | None:
    return next((o.address for o in i.operands if isinstance(o, Target)), None)


def _condition(writer: Writer, i: Instruction) -> str:
    """The guard and the predicates among the operands, together."""
    truth = writer.guard or TRUE
    for operand in i.operands:
        if isinstance(operand, Predicate):
            truth = writer.both(truth, writer.truth(operand))
    return truth


def _bra(writer: Writer, i: Instruction) -> _Ended:
    kind = i.modifiers[0] if i.modifiers else ""
    if "ANY" in i.modifiers:  # all go where one goes
        return writer.new(f"W.vote('any', {_condition(writer, i)}, FULL, L)", "?"), End.BRANCH, _target(i)
    if kind in ("DIV", "CONV"):
        masks = [o for o in i.operands if isinstance(o, Register)]
        mask = writer.word(masks[0]) if masks else writer.constants.name(0xFFFFFFFF, "u4")
        return f"({_condition(writer, i)}, {mask})", End.DIVERGED if kind == "DIV" else End.CONVERGED, _target(i)
    return _condition(writer, i), End.BRANCH, _target(i)


def _indirect(writer: Writer, i: Instruction) -> str:
    """Where a jump through a register goes: the register, which counts from where the code begins."""
    register = next(o for o in i.operands if isinstance(o, Register))
    distance = getattr(i.operands[-1], "bits", 0) if not isinstance(i.operands[-1], Register) else 0
    distance -= 1 << 64 if distance >> 63 else 0
    start = i.address + INSTRUCTION_BYTES + distance if "ABS" not in i.modifiers else 0
    return f"({_condition(writer, i)}, {writer.word(register, 'i4')}, {start})"


def _brx(writer: Writer, i: Instruction) -> _Ended:
    return _indirect(writer, i), End.INDEXED, None


def _exit(writer: Writer, i: Instruction) -> _Ended:
    return _condition(writer, i), End.EXIT, None


def _bsync(writer: Writer, i: Instruction) -> _Ended:
    return _condition(writer, i), End.MEET, None


def _bar(writer: Writer, i: Instruction) -> _Ended:
    vote = "None"
    operands = list(i.operands)
    if "RED" in i.modifiers:
        vote = writer.truth(operands.pop())
    number = writer.word(operands[0])
    count = writer.word(operands[1]) if len(operands) > 1 else "None"
    if len(operands) > 1 and all(isinstance(o, Register) for o in operands):  # one register has both
        count = writer.new(f"{number} >> np.uint32(16)", "u4")
    if isinstance(operands[0], Register):
        number = writer.new(f"{number} & np.uint32(15)", "u4")
    return f"({writer.guard or TRUE}, {number}, {count}, {vote})", End.BARRIER, None


def _call(writer: Writer, i: Instruction) -> _Ended:
    target = _target(i)
    if target is not None:
        return _condition(writer, i), End.CALL, target
    return _indirect(writer, i), End.CALL, None


def _ret(writer: Writer, i: Instruction) -> _Ended:
    return _indirect(writer, i), End.RETURN, None


def _warpsync(writer: Writer, i: Instruction) -> _Ended:
    registers = [o for o in i.operands if isinstance(o, Register)]
    mask = writer.word(registers[0]) if registers else writer.constants.name(0xFFFFFFFF, "u4")
    return f"({_condition(writer, i)}, {mask})", End.WARP, _target(i)


def _bpt(writer: Writer, i: Instruction) -> _Ended:
    return writer.guard or TRUE, End.TRAP, None


def _yield(writer: Writer, i: Instruction) -> _Ended:
    return "None", End.YIELD, None


def _phase(writer: Writer, i: Instruction) -> _Ended:
    return wait(writer, i), End.PHASE, None


def _cluster(writer: Writer, i: Instruction) -> _Ended:
    return writer.guard or TRUE, End.CLUSTER, None


_END: dict[str, Callable[[Writer, Instruction], _Ended]] = {
    "BRA": _bra, "BRX": _brx, "EXIT": _exit, "BSYNC": _bsync, "BAR": _bar, "CALL": _call, "RET": _ret,
    "WARPSYNC": _warpsync, "BPT": _bpt, "YIELD": _yield, "UCGABAR_WAIT": _cluster,
}  # fmt: skip
