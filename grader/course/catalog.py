"""The course as a whole: its modules and exercises in order, and finding one by what a person types.

Opening a course reads `course.yaml` and lists folders; an exercise file is read when its spec is first needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar

from grader.course.documents import CourseError, Problem, load
from grader.course.exercise_file import CaseModels, load_exercise
from grader.course.find import find_exercises
from grader.course.kit import SUFFIX, Kit, read_kit
from grader.course.models import Compile, CourseSpec, ExerciseSpec, Gate, ModuleSpec, PrivateSpec, SpeedSpec
from grader.course.private import load_private
from grader.course.remembered import remembered
from grader.course.schema import Location, did_you_mean, in_file_order, validate
from grader.dataclass import dataclass
from grader.texts import say

COURSE_FILE = "course.yaml"

T = TypeVar("T")
Complain = Callable[[Location, str], Problem]  # a problem at a place of course.yaml


@dataclass(frozen=True)
class Exercise:
    """One exercise and where its files are. `spec` reads the exercise file and raises CourseError."""

    root: Path
    module: ModuleSpec = field(repr=False)
    name: str
    _case_models: CaseModels = field(repr=False, compare=False)
    _lang: str = field(repr=False, compare=False)
    _keep: bool = field(default=False, repr=False, compare=False)

    @property
    def id(self) -> str:
        """`NN_module/name`."""
        return f"{self.module.name}/{self.name}"

    @cached_property
    def spec(self) -> ExerciseSpec:
        """What the exercise file says. Raises CourseError."""
        return self._as_read("spec", (self.spec_path, self.kit_path), self._read_spec)

    def _read_spec(self) -> ExerciseSpec:
        hints = self.kit.open_hints() if self.kit is not None else None
        return load_exercise(self.spec_path, self._case_models, self._lang, hints)

    @property
    def compile(self) -> Compile:
        """The compiler's options: `spec.compile`, but cached on its own, so that it needs no spec to be loaded."""
        return self._as_read("compile", (self.spec_path, self.kit_path), lambda: self.spec.compile)

    @cached_property
    def kit(self) -> Kit | None:
        """A student edition's substitute for the solution; None elsewhere. Raises CourseError."""
        if not self.kit_path.exists():
            return None
        return self._as_read("kit", (self.kit_path,), lambda: read_kit(self.kit_path, self._lang))

    def _as_read(self, kind: str, sources: Sequence[Path], read: Callable[[], T]) -> T:
        if not self._keep:
            return read()
        return remembered(self.root, f"{self.module.name}-{self.name}.{kind}", sources, read)

    @cached_property
    def private(self) -> PrivateSpec | None:
        """The private cases beside the solution, if any. Raises CourseError."""
        if not self.private_path.exists():
            return None
        return load_private(self.private_path, self.spec, self._case_models, self._lang)

    @property
    def private_cases(self) -> int:
        """Number of cases that only the instructor's grading runs. Raises CourseError."""
        if self.kit is not None:
            return self.kit.private_cases
        if not self.private_path.exists():
            return 0
        sources = (self.private_path, self.spec_path)
        return self._as_read("private_cases", sources, lambda: len(self.private.cases) if self.private else 0)

    @property
    def spec_path(self) -> Path:
        """The exercise file."""
        return self.root / "exercises" / self.module.name / f"{self.name}.yaml"

    @property
    def kit_path(self) -> Path:
        """Where a student edition keeps its kit."""
        return self.spec_path.with_suffix(SUFFIX)

    @property
    def source_path(self) -> Path:
        """The student's file."""
        return self.spec_path.with_suffix(".cu")

    @property
    def solution_path(self) -> Path:
        """The reference solution; a student edition has none."""
        return self.root / "solutions" / self.module.name / f"{self.name}.cu"

    @property
    def private_path(self) -> Path:
        """The private cases, beside the solution."""
        return self.solution_path.with_suffix(".private.yaml")

    @property
    def wrong_dir(self) -> Path:
        """The folder of kernels that must fail exactly the checks they name."""
        return self.root / "tests" / "submissions" / self.module.name / self.name / "wrong"

    @property
    def cheat_dir(self) -> Path:
        """The folder of kernels that must be refused."""
        return self.wrong_dir.with_name("cheat")

    def kernel(self, path: Path) -> bytes:
        """The full source of a kernel in one of those two folders. Raises NotComposed, OSError."""
        from grader.course.composed import kernel_at

        try:
            return kernel_at(path, self.solution_path).encode()
        except UnicodeDecodeError:
            return path.read_bytes()

    def lesson_path(self, lang: str) -> Path:
        """The lesson of its module in `lang` ("ko" or "en")."""
        return _lesson_path(self.root, self.module, lang)


