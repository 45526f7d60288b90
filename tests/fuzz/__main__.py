"""Fuzz everything that reads what others wrote, and keep what came of it.

    python -m tests.fuzz [--cases N] [--target NAME ...] [--seed S] [--plain] [--out FILE]

N cases in all, shared among the targets by their weight. With `.[fuzz]` coverage guides them (Atheris); with --plain,
or without Atheris, they are only the seeds, changed. Findings are made shorter and kept in build/fuzz. The status says
whether there were any; benchmarks/results/fuzz.json has those of a million cases.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.fuzz.plain import fuzz
from tests.fuzz.targets import TARGETS
from tests.fuzz.targets.target import REPOSITORY, Target
from tests.fuzz.watch import Finding, complain, limits, minimised

KEPT = REPOSITORY / "build" / "fuzz"
_PATIENCE = 3600.0  # seconds for one target
_COVERED = re.compile(r"#(\d+)\s+(?:INITED|DONE)\s+cov: (\d+)")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. 1 where something was found."""
    asked = _asked(arguments)
    targets = [TARGETS[name] for name in asked.target or TARGETS]
    whole = sum(target.weight for target in targets)
    rows = {}
    for target in targets:
        cases = max(1, round(asked.cases * target.weight / whole))
        began = time.monotonic()
        row, findings = _plain(target, cases, asked.seed) if asked.plain else _guided(target, cases, asked.seed)
        row["seconds"] = round(time.monotonic() - began, 1)
        row["findings"] = [_kept(target, finding) for finding in findings]
        rows[target.name] = row
        print(f"{target.name:24}{row['cases']:9} cases {row['seconds']:8.1f} s {len(findings):4} findings", flush=True)
    found = sum(len(row["findings"]) for row in rows.values())
    document = {"date": date.today().isoformat(), "seed": asked.seed, "guided": not asked.plain,
                "cases": sum(row["cases"] for row in rows.values()),
                "seconds": round(sum(row["seconds"] for row in rows.values()), 1), "findings": found,
                "targets": rows}  # fmt: skip
    if asked.out is not None:
        asked.out.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    return 1 if found else 0


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", default=find_spec("atheris") is None)
    parser.add_argument("--out", type=Path)
    return parser.parse_args(arguments)


def _plain(target: Target, cases: int, seed: int) -> tuple[dict[str, Any], list[Finding]]:
    ran, findings = fuzz([target], cases, seed)
    return {"cases": ran}, findings


def _guided(target: Target, cases: int, seed: int) -> tuple[dict[str, Any], list[Finding]]:
    """A process of its own, which libFuzzer ends. covered: edges of the grader that the seeds reach, and all cases."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = [sys.executable, "-m", "tests.fuzz.guided", target.name, str(cases), str(seed), str(out)]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, timeout=_PATIENCE)
        told = done.stderr.decode("utf-8", "replace")
        if not out.exists():
            ended = Finding(target.name, "ended", f"status {done.returncode}", told[-300:], b"")
            return {"cases": 0}, [ended]
        kept = json.loads(out.read_text("utf-8"))
    covered = [int(edges) for _, edges in _COVERED.findall(told)]
    findings = [Finding(target.name, f["kind"], f["place"], f["message"], base64.b64decode(f["data"]))
                for f in kept["findings"]]  # fmt: skip
    if kept["cases"] < cases - 1:
        findings.append(Finding(target.name, "ended", f"case {kept['cases']}", told[-300:], b""))
    return {"cases": kept["cases"], "covered": covered}, findings


def _kept(target: Target, finding: Finding) -> dict[str, object]:
    """A finding as the result has it; its input lies in a file."""
    with limits():
        short = minimised(target, finding) if finding.data else finding
    complain(short)
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{target.name}-{hashlib.sha256(short.data).hexdigest()[:12]}"
    path.write_bytes(short.data)
    return {"kind": short.kind, "place": short.place, "message": short.message, "bytes": len(short.data),
            "file": path.name}  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
