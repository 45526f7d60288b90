"""Element by element: every right result passes, a multiply-add that rounds twice never, slips are told by name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.launch import Array
from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Judgement, Mismatch, MismatchKind, Mistake, Prepared, Role, mistake
from grader.problems.vectors import fused, telling_factors
from tests.problems.diagnosing import FLAT, diagnosed, found_facts
from tests.problems.test_judgement import as_fp16, as_tf32, buffers
from tests.tiers import examples

NAMES = ("vector_add", "saxpy", "copy", "fma")

Floats = NDArray[np.float32]
SIZES = st.integers(0, 600)
VALUES = st.sampled_from(["integers", "floats"])
SEEDS = st.integers(0, 2**32)


class Vectors:
    """One prepared case: its inputs by name, and what the judge says of an output."""

    def __init__(self, name: str, seed: int = 3, **dims: Any) -> None:
        self.family = PROBLEMS[name]
        self.case = self.family.case_model.model_validate(dims)
        self.prepared: Prepared = self.family.arguments(self.case, np.random.default_rng(seed))
        self.given: dict[str, Any] = {b.name: b.original.copy() for b in self.prepared.buffers}
        self.position = self.prepared.regions[0].position

    @property
    def n(self) -> int:
        return int(self.case.n)

    def judged(self, result: NDArray[Any]) -> Judgement:
        return self.family.judge(self.prepared, buffers(self.prepared) | {self.position: result.astype(np.float32)})

    def mismatch(self, result: NDArray[Any]) -> Mismatch:
        (found,) = self.judged(result).mismatches
        return found

    def told(self, result: NDArray[Any], geometry: Geometry = FLAT) -> Mistake | None:
        outputs = buffers(self.prepared) | {self.position: result.astype(np.float32)}
        return diagnosed(self.family, self.prepared, outputs, geometry)

    def right(self) -> Floats:
        """What a kernel makes of the inputs."""
        g = self.given
        match self.family.name:
            case "vector_add":
                result = g["a"] + g["b"]
            case "saxpy":
                result = np.float32(self.case.a) * g["x"] + g["y"]
            case "copy":
                result = g["in"].copy()
            case _:
                result = fused(g["a"], g["b"], g["c"])
        assert result.dtype == np.float32
        return np.asarray(result)


@examples(60)
@given(st.sampled_from(NAMES), SEEDS, SIZES, VALUES)
def test_right_results_pass_and_one_wrong_element_does_not(name: str, seed: int, n: int, values: str) -> None:
    vectors = Vectors(name, seed, n=n, values=values)
    right = vectors.right()
    assert vectors.judged(right).passed
    if n:
        at = seed % n
        right[at] += 0.25
        found = vectors.mismatch(right)
        assert (found.wrong, found.total, found.matrix, found.row, found.column) == (1, n, None, None, at)


@examples(60)
@given(SEEDS, SIZES, VALUES, st.sampled_from([2.0, 1.0, -0.5, 1.5, 64.0, 2.0**-8]))
def test_saxpy_passes_with_and_without_fma(seed: int, n: int, values: str, a: float) -> None:
    vectors = Vectors("saxpy", seed, n=n, values=values, a=a)
    x, y = (vectors.given[name].astype(np.float64) for name in "xy")
    assert vectors.judged(vectors.right()).passed
    assert vectors.judged(a * x + y).passed


@given(SEEDS, st.sampled_from([0.1, -3.3, 1 / 3]))
def test_a_factor_that_is_no_float_is_rounded_as_the_argument_is(seed: int, a: float) -> None:
    vectors = Vectors("saxpy", seed, n=100, values="floats", a=a)
    assert vectors.judged(vectors.right()).passed
    assert vectors.prepared.arguments[0].value == np.float32(a)


@examples(40)
@given(st.sampled_from(["vector_add", "saxpy", "copy"]), SEEDS, st.sampled_from([as_tf32, as_fp16]))
def test_inputs_rounded_to_fp16_or_tf32_fail(name: str, seed: int, lower: Callable[[Floats], Floats]) -> None:
    vectors = Vectors(name, seed, n=64, values="floats")
    vectors.given = {key: lower(value) for key, value in vectors.given.items()}
    assert not vectors.judged(vectors.right()).passed


def test_a_copy_and_a_sum_are_compared_to_the_last_bit() -> None:
    for name in ("vector_add", "copy", "fma"):
        vectors = Vectors(name, n=100, values="floats")
        right = vectors.right()
        right[41] = np.nextafter(right[41], np.float32(9))
        assert vectors.mismatch(right).column == 41


def test_what_is_copied_is_all_different() -> None:
    assert len(np.unique(Vectors("copy", n=5000).given["in"])) == 5000


def exactly(a: float, b: float, c: float) -> np.float32:
    """a * b + c, rounded once: of the three floats around it, the nearest, and of two as near the even one."""
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    middle = np.float32(float(exact))
    near = (np.nextafter(middle, np.float32(-np.inf)), middle, np.nextafter(middle, np.float32(np.inf)))
    return min(near, key=lambda f: (abs(Fraction(float(f)) - exact), int(f.view(np.uint32)) & 1))


@examples(60)
@given(SEEDS, st.integers(0, 300))
def test_the_reference_of_fma_is_rounded_once(seed: int, n: int) -> None:
    a, b, c = telling_factors(np.random.default_rng(seed), n)
    assert fused(a, b, c).tolist() == [exactly(*triple) for triple in zip(a, b, c, strict=True)]


MANTISSAS = st.integers(2**23, 2**24 - 1)


@examples(300)
@given(MANTISSAS, MANTISSAS, MANTISSAS, st.booleans())
def test_whatever_the_bits_the_sum_of_the_reference_is_exact(a: int, b: int, c: int, negative: bool) -> None:
    """Of any values in the range from which they are drawn."""
    x, y = (np.array([m * 2.0**-23], np.float32) for m in (a, b))
    z = np.array([c * (-1.0 if negative else 1.0) * 2.0**-23], np.float32)
    assert fused(x, y, z)[0] == exactly(x[0], y[0], z[0])


@examples(60)
@given(SEEDS, st.integers(1, 300), VALUES)
def test_a_product_that_is_rounded_before_the_addition_is_wrong_in_every_element(
    seed: int, n: int, values: str
) -> None:
    vectors = Vectors("fma", seed, n=n, values=values)
    g = vectors.given
    separate = g["a"] * g["b"] + g["c"]
    found = vectors.mismatch(separate)
    assert found.wrong == n
    if n > 2:
        assert vectors.told(separate) == mistake("product_rounded")


def test_numbers_of_fma_stay_in_the_middle_of_what_floats_hold() -> None:
    a, b, c = telling_factors(np.random.default_rng(3), 100_000)
    for values, low, high in ((a, 1, 2), (b, 1, 2), (c, 0.5, 6), (fused(a, b, c), 2.0**-21, 4)):
        assert low <= np.abs(values).min() and np.abs(values).max() <= high
        assert 0.4 < np.mean(values > 0) < 0.6


def test_a_fused_multiply_add_that_rounds_otherwise_is_wrong_but_no_separate_product() -> None:
    vectors = Vectors("fma", n=1000)
    a, b, c = (vectors.given[name].astype(np.float64) for name in "abc")
    exact = a * b + c
    right = exact.astype(np.float32)
    toward_zero = np.where(np.abs(right) > np.abs(exact), np.nextafter(right, np.float32(0)), right)
    assert vectors.told(toward_zero) is None


@pytest.mark.parametrize(
    ("name", "dims"),
    [
        ("copy", {}),
        ("copy", {"n": -1}),
        ("copy", {"n": 4.0}),
        ("copy", {"n": 2**30 + 1}),
        ("copy", {"n": 4, "a": 2.0}),
        ("saxpy", {"n": 4, "a": 0.0}),
        ("saxpy", {"n": 4, "a": 2.0**-9, "values": "floats"}),
        ("saxpy", {"n": 4, "a": 65.0}),
        ("saxpy", {"n": 4, "a": 0.1}),
        ("saxpy", {"n": 4, "a": float("nan")}),
    ],
)
def test_a_senseless_case_is_refused(name: str, dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PROBLEMS[name].case_model.model_validate(dims)


def test_a_case_is_labelled_by_what_differs_from_the_default() -> None:
    assert Vectors("saxpy", n=31, a=2.0).case.label() == "n=31"
    assert Vectors("saxpy", n=31, a=-0.5, grid=[2]).case.label() == "n=31, grid=2, a=-0.5"


def test_only_the_output_of_saxpy_holds_something_before() -> None:
    roles = {name: Vectors(name, n=0).prepared.buffers[-1].role for name in NAMES}
    assert roles == {"vector_add": Role.OUTPUT, "saxpy": Role.IN_OUT, "copy": Role.OUTPUT, "fma": Role.OUTPUT}
    for name in NAMES:
        assert np.isnan(buffers(Vectors(name, n=9).prepared)[Vectors(name, n=9).position]).all() == (name != "saxpy")


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_input_is_found_by_its_number(name: str) -> None:
    vectors = Vectors(name, n=50)
    outputs: dict[int, Array] = buffers(vectors.prepared) | {vectors.position: vectors.right()}
    first = vectors.prepared.buffers[0]
    outputs[first.position][17] += 1
    (found,) = vectors.family.judge(vectors.prepared, outputs).mismatches
    assert (found.kind, found.buffer, found.row, found.column) == (MismatchKind.INPUT, first.name, None, 17)


Slip = Callable[[Any], NDArray[Any]]
GIVEN: dict[str, tuple[str, Slip, Mistake]] = {
    "c = a": ("vector_add", lambda g: g["a"], mistake("copied", name="a")),
    "c = b": ("vector_add", lambda g: g["b"], mistake("copied", name="b")),
    "y = x + y": ("saxpy", lambda g: g["x"] + g["y"], mistake("factor_missing", name="a")),
    "y = a * x": ("saxpy", lambda g: 2 * g["x"], mistake("addend_missing", name="y")),
    "y = x": ("saxpy", lambda g: g["x"], mistake("copied", name="x")),
    "out = a * b": ("fma", lambda g: g["a"] * g["b"], mistake("addend_missing", name="c")),
    "out = c": ("fma", lambda g: g["c"], mistake("copied", name="c")),
    "out = b + c": ("fma", lambda g: g["b"] + g["c"], mistake("factor_missing", name="a")),
    "out = a + c": ("fma", lambda g: g["a"] + g["c"], mistake("factor_missing", name="b")),
}


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize("n", [31, 1000])
@pytest.mark.parametrize("slip", GIVEN)
def test_a_missing_operand_is_recognised(slip: str, n: int, values: str) -> None:
    name, made, pattern = GIVEN[slip]
    vectors = Vectors(name, n=n, values=values)
    assert vectors.told(made(vectors.given)) == pattern


@pytest.mark.parametrize(("block", "grid"), [(64, 4), (256, 4), (256, 3), (128, 2), (1024, 2), (32, 32), (64, 18)])
def test_a_loop_that_steps_by_one_block_updates_again_and_again(block: int, grid: int) -> None:
    vectors = Vectors("saxpy", n=1100)
    times = np.minimum(1 + np.arange(1100) // block, grid)
    found = vectors.told(2 * times * vectors.given["x"] + vectors.given["y"], Geometry((grid, 1, 1), (block, 1, 1)))
    assert found == mistake("step_of_loop", name="y", step="blockDim.x")


TWO, THREE, EIGHT = (Geometry((grid, 1, 1), (block, 1, 1)) for grid, block in ((2, 128), (3, 256), (8, 128)))
ENDS = [
    (1000, 0, FLAT, mistake("nothing_written")),
    (1000, 999, FLAT, mistake("last_element_missing")),
    (1000, 256, FLAT, mistake("block_ignored")),
    (1000, 768, FLAT, mistake("whole_blocks_only")),
    (1000, 768, THREE, mistake("no_loop")),
    (1000, 896, EIGHT, mistake("whole_blocks_only")),
    (600, 512, TWO, mistake("whole_blocks_only")),
    (900, 768, TWO, mistake("whole_rounds_only")),
    (1000, 500, FLAT, None),
    (1000, 2, FLAT, None),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("n", "written", "geometry", "told"), ENDS)
def test_an_end_that_nobody_wrote_is_explained_by_the_launch_or_not_at_all(
    name: str, n: int, written: int, geometry: Geometry, told: Mistake | None
) -> None:
    vectors = Vectors(name, n=n)
    result = buffers(vectors.prepared)[vectors.position]
    result[:written] = vectors.right()[:written]
    assert vectors.told(result, geometry) == told


@pytest.mark.parametrize("name", NAMES)
def test_gaps_that_nobody_wrote_are_a_fact_without_a_cause(name: str) -> None:
    vectors = Vectors(name, n=1000)
    outputs = buffers(vectors.prepared)
    outputs[vectors.position][::3] = vectors.right()[::3]
    assert diagnosed(vectors.family, vectors.prepared, outputs) is None
    found = found_facts(vectors.family, vectors.prepared, outputs)
    assert found == [mistake("not_written", count=666), mistake("elements", first=1, last=998, total=1000)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("distance", [1, -1])
def test_an_index_that_is_off_by_one_is_told(name: str, distance: int) -> None:
    vectors = Vectors(name, n=1000)
    result = buffers(vectors.prepared)[vectors.position]
    right = vectors.right()
    if distance == 1:
        result[:-1] = right[1:]
    else:
        result[1:] = right[:-1]
    assert vectors.told(result) == mistake("shifted_elements", distance=distance)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_merely_wrong_is_like_no_slip(name: str) -> None:
    vectors = Vectors(name, n=100)
    assert vectors.told(vectors.right() + 0.5 + np.arange(100) ** 2) is None


def test_a_kernel_that_writes_into_what_it_was_given_changes_no_reference() -> None:
    vectors = Vectors("saxpy", n=100)
    for argument in vectors.prepared.arguments:
        if isinstance(argument.value, np.ndarray):
            argument.value[:] = 0
    assert vectors.judged(vectors.right()).passed
    assert vectors.told(vectors.given["x"]) == mistake("copied", name="x")
