"""How long the checks of a push take in a fresh clone, today and with more exercises.

    python benchmarks/ci_time.py                    (all of .ci/run; writes benchmarks/results/ci_time.json)
    python benchmarks/ci_time.py --exercises 60     (the same in a copy whose exercises are copied until there are 60)

Timed are `make setup`, `make test` and `make test-slow`, one after the other as .ci/run does them, in a clone of HEAD
in a folder of its own. Copies of exercises have their solution, private cases and wrong kernels with them, and count as
held by a long run, as they would be when a course has grown. Tests that fail are named in the result.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import timeit
from datetime import date
from itertools import count, cycle
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULT = ROOT / "benchmarks" / "results" / "ci_time.json"
TARGETS = ("setup", "test", "test-slow")
ENDED = re.compile(r"^=* ?((?:\d+ \w+,? ?)+) in [\d.]+s", re.M)


def clone(folder: Path) -> None:
    """HEAD of this repository, as a runner has it."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)


def multiply(course: Path, wanted: int) -> int:
    """Copy exercises under other names until there are so many; how many there are then."""
    originals = sorted((course / "exercises").glob("*/*.yaml"))
    number = len(originals)
    for turn, path in zip(count(), cycle(originals)):
        if number >= wanted:
            return number
        module, name = path.parent.name, f"{path.stem}_again_{turn // len(originals) + 1}"
        for folder in ("exercises", "solutions"):
            for part in (course / folder / module).glob(f"{path.stem}.*"):
                shutil.copy(part, part.with_name(name + part.name.removeprefix(path.stem)))
        submissions = course / "tests" / "submissions" / module
        if (submissions / path.stem).is_dir():
            shutil.copytree(submissions / path.stem, submissions / name)
        text = (course / "course.yaml").read_text("utf-8")
        listed = f"      - {path.stem}\n"
        assert text.count(listed) == 1, path
        (course / "course.yaml").write_text(text.replace(listed, f"{listed}      - {name}\n"), "utf-8")
        number += 1
    return number


def grown(course: Path, wanted: int) -> int:
    """The clone with more exercises, committed, and noted as held."""
    number = multiply(course, wanted)
    subprocess.run([sys.executable, "-m", "tests.tiers"], cwd=course, check=True)
    named = ["-c", "user.name=benchmark", "-c", "user.email=benchmark@example.org"]
    subprocess.run(["git", "add", "-A"], cwd=course, check=True)
    subprocess.run(["git", *named, "commit", "-q", "-m", "more exercises"], cwd=course, check=True)
    return number


def timed(course: Path, target: str) -> dict[str, object]:
    """Seconds of one target, how its tests ended, and which failed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    done = subprocess.run(["make", target], cwd=course, env=environment, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - began
    print(done.stdout[-2000:], done.stderr[-500:], sep="\n", file=sys.stderr)
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
    ended = ENDED.findall(done.stdout)
    return {
        "seconds": round(taken, 1),
        "status": done.returncode,
        "tests": ended[-1] if ended else "",
        "failed": failed,
    }


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exercises", type=int, default=0, help="copy exercises until there are so many")
    wanted = parser.parse_args().exercises
    with tempfile.TemporaryDirectory() as name:
        course = Path(name) / "course"
        clone(course)
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=course, capture_output=True, text=True, check=True)
        number = grown(course, wanted) if wanted else len(list((course / "exercises").glob("*/*.yaml")))
        speed = min(timeit.repeat("sum(range(1000))", number=2000, repeat=5)) / 2000
        steps = {target: timed(course, target) for target in TARGETS}
    found = {
        "date": date.today().isoformat(), "commit": head.stdout.strip(), "processors": os.cpu_count(),
        "sum_of_range_1000_us": round(speed * 1e6, 1), "exercises": number, "steps": steps,
        "seconds": round(sum(float(str(step["seconds"])) for step in steps.values()), 1),
    }  # fmt: skip
    kept = json.loads(RESULT.read_text("utf-8")) if RESULT.is_file() else {}
    kept[str(number)] = found
    print(json.dumps(found, indent=1))
    RESULT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
