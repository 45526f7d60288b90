"""How long a push takes to be graded: the shell steps of a student's workflow, as they stand in the file, timed here.

    python benchmarks/push_time.py     (five minutes; writes benchmarks/results/push_time.json)

What a hosted runner does besides (starting a machine, checking out, apt, moving artifacts) is not in it. Packages come
from pip's cache, as they do there from the second push on. One push changes one kernel, another every kernel of the
course; both hand in the course's solutions.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
RESULT = ROOT / "benchmarks" / "results" / "push_time.json"
SKIPPED = "Set up the sandbox"  # the machine's own business


def git(folder: Path, *arguments: str) -> str:
    """Run git, as somebody who is named."""
    named = ["-c", "user.name=student", "-c", "user.email=student@example.org"]
    done = subprocess.run(["git", "-C", str(folder), *named, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def handed_out(folder: Path) -> str:
    """An edition of the course as a repository; its first commit."""
    release = [sys.executable, "-m", "grader", "release", "--out", str(folder)]
    environment = os.environ | {"WARPLINGS_COURSE_KEY": "not a secret: of a measurement"}
    subprocess.run(release, cwd=ROOT, env=environment, check=True, capture_output=True)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "as it was handed out")
    return git(folder, "rev-parse", "HEAD")


def change(student: Path, kernels: list[Path]) -> None:
    """A commit with these solutions."""
    for kernel in kernels:
        shutil.copy(kernel, student / "exercises" / kernel.relative_to(ROOT / "solutions"))
    git(student, "commit", "-qam", "solved")


def steps(job: str) -> Iterator[tuple[str, str, str]]:
    """(name, folder, command) of the shell steps of a job."""
    workflow = yaml.safe_load((ROOT / "grader" / "release" / "files" / "grade.yml").read_text("utf-8"))
    for step in workflow["jobs"][job]["steps"]:
        if "run" in step and step["name"] != SKIPPED:
            yield step["name"], step.get("working-directory", "."), step["run"]


def timed(job: str, machine: Path, environment: dict[str, str]) -> dict[str, float]:
    """Seconds of each shell step of a job."""
    taken = {}
    for name, folder, command in steps(job):
        began = time.perf_counter()
        done = subprocess.run(["bash", "-e", "-c", command], cwd=machine / folder, capture_output=True,
                              text=True, env=os.environ | environment)  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        taken[name] = round(time.perf_counter() - began, 1)
    return taken


def pushed(student: Path, before: str, work: Path) -> dict[str, dict[str, float]]:
    """Seconds of the steps of both jobs."""
    environment = {"BEFORE": before, "CI": "true", "GITHUB_STEP_SUMMARY": str(work / "summary.md"), "PYTHONPATH": ""}
    found = {}
    for job in ("grade", "post"):
        machine = work / job
        machine.mkdir(parents=True)
        git(work, "clone", "-q", str(student), str(machine / "submission"))
        if job == "post":
            shutil.copytree(work / "grade" / "out", machine / "found")
        found[job] = timed(job, machine, environment)
    return found


def main() -> None:
    """Measure, print and keep."""
    solutions = sorted(path for path in (ROOT / "solutions").glob("*/*.cu"))
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        before = handed_out(work / "student")
        change(work / "student", solutions[:1])
        pushed(work / "student", before, work / "warm")  # fills pip's cache
        one = pushed(work / "student", before, work / "one")
        change(work / "student", solutions)
        every = pushed(work / "student", before, work / "all")
    found = {
        "date": date.today().isoformat(), "processors": os.cpu_count(), "kernels": len(solutions),
        "one_kernel": one, "all_kernels": every,
        "seconds": {"one_kernel": _sum(one), "all_kernels": _sum(every)},
    }  # fmt: skip
    print(json.dumps(found, indent=1))
    RESULT.write_text(json.dumps(found) + "\n", "utf-8")


def _sum(jobs: dict[str, dict[str, float]]) -> float:
    return round(sum(sum(taken.values()) for taken in jobs.values()), 1)


if __name__ == "__main__":
    main()
