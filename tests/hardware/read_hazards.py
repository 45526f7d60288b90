"""Turns what `collect.py hazards` measured into `hazards_h200.json`: what each tool of compute-sanitizer said.

    python -m tests.hardware.read_hazards OUT/hazards_raw.json OUT/machine.json tests/hardware/hazards_h200.json

A verdict is "clean", "error", "warning", "timed out" or, where a fault that is not the tool's business ended the
program, "stopped". Without a tool ("none") it is "ended", "error" or "timed out".
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

WHERE = r"at (?:void )?(?P<function>[^\n]+?)\+0x[0-9a-f]+ in (?P<file>[\w.]+):(?P<line>\d+)"
RACE = re.compile(r"(Error|Warning|Info): Race reported between (Read|Write) access " + WHERE)
OTHER = re.compile(r"and (Read|Write) access " + WHERE + r" \[(?P<count>\d+) hazards\]")
BARRIER = re.compile(r"Barrier error detected\. ([^\n]+)\n=+\s+" + WHERE + r"\n=+\s+by thread (\([\d,]+\))")
ACCESS = re.compile(
    r"=+ ((?:Invalid|Trace)[^\n]+)\n=+\s+" + WHERE + r"\n=+\s+by thread (\([\d,]+\)) in block (\([\d,]+\))"
)
DETAIL = re.compile(r"Access (?:to|at) 0x[0-9a-f]+ (is [^\n]+)")


def races(text: str) -> list[dict[str, Any]]:
    """Pairs of source lines in a race, with the number of bytes in conflict."""
    found: Counter[tuple[str, str, str, str, str]] = Counter()
    severity = first = first_line = ""
    for line in text.splitlines():
        if match := RACE.search(line):
            severity, first, first_line = match[1].lower(), match[2].lower(), f"{match['file']}:{match['line']}"
        elif match := OTHER.search(line):
            key = (severity, first, first_line, match[1].lower(), f"{match['file']}:{match['line']}")
            found[key] += int(match["count"])
    names = ("severity", "access_a", "line_a", "access_b", "line_b")
    return [{**dict(zip(names, key, strict=True)), "hazards": count} for key, count in found.items()]


def barriers(text: str) -> list[dict[str, Any]]:
    """Barrier errors by message and line, with the number of threads reported and the first of them."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for match in BARRIER.finditer(text):
        key = (match[1], f"{match['file']}:{match['line']}")
        entry = found.setdefault(key, {"message": key[0], "line": key[1], "thread": match[5], "reported": 0})
        entry["reported"] += 1
    return list(found.values())


def accesses(text: str) -> list[dict[str, Any]]:
    """The first bad access of each kind and line."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for match in ACCESS.finditer(text):
        line = f"{match['file']}:{match['line']}"
        detail = DETAIL.search(text, match.end())
        entry = {"message": match[1], "line": line, "thread": match[5], "block": match[6]}
        found.setdefault((match[1], line), {**entry, "detail": detail[1] if detail else None})
    return list(found.values())


READERS = {"racecheck": races, "synccheck": barriers, "memcheck": accesses, "initcheck": accesses}


def verdict(run: dict[str, Any]) -> dict[str, Any]:
    """One process: what the tool found, or how the program ended without one."""
    if run["status"] == "timed out":
        return {"verdict": "timed out"}
    if run["tool"] == "none":
        error = run["output"].strip().splitlines()[-1].split(": ", 1)[-1] if run["exit"] else None
        return {"verdict": "error", "message": error} if error else {"verdict": "ended"}
    found = READERS[run["tool"]](run["output"])
    if found:
        severe = run["tool"] != "racecheck" or any(each["severity"] == "error" for each in found)
        return {"verdict": "error" if severe else "warning", "found": found}
    return {"verdict": "stopped" if run["exit"] else "clean"}


def main() -> None:
    """Read the raw results of every launch and tool."""
    raw, machine, target = (Path(word) for word in sys.argv[1:])
    launches: dict[str, dict[str, Any]] = {}
    for run in sorted(json.loads(raw.read_text()), key=lambda run: run["id"]):
        launches.setdefault(run["id"], {})[run["tool"]] = verdict(run)
    data = {"machine": json.loads(machine.read_text()), "launches": launches}
    target.write_text(compact(data), encoding="utf-8")


def compact(data: dict[str, Any]) -> str:
    """JSON with one faulty kernel a line, so that a difference reads well."""
    lines = (f"  {json.dumps(name)}: {json.dumps(tools, sort_keys=True)}" for name, tools in data["launches"].items())
    machine = json.dumps(data["machine"], indent=1, sort_keys=True)
    return '{\n "launches": {\n' + ",\n".join(lines) + '\n },\n "machine": ' + machine + "\n}\n"


if __name__ == "__main__":
    main()
