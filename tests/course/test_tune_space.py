"""The `tune` part of an exercise file: its arithmetic, the variants it spans, and mistakes named at their place."""

from __future__ import annotations

import pytest

from grader.course.arithmetic import NotArithmetic, names_in, value_of
from grader.course.documents import CourseError
from grader.course.exercise_file import load_exercise
from grader.course.models import ExerciseSpec
from grader.course.tune_space import Space, narrowed, space_of, variant_of
from tests.course.conftest import CASE_MODELS, Edit

TUNE = """\
tune:
  parameters: {BM: [32, 64], WM: [16, 32, 64], DEEP: [0, 1]}
  requires: ["BM % WM == 0", "BM // WM * 32 <= 64"]
  launch: {block: ["BM / WM * 32"], tile: {M: BM, N: 16}, shared: "BM * 4 * (DEEP + 1)"}
  case: {M: 64, N: 32, K: 8}
"""


def read(exercise_file: Edit, tune: str = TUNE) -> ExerciseSpec:
    return load_exercise(exercise_file("starter_fails", f"{tune}starter_fails"), CASE_MODELS)


def space(exercise_file: Edit, **values: tuple[int, ...]) -> Space:
    tune = read(exercise_file).tune
    assert tune is not None
    return space_of(narrowed(tune, values))


def test_an_exercise_without_it_has_none(exercise_file: Edit) -> None:
    assert load_exercise(exercise_file(), CASE_MODELS).tune is None


def test_every_combination_is_a_variant_unless_a_rule_refuses_it(exercise_file: Edit) -> None:
    found = space(exercise_file)
    assert found.size == 12
    assert [(v["BM"], v["WM"]) for v in found.variants if v["DEEP"]] == [(32, 16), (32, 32), (64, 32), (64, 64)]
    assert found.refused == {"BM % WM == 0": 2, "BM // WM * 32 <= 64": 2}


def test_a_search_can_be_narrowed_and_may_try_values_of_its_own(exercise_file: Edit) -> None:
    found = space(exercise_file, BM=(128,), DEEP=(1,))
    assert found.variants == ({"BM": 128, "WM": 64, "DEEP": 1},)


def test_a_variant_has_its_own_launch_macros_and_case(exercise_file: Edit) -> None:
    spec = read(exercise_file, "compile: {defines: {BM: 8, T: float}}\n" + TUNE)
    assert spec.tune is not None
    variant = variant_of(spec, spec.tune, {"BM": 64, "WM": 32, "DEEP": 1})
    assert variant.launch.block == (64,) and variant.launch.shared == 512
    assert variant.compile.defines == {"T": "float", "BM": "64", "WM": "32", "DEEP": "1"}
    assert variant.grid(variant.cases[0]) == (1, 2, 1)
    assert spec.launch.block == (16, 16)


def test_what_the_launch_leaves_out_is_the_exercises_own(exercise_file: Edit) -> None:
    spec = read(exercise_file, "tune: {parameters: {A: [1]}, case: {M: 16, N: 32, K: 8}}\n")
    assert spec.tune is not None
    variant = variant_of(spec, spec.tune, {"A": 1})
    assert variant.launch == spec.launch and variant.grid(variant.cases[0]) == (2, 1, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("BM: [32, 64]", "BM: ¦[]", "This needs 1 entries at least and has 0."),
        ("[32, 64]", "[32, ¦-64]", "This must be at least 0, not -64."),
        ("DEEP: [0, 1]", "¦DEEP-1: [0, 1]", None),
        ("DEEP: [0, 1]", "DEEP: ¦[0, 0]", "`DEEP` lists a value twice."),
        ('"BM % WM == 0"', '¦"BM % WN == 0"', "`WN` is no parameter; there are BM, WM, DEEP."),
        ('"BM % WM == 0"', '¦"BM % "', "`BM % ` cannot be read: unexpected 'end of template'."),
        ('"BM % WM == 0"', '¦"BM ** WM > 0"', "`BM ** WM > 0` cannot be read: pow does not belong to whole numbers."),
        ('"BM % WM == 0"', '¦"BM % WM"', "`BM % WM` must be true or false, and is 0."),
        ('"BM % WM == 0"', '¦"WM // DEEP > 0"', "This divides by zero, or by too little, with BM = 32, WM = 16, DEEP"),
        ('"BM % WM == 0"', '"BM > 64"', None),
        ('["BM % WM == 0", ', '¦["BM > 64", ', "No variant meets all these rules."),
        ('"BM / WM * 32"', '¦"BM / 24"', "This is 1.3333333333333333 with BM = 32, WM = 16, DEEP = 0;"),
        ('"BM / WM * 32"', '¦"BM - 32"', "This is 0 with BM = 32, WM = 16, DEEP = 0;"),
        ("N: 16}", "¦L: 16}", "The cases have no dimension `L`; they have M, N, K."),
        ("tile: {M: BM,", "tile: {M: ¦BL,", "`BL` is no parameter; there are BM, WM, DEEP."),
        ("DEEP: [0, 1]", f"DEEP: {list(range(700))}", "The parameters make 4,200 variants; at most 4,096"),
        ("  requires:", "  ¦require:", "The key `require` is not known here."),
        ("{M: 64, N: 32, K: 8}", "{M: 64, N: 32, K: ¦x}", None),
    ],
)  # fmt: skip
def test_a_mistake_is_named_at_its_place(exercise_file: Edit, old: str, new: str, message: str | None) -> None:
    assert old in TUNE
    marked = TUNE.replace(old, new, 1)
    with pytest.raises(CourseError) as broken:
        read(exercise_file, marked.replace("¦", ""))
    first = broken.value.problems[0]
    if message is not None:
        assert message in first.message
    if "¦" in new:
        text = exercise_file("starter_fails", f"{marked}starter_fails").read_text("utf-8")
        before = text[: text.index("¦")]
        assert (first.line, first.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))


def test_a_key_that_is_missing_is_named(exercise_file: Edit) -> None:
    with pytest.raises(CourseError, match="`case` is missing"):
        read(exercise_file, "tune: {parameters: {BM: [1]}}\n")


VALUES = {"A": 6, "B": 4, "C": 0}


@pytest.mark.parametrize(
    ("text", "value"),
    [("A", 6), ("A * B - 3 // 2", 23), ("A / B", 1.5), ("A % B == 2 and not C > 0", True), ("0 < B < A", True),
     ("-A + +B", -2), ("(A + B) * 2 >= 21 or C == 1", False), ("1_000", 1000)],
)  # fmt: skip
def test_arithmetic_means_what_it_says(text: str, value: object) -> None:
    assert value_of(text, VALUES) == value


@pytest.mark.parametrize(
    "text",
    ["", "A B", "9**9**9", "'a' * 9", "A.real", "A.__class__", "min(A, B)", "range(9)|list", "A if B else C", "[1]",
     "A in (1, 2)", "A ~ B", "true", "1.5", "A }} {{ B", "{% for x in y %}", "(" * 150, "[" * 75, "{" * 75,
     "(" * 90 + "A" + ")" * 90, "-" * 199 + "A", "A" * 201, "A\0", "A = 1", "A; B", "#"],
)  # fmt: skip
def test_nothing_but_arithmetic_is_read(text: str) -> None:
    with pytest.raises(NotArithmetic):
        value_of(text, VALUES)


def test_names_are_those_of_the_expression() -> None:
    assert names_in("A + B * A > 3") == {"A", "B"}
    with pytest.raises(NotArithmetic, match="'D' has no value"):
        value_of("D + 1", VALUES)
