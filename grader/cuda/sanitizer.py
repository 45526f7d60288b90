"""Checks launches with compute-sanitizer: its command line, its findings, and proof that it looked at all.

After its own launches the target runs a kernel of `sentinels.cu` with a planted error that the tool has to report.
Without that, "nothing found" proves nothing: a tool that failed to start or saw no kernel finds nothing either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from grader.cuda import tools
from grader.cuda.availability import Refusal
from grader.cuda.device import GUARD_BYTES
from grader.dataclass import dataclass
from grader.launch import Dim3, Fault, Hazard

TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
# Bytes after every allocation, so that an overrun does not hit the next one; as far apart as with our guards.
_PADDING = str(2 * GUARD_BYTES)
_RACES = {("Write", "Read"): "RAW", ("Read", "Write"): "WAR", ("Write", "Write"): "WAW"}
_SUMMARY = re.compile(r"^=+ (?:ERROR|RACECHECK) SUMMARY: ", re.M)
_BROKEN = re.compile(r"^=+ Internal Sanitizer Error.*$", re.M)
_COMPLAINT = re.compile(r"^=+ ((?:Error: |Target application|Unable to|Failed to).*)$", re.M)
_RECORD = re.compile(r"<record>.*?</record>", re.S)
_CONSEQUENCE = "Program hit "  # the driver's error after a kernel was stopped
_FIRST_PAGE = 4096


class NotChecked(Refusal):
    """A tool gave no verdict. key: "no_sanitizer", "late", "broken", "no_proof" or "not_run" (the kernel failed under
    it, without a finding); detail: the tool's message.
    """


@dataclass(frozen=True)
class Finding:
    """One record of the tool, about one thread or one pair of source lines.

    function: the kernel as the tool names it. line, line_b: in the student's file, None where unknown. size: bytes
    accessed at `address`.
    """

    text: str
    level: str
    function: str
    line: int | None
    line_b: int | None = None
    directions: tuple[str, ...] = ()
    block: Dim3 | None = None
    thread: Dim3 | None = None
    space: str = ""
    error: str = ""
    size: int = 0
    address: int | None = None
    count: int = 1


def sentinel(tool: str, mark: str) -> str:
    """Name of the kernel with the planted error. mark: random, so that no student's kernel has the name."""
    return f"sentinel_{tool}_{mark}"


def check(
    tool: str, target: Sequence[str], file: str, planted: str, folder: Path, seconds: float
) -> tuple[Finding, ...]:
    """Run `target` under one of TOOLS; its findings without those in the sentinel `planted`. Raises NotChecked.

    file: the student's file, whose lines are reported. folder: for the tool's own files.
    """
    sanitizer = tools.find_sanitizer()
    if sanitizer is None:
        raise NotChecked("no_sanitizer")
    report, log = folder / f"{tool}.xml", folder / f"{tool}.log"
    command = [
        sanitizer, "--tool", tool, "--xml", "--save", str(report), "--log-file", str(log), "--report-api-errors", "no",
        "--show-backtrace", "no", "--print-limit", "2000", "--demangle", "no",
        *(["--padding", _PADDING] if tool == "memcheck" else []), *target,
    ]  # fmt: skip
    ran = tools.run(command, seconds, folder)
    try:
        found = tuple(read_records(report.read_text("utf-8", "replace"), file)) if report.exists() else ()
    except (ElementTree.ParseError, ValueError) as error:
        raise NotChecked("broken", f"its report cannot be read: {error}") from None
    own = tuple(f for f in found if f.function != planted and not f.text.startswith(_CONSEQUENCE))
    if own:
        return own
    if ran.timed_out:
        raise NotChecked("late")
    text = log.read_text("utf-8", "replace") if log.exists() else ran.text
    if (broken := _BROKEN.search(text)) is not None:
        raise NotChecked("broken", broken[0].strip("= "))
    if _SUMMARY.search(text) and any(f.function == planted for f in found):
        return ()
    if (complaint := _COMPLAINT.search(text)) is not None:
        raise NotChecked("broken", complaint[1].strip())
    raise NotChecked("no_proof", text.strip()[-200:])


def read_records(xml: str, file: str) -> Iterator[Finding]:
    """The records of a report, which may be truncated if the tool was stopped."""
    for record in _RECORD.findall(xml):
        yield _finding(ElementTree.fromstring(record), file)


