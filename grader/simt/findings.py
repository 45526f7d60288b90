"""A batch's findings in terms of the launch: coordinates instead of lanes, variables instead of bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from grader.launch import Dim3, Fault, Hazard, LaunchRequest, WarpAccess
from grader.simt.barriers import BarrierDivergence
from grader.simt.copy_wavefronts import LINE
from grader.simt.global_races import Meeting
from grader.simt.layout import unravel
from grader.simt.machine.machine import Machine
from grader.simt.machine.names import Names
from grader.simt.memory import GlobalMemory, KernelFault
from grader.simt.memory_unit import UninitialisedRead
from grader.simt.messages import fault_message, hazard_message
from grader.simt.patterns import WARP
from grader.simt.races import Finding
from grader.simt.samples import Sample
from grader.simt.unsupported import Unsupported
from grader.simt.warp import PartialWarp, UndefinedShuffle


def found_hazards(machine: Machine, names: Names) -> Iterator[Hazard]:
    """All hazards of a batch."""
    machine.unit.settle()
    for finding in machine.unit.races.findings.values():
        yield _race(finding, machine, names)
    for divergence in machine.barriers.findings.values():
        yield _divergence(divergence, machine)
    for read in machine.unit.uninitialised.values():
        yield _uninitialised(read, machine, names)
    for shuffle in machine.exchange.undefined.values():
        yield _shuffle(shuffle, machine)
    for partial in machine.exchange.partial.values():
        yield _partial(partial, machine)


def unsupported_fault(construct: Unsupported) -> Fault:
    """The fault of a construct that the emulator does not support."""
    details: dict[str, object] = {"construct": construct.construct}
    return Fault("unsupported", construct.line, None, None, fault_message("unsupported", details), details)


def found_fault(fault: KernelFault, machine: Machine, names: Names) -> Fault:
    """A fault with its block and thread."""
    block: Dim3 | None
    thread: Dim3 | None
    block, thread = machine.where(fault.lane) if fault.lane is not None else (None, None)
    details = fault.details | _neighbour(fault, names)
    kind = "stack_overflow" if machine.lowering.code.calls and _is_below_the_stack(fault) else fault.kind
    return Fault(kind, fault.line, block, thread, fault_message(kind, details), details)


def _is_below_the_stack(fault: KernelFault) -> bool:
    offset = fault.details.get("offset")
    return fault.details.get("space") == "local" and isinstance(offset, int) and offset < 0


def _neighbour(fault: KernelFault, names: Names) -> dict[str, object]:
    """For an access past the end of shared memory, the last variable and the distance to its end in bytes."""
    offset = fault.details.get("offset")
    if fault.kind != "out_of_bounds" or fault.details.get("space") != "shared" or not isinstance(offset, int):
        return {}
    ends = {start + size: name for name, (start, size) in names.shared.items()}
    last = max((end for end in ends if end <= offset), default=None)
    return {} if last is None else {"neighbour": _readable(ends[last]), "beyond": offset - last}


def _variable_at(names: Names, place: int) -> tuple[str, int]:
    """Name of the shared variable at a byte of the block's shared memory, and the offset in it."""
    found = ("", place)
    for name, (offset, size) in names.shared.items():
        if offset <= place and (size == 0 or place < offset + size):
            found = (_readable(name), place - offset)
    return found


def _readable(mangled: str) -> str:
    """`_ZZ4kernE6tile_a` -> tile_a; other names unchanged."""
    match = re.match(r"_ZZ.*E(\d+)(\w+)$", mangled)
    if match:
        return match.group(2)[: int(match.group(1))]
    match = re.match(r"_Z(?:L)?(\d+)(\w+)$", mangled)
    return match.group(2)[: int(match.group(1))] if match else mangled


