"""How long `grader gradebook sync` takes for a class that nobody taught: made-up results, then the command as it is.

    python benchmarks/gradebook_sync.py [STUDENTS [OUT.json]]        (needs the packages of `.[instructor]`)

Timed are the first run, a second one that finds nothing to do, and a third after the work of one student in ten has
been drawn anew. Each is a process of its own, start and imports included. `processor` is what the command itself used;
where others are at work, too (`load`: processes that wanted a processor, over the last minute), it waits longer.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from grader import __version__
from grader.classroom.quizzes import GradedAttempt, QuizRecord, gradings
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import Student
from grader.classroom.summary import summary_of, write_summary
from grader.course.catalog import Course, Exercise, open_course
from grader.grading.opening import problem_cases
from grader.quiz.attempts import ItemPoints

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("김미나", "Lovelace, Ada", "O'Hara, Jr", "이 준", "<b>Bo</b>", "=HYPERLINK(1)")


def main(students: int, out: Path) -> None:
    """Make a class, sync it three times, and write what it took."""
    with tempfile.TemporaryDirectory() as folder:
        results, course = Path(folder) / "results", Path(folder) / "course"
        exercises = synthesise(results, students)
        timed = [run(results, course), run(results, course)]
        synthesise(results, students, again=range(0, students, 10))
        timed.append(run(results, course))
        files = [path for path in course.rglob("*") if path.is_file()]
        found = {
            "date": date.today().isoformat(),
            "students": students,
            "exercises": exercises,
            "processors": len(os.sched_getaffinity(0)),
            "runs": dict(zip(("first", "again", "changed"), timed, strict=True)),
            "files": len(files),
            "megabytes": round(sum(path.stat().st_size for path in files) / 1e6, 1),
            "database_megabytes": round((course / "gradebook.db").stat().st_size / 1e6, 1),
        }
    out.write_text(json.dumps(found) + "\n", encoding="utf-8")
    print(found)


def run(results: Path, course: Path) -> dict[str, Any]:
    """One run of the command: its seconds by the clock and of the processor, and what it said."""
    command = [sys.executable, "-m", "grader", "gradebook", "sync", results, "--course", course, "--json", "-"]
    load, used, began = os.getloadavg()[0], _used(), time.monotonic()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    took = {"seconds": time.monotonic() - began, "processor": _used() - used, "load": load}
    told = json.loads(done.stdout)
    figures = {key: told[key] for key in ("students", "submissions", "new", "changed", "files")}
    return {**{key: round(value, 2) for key, value in took.items()}, **figures}


def _used() -> float:
    """Seconds of processor time of the commands so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def synthesise(folder: Path, students: int, again: Sequence[int] = (), root: Path = ROOT) -> int:
    """Write results as `grader class grade` does, of made-up students. Returns the number of exercises.

    again: students whose results are drawn anew. root: of the course.
    """
    course = open_course(root, problem_cases())
    exercises = course.exercises
    quizzes = gradings(course.modules, b"a key", "en")
    results = Results(folder)
    found: dict[tuple[str, str], Result] = {}
    records: dict[tuple[str, str], QuizRecord] = {}
    roster = [_student(number) for number in range(students)]
    for number, student in enumerate(roster):
        draw = random.Random(f"{number} {number in again}")
        skill = draw.random()
        for exercise in exercises:
            result = _result(draw, skill, student.id, exercise)
            results.keep(result, _source(draw, course, exercise) if result.state is not State.MISSING else None)
            found[student.id, exercise.id] = result
        for module, quiz in quizzes.items():
            record = _record(draw, skill, student.id, module, [(i.id, i.points) for i in quiz.file.quiz.items])
            results.keep_quiz(record)
            records[student.id, module] = record
    write_summary(folder, summary_of(course, roster, exercises, quizzes, found, records, "emulated"))
    return len(exercises)


def _student(number: int) -> Student:
    name = f"{NAMES[number % len(NAMES)]} {number}"
    return Student(id=f"s{number:04}", name=name, email=f"s{number:04}@example.org", section=f"{number % 3}")


def _result(draw: random.Random, skill: float, student: str, exercise: Exercise) -> Result:
    luck = draw.random()
    if luck < 0.06:
        return Result(student, exercise.id, State.MISSING, "key")
    if luck < 0.065:
        return Result(student, exercise.id, State.REFUSED, "key", message="The file is a link.")
    compiles = luck > 0.1
    right = compiles and draw.random() < 0.3 + 0.7 * skill
    checks = [_check("compiles", "pass" if compiles else "fail", 0.0)]
    for name, rule in exercise.spec.checks.items():
        checks.append(_check(name, _status(draw, skill, name, compiles, right), rule.points))
    score = sum(check["points"] or 0 for check in checks)
    most = sum(check["max_points"] for check in checks)
    here = most - sum(check["max_points"] for check in checks if check["id"] == "speed")
    report = {"exercise": exercise.id, "source_sha256": "0" * 64, "device": "emulated sm_90",
              "toolchain": "NVRTC 13.0.88", "checks": checks, "score": score, "max_score": most,
              "max_score_here": here, "grader_version": __version__}  # fmt: skip
    return Result(student, exercise.id, State.GRADED, "key", report)


def _status(draw: random.Random, skill: float, name: str, compiles: bool, right: bool) -> str:
    if name == "speed" or not compiles:
        return "not_run"
    if name == "correctness":
        return "pass" if right else "fail"
    if name != "hazards" and not right:
        return "not_run"
    if draw.random() < 0.01:
        return "inconclusive"
    return "pass" if draw.random() < 0.4 + 0.6 * skill else "fail"


def _check(name: str, status: str, points: float) -> dict[str, Any]:
    judged = status in ("pass", "fail")
    message = f"{name}: <b>{status}</b>; line 25 reads from tile_b what line 22 writes, with no barrier between them."
    lines = [{"line": 20 + n, "message": f"The other side of the hazard at line {25 + n}."} for n in range(4)]
    won = (points if status == "pass" else 0.0) if judged else None
    return {"id": name, "status": status, "backend": "emulated", "points": won, "max_points": points,
            "measured": 13312, "target": 17408, "starter": 0, "message": message,
            "lines": lines if status == "fail" else []}  # fmt: skip


def _source(draw: random.Random, course: Course, exercise: Exercise) -> bytes:
    text = (course.root / exercise.solution_path).read_text("utf-8")
    note = hashlib.sha256(draw.randbytes(8)).hexdigest()
    return f"// {note} </script><script>alert(1)</script>\n{text}".encode()


def _record(
    draw: random.Random, skill: float, student: str, module: str, items: Sequence[tuple[str, float]]
) -> QuizRecord:
    attempts = []
    for number in range(1, draw.randint(1, 3)):
        got = [draw.random() < 0.4 + 0.6 * skill for _ in items]
        points = tuple(ItemPoints(id=name, status="pass" if right else "fail", points=most if right else 0.0,
                                  max_points=most) for (name, most), right in zip(items, got, strict=True))  # fmt: skip
        score, most = sum(item.points for item in points), sum(item.max_points for item in points)
        attempts.append(GradedAttempt(path=f".warplings/quiz/{module}/{number:03}.json", attempt=number, items=points,
                                      score=score, max_score=most, passed=score >= 0.8 * most))  # fmt: skip
    return QuizRecord(student=student, module=module, key="key", attempts=tuple(attempts))


if __name__ == "__main__":
    written_to = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "benchmarks" / "results" / "gradebook_sync.json"
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300, written_to)
