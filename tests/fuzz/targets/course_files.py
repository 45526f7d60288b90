"""Files of the course: YAML, solutions with markers, and what an edition carries instead of them."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

from grader.course.arithmetic import NotArithmetic, value_of
from grader.course.bench_file import BENCH_FILE, load_kernels
from grader.course.catalog import COURSE_FILE, open_course
from grader.course.documents import CourseError, load
from grader.course.exercise_file import load_exercise
from grader.course.kit import Kit, as_json, make_kit, read_kit
from grader.course.models import ExerciseSpec
from grader.course.open_questions import load_open_questions
from grader.course.private import load_private
from grader.course.skeleton import render_skeleton, without_markers
from grader.grading.opening import problem_cases
from grader.grading.tuning.kept import Shelf
from grader.grading.tuning.kept import as_json as as_data
from grader.grading.tuning.outcome import Costs, Raced, Weighed
from grader.grading.tuning.parameters import NoPlace, SetTwice, tunable
from grader.release.manifest import FILE, NoEdition, read_manifest
from tests.fuzz.targets.target import REPOSITORY, Form, Target, contents, file, folder, text
from tests.tuned_course import FILE as TUNED
from tests.tuned_course import KERNEL

_EXERCISE = REPOSITORY / "exercises" / "06_shared_memory_tiling" / "sgemm_tiled.yaml"
_TWO = Path("solution.cu")


@cache
def _spec() -> ExerciseSpec:
    return load_exercise(_EXERCISE, problem_cases())


@cache
def _course() -> Path:
    """A folder that has the exercises of the course."""
    root = folder() / "course"
    root.mkdir()
    (root / "exercises").symlink_to(REPOSITORY / "exercises")
    return root


def _read_course(data: bytes) -> None:
    (_course() / COURSE_FILE).write_bytes(data)
    course = open_course(_course(), problem_cases(), "ko")
    for module in course.modules:
        course.required_by(module)


def _read_skeleton(data: bytes) -> None:
    solution = text(data)
    without_markers(solution)
    render_skeleton(solution, _TWO)


def _use_kit(data: bytes) -> None:
    """A kit, and what its exercise asks it for."""
    kit = read_kit(file("exercise.kit", data))
    if kit is not None:
        kit.open_hints()
        kit.images()


def _read_kit(data: bytes) -> None:
    _use_kit(gzip.compress(data, 1, mtime=0))


def _kit() -> bytes:
    kit = make_kit("int x;\n", _spec().hints, 2, {"sm_90": b"\x7fELF" * 8})
    assert isinstance(kit, Kit)
    return as_json(kit).encode()


def _read_manifest(data: bytes) -> None:
    read_manifest(file(f"edition/{FILE}", data).parent)


def _manifest() -> bytes:
    return json.dumps({"version": 1, "grader_version": "1", "files": {"course.yaml": "0" * 64}}).encode()


def _take_kept(data: bytes) -> None:
    """A kept result of a search, as either kind of it."""
    shelf = Shelf(file("tuned/.warplings/tuned/a/b/c.json", data).parents[4], "a/b")
    for kind in (Weighed, Raced):
        shelf.take(kind, "c")


def _weighed() -> bytes:
    costs = Costs(ffma=8, instructions=9, wavefronts=2, excess=0, sectors=4, exact=True)
    found = Weighed(fate="counted", threads=128, registers=40, limited_by=("registers",), costs=costs)
    return json.dumps(as_data(found)).encode()


TARGETS = (
    Target("yaml", lambda data: load(file("any.yaml", data)),
           lambda: [*contents("exercises/0*/*.yaml"), b"a: &x [1, *x]\nb: {<<: *x}\n? [k]\n: !!t 0x1F\n...\n---\n"],
           (CourseError,)),
    Target("course.exercise", lambda data: load_exercise(file("exercise.yaml", data), problem_cases(), "ko"),
           lambda: [*contents("exercises/*/*.yaml"), TUNED.encode()], (CourseError,), weight=0.8),
    Target("course.arithmetic", lambda data: value_of(text(data), {"BM": 128, "WM": 32}),
           lambda: [b"BM % WM == 0 and (BM // 64 + 1) * 32 <= 1024", b"not -BM / WM > 2 or BM != 7"],
           (NotArithmetic, ArithmeticError), weight=0.5),
    Target("tuned.parameters", lambda data: tunable(text(data), ["BM", "TM"]).with_values({"BM": 8, "TM": 9}),
           lambda: [KERNEL.encode(), b"constexpr int BM = 1, TM = 2;\n#if 0\n#define BM 3\n#endif\n"],
           (NoPlace, SetTwice), weight=0.5),
    Target("tuned.kept", _take_kept, lambda: [_weighed()], form=Form.JSON, weight=0.5),
    Target("course.private", lambda data: load_private(file("private.yaml", data), _spec(), problem_cases()),
           lambda: contents("solutions/06*/*.private.yaml"), (CourseError,)),
    Target("course.modules", _read_course, lambda: contents(COURSE_FILE), (CourseError,), weight=0.5),
    Target("course.bench", lambda data: load_kernels(file("kernels.yaml", data), problem_cases()),
           lambda: contents(str(BENCH_FILE)), (CourseError,), weight=0.5),
    Target("course.open_questions", lambda data: load_open_questions(file("open_questions.yaml", data)),
           lambda: contents("modules/*/open_questions.yaml"), (CourseError,), weight=0.5),
    Target("course.skeleton", _read_skeleton, lambda: contents("solutions/06*/*.cu"), (CourseError,)),
    Target("kit", _use_kit, lambda: [gzip.compress(_kit(), mtime=0)], (CourseError,), Form.BYTES, weight=0.5),
    Target("kit.content", _read_kit, lambda: [_kit()], (CourseError,), Form.JSON),
    Target("manifest", _read_manifest, lambda: [_manifest()], (NoEdition,), Form.JSON, weight=0.5),
)  # fmt: skip
