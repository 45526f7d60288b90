"""From save to verdict in `grader watch`, seen on the screen of a pseudo-terminal, and what idling costs.

python benchmarks/watch_latency.py [SAVES [OUT.json]]        (needs the packages of `.[dev]`)
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

import pexpect
import psutil

ROOT = Path(__file__).resolve().parents[1]
KERNEL = Path("06_shared_memory_tiling") / "sgemm_tiled.cu"
IDLE_SECONDS = 20.0


def main(saves: int, out: Path) -> None:
    """Save the solution again and again, a different one each time."""
    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder)
        for name in ("course.yaml", "solutions"):
            (course / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "exercises", course / "exercises")
        child = pexpect.spawn(sys.executable, ["-m", "grader", "watch", "06/sgemm_tiled", "--lang", "en"], cwd=course,
                              encoding="utf-8", timeout=60, dimensions=(24, 80))  # fmt: skip
        child.expect("FAIL: correctness")
        text = (ROOT / "solutions" / KERNEL).read_text("utf-8")
        took = []
        for number in range(saves):
            time.sleep(1.5)
            drain(child)
            began = time.monotonic()
            (course / "exercises" / KERNEL).write_text(f"// {number}\n{text}", "utf-8")
            child.expect("checking")
            child.expect("PASS")
            took.append(time.monotonic() - began)
        drain(child)
        idle = idling(child)
        child.send("q")
        child.expect(pexpect.EOF)
    found = {"date": date.today().isoformat(), "saves": saves, "median_seconds": statistics.median(took),
             "seconds": [round(each, 3) for each in took], "idle_cpu_percent": round(100 * idle, 3)}  # fmt: skip
    out.write_text(json.dumps(found) + "\n", encoding="utf-8")
    print(found)


def drain(child: pexpect.spawn) -> None:
    """Read what is there, so that the next verdict is the next one."""
    while True:
        try:
            child.read_nonblocking(65536, timeout=0.2)
        except pexpect.TIMEOUT:
            return


def idling(child: pexpect.spawn) -> float:
    """Processor time of the command and its children while nothing happens, as a share of one processor."""
    process = psutil.Process(child.pid)
    everyone = [process, *process.children(recursive=True)]
    time.sleep(3.0)
    before = sum(sum(each.cpu_times()[:2]) for each in everyone)
    time.sleep(IDLE_SECONDS)
    return (sum(sum(each.cpu_times()[:2]) for each in everyone) - before) / IDLE_SECONDS


if __name__ == "__main__":
    written_to = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "benchmarks" / "results" / "watch_latency.json"
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15, written_to)
