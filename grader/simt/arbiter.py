"""Both engines on one launch: PTX judges hazards and faults, the machine code counts.

The machine code is what a GPU executes, so its outputs and counts hold wherever it runs to its end. Where threads race
and leave other outputs in the two, those of the PTX hold, and its counts with them: what is graded is what was judged.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from grader.launch import ArgumentMismatch, LaunchRequest, LaunchResult
from grader.simt import emulator
from grader.simt.launch_state import Limits
from grader.simt.machine import launching
from grader.simt.ptx import Unsupported
from grader.simt.stopwatch import Stopwatch
from grader.toolchain.elf import NotACubin
from grader.toolchain.program import Program

_RACES = ("RAW", "WAR", "WAW")
_UNSUPPORTED = "unsupported"


class Loaded:
    """A kernel ready to launch, any number of times."""

    def __init__(self, compiled: Program, kernel: str) -> None:
        self._compiled, self._name = compiled, kernel

    @cached_property
    def ptx(self) -> emulator.LoadedKernel | Unsupported:
        """Or what of it the PTX engine does not have."""
        try:
            return emulator.load(self._compiled, self._name)
        except Unsupported as construct:
            return construct

    @cached_property
    def machine_code(self) -> launching.LoadedMachineCode | None:
        """None for what only the PTX engine can run: another architecture, or damaged code."""
        try:
            return launching.load(self._compiled, self._name)
        except (Unsupported, NotACubin):
            return None


def launch(loaded: Loaded, request: LaunchRequest, limits: Limits | None = None) -> LaunchResult:
    """Run one launch. Faults of the kernel are part of the result; raises ArgumentMismatch for a wrong call.

    A construct that the PTX engine does not have ends the launch, unless the request is for what was executed: then
    nobody looks for hazards.
    """
    limits, watch, ptx = limits or Limits(), Stopwatch(), loaded.ptx
    judged = emulator.unsupported(ptx) if isinstance(ptx, Unsupported) else emulator.launch(ptx, request, limits)
    construct = next((str(f.details["construct"]) for f in judged.faults if f.kind == _UNSUPPORTED), "")
    if not request.counted or (judged.faults and not (construct and request.executed)):
        return judged
    races = bool(construct) or any(hazard.kind in _RACES for hazard in judged.hazards)
    counted = _counted(loaded, request, replace(limits, seconds=watch.left(limits.seconds)), races)
    if counted is None:
        return judged
    if construct:
        return replace(counted, thread_instructions=None, hazards_unknown=construct)
    if counted.faults:  # what the machine code does beyond the PTX is nothing that a student wrote
        return judged
    other = races and any(counted.outputs[at].tobytes() != own.tobytes() for at, own in judged.outputs.items())
    if other and not request.executed:
        return judged
    return replace(judged, outputs=judged.outputs if other else counted.outputs, accesses=counted.accesses,
                   executed=counted.executed, divergent_branches=counted.divergent_branches)  # fmt: skip


def _counted(loaded: Loaded, request: LaunchRequest, limits: Limits, doubtful: bool) -> LaunchResult | None:
    """The launch as machine code; None where that cannot be executed, or no time is left."""
    if loaded.machine_code is None or limits.seconds <= 0:
        return None
    try:
        counted = launching.launch(loaded.machine_code, request, limits, doubtful=doubtful)
    except (NotACubin, ArgumentMismatch, MemoryError):  # damaged, or there is no room for both
        return None
    return None if any(fault.kind == _UNSUPPORTED for fault in counted.faults) else counted
