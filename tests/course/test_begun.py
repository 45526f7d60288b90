"""Whether a student has begun: code decides, not comments, blanks, line ends or the edition."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from grader.course.begun import FILE, is_begun, note_handed_out
from grader.course.catalog import Course, Exercise, open_course
from grader.grading.opening import problem_cases

NAME = "00_first_kernel"
SPEC = Path(__file__).resolve().parents[2] / "exercises" / NAME / "vector_add.yaml"
SOLUTION = """\
#define TWICE 2
// Adds two arrays.
extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    // TODO(1): one element. (1 line)
    // BEGIN SOLUTION
    c[0] = a[0] + b[0];
    // END SOLUTION
    printf("a // b");
}
"""
SKELETON = SOLUTION.replace("    // BEGIN SOLUTION\n    c[0] = a[0] + b[0];\n    // END SOLUTION\n", "")


@pytest.fixture
def course(tmp_path: Path) -> Course:
    for folder in ("exercises", "solutions"):
        (tmp_path / folder / NAME).mkdir(parents=True)
    (tmp_path / "exercises" / NAME / SPEC.name).write_bytes(SPEC.read_bytes())
    (tmp_path / "solutions" / NAME / "vector_add.cu").write_text(SOLUTION, "utf-8")
    text = f"title: {{ko: 과정, en: Course}}\nmodules:\n  - name: {NAME}\n    title: {{ko: 하나, en: One}}\n"
    (tmp_path / "course.yaml").write_text(text, "utf-8")
    return open_course(tmp_path, problem_cases())


@pytest.fixture
def exercise(course: Course) -> Exercise:
    return course.exercises[0]


@pytest.mark.parametrize(
    "text",
    [
        SKELETON,
        SKELETON.replace("\n", "\r\n"),
        SKELETON.replace("\n", "\r"),
        "\ufeff" + SKELETON,
        SKELETON.replace("// Adds two arrays.", "// 두 배열을 더한다."),
        SKELETON.replace("// TODO(1): one element. (1 line)", "/* I do not\n know */"),
        SKELETON.replace("const float* a, ", "const float *a,\n    "),
        SKELETON + "\n\n// end\n",
    ],
)
def test_comments_blanks_and_line_ends_begin_nothing(exercise: Exercise, text: str) -> None:
    assert not is_begun(exercise, text.encode())


@pytest.mark.parametrize(
    "text",
    [
        SOLUTION,
        "",
        SKELETON.replace("{\n", "{\n    c[0] = 0;\n", 1),
        SKELETON.replace('"a // b"', '"a / b"'),
        SKELETON.replace("TWICE 2\n// Adds two arrays.\n", "TWICE 2 "),  # the next line is part of the directive now
        SKELETON.replace("extern", "/* extern", 1),
    ],
)
def test_code_does(exercise: Exercise, text: str) -> None:
    assert is_begun(exercise, text.encode())


def test_comments_in_another_encoding_begin_nothing(exercise: Exercise) -> None:
    assert not is_begun(exercise, SKELETON.replace("// Adds two arrays.", "// 두 배열을 더한다.").encode("cp949"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_another_encoding_of_the_skeleton_begins_nothing(exercise: Exercise, encoding: str) -> None:
    assert not is_begun(exercise, SKELETON.replace("\n", "\r\n").encode(encoding))
    assert is_begun(exercise, SOLUTION.encode(encoding))


def test_a_skeleton_that_was_handed_out_earlier_is_not_begun_either(course: Course, exercise: Exercise) -> None:
    assert note_handed_out(course) and not note_handed_out(course)
    exercise.solution_path.write_text(SOLUTION.replace("TWICE 2", "TWICE 3"), "utf-8")
    assert not is_begun(exercise, SKELETON.encode())
    assert note_handed_out(course)
    assert len(json.loads((course.root / FILE).read_text("utf-8"))[exercise.id]) == 2
    assert is_begun(exercise, SKELETON.replace("TWICE 2", "TWICE 4").encode())


@pytest.mark.parametrize("text", ["[]", "{", '{"00_first_kernel/vector_add": 3}', "[" * 10_000])
def test_notes_that_are_damaged_say_nothing(course: Course, exercise: Exercise, text: str) -> None:
    (course.root / FILE).write_text(text, "utf-8")
    assert not is_begun(exercise, SKELETON.encode()) and is_begun(exercise, SOLUTION.encode())


def test_where_nobody_knows_the_skeleton_everything_is_begun(exercise: Exercise) -> None:
    exercise.solution_path.unlink()
    assert is_begun(exercise, SKELETON.encode())


@pytest.mark.parametrize("unit", ["/*", '"', '\\"', "'", "#\n", "//", "\\\n"])
def test_no_text_takes_long(exercise: Exercise, unit: str) -> None:
    began = time.process_time()
    assert is_begun(exercise, (unit * (1 << 19))[: 1 << 20].encode())
    assert time.process_time() - began < 10
