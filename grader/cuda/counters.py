"""Counts the accesses of a launch with Nsight Compute: its command line, its report, its errors."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.cuda import tools
from grader.cuda.availability import Refusal
from grader.dataclass import dataclass
from grader.launch import AccessLine, Executed, LaunchResult
from grader.sass.pipes import pipe_of_text
from grader.toolchain.program import MachineInstruction

_SHARED = ("memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal")
_GLOBAL = ("memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal")
_EXECUTED, _ACTIVE, _LANES = "inst_executed", "thread_inst_executed", "thread_inst_executed_true"
PER_INSTRUCTION = (_EXECUTED, _ACTIVE, _LANES, *_SHARED, *_GLOBAL)
PER_LAUNCH = {
    "divergent_branches": "smsp__sass_branch_targets_threads_divergent.sum",
    "occupancy": "sm__warps_active.avg.pct_of_peak_sustained_active",
    "registers": "launch__registers_per_thread",
    "dram_bytes": "dram__bytes.sum",
}

# What a memory instruction does, by its opcode. Of generic ones (LD, ST, ATOM) the counters tell the memory space.
_OPERATIONS = {
    "LDS": "load", "LDSM": "load", "LDG": "load", "LD": "load", "STS": "store", "STSM": "store", "STG": "store",
    "ST": "store", "ATOMS": "atomic", "ATOMG": "atomic", "ATOM": "atomic", "RED": "atomic", "REDG": "atomic",
    "LDGSTS": "async_copy",
}  # fmt: skip

_MOVE_SHARED = ("LDS", "LDSM", "STS", "STSM", "ATOMS", "LDGSTS", "LD", "ST", "ATOM")
_MOVE_GLOBAL = ("LDG", "STG", "ATOMG", "RED", "REDG", "LDGSTS", "LD", "ST", "ATOM")
# Bulk copies, textures and surfaces reach memory by paths that these counters do not cover.
_UNCOUNTED = re.compile(r"U?BLK|UTMA|TEX|TLD|TXD|TMML|SUATOM|SULD|SURED|SUST")

_DRIVER_ERROR = "An error was reported by the driver"

Values = Mapping[int, Mapping[str, float]]  # metrics of each machine instruction by its address in the kernel


class NotCounted(Refusal):
    """There are no counts. key: "no_ncu", "no_report_reader", "no_permission", "late", "no_kernel", "not_a_number",
    "not_native", "uncounted" or "failed"; detail: the tool's message, or the instruction.
    """


@dataclass(frozen=True)
class Counts:
    """Nsight Compute's counts of one launch; None where the tool has no number.

    executed: the machine instructions that were. barriers: warp-level executions. occupancy: achieved, in percent of an
    SM's warps. dram_bytes: read and written.
    """

    accesses: tuple[AccessLine, ...]
    executed: tuple[Executed, ...]
    barriers: int
    divergent_branches: int | None
    occupancy: float | None
    registers: int | None
    dram_bytes: int | None

    def added_to(self, result: LaunchResult) -> LaunchResult:
        """The result of the same launch with these counts."""
        return replace(result, accesses=self.accesses, divergent_branches=self.divergent_branches,
                       barriers=self.barriers, executed=self.executed)  # fmt: skip


@dataclass(frozen=True)
class Code:
    """A kernel, its machine instructions, and the file whose lines are reported."""

    kernel: str
    instructions: Sequence[MachineInstruction]
    file: str


def count(target: Sequence[str], launches: Sequence[Code], folder: Path, seconds: float) -> list[Counts]:
    """Run `target`, a command that makes exactly these launches, under ncu. Raises NotCounted. Locks no clocks."""
    ncu = tools.find_ncu()
    if ncu is None:
        raise NotCounted("no_ncu")
    try:
        reader: Any = tools.import_ncu_report(ncu)
    except ImportError as error:
        raise NotCounted("no_report_reader", str(error)) from None
    report = folder / "counts.ncu-rep"
    command = [
        ncu, "--clock-control", "none", "--cache-control", "none", "--target-processes", "application-only",
        "--kernel-name-base", "mangled", "--kernel-name", f"regex:^({'|'.join(sorted({c.kernel for c in launches}))})$",
        "--metrics", ",".join((*PER_INSTRUCTION, *PER_LAUNCH.values())), "--force-overwrite",
        "--export", str(report), *target,
    ]  # fmt: skip
    ran = tools.run(command, seconds, folder)
    if _DRIVER_ERROR in ran.text and not report.exists():  # another process's kernel may have caused it: try again
        ran = tools.run(command, seconds, folder)
    if ran.timed_out:
        raise NotCounted("late")
    if "ERR_NVGPUCTRPERM" in ran.text:
        raise NotCounted("no_permission")
    if not report.exists():
        raise NotCounted("no_kernel" if "No kernels were profiled" in ran.text else "failed", _complaint(ran.text))
    try:
        return read_report(reader.load_report(str(report)), launches)
    except NotCounted:
        raise
    except Exception as error:  # C++ bindings: a truncated report, or one of another version, may raise anything
        raise NotCounted("failed", f"{type(error).__name__}: {error}") from None


def read_report(report: Any, launches: Sequence[Code]) -> list[Counts]:
    """The counts of each launch in ncu's report. Raises NotCounted."""
    ranges = [report.range_by_idx(i) for i in range(report.num_ranges())]
    actions = [each.action_by_idx(i) for each in ranges for i in range(each.num_actions())]
    if len(actions) != len(launches):
        raise NotCounted("no_kernel", f"{len(actions)} of {len(launches)}")
    return [_counts(action, code) for action, code in zip(actions, launches, strict=True)]