def _race(finding: Finding, machine: Machine, names: Names) -> Hazard:
    word, lane_a, lane_b = finding.example
    variable, offset = _variable_at(names, machine.unit.races.byte_of(word))
    block, thread_a = machine.where(lane_a)
    _, thread_b = machine.where(lane_b)
    example: dict[str, object] = {"block": block, "thread_a": thread_a, "thread_b": thread_b, "variable": variable,
                                  "offset": offset, "same_warp": lane_a // WARP == lane_b // WARP}  # fmt: skip
    if finding.under_way:
        example["under_way"] = True
    message = hazard_message("RAW_under_way" if finding.under_way else finding.kind, example)
    return Hazard(finding.kind, finding.severity, finding.line_a, finding.line_b, finding.count, example, message)


def found_meeting(meeting: Meeting, padded: int, request: LaunchRequest, other: bool | None) -> Hazard:
    """A hazard between unordered threads in global memory; other: whether another order leaves other contents.

    padded: each block's threads are numbered from a multiple of this.
    """
    (block_a, thread_a), (block_b, thread_b) = (divmod(number, padded) for number in meeting.numbers)
    example: dict[str, object] = {
        "block": unravel(block_a, request.grid), "thread_a": unravel(thread_a, request.block),
        "block_b": unravel(block_b, request.grid), "thread_b": unravel(thread_b, request.block),
        "variable": _readable(meeting.buffer), "offset": meeting.offset, "memory": "global",
        "same_warp": meeting.numbers[0] // WARP == meeting.numbers[1] // WARP, "same_block": block_a == block_b,
        "outcome": {True: "differs", False: "same", None: "unknown"}[other], "manner": meeting.manner,
    }  # fmt: skip
    message = hazard_message(f"{meeting.kind}_global", example)
    severity = "error" if other else "warning"
    return Hazard(meeting.kind, severity, meeting.line_a, meeting.line_b, meeting.count, example, message)


def _divergence(found: BarrierDivergence, machine: Machine) -> Hazard:
    block, thread = machine.where(found.lane)
    example: dict[str, object] = {"block": block, "thread_a": thread, "arrived": found.arrived,
                                  "expected": found.expected, "came": found.came}  # fmt: skip
    kind = "barrier_divergence"
    other = found.line if found.other_line is None else found.other_line
    return Hazard(kind, found.severity, found.line, other, found.count, example, hazard_message(kind, example))


def _shuffle(found: UndefinedShuffle, machine: Machine) -> Hazard:
    block, thread = machine.where(found.lane)
    example: dict[str, object] = {"block": block, "thread_a": thread, "lane": found.lane % WARP, "source": found.source}
    kind, severity = "undefined_shuffle", "warning" if found.promised else "note"
    return Hazard(kind, severity, found.line, found.line, found.count, example, hazard_message(kind, example))


def _partial(found: PartialWarp, machine: Machine) -> Hazard:
    block, thread = machine.where(found.lane)
    example: dict[str, object] = {"block": block, "thread_a": thread, "instruction": found.instruction,
                                  "came": found.came}  # fmt: skip
    kind = "partial_warp"
    return Hazard(kind, "error", found.line, found.line, found.count, example, hazard_message(kind, example))


def _uninitialised(found: UninitialisedRead, machine: Machine, names: Names) -> Hazard:
    variable, offset = _variable_at(names, found.place)
    block, thread = machine.where(found.lane)
    example: dict[str, object] = {"block": block, "thread_a": thread, "variable": variable, "offset": offset}
    kind = "uninitialised_read"
    return Hazard(kind, found.severity, found.line, found.line, found.count, example, hazard_message(kind, example))


def found_sample(found: Sample, names: Names, memory: GlobalMemory, request: LaunchRequest) -> WarpAccess:
    """A sampled request, with addresses relative to the start of shared memory or of a buffer."""
    lowest, start = int(found.addresses[found.active].min()), 0
    if found.space == "shared":
        name, _ = _variable_at(names, lowest)
    else:
        buffer = next(b for b in reversed(memory.buffers) if b.at <= lowest)  # all others at its position are empty
        name, start = _readable(buffer.name), buffer.at
    of = found.of
    return WarpAccess(
        line=of.line or 0, space=found.space, operation=of.operation, width=of.width, pattern=of.pattern,
        block=unravel(found.block, request.grid), warp=found.warp, buffer=name,
        addresses=tuple(np.where(found.active, found.addresses - start, 0).tolist()),
        active=sum(1 << lane for lane in np.flatnonzero(found.active).tolist()),
        cost=found.cost, ideal=found.ideal, alike=found.alike, other=_other_side(found), past_l1=of.past_l1,
    )  # fmt: skip


def _other_side(found: Sample) -> tuple[int, ...]:
    if found.other is None:
        return ()
    start = int(found.other[found.active].min()) & -LINE
    return tuple(np.where(found.active, found.other - start, 0).tolist())
