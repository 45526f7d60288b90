"""The results of a class that nobody taught: written by the same code as real ones, with any text in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grader.classroom.course_notes import CourseNotes, write_notes
from grader.classroom.quizzes import GradedAttempt, QuizRecord
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import Student
from grader.classroom.similarity.fingerprints import SCHEME
from grader.classroom.summary import (
    CheckInfo,
    ClassSummary,
    ExerciseInfo,
    ExerciseStanding,
    ModuleInfo,
    QuizStanding,
    Standing,
    write_summary,
)
from grader.course.values import LocalizedText
from grader.quiz.attempts import ItemPoints

ONE, TWO = "01_one/add", "02_two/tiled"
KERNEL = """\
// a kernel
extern "C" __global__ void add(const float* a, float* c, int n)
{
    int first = blockIdx.x * 7 + threadIdx.x % 32;
    int second = blockIdx.y * 9 - threadIdx.y / 16;
    for (int i = first; i < n; i += second * gridDim.x)
        c[i] = a[i] * 2.5f + a[first] - a[second];
}
"""
Said = Callable[[str], str]


def localized(text: str) -> LocalizedText:
    return LocalizedText(ko=f"{text} (ko)", en=text)


def check(name: str, status: str, points: float | None, most: float, message: str = "", **more: Any) -> dict[str, Any]:
    return {"id": name, "status": status, "backend": "emulated", "points": points, "max_points": most,
            "measured": more.get("measured"), "target": more.get("target"), "starter": None, "message": message,
            "lines": more.get("lines", []), "endless": more.get("endless", False)}  # fmt: skip


def report(exercise: str, checks: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"exercise": exercise, "source_sha256": "", "device": "emulated sm_90", "toolchain": "",
            "checks": list(checks), "score": sum(c["points"] or 0 for c in checks), "max_score": 100,
            "max_score_here": 85, "grader_version": "0"}  # fmt: skip


def attempt(number: int, points: Sequence[float], answers: Any = None, **more: Any) -> GradedAttempt:
    items = tuple(
        ItemPoints(id=f"item_{place}", status="pass" if won == 1 else "fail", points=won, max_points=1)
        for place, won in enumerate(points)
    )
    return GradedAttempt(**{"path": f"answers/{number}.json", "attempt": number, "items": items, "score": sum(points),
                            "max_score": len(points), "answers": answers or {},
                            "passed": sum(points) >= 0.8 * len(points), **more})  # fmt: skip


MODULES = (
    ModuleInfo(name="01_one", number="01", title=localized("One"), checkpoint=True, quiz_points=2, gate_share=0.8),
    ModuleInfo(name="02_two", number="02", title=localized("Two"), checkpoint=False, quiz_points=None),
)
EXERCISES = tuple(
    ExerciseInfo(id=name, module=name.partition("/")[0], title=localized(title),
                 checks=(CheckInfo(id="correctness", max_points=85), CheckInfo(id="speed", max_points=15)))
    for name, title in ((ONE, "Add"), (TWO, "Tiled"))
)  # fmt: skip


def write_class(
    folder: Path,
    students: Sequence[Student],
    results: Mapping[tuple[str, str], Result],
    sources: Mapping[tuple[str, str], str],
    quizzes: Mapping[str, Sequence[GradedAttempt]] | None = None,
    known: Sequence[int] | None = (),
) -> Path:
    """Write results and their summary. quizzes: attempts at the quiz of module 01; known: None for no notes."""
    files = Results(folder)
    standings = []
    for student in students:
        exercises = {}
        for info in EXERCISES:
            result = results.get((student.id, info.id)) or Result(student.id, info.id, State.MISSING, "")
            source = sources.get((student.id, info.id))
            files.keep(result, source.encode("utf-8", "surrogatepass") if source is not None else None)
            graded = result.report is not None
            exercises[info.id] = ExerciseStanding(
                state=result.state, score=result.score if graded else None, max_score_here=85 if graded else None,
                done=graded and result.score == 85, withheld=info.id == TWO,
            )  # fmt: skip
        attempts = tuple((quizzes or {}).get(student.id, ()))
        record = QuizRecord(student=student.id, module="01", key="", attempts=attempts)
        files.keep_quiz(record)
        standings.append(
            Standing(
                student=student.id,
                exercises=exercises,
                quizzes={"01": quiz_standing(record)},
                locked=("02",),
                locked_by={"02": ("01",)},
                undone={"01": (ONE,)},
            )
        )
    write_summary(folder, ClassSummary(grader_version="0", backend="emulated", course=localized("Course"),
                                       students=tuple(students), modules=MODULES, exercises=EXERCISES,
                                       standings=tuple(standings)))  # fmt: skip
    if known is not None:
        read = {ONE: {"correctness": localized("Edges")}}
        write_notes(folder, CourseNotes(scheme=SCHEME, read=read, known=tuple(int(n) for n in np.unique(known))))
    return folder


def quiz_standing(record: QuizRecord) -> QuizStanding:
    """What a summary says of a record."""
    refused, best = sum(own.is_refused for own in record.attempts), record.best
    if best is None:
        return QuizStanding(refused=refused)
    return QuizStanding(attempts=len(record.attempts) - refused, refused=refused, attempt=best.attempt,
                        score=best.score, passed=best.passed)  # fmt: skip


def class_saying(folder: Path, said: Said, known: Sequence[int] | None = None) -> Path:
    """Three students all of whose texts are `said` of something: names, kernels, sentences, answers, file names.

    known: as in `write_class`; without it, kernels are not compared.
    """
    students = [Student(id=f"s{n}", name=said(f"name {n}"), section=said("section"), email=said("mail"),
                            other={said("heading"): said("cell")}) for n in range(3)]  # fmt: skip
    checks = [
        check("compiles", "pass", None, 0, said("fine")),
        check("correctness", "fail", 0, 85, said("wrong"), measured={said("key"): said("value")}, target=[said("t")],
              lines=[{"line": 4, "message": said("note")}, {"line": 10**9, "message": said("beyond")}]),
        check("speed", "not_run", None, 15, said("no GPU")),
    ]  # fmt: skip
    kernels = ("\n".join(f"{said('// ')} {said(str(n))}\n{line}" for line in KERNEL.split("\n")) for n in range(3))
    results = {(s.id, ONE): Result(s.id, ONE, State.GRADED, "", report(ONE, checks)) for s in students}
    results |= {("s0", TWO): Result("s0", TWO, State.REFUSED, "", message=said("refused")),
                ("s1", TWO): Result("s1", TWO, State.ERROR, "", message=said("error"))}  # fmt: skip
    answers = {"item_0": said("answer"), "item_1": {said("k"): [said("v")]}}
    attempts = [attempt(1, [0, 0.5], answers), attempt(2, [], path=said("path"), message=said("why"), items=())]
    sources = {(s.id, ONE): kernel for s, kernel in zip(students, kernels, strict=True)}
    return write_class(folder, students, results, sources, {s.id: attempts for s in students}, known)