@dataclass(frozen=True)
class Module:
    """One module of the course and its exercises, in teaching order."""

    root: Path
    spec: ModuleSpec
    gate: Gate
    exercises: tuple[Exercise, ...]

    @property
    def name(self) -> str:
        """Its folder, `NN_name`."""
        return self.spec.name

    @property
    def number(self) -> str:
        """Its two digits."""
        return self.spec.number

    def lesson_path(self, lang: str) -> Path:
        """The lesson in `lang` ("ko" or "en")."""
        return _lesson_path(self.root, self.spec, lang)

    @property
    def quiz_path(self) -> Path:
        """The quiz file."""
        return self.root / "modules" / self.name / "quiz.yaml"

    @property
    def open_questions_path(self) -> Path:
        """The file of manually graded questions; not every module has one."""
        return self.quiz_path.with_name("open_questions.yaml")


@dataclass(frozen=True)
class Course:
    """A course on disk. Modules and exercises are in teaching order."""

    root: Path
    spec: CourseSpec
    modules: tuple[Module, ...]

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """All exercises of all modules."""
        return tuple(exercise for module in self.modules for exercise in module.exercises)

    def resolve(self, text: str) -> list[Exercise]:
        """The exercises that `text` means: one, or all of a module. Raises find.UnknownExercise."""
        return find_exercises(text, self.modules)

    def required_by(self, module: Module) -> list[Module]:
        """The modules that `module` builds on, in course order."""
        wanted = set(module.spec.requires)
        return [other for other in self.modules if wanted & {other.name, other.number}]

    def validate(self) -> None:
        """Read every exercise file. Raises CourseError with the problems of all of them."""
        problems: list[Problem] = []
        for exercise in self.exercises:
            try:
                _ = exercise.spec
            except CourseError as error:
                problems.extend(error.problems)
        if problems:
            raise CourseError(problems)
        if strangers := [problem for exercise in self.exercises for problem in self._strangers(exercise)]:
            raise CourseError(strangers)

    def named(self, exercise_id: str) -> Exercise | None:
        """The exercise with exactly this id."""
        return next((exercise for exercise in self.exercises if exercise.id == exercise_id), None)

    def _strangers(self, exercise: Exercise) -> Iterator[Problem]:
        """Exercises that its speed check names but that do not exist or solve another problem."""
        rule = exercise.spec.checks.get("speed")
        if not isinstance(rule, SpeedSpec):
            return
        for key, name in (("baseline", rule.baseline), ("slow", rule.slow)):
            if name is None or "/" not in name or name.startswith(("wrong/", "cheat/")):
                continue
            other = self.named(name)
            if other is None or other.spec.problem != exercise.spec.problem:
                document = load(exercise.spec_path, exercise._lang)
                message = say("course.rule.no_such_solution", exercise._lang, name=name, problem=exercise.spec.problem)
                yield document.problem(("checks", "speed", key), message)


