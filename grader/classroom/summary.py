"""The summary of a class in one file: `class.json` beside the results. Reports, exports and the gradebook read only it
and the results, and need neither the submissions nor the course.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader import __version__
from grader.checks.evaluate import ESSENTIAL
from grader.classroom.quizzes import QuizGrading, QuizRecord, max_points
from grader.classroom.results import Result, State
from grader.classroom.roster import Student
from grader.course.catalog import Course, Exercise, Module
from grader.course.models import NEED_A_GPU
from grader.course.schema import first_complaint
from grader.course.values import LocalizedText
from grader.files import write_atomically
from grader.grading.devices import GradeOn
from grader.quiz.gate import ModuleState, states
from grader.totals import total

FILE = "class.json"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class CheckInfo(_Part):
    """A check of an exercise and its points."""

    id: str
    max_points: float


class ExerciseInfo(_Part):
    """An exercise: its full id, the folder of its module, its checks."""

    id: str
    module: str
    title: LocalizedText
    checks: tuple[CheckInfo, ...]

    @property
    def max_points(self) -> float:
        """Points on a machine that can judge everything."""
        return sum(check.max_points for check in self.checks)

    @property
    def short_id(self) -> str:
        """The id as people type it: `06/sgemm_tiled`."""
        return f"{self.module.partition('_')[0]}/{self.id.rpartition('/')[2]}"


class ModuleInfo(_Part):
    """A module. name: its folder; quiz_points: of its quiz, None if it has none.

    gate_share: the share of those points that its gate requires; None if it gates nothing.
    """

    name: str
    number: str
    title: LocalizedText
    checkpoint: bool
    quiz_points: float | None = None
    gate_share: float | None = None


class ExerciseStanding(_Part):
    """A student's standing with an exercise. score: None, not 0, if nothing was graded.

    done: every check but speed passed. withheld: its points do not count because a gate before it is closed.
    """

    state: State
    score: float | None = None
    max_score_here: float | None = None
    done: bool = False
    withheld: bool = False


class QuizStanding(_Part):
    """A student's standing with a quiz. score, attempt: of the best attempt, None without one."""

    attempts: int = 0
    refused: int = 0
    attempt: int | None = None
    score: float | None = None
    passed: bool = False


class Standing(_Part):
    """A student's standing. exercises: by id; quizzes: by the module's number; locked: numbers of closed modules.

    locked_by: for each of them, the numbers of the checkpoints that keep it closed. undone: for each of those, the
    exercises that its gate still requires.
    """

    student: str
    exercises: dict[str, ExerciseStanding]
    quizzes: dict[str, QuizStanding]
    locked: tuple[str, ...] = ()
    locked_by: dict[str, tuple[str, ...]] = {}
    undone: dict[str, tuple[str, ...]] = {}

    @property
    def total(self) -> float:
        """Counting points of all exercises."""
        return total((each.score, each.withheld) for each in self.exercises.values())

    @property
    def quiz_total(self) -> float:
        """Points of all quizzes, which `total` does not include and gates do not withhold."""
        return total((each.score, False) for each in self.quizzes.values())


class ClassSummary(_Part):
    """The whole class, in the order of the roster and of the course."""

    version: Literal[1] = 1
    grader_version: str
    backend: str
    course: LocalizedText
    students: tuple[Student, ...]
    modules: tuple[ModuleInfo, ...]
    exercises: tuple[ExerciseInfo, ...]
    standings: tuple[Standing, ...] = Field(default=())

    def points_here(self, exercise: ExerciseInfo) -> float:
        """The most points that the machine which graded could award: without a GPU, none for speed."""
        found = [standing.exercises.get(exercise.id, ExerciseStanding(state=State.MISSING)).max_score_here
                 for standing in self.standings]  # fmt: skip
        beyond = NEED_A_GPU if self.backend == GradeOn.emulated else ()
        most = sum(check.max_points for check in exercise.checks if check.id not in beyond)
        return max((points for points in found if points is not None), default=most)


