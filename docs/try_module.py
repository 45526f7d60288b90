"""What `make try` shows: the skeletons of a module fail as named, its solutions pass; exit status 1 if not.

    .venv/bin/python docs/try_module.py 06

The first exercise is shown as a student sees it, and as a page; the others in a line each. An exercise that somebody
has already begun is left alone: its skeleton is made again, in build/try, and graded there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from grader.cli.selecting import selected
from grader.course.catalog import Exercise
from grader.course.restart import is_untouched, pristine
from grader.grading.opening import open_here

ROOT = Path(__file__).resolve().parent.parent
TRY = Path("build/try")


def graded(exercise: Exercise, arguments: list[str], shown: bool) -> dict[str, Any]:
    """The JSON report of `grader check`, its view on the screen if `shown`. Ends the program if it could not judge."""
    report = TRY / "report.json"
    command = [sys.executable, "-m", "grader", "check", exercise.id, *arguments, "--json", str(report)]
    done = subprocess.run(command, cwd=ROOT, stdout=None if shown else subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 1):
        sys.exit("The grader itself could not finish; '.venv/bin/grader doctor' looks for the reason.")
    document: dict[str, Any] = json.loads((ROOT / report).read_text(encoding="utf-8"))
    return document | {"passed": done.returncode == 0}


def try_skeleton(exercise: Exercise, shown: bool) -> bool:
    """Whether the skeleton compiles and fails the check that its exercise names."""
    skeleton, path, note = pristine(exercise, "en"), exercise.source_path, ""
    if not is_untouched(path, skeleton):
        path, note = ROOT / TRY / path.name, " (your own file is left alone)"
        path.write_text(skeleton, encoding="utf-8")
    report = graded(exercise, ["--file", str(path.relative_to(ROOT))], shown)
    status = {check["id"]: check["status"] for check in report["checks"]}
    named = exercise.spec.starter_fails
    right = status["compiles"] == "pass" and status[named] == "fail"
    said = f"fails `{named}`, as it should" if right else f"should compile and fail `{named}`, but: {status}"
    return told(right, f"skeleton of {exercise.id} {said}{note}")


def try_solution(exercise: Exercise, shown: bool) -> bool:
    """Whether the solution passes every check that can be judged here."""
    report = graded(exercise, ["--solution"], shown)
    score = f"{report['score']} of {report['max_score_here']} points on this machine"
    return told(report["passed"], f"solution of {exercise.id} {'passes' if report['passed'] else 'FAILS'}: {score}")


def write_page(exercise: Exercise) -> None:
    """Write the page of a solution. Ends the program if it cannot be written."""
    page, file = TRY / "report.html", exercise.solution_path.relative_to(ROOT)
    command = [sys.executable, "-m", "grader", "report", exercise.id, "--file", str(file), "--out", str(page)]
    if subprocess.run([*command, "--no-open"], cwd=ROOT, check=False).returncode:
        sys.exit("The page could not be written.")


def told(right: bool, sentence: str) -> bool:
    """Print how one kernel was judged."""
    print(f"{'ok   ' if right else 'WRONG'}  {sentence}", flush=True)
    return right


def first_step(first: Exercise) -> str:
    """Where a student begins: the first exercise of the course, whatever was shown here."""
    number, file = first.module.number, first.source_path.relative_to(ROOT)
    return (f"Your turn. Begin at module {number}: read '.venv/bin/grader lesson {number}', edit {file}, "
            f"then run '.venv/bin/grader check {number}/{first.name}'.")  # fmt: skip


def main(module: str) -> int:
    """Grade the skeletons, then the solutions."""
    os.environ["WARPLINGS_COURSE"] = str(ROOT)  # this course, wherever the command is run
    (ROOT / TRY).mkdir(parents=True, exist_ok=True)
    exercises = selected(open_here("en"), [module])
    right = True
    for headline, judge in (
        ("1/2  Where a student starts: skeletons, compiled and run with no GPU.", try_skeleton),
        ("2/2  Where a student arrives: the reference solutions.", try_solution),
    ):
        print(f"==> {headline}", flush=True)
        for exercise in exercises:
            right &= judge(exercise, exercise is exercises[0])
    if right:
        shown = exercises[0]
        print("==> And as a page, with its memory accesses as pictures, for your browser:", flush=True)
        write_page(shown)
        print(f"==> {first_step(open_here('en').exercises[0])}")
    return int(not right)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
