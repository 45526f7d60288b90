"""Counters of the hardware and of the emulator, added up by source line and laid side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from grader.launch import LaunchResult
from grader.toolchain import Program

COUNTS = ("memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal",
          "memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal")  # fmt: skip
Counts = tuple[int, int, int, int]
Lines = dict[int, Counts]
Difference = tuple[int, Counts | None, Counts | None]


def measured_rows(
    compiled: Program, kernel: str, file: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Lines:
    """The counters of every machine instruction, summed by the line that the cubin's line table gives.

    Code of headers is line 0.
    """
    line_of = {i.address: i.line if i.file == file else 0 for i in compiled.machine_code[kernel]}
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        found = dict(zip(columns, row, strict=True))
        for i, name in enumerate(COUNTS):
            sums[line_of[found["address"]] or 0][i] += int(found[name] or 0)
    return {line: (s[0], s[1], s[2], s[3]) for line, s in sums.items() if any(s)}


def emulated_by_line(result: LaunchResult) -> Lines:
    """The same of a launch of the emulator."""
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for access in result.accesses:
        if access.space == "constant":
            continue
        at = 0 if access.space == "shared" else 2
        sums[access.line][at] += access.cost
        sums[access.line][at + 1] += access.ideal
    return {line: (s[0], s[1], s[2], s[3]) for line, s in sums.items() if any(s)}


def compared_lines(result: LaunchResult, theirs: Lines) -> list[Difference]:
    """(line, ours, theirs) of the lines that say exact and are not what was measured."""
    inexact = {a.line for a in result.accesses if not a.exact}
    ours = emulated_by_line(result)
    in_header = 0 in theirs  # the machine code names the header, we name the student's line
    if in_header and not inexact:
        ours, theirs = _total(ours), _total(theirs)
    if in_header and inexact:  # of a line some may be in the header: it cannot cost more than we say
        exact = (ours.keys() & theirs.keys()) - inexact
        return [(line, ours[line], theirs[line]) for line in sorted(exact)
                if any(a < b for a, b in zip(ours[line], theirs[line], strict=True))]  # fmt: skip
    compared = set(ours) if inexact else ours.keys() | theirs.keys()
    return [(line, ours.get(line), theirs.get(line)) for line in sorted(compared - inexact)
            if ours.get(line) != theirs.get(line)]  # fmt: skip


def _total(lines: Lines) -> Lines:
    if not lines:
        return {}
    a, b, c, d = (sum(column) for column in zip(*lines.values(), strict=True))
    return {0: (a, b, c, d)}
