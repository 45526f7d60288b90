"""Time and memory of `grader class report` for a made-up class: every exercise and quiz of the course.

python benchmarks/class_report.py [STUDENTS [OUT.json [KEPT]]]        (KEPT: a folder for the class and its pages)

Verdicts and quizzes are drawn at random. A kernel is the solution or one of the wrong kernels of its exercise, with
statements of its own that nobody else has; in each exercise some students hand in another's kernel in disguise: other
names, other comments, other blanks. What the report finds is compared with who copied; the other pairs that it finds
drew the same wrong kernel, or copied from the same student.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from grader import __version__
from grader.classroom.course_notes import notes_of, write_notes
from grader.classroom.quizzes import GradedAttempt, QuizGrading, QuizRecord, gradings
from grader.classroom.report.alike import compare_class
from grader.classroom.report.gather import gather
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import Student
from grader.classroom.summary import summary_of, write_summary
from grader.course.catalog import Exercise, open_course
from grader.course.skeleton import without_markers
from grader.grading.opening import problem_cases
from grader.quiz.attempts import ItemPoints
from grader.texts import say

ROOT = Path(__file__).resolve().parents[1]
COPIES = 3  # in each exercise
NAMES = "김이박최정강조윤장임한오서신권황안송류홍"
GIVEN = ("민아", "서준", "지우", "하린", "도윤", "예준", "수아", "시우", "채원", "Omar", "Ada", "Grace", "Linus")
_LOCAL = re.compile(r"\b(row|col|sum|tx|ty|lane|warp|tile_a|tile_b|k0|first|i|k|t)\b")


def main(students: int, out: Path, kept: Path | None) -> None:
    """Make a class, have its report written in a process of its own, and say what it took."""
    with tempfile.TemporaryDirectory() as folder:
        results = kept or Path(folder) / "results"
        copied = make_class(results, students)
        found = {"date": date.today().isoformat(), "students": students, **measured(results)}
        found |= size_of(results) | recognised(results, copied)
    out.write_text(json.dumps(found) + "\n", encoding="utf-8")
    print(found)


def measured(results: Path) -> dict[str, float]:
    """Seconds, seconds of the processor and the most memory of the command."""
    began = time.monotonic()
    child = subprocess.Popen([sys.executable, "-m", "grader", "class", "report", str(results), "--lang", "en"],
                             env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL)  # fmt: skip
    _, status, usage = os.wait4(child.pid, 0)
    assert status == 0, status
    seconds = time.monotonic() - began
    return {"seconds": round(seconds, 2), "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 2),
            "peak_mib": round(usage.ru_maxrss / 1024, 1)}  # fmt: skip


def size_of(results: Path) -> dict[str, float]:
    """Of the pages, in KiB."""
    pages = sorted(path.stat().st_size for path in (results / "report" / "students").iterdir())
    return {"class_page_kib": round((results / "report" / "class.html").stat().st_size / 1024, 1),
            "student_page_median_kib": round(pages[len(pages) // 2] / 1024, 1)}  # fmt: skip


def recognised(results: Path, copied: set[tuple[str, str, str]]) -> dict[str, int]:
    """How many of the copies are found, and how many other pairs are."""
    compared = compare_class(gather(results)) or ()
    pairs = {(own.exercise.id, *sorted((a, b)))
             for own in compared for match in own.compared.matches
             for a in match.left for b in match.students if a != b}  # fmt: skip
    return {"files": sum(own.compared.kernels for own in compared), "copies": len(copied),
            "copies_found": len(pairs & copied), "other_pairs": len(pairs - copied)}  # fmt: skip


def make_class(results: Path, count: int) -> set[tuple[str, str, str]]:
    """Write the results of a class; who copied: (exercise, student, student)."""
    draw = random.Random(count)
    course = open_course(ROOT, problem_cases())
    quizzes = gradings(course.modules, b"benchmark", "en")
    students = [student(number, draw) for number in range(1, count + 1)]
    ability = {each.id: draw.betavariate(4, 2) for each in students}
    kept = Results(results)
    found, records, copied = {}, {}, set()
    for exercise in course.exercises:
        texts = kernels(exercise)
        handed_in: dict[str, str] = {}
        for each in students:
            source = one_kernel(texts, draw)
            if len(handed_in) > 4 and len([c for c in copied if c[0] == exercise.id]) < COPIES and draw.random() < 0.1:
                other = draw.choice(sorted(handed_in))
                source = disguised(handed_in[other], draw)
                copied.add((exercise.id, *sorted((each.id, other))))
            result = verdict(exercise, each.id, source, ability[each.id], draw)
            found[each.id, exercise.id] = result
            kept.keep(result, source.encode() if result.report else None)
            if result.report and each.id not in {name for c in copied for name in c[1:] if c[0] == exercise.id}:
                handed_in[each.id] = source
    for each in students:
        for number, quiz in quizzes.items():
            records[each.id, number] = quiz_record(each.id, number, quiz, ability[each.id], draw)
            kept.keep_quiz(records[each.id, number])
    copied = {c for c in copied if all(found[name, c[0]].report for name in c[1:])}
    write_summary(results, summary_of(course, students, course.exercises, quizzes, found, records, "emulated"))
    write_notes(results, notes_of(course, course.exercises))
    return copied


def student(number: int, draw: random.Random) -> Student:
    """Somebody with a name, in one of three sections."""
    return Student(id=f"2026{number:04d}", name=draw.choice(NAMES) + draw.choice(GIVEN), section="ABC"[number % 3])


def kernels(exercise: Exercise) -> list[str]:
    """The solution, as often as all wrong kernels together, and those."""
    wrong = [exercise.kernel(path).decode() for path in sorted(exercise.wrong_dir.glob("*.cu"))]
    return [without_markers(exercise.solution_path.read_text("utf-8"))] * max(1, len(wrong)) + wrong


def one_kernel(texts: list[str], draw: random.Random) -> str:
    """One of the kernels, with three to eleven statements that nobody else has."""
    lines = re.sub(r"\A// expect[^\n]*\n", "", draw.choice(texts)).split("\n")
    place = next(i for i, line in enumerate(lines) if line.startswith("{")) + 1
    return "\n".join([*lines[:place], *(statement(draw) for _ in range(draw.randrange(3, 12))), *lines[place:]])


def statement(draw: random.Random) -> str:
    """A declaration like `    int n42 = threadIdx.x * 7 + blockDim.y / 3;`."""
    terms = [f"{draw.choice(('threadIdx', 'blockIdx', 'blockDim'))}.{draw.choice('xyz')} {draw.choice('*/%&|^')} "
             f"{draw.randrange(2, 99)}" for _ in range(draw.randrange(2, 4))]  # fmt: skip
    return f"    int n{draw.randrange(1000)} = {draw.choice('+-').join(terms)};"


def disguised(source: str, draw: random.Random) -> str:
    """The same kernel with other names, other comments and other blanks."""
    names = {name: f"{name}_{draw.randrange(10_000)}" for name in set(_LOCAL.findall(source))}
    renamed = re.sub(r"//[^\n]*", "", _LOCAL.sub(lambda match: names[match[0]], source))
    return re.sub(r"^(?=\S)", "// mine\n", re.sub(r"\bn(\d+)\b", r"mine_\1", renamed), count=1).replace("    ", "\t")


def verdict(exercise: Exercise, name: str, source: str, ability: float, draw: random.Random) -> Result:
    """A result drawn at random; some hand in nothing, some what is refused, and with some the grader fails."""
    state = draw.choices(list(State), (92, 6, 1, 1))[0]
    if state is not State.GRADED:
        message = {State.REFUSED: say("class.refused_too_large", "en"), State.ERROR: "TimeoutError: no answer"}
        return Result(name, exercise.id, state, "", message=message.get(state, ""))
    lines = [number for number, line in enumerate(source.split("\n"), start=1) if "=" in line]
    checks = list(checks_of(exercise, lines, ability, draw))
    report = {
        "exercise": exercise.id, "source_sha256": "", "device": "emulated sm_90", "toolchain": "", "checks": checks,
        "score": sum(c["points"] or 0 for c in checks), "max_score": 100, "grader_version": __version__,
        "max_score_here": sum(c["max_points"] for c in checks if c["id"] != "speed"),
    }  # fmt: skip
    return Result(name, exercise.id, state, "", report)


def checks_of(exercise: Exercise, lines: list[int], ability: float, draw: random.Random) -> Iterator[dict]:
    """`compiles` and the checks of the exercise; behind a failure of the first two, nothing is judged."""
    wrong = ""
    for name, points in [("compiles", 0), *((name, check.points) for name, check in exercise.spec.checks.items())]:
        status = "pass" if draw.random() < 0.35 + 0.65 * ability else "fail"
        status, message = ("not_run", say(wrong, "en")) if wrong and name != "hazards" else (status, "as it should be.")
        if name == "speed":
            status, message = "not_run", "This machine was not asked to use a GPU."
        if status == "fail":
            message = draw.choice(messages(lines, draw))
            wrong = {"compiles": "checks.compiles_first", "correctness": "checks.correct_first"}.get(name, wrong)
        noted = [{"line": draw.choice(lines), "message": message}] if status == "fail" and lines else []
        yield {"id": name, "status": status, "backend": "emulated", "max_points": points,
               "points": {"pass": points, "fail": 0}.get(status), "measured": draw.randrange(20_000), "target": None,
               "starter": 0, "message": message, "lines": noted}  # fmt: skip


def messages(lines: list[int], draw: random.Random) -> list[str]:
    """Sentences that students read."""
    line, thread = draw.choice(lines or [1]), draw.randrange(256)
    ended = [say("faults.timed_out", "en", detail="10 s of processor time")] if draw.random() < 0.03 else []
    return ended or [
        f"Case M=65 N=33 K=47: {draw.randrange(1, 2000)} of 2145 elements are wrong.",
        f"Line {line}, block (0, 0), thread ({thread}, 0): reads 4 bytes beyond the end of A.",
        f"Line {line}: thread {thread} reads what thread {thread + 1} may still be writing.",
    ]


def quiz_record(name: str, number: str, quiz: QuizGrading, ability: float, draw: random.Random) -> QuizRecord:
    """Up to three attempts. A question is the harder, the later it comes."""
    attempts = []
    for attempt in range(1, draw.choice((1, 1, 2, 2, 3, 4))):
        items = []
        for place, item in enumerate(quiz.file.quiz.items):
            right = draw.random() < min(0.97, ability * 1.3 - 0.03 * place + 0.1 * attempt)
            status = "pass" if right else draw.choice(("fail", "fail", "unanswered"))
            items.append(ItemPoints(id=item.id, status=status, points=item.points if right else 0,
                                    max_points=item.points))  # fmt: skip
        score, most = sum(i.points for i in items), sum(i.max_points for i in items)
        answers = {item.id: draw.choice(["b", 32, ["a", "c"], "warp"]) for item in items if item.status != "unanswered"}
        attempts.append(GradedAttempt(path=f".warplings/quiz/{number}/{attempt:03d}.json", attempt=attempt, score=score,
                                      max_score=most, answers=answers, items=tuple(items),
                                      passed=score >= quiz.module.gate.share * most))  # fmt: skip
    return QuizRecord(student=name, module=number, key="", attempts=tuple(attempts))


if __name__ == "__main__":
    given = sys.argv[1:]
    written_to = Path(given[1]) if len(given) > 1 else ROOT / "benchmarks" / "results" / "class_report.json"
    main(int(given[0]) if given else 300, written_to, Path(given[2]) if len(given) > 2 else None)
