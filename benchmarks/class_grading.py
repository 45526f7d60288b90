"""How long a class takes, and how much memory: synthetic classes of several sizes, graded from nothing.

    python benchmarks/class_grading.py [SIZES ...]     (default: 15 30 60; writes benchmarks/results/class_grading.json)

Of the files of a class 60 % are solutions, 30 % wrong kernels, 7 % skeletons, and 3 % are missing; each has a comment
of its own, so that no two are equal. Every student has three attempts at every quiz: nothing, half of it, all of it
right. Memory is the largest sum of private memory over the grader and all its children, looked at every 50 ms.
Processor time is that of all of them, killed ones included: a control group counts it (processor.py).
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

import psutil

from benchmarks.processor import run
from grader.course.catalog import Course, Exercise, open_course
from grader.grading.opening import problem_cases
from grader.quiz.drawing import Drawer, open_quiz

ROOT = Path(__file__).resolve().parent.parent
RESULT = ROOT / "benchmarks" / "results" / "class_grading.json"
KEY = "a key of the course"
SIZES = (15, 30, 60)


@dataclass(frozen=True)
class Run:
    """One run. memory_bytes: at most, of all processes; again_seconds: of a second run, which has nothing to do."""

    students: int
    files: int
    attempts: int
    seconds: float
    processor_seconds: float
    memory_bytes: int
    again_seconds: float


def source(course: Course, exercise: Exercise, rng: random.Random) -> str | None:
    """What a student hands in for an exercise."""
    share = rng.random()
    wrong = sorted(exercise.wrong_dir.glob("*.cu"))
    if share < 0.60:
        path = exercise.solution_path
    elif share < 0.90:
        return exercise.kernel(rng.choice(wrong)).decode()
    elif share < 0.97:
        path = exercise.source_path
    else:
        return None
    return path.read_text("utf-8")


def make_class(course: Course, folder: Path, count: int) -> int:
    """Submissions and a roster; returns how many files there are."""
    rng, files = random.Random(count), 0
    quizzes = [open_quiz(module.quiz_path, module.number) for module in course.modules]
    for number in range(count):
        student = f"s{number:03d}"
        for exercise in course.exercises:
            text = source(course, exercise, rng)
            if text is not None:
                path = folder / "in" / student / "exercises" / f"{exercise.id}.cu"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"{text}\n// {student}\n", "utf-8")
                files += 1
        for quiz in quizzes:
            drawn = Drawer(KEY.encode(), student).graded(quiz, 3)
            right = {item.id: item.key.example for item in drawn.items}  # type: ignore[union-attr]
            half = dict(list(right.items())[: len(right) // 2])
            for attempt, answers in enumerate(({}, half, right), start=1):
                path = folder / "in" / student / ".warplings" / "quiz" / quiz.module / f"{attempt:03d}.json"
                path.parent.mkdir(parents=True, exist_ok=True)
                document = {"module": quiz.module, "attempt": attempt, "answers": answers, "handed_in": "then"}
                path.write_text(json.dumps(document), "utf-8")
    roster = "".join(f"s{number:03d},Student {number}\n" for number in range(count))
    (folder / "roster.csv").write_text(f"id,name\n{roster}", "utf-8")
    return files


def grade(folder: Path) -> tuple[float, float, int]:
    """Grade a class; seconds on the clock, of the processor, and bytes of memory."""
    command = [sys.executable, "-m", "grader", "class", "grade", str(folder / "in"), "--roster",
               str(folder / "roster.csv"), "--out", str(folder / "out"), "--json",
               str(folder / "told.json")]  # fmt: skip
    environment = {**os.environ, "WARPLINGS_COURSE_KEY": KEY}
    most = [0]

    def watch(pid: int) -> None:
        most.append(sum(memory(psutil.Process(pid))))

    seconds, spent, status = run(command, ROOT, environment, watch)
    if status:
        raise SystemExit(f"grader class grade ended with {status}")
    return seconds, spent, max(most)


def memory(process: psutil.Process) -> Iterator[int]:
    """Private memory of a process and of all its children."""
    for each in (process, *_children(process)):
        try:
            yield each.memory_full_info().uss
        except psutil.Error:  # it has ended meanwhile
            continue


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.children(recursive=True)
    except psutil.Error:
        return []


def measured(course: Course, count: int) -> Run:
    """One class of so many students."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = make_class(course, folder, count)
        seconds, spent, most = grade(folder)
        again, _, _ = grade(folder)
        told = json.loads((folder / "told.json").read_text("utf-8"))
        assert told["graded"] == 0 and not told["errors"]
    return Run(count, files, 3 * count * len(course.modules), round(seconds, 1), round(spent, 1), most, round(again, 1))


def main() -> None:
    course = open_course(ROOT, problem_cases())
    sizes = [int(text) for text in sys.argv[1:]] or SIZES
    runs = []
    for size in sizes:
        runs.append(measured(course, size))
        print(runs[-1], flush=True)
    document = {"date": date.today().isoformat(), "processors": os.cpu_count(), "exercises": len(course.exercises),
                "runs": [asdict(run) for run in runs]}  # fmt: skip
    RESULT.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