def _counts(action: Any, code: Code) -> Counts:
    start, values = _instances(action, code)
    found = {name: _number(action, metric) for name, metric in PER_LAUNCH.items()}
    rows = tuple(access_lines(values, code.instructions, code.file))
    waiting = (values.get(i.address, {}) for i in code.instructions if i.opcode == "BAR")
    barriers = sum(_count(found.get(_EXECUTED)) for found in waiting)
    return Counts(
        rows, tuple(_executed(action, start, values, code)), barriers,
        divergent_branches=_whole(found["divergent_branches"]), occupancy=found["occupancy"],
        registers=_whole(found["registers"]), dram_bytes=_whole(found["dram_bytes"]),
    )  # fmt: skip


def access_lines(values: Values, code: Sequence[MachineInstruction], file: str) -> Iterator[AccessLine]:
    """One row for each (line, space, operation, width), as in the emulator. Raises NotCounted for a NaN.

    Lines of other files (headers) are line 0. The profiler counts a predicated instruction as executed even if no lane
    of the warp took part, so `requests` is an upper bound there; it never exceeds the number of active lanes.
    """
    sums: dict[tuple[int, str, str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for instruction in code:
        found = values.get(instruction.address)
        if found is None:
            continue
        operation = _operation(instruction.opcode, found)
        if operation is None:
            continue
        line = (instruction.line or 0) if instruction.file == file else 0
        for space, names in (("shared", _SHARED), ("global", _GLOBAL)):
            cost, ideal = (_count(found.get(name)) for name in names)
            if cost:
                key = (line, space, operation, instruction.width or 4)
                executed = found.get(_EXECUTED)
                requests = min(_count(executed), _count(found.get(_LANES, executed)))
                for i, number in enumerate((requests, cost, ideal)):
                    sums[key][i] += number
    for (line, space, operation, width), (requests, cost, ideal) in sorted(sums.items()):
        yield AccessLine(line, space, operation, width, requests, cost, ideal, exact=True)


def _executed(action: Any, start: int, values: Values, code: Code) -> Iterator[Executed]:
    """Each machine instruction that was executed, as in the emulator, but for where lanes part, which the tool tells of
    a launch only. start: address of the kernel."""
    for i in code.instructions:
        found = values.get(i.address, {})
        if warps := _count(found.get(_EXECUTED)):
            text = " ".join(action.sass_by_pc(start + i.address).split())
            wavefronts, ideal, sectors, fewest = (_count(found.get(name)) for name in (*_SHARED, *_GLOBAL))
            active = _count(found.get(_ACTIVE, found.get(_LANES)))
            yield Executed(
                i.address, (i.line or 0) if i.file == code.file else 0, text, warps, active,
                _count(found.get(_LANES, active)), wavefronts, ideal, sectors, fewest, pipe=pipe_of_text(text),
            )  # fmt: skip


def _operation(opcode: str, found: Mapping[str, float]) -> str | None:
    """The kind of memory access; None for other instructions. Raises NotCounted for an access of unknown kind."""
    operation = _OPERATIONS.get(opcode.split(".")[0])
    if operation is None:
        moved = any(_count(found.get(name)) for name in (*_SHARED, *_GLOBAL))
        if moved or (_UNCOUNTED.match(opcode) and _count(found.get(_EXECUTED))):
            raise NotCounted("uncounted", opcode)
    return operation


def _instances(action: Any, code: Code) -> tuple[int, Values]:
    """(address of the kernel, metrics by the instruction's offset in it)."""
    values: dict[int, dict[str, float]] = defaultdict(dict)
    wanted = {_EXECUTED, *(name for i in code.instructions for name in _metrics_of(i.opcode))}
    for name in PER_INSTRUCTION:
        metric = action.metric_by_name(name)
        if metric is None or not metric.has_correlation_ids():
            if name in wanted:  # metrics of what a kernel never does may be missing
                raise NotCounted("not_a_number", name)
            continue
        addresses = metric.correlation_ids()
        for i in range(metric.num_instances()):
            values[addresses.as_uint64(i)][name] = metric.as_double(i)
    if not values:
        raise NotCounted("not_a_number", "no instruction")
    start = min(values)
    return start, {address - start: found for address, found in values.items()}


def _metrics_of(opcode: str) -> tuple[str, ...]:
    """The metrics that an instruction contributes to."""
    name = opcode.split(".")[0]
    return (_SHARED if name in _MOVE_SHARED else ()) + (_GLOBAL if name in _MOVE_GLOBAL else ())


def _number(action: Any, name: str) -> float | None:
    metric = action.metric_by_name(name)
    value = metric.as_double() if metric is not None and metric.has_value() else math.nan
    return value if math.isfinite(value) else None


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)


def _count(value: float | None) -> int:
    if value is None:
        return 0
    if not math.isfinite(value):
        raise NotCounted("not_a_number")
    return round(value)


def _complaint(text: str) -> str:
    """ncu's first error message."""
    found = re.search(r"==ERROR==\s*(.+)", text)
    return found[1].strip() if found else text.strip()[-200:]
