"""Turns what `collect.py counts` measured into `h200.json`.

    python -m tests.hardware.read_reports FILE OUT tests/hardware/h200.json

Needs the module `ncu_report` (the package ncu-report, or Nsight Compute's extras/python). Every launch gets its totals
and one row for each machine instruction that touched memory or waited at a barrier, in address order. What was never
executed has none.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import ncu_report

from tests.hardware import collect, corpus

OF_INTEREST = re.compile(r"(?:@!?U?P\w+\s+)?(?:LD(?!C|GDEPBAR)|ST|ATOM|RED|BAR)")
COLUMNS = ["address", "opcode", "line", *collect.SOURCE_METRICS]


def place(source: Any, file: str) -> int | str | None:
    """The source line; "HEADER:LINE" when the instruction comes from another file."""
    if source is None:
        return None
    name = Path(source.file_name()).name
    return source.line() if name == Path(file).name else f"{name}:{source.line()}"


def rows(action: Any, file: str) -> list[list[Any]]:
    """One list an executed memory instruction, by COLUMNS; None where the profiler has no value for the instruction."""
    values: dict[int, dict[str, int]] = {}
    for name in collect.SOURCE_METRICS:
        metric = action.metric_by_name(name)
        if metric is None or not metric.num_instances() or not metric.has_correlation_ids():
            continue
        addresses = metric.correlation_ids()
        for i in range(metric.num_instances()):
            values.setdefault(addresses.as_uint64(i), {})[name] = metric.as_uint64(i)
    table: list[list[Any]] = []
    start = min(values, default=0)
    for address in sorted(values):
        text = " ".join(action.sass_by_pc(address).split())
        if OF_INTEREST.match(text):
            numbers = [values[address].get(name) for name in collect.SOURCE_METRICS]
            if any(numbers):
                table.append([address - start, text, place(action.source_info(address), file), *numbers])
    return table


def totals(action: Any) -> dict[str, int]:
    """Every metric summed over the launch."""
    found = {}
    for name in (*collect.SOURCE_METRICS, *collect.TOTAL_METRICS):
        metric = action.metric_by_name(name)
        if metric is not None and metric.has_value():
            found[name] = metric.as_uint64()
    return found


def actions(out: Path) -> list[Any]:
    """All profiled kernels in the order of their launches."""
    reports = [ncu_report.load_report(str(file)) for file in sorted(out.glob("counts_*.ncu-rep"))]
    found = []
    for report in reports:
        for r in range(report.num_ranges()):
            found += [report.range_by_idx(r).action_by_idx(a) for a in range(report.range_by_idx(r).num_actions())]
    return found


def entry(launch: corpus.Launch, action: Any, digests: dict[str, dict[str, str]]) -> dict[str, Any]:
    """What is known of one launch. Raises SystemExit when the profiled kernel is another one."""
    if action.name() not in launch.kernel:  # the name of a template's instance is mangled in a cubin
        raise SystemExit(f"{launch.id}: expected {launch.kernel}, the report has {action.name()}")
    outputs = None if launch.order_free else digests.get(launch.id)
    return {"totals": totals(action), "outputs": outputs, "instructions": rows(action, launch.file)}


def main() -> None:
    """Read every report of a folder. Launches without a report are left out and named."""
    file, out, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    digests = json.loads((out / "outputs.json").read_text())
    measured = [launch for launch in corpus.load(file) if launch.id in digests]
    found = actions(out)
    if len(found) != len(measured):
        raise SystemExit(f"{len(measured)} launches ran, {len(found)} were profiled")
    data = {
        "machine": json.loads((out / "machine.json").read_text()),
        "compiler": "NVRTC 13.0.88, --gpu-architecture=sm_90 -lineinfo",
        "columns": COLUMNS,
        "launches": {launch.id: entry(launch, action, digests) for launch, action in zip(measured, found, strict=True)},
    }
    target.write_text(compact(data), encoding="utf-8")
    missing = [launch.id for launch in corpus.load(file) if launch.id not in digests]
    print(f"{len(measured)} launches; without a measurement: {missing}")


def compact(data: dict[str, Any]) -> str:
    """JSON with one instruction a line, so that a difference reads well."""
    head = {key: value for key, value in data.items() if key != "launches"}
    parts = []
    for name, launch in data["launches"].items():
        lines = ",\n   ".join(json.dumps(row) for row in launch["instructions"])
        known = {key: value for key, value in launch.items() if key != "instructions"}
        parts.append(f' {json.dumps(name)}: {json.dumps(known)[:-1]}, "instructions": [\n   {lines}]}}')
    return json.dumps(head, indent=1)[:-2] + ',\n "launches": {\n' + ",\n".join(parts) + "\n }\n}\n"


if __name__ == "__main__":
    main()