def hazards(tool: str, findings: Sequence[Finding]) -> Iterator[Hazard]:
    """Findings of racecheck, synccheck and initcheck as hazards, one for each pair of lines. Raises NotChecked for one
    of unknown form.
    """
    if tool == "racecheck":
        for f in findings:
            kind = _RACES.get((f.directions[0], f.directions[-1])) if f.directions else None
            if kind is None:
                raise NotChecked("broken", f.text)
            severity = f.level.lower() if f.level in ("Error", "Warning") else "note"
            yield Hazard(kind, severity, f.line, f.line_b, f.count, {"tool": tool}, f.text)
        return
    kind = "barrier_divergence" if tool == "synccheck" else "uninitialised_read"
    by_line = Counter(f.line for f in findings)
    for line, number in by_line.items():
        first = next(f for f in findings if f.line == line)
        example: dict[str, object] = {"tool": tool, "block": first.block, "thread_a": first.thread}
        yield Hazard(kind, "error", line, line, number, example, first.text)


def faults(findings: Sequence[Finding], buffers: Sequence[tuple[str, int, int]]) -> Iterator[Fault]:
    """Findings of memcheck as faults. buffers: name, address and size of each buffer of the launch.

    Raises NotChecked where all are of unknown form.
    """
    if findings and not any(map(_fault_kind, findings)):
        raise NotChecked("broken", findings[0].text)
    for f in findings:
        kind = _fault_kind(f)
        if kind is None:
            continue
        details: dict[str, object] = {"threads": len(findings)}
        if f.size:
            operation = {"read": "load", "write": "store"}.get(f.directions[0] if f.directions else "", "atomic")
            details |= {"space": f.space.strip("_"), "operation": operation, "width": f.size}
        if kind == "out_of_bounds" and f.address is not None and f.space == "__global__" and buffers:
            name, start, size = min(buffers, key=lambda b: _distance(f.address or 0, b[1], b[2]))
            details |= {"buffer": name, "offset": f.address - start, "size": size}
        yield Fault(kind, f.line, f.block, f.thread, f.text, details)


def _fault_kind(found: Finding) -> str | None:
    if found.error == "misaligned" or "misaligned" in found.text:
        return "misaligned"
    if "trap" in found.text.lower():
        return "trap"
    if found.text.startswith("Invalid"):
        near_zero = found.address is not None and found.address < _FIRST_PAGE and found.space != "__shared__"
        return "null_pointer" if near_zero else "out_of_bounds"
    return None


def _distance(address: int, start: int, size: int) -> int:
    return max(start - address, address - (start + size) + 1, 0)


def _finding(record: ElementTree.Element, file: str) -> Finding:
    what = record.find("what")
    source, destination = record.find("what/source"), record.find("what/destination")
    wheres = ("where", "what/source/where", "what/destination/where")
    places = [place for where in wheres if (place := record.find(where)) is not None]
    lines = [_line(place, file) for place in places]
    address = _text(what, "address")
    directions = [_text(side, "direction") for side in (what, source, destination) if side is not None]
    return Finding(
        text=_text(what, "text") or _text(record, "what"), level=_text(record, "level"),
        function=_text(places[0], "func") if places else "",
        line=lines[0] if lines else None, line_b=lines[-1] if lines else None,
        directions=tuple(d for d in directions if d),
        block=_index(record.find("who/blockIdx")), thread=_index(record.find("who/threadIdx")),
        space=_text(what, "space"), error=_text(what, "error"), size=int(_text(what, "size") or 0),
        address=int(address, 0) if address else None, count=int(_text(destination, "count") or 1),
    )  # fmt: skip


def _line(place: ElementTree.Element, file: str) -> int | None:
    """The line in the student's file; None in a header."""
    line = _text(place, "line")
    return int(line) if line and Path(_text(place, "path")).name == file else None


def _index(element: ElementTree.Element | None) -> Dim3 | None:
    if element is None:
        return None
    x, y, z = (int(_text(element, axis) or 0) for axis in "xyz")
    return x, y, z


def _text(element: ElementTree.Element | None, name: str) -> str:
    found = None if element is None else element.findtext(name)
    return (found or "").strip()
