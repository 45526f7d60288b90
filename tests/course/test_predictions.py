"""Predictions in a kernel's comments: what is read from a student's file, and what is left of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.begun import is_begun
from grader.course.catalog import open_course
from grader.course.predictions import (
    adopted,
    answers,
    next_variant,
    not_asked_about,
    predictions,
    undefined,
    unread,
    variant,
    with_answers,
    with_variant,
)
from grader.grading.opening import problem_cases

KERNEL = """#define STEP 2    // the distance
// PREDICT(1): requests = ?
__global__ void k() {}
    // PREDICT(2): wavefronts of a = b = ?
"""
VARY = {"STEP": (2, 3, 8)}
ROOT = Path(__file__).resolve().parents[2]
numbers = st.dictionaries(st.integers(1, 2), st.integers(0, 10**9).map(str), max_size=2)


@given(numbers)
def test_what_is_written_down_is_read_again(given: dict[int, str]) -> None:
    text = with_answers(KERNEL, given)
    assert answers(text) == given
    assert with_answers(text, {}) == KERNEL
    assert adopted(KERNEL, text, VARY) == text


@pytest.mark.parametrize(
    ("written", "value"),
    [("32", 32), ("1,024", 1024), (" 7 ", 7), ("-1", None), ("4.0", None), ("about 5", None), ("", None),
     ("1,24", None)],
)  # fmt: skip
def test_only_whole_numbers_are_predictions(written: str, value: int | None) -> None:
    (first, _) = predictions(KERNEL.replace("= ?\n__", f"= {written}\n__"))
    assert (first.number, first.line, first.value) == (1, 2, value)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_of_any_text_only_numbers_are_taken(text: str) -> None:
    kernel = adopted(KERNEL, text, VARY)
    assert with_variant(with_answers(kernel, {}), {"STEP": 2}) == KERNEL


def test_a_variant_that_is_not_asked_about_is_seen() -> None:
    other = KERNEL.replace("STEP 2", "STEP 5")
    assert variant(other, VARY) == not_asked_about(other, VARY) == {"STEP": 5}
    assert not_asked_about(KERNEL, VARY) == variant(KERNEL.replace("STEP 2", "STEP x"), VARY) == {}
    assert "STEP 8" in adopted(KERNEL, KERNEL.replace("STEP 2", "STEP 8"), VARY)


@pytest.mark.parametrize("written", ["(8)", "( 8 )", "((8))", "8 /* times */", "/* of */ 8", "8   "])
def test_a_plain_number_may_stand_in_parentheses_or_beside_a_comment(written: str) -> None:
    text = KERNEL.replace("STEP 2", f"STEP {written}")
    assert variant(text, VARY) == {"STEP": 8} and unread(text, VARY) == ()
    assert "#define STEP 8    //" in adopted(KERNEL, text, VARY)
    assert variant(with_variant(text, {"STEP": 3}), VARY) == {"STEP": 3}


@pytest.mark.parametrize(
    "define",
    ["#define STEP x", "#define STEP 2 + 1", "#define STEP", "#define STEP(x) 2", "#define STEP ()", "#define STEP (2",
     "#define STEP 2.0", "", "// #define STEP 2", "#define STEPS 2", "/*\n#define STEP 2\n*/"],
)  # fmt: skip
def test_a_macro_that_is_no_number_or_not_there_is_noticed(define: str) -> None:
    text = KERNEL.replace("#define STEP 2 ", f"{define} ")
    there = define.startswith("#define STEP") and "STEPS" not in define
    assert variant(text, VARY) == {}
    assert (unread(text, VARY), undefined(text, VARY)) == ((("STEP",), ()) if there else ((), ("STEP",)))
    assert adopted(KERNEL, text, VARY) == KERNEL


def test_the_macro_is_that_of_the_code() -> None:
    text = f"/* before:\n#define STEP 3\n*/\n#if 0\n#define STEP 3\n#endif\n{KERNEL.replace('STEP 2', 'STEP 8')}"
    assert variant(text, VARY) == {"STEP": 8}
    assert with_variant(text, {"STEP": 2}) == text.replace("STEP 8", "STEP 2")


def test_variants_come_one_after_the_other_and_begin_again() -> None:
    text, seen = KERNEL, []
    for _ in range(4):
        text = with_variant(text, next_variant(text, VARY))
        seen.append(variant(text, VARY)["STEP"])
    assert seen == [3, 8, 2, 3]
    assert next_variant(KERNEL, {}) == {}


def test_a_prediction_begins_an_exercise_and_a_comment_does_not() -> None:
    exercise = open_course(ROOT, problem_cases()).named("00_first_kernel/count_sectors")
    assert exercise is not None
    skeleton = exercise.solution_path.read_text("utf-8")
    from grader.course.skeleton import render_skeleton

    skeleton = render_skeleton(skeleton, exercise.solution_path)
    assert not is_begun(exercise, skeleton.encode())
    assert not is_begun(exercise, f"// a thought\n{skeleton}".encode())
    assert is_begun(exercise, with_answers(skeleton, {2: "90"}).encode())