class NoClass(Exception):
    """There is no readable summary. key: of a message in the area `class`; detail: the error, if any."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(f"{key} {detail}".strip())
        self.key = key
        self.detail = detail


Found = Mapping[tuple[str, str], Result]  # by student and exercise id
Records = Mapping[tuple[str, str], QuizRecord]  # by student and number of a module


def summary_of(
    course: Course, students: Sequence[Student], exercises: Sequence[Exercise], quizzes: Mapping[str, QuizGrading],
    found: Found, records: Records, backend: str,
) -> ClassSummary:  # fmt: skip
    """The summary of a run. Exercises that it does not grade keep no gate closed. Raises CourseError."""
    standings = tuple(_standing(course, student.id, exercises, found, records) for student in students)
    return ClassSummary(grader_version=__version__, backend=backend, course=course.spec.title, students=tuple(students),
                        modules=tuple(_module(module, quizzes.get(module.number)) for module in course.modules),
                        exercises=tuple(_exercise(exercise) for exercise in exercises),
                        standings=standings)  # fmt: skip


def write_summary(folder: Path, summary: ClassSummary) -> None:
    """Write `class.json`. Raises OSError."""
    write_atomically(folder / FILE, summary.model_dump_json(indent=1) + "\n")


def read_summary(folder: Path) -> ClassSummary:
    """Read `class.json`. Raises NoClass."""
    try:
        return ClassSummary.model_validate_json((folder / FILE).read_bytes())
    except FileNotFoundError:
        raise NoClass("no_summary") from None
    except OSError as error:
        raise NoClass("summary_unreadable", error.strerror or str(error)) from None
    except ValidationError as error:
        raise NoClass("summary_other", first_complaint(error)) from None


def _standing(course: Course, student: str, exercises: Sequence[Exercise], found: Found, records: Records) -> Standing:
    def done(exercise: Exercise) -> bool:
        result = found.get((student, exercise.id))
        return result is None or is_done(result.report)

    def handed(number: str) -> Sequence[Any]:
        record = records.get((student, number))
        return record.as_attempts() if record is not None else ()

    by_module = {state.module.name: state for state in states(course, handed, done)}
    locked = [state for state in by_module.values() if state.locked_by]
    closed = {module.name for state in locked for module in state.locked_by}
    return Standing(
        student=student,
        exercises={e.id: _of_exercise(found[student, e.id], by_module[e.module.name]) for e in exercises},
        quizzes={number: _of_quiz(record) for (whose, number), record in records.items() if whose == student},
        locked=tuple(state.module.number for state in locked),
        locked_by={state.module.number: tuple(module.number for module in state.locked_by) for state in locked},
        undone={by_module[name].module.number: tuple(e.id for e in by_module[name].undone) for name in sorted(closed)},
    )


def is_done(report: Mapping[str, Any] | None) -> bool:
    """Whether a report, as JSON, says that the exercise is done, as for `grader check`."""
    if report is None or "error" in report or not report["checks"]:
        return False
    judged = {check["id"]: check["status"] for check in report["checks"] if check["id"] not in NEED_A_GPU}
    return "fail" not in judged.values() and all(judged.get(name, "pass") == "pass" for name in ESSENTIAL)


def _of_exercise(result: Result, module: ModuleState) -> ExerciseStanding:
    if result.state is not State.GRADED or result.report is None:
        return ExerciseStanding(state=result.state, withheld=bool(module.locked_by))
    here = float(result.report["max_score_here"])
    return ExerciseStanding(state=result.state, score=result.score, max_score_here=here, done=is_done(result.report),
                            withheld=bool(module.locked_by))  # fmt: skip


def _of_quiz(record: QuizRecord) -> QuizStanding:
    refused = sum(attempt.is_refused for attempt in record.attempts)
    best = record.best
    if best is None:
        return QuizStanding(refused=refused)
    return QuizStanding(attempts=len(record.attempts) - refused, refused=refused, attempt=best.attempt,
                        score=best.score, passed=best.passed)  # fmt: skip


def _module(module: Module, quiz: QuizGrading | None) -> ModuleInfo:
    gates = module.spec.checkpoint and module.gate.mode == "enforce"
    return ModuleInfo(name=module.name, number=module.number, title=module.spec.title,
                      checkpoint=module.spec.checkpoint, quiz_points=max_points(quiz) if quiz else None,
                      gate_share=module.gate.share if gates else None)  # fmt: skip


def _exercise(exercise: Exercise) -> ExerciseInfo:
    checks = tuple(CheckInfo(id=name, max_points=check.points) for name, check in exercise.spec.checks.items())
    return ExerciseInfo(id=exercise.id, module=exercise.module.name, title=exercise.spec.title, checks=checks)