def find_root(start: Path | None = None, environment: Mapping[str, str] = os.environ, lang: str = "en") -> Path:
    """The folder of the course: WARPLINGS_COURSE if it is set, else `start` (by default the current folder) or the
    nearest folder above it that holds a course.yaml. Raises CourseError if there is none.
    """
    if named := environment.get("WARPLINGS_COURSE"):
        root = Path(named).expanduser().resolve()
        if not (root / COURSE_FILE).is_file():
            raise _whole_file(root / COURSE_FILE, say("course.no_course_named", lang, path=root))
        return root
    start = (start or Path.cwd()).resolve()
    for folder in (start, *start.parents):
        if (folder / COURSE_FILE).is_file():
            return folder
    raise _whole_file(start / COURSE_FILE, say("course.no_course", lang, start=start))


def open_course(root: Path, problem_case_models: CaseModels, lang: str = "en", *, keep: bool = False) -> Course:
    """The course in the folder `root`. problem_case_models: as for `load_exercise`. keep: as for `open_here`.

    Raises CourseError, with messages in `lang`, if course.yaml is broken or does not match the folders.
    """
    document = cache(lambda: load(root / COURSE_FILE, lang))

    def problem(place: Location, message: str) -> Problem:
        return document().problem(place, message)

    def read() -> CourseSpec:
        return validate(CourseSpec, document(), lang)

    spec = remembered(root, "course", (root / COURSE_FILE,), read) if keep else read()
    folders = {module.name: root / "exercises" / module.name for module in spec.modules}
    on_disk = {name: sorted(path.stem for path in folder.glob("*.yaml")) for name, folder in folders.items()}
    problems = [*_module_problems(spec, problem, lang), *_exercise_problems(spec, on_disk, problem, lang)]
    if problems:
        raise CourseError(in_file_order(problems))
    modules = []
    for module in spec.modules:
        names = on_disk[module.name] if module.exercises is None else module.exercises
        exercises = tuple(Exercise(root, module, name, problem_case_models, lang, keep) for name in names)
        modules.append(Module(root, module, module.gate or spec.gate, exercises))
    return Course(root, spec, tuple(modules))


def _lesson_path(root: Path, module: ModuleSpec, lang: str) -> Path:
    return root / "modules" / module.name / f"lesson.{lang}.md"


def _module_problems(spec: CourseSpec, problem: Complain, lang: str) -> Iterator[Problem]:
    earlier: list[str] = []
    for index, module in enumerate(spec.modules):
        place = ("modules", index, "name")
        if module.name in earlier:
            yield problem(place, say("course.rule.duplicate_module", lang, name=module.name))
        elif module.number in earlier:
            yield problem(place, say("course.rule.duplicate_number", lang, number=module.number))
        for position, name in enumerate(module.requires):
            if name not in earlier:
                hint = did_you_mean(name, earlier, lang)
                message = say("course.rule.unknown_requirement", lang, name=name, hint=hint)
                yield problem(("modules", index, "requires", position), message)
        earlier += [module.name, module.number]


def _exercise_problems(
    spec: CourseSpec, on_disk: Mapping[str, Sequence[str]], problem: Complain, lang: str
) -> Iterator[Problem]:
    taken: dict[str, str] = {}
    for index, module in enumerate(spec.modules):
        names = on_disk[module.name]
        folder = Path("exercises") / module.name
        for position, name in enumerate(module.exercises or ()):
            if name not in names:
                path = folder / f"{name}.yaml"
                message = say("course.rule.exercise_missing", lang, name=name, path=path)
                yield problem(("modules", index, "exercises", position), message)
        for name in names:
            if module.exercises is not None and name not in module.exercises:
                message = say("course.rule.exercise_unlisted", lang, path=folder / f"{name}.yaml")
                yield problem(("modules", index, "exercises"), message)
        for name in module.exercises if module.exercises is not None else names:
            if name in taken:
                message = say("course.rule.exercise_twice", lang, name=name, other=taken[name])
                yield problem(("modules", index), message)
            taken.setdefault(name, f"{module.name}/{name}")


def _whole_file(path: Path, message: str) -> CourseError:
    return CourseError([Problem(path, 0, 0, message)])
