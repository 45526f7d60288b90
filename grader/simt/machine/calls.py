"""Functions of the system that device code calls: printf, the failure of an assert, malloc and free.

Arguments are in registers from R4 on, results too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.lanes import Lanes
from grader.simt.machine.blocks import Block
from grader.simt.memory import LOCAL_WINDOW, KernelFault
from grader.simt.printf import arguments_of, format_printf

if TYPE_CHECKING:
    from grader.simt.machine.machine import Machine

Array = NDArray[Any]
_FIRST = 4


def _argument(machine: Machine, number: int, lanes: Lanes) -> Array:
    """An argument of 64 bits, one per lane; number: of its first register."""
    low, high = (lanes.gather(machine.registers[number + k]) for k in (0, 1))
    return lanes.flat(machine.join(low, high)).view(np.int64)


def _return(machine: Machine, lanes: Lanes, values: NDArray[np.uint32], number: int = _FIRST) -> None:
    machine.registers[number] = lanes.put(machine.registers[number].view(np.uint32), lanes.unflat(values))


def _printf(machine: Machine, block: Block, lanes: Lanes) -> None:
    """vprintf: the output goes to the student, up to a limit. Returns the number of arguments."""
    launch = machine.launch
    addresses, packed = _argument(machine, _FIRST, lanes), _argument(machine, _FIRST + 2, lanes)
    owners = lanes.flat(np.broadcast_to(lanes.position, lanes.shape))
    texts = {address: launch.memory.text(address) for address in np.unique(addresses).tolist()}
    counts = {address: arguments_of(text) for address, text in texts.items()}
    _return(machine, lanes, np.array([counts[a] for a in addresses.tolist()], np.uint32))
    for position in range(min(lanes.count, launch.limits.printed)):
        if launch.printed.is_full():
            break
        own = machine.unit.local.bytes_of(int(owners[position]))
        slots = own[max(int(packed[position]) - LOCAL_WINDOW, 0) :]
        launch.printed.add(format_printf(texts[int(addresses[position])], slots, launch.memory.text))


def _assert_failed(machine: Machine, block: Block, lanes: Lanes) -> None:
    address = int(_argument(machine, _FIRST, lanes)[0])
    text = machine.launch.memory.text(address)
    line = int(lanes.flat(lanes.gather(machine.registers[_FIRST + 4])).view(np.uint32)[0])
    raise KernelFault("assert", line, int(lanes.ids[0]), expression=text, threads=lanes.count)


def _malloc(machine: Machine, block: Block, lanes: Lanes) -> None:
    sizes = _argument(machine, _FIRST, lanes).tolist()
    found = np.array([machine.launch.heap.take(size) for size in sizes], np.uint64)
    _return(machine, lanes, found.astype(np.uint32))
    _return(machine, lanes, (found >> np.uint64(32)).astype(np.uint32), _FIRST + 1)


def _free(machine: Machine, block: Block, lanes: Lanes) -> None:
    for address in _argument(machine, _FIRST, lanes).tolist():
        machine.launch.heap.give_back(address)


CALLS: dict[str, Callable[[Machine, Block, Lanes], None]] = {
    "vprintf": _printf,
    "__assertfail": _assert_failed,
    "malloc": _malloc,
    "free": _free,
}
