"""The word of memory for which a thread waits, in a launch in which nobody goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.sass.instruction import Address, Register
from grader.simt.accesses import SHARED_START
from grader.simt.lanes import Lanes
from grader.simt.machine.writer import slot
from grader.simt.memory import SHARED_WINDOW, is_in_space

if TYPE_CHECKING:
    from grader.simt.machine.machine import Machine


def awaited(machine: Machine, address: int, lanes: Lanes) -> tuple[str, int] | None:
    """Which word the first of these lanes reads at an instruction: the buffer ("" for shared memory) and the bytes from
    its start; None if the registers do not tell.

    lanes: at the start of an iteration that changes nothing, so that the registers are those of the one before.
    """
    i = machine.lowering.code.at(address)
    operand = next((o for o in reversed(i.operands) if isinstance(o, Address)), None)
    if operand is None:
        return None
    wide = "E" in i.modifiers
    base, uniform = (_value(machine, register, wide, lanes) for register in (operand.base, operand.uniform))
    at = base * operand.scale + uniform + operand.offset
    if not wide or is_in_space("shared", np.array(at)):
        return "", at % SHARED_WINDOW - SHARED_START
    found = next((b for b in machine.launch.memory.buffers if b.start <= at < b.start + b.size), None)
    return None if found is None else (found.name, at - found.start)


def _value(machine: Machine, register: Register | None, wide: bool, lanes: Lanes) -> int:
    if register is None or register.zero:
        return 0
    halves = (machine.registers[slot(register) + half].view(np.uint32) for half in range(1 + wide))
    low, *high = (int(lanes.flat(lanes.gather(half))[0]) for half in halves)
    return low | (high[0] << 32 if high else 0)
