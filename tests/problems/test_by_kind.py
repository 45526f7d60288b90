"""Elements of four kinds: single precision passes, less does not, results in the wrong order are told, and at scale."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Role, mistake
from grader.problems.by_kind import KINDS, STEPS, kind_of, shade
from tests.problems.diagnosing import diagnosed
from tests.problems.test_bulk import Left, launched
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["by_kind"]
LAUNCH = Geometry((3, 1, 1), (256, 1, 1))

Floats = NDArray[np.float32]


def prepared(n: int, seed: int = 3, kinds: str = "random") -> Any:
    return FAMILY.arguments(FAMILY.case_model.model_validate({"n": n, "kinds": kinds}), np.random.default_rng(seed))


def single(x: Floats, kind: NDArray[Any] | None = None) -> Floats:
    """As a kernel does it: every product and sum rounded to single precision."""
    kind = kind_of(x) if kind is None else kind
    v, w, half, quarter = x.copy(), np.ones_like(x), np.float32(0.5), np.float32(0.25)
    for step in range(max(STEPS)):
        k0, k1, k2, k3 = (kind == n for n in range(KINDS))
        if step < STEPS[0]:
            v[k0] -= quarter * w[k0]
            w[k0] += quarter * v[k0]
        if step < STEPS[1]:
            v[k1] = x[k1] + half * np.abs(v[k1])
        if step < STEPS[2]:
            v[k2] = x[k2] - half * v[k2] * v[k2]
        v[k3] = np.maximum(x[k3] - v[k3], quarter * v[k3])
    return v


@examples(30)
@given(st.integers(0, 2**32), st.integers(1, 600), st.sampled_from(["random", "even", "one"]))
def test_right_results_pass_and_one_wrong_one_does_not(seed: int, n: int, kinds: str) -> None:
    made = prepared(n, seed, kinds)
    out = single(made.buffers[0].original)
    assert out.dtype == np.float32 and FAMILY.judge(made, buffers(made) | {1: out}).passed
    out[seed % n] += 1e-4
    (found,) = FAMILY.judge(made, buffers(made) | {1: out}).mismatches
    assert (found.wrong, found.column) == (1, seed % n)


def test_half_precision_fails() -> None:
    made = prepared(1000)
    assert not FAMILY.judge(made, buffers(made) | {1: single(as_fp16(made.buffers[0].original))}).passed


def test_every_warp_of_an_even_case_has_eight_of_each_kind() -> None:
    kinds = kind_of(prepared(320, kinds="even").buffers[0].original).reshape(-1, 32)
    assert all(np.bincount(row).tolist() == [8] * KINDS for row in kinds)
    assert len(set(kind_of(prepared(500, kinds="one").buffers[0].original))) == 1


def test_results_that_were_not_put_back_and_wrong_formulas_are_told() -> None:
    made = prepared(700)
    x = made.buffers[0].original
    whole = np.concatenate((x, np.full(68, -1, np.float32)))  # what the threads beyond the end have
    right, kind = single(whole), kind_of(whole)
    order = np.concatenate([b + np.argsort(kind[b : b + 256], kind="stable") for b in (0, 256, 512)])

    def told(out: Floats) -> Any:
        return diagnosed(FAMILY, made, buffers(made) | {1: out.astype(np.float32)}, LAUNCH)

    assert told(right[order][:700]) == mistake("sorted_by_kind")
    assert told(x) == mistake("copied", name="in")
    assert told(single(x, np.zeros(700, np.int64))) == mistake("one_formula", kind=0)
    moved = np.empty_like(whole)
    moved[order] = shade(kind, whole[order].astype(np.float64)).astype(np.float32)
    assert told(moved[:700]) == mistake("kind_of_thread")


def test_the_working_names_the_kind() -> None:
    made = prepared(40)
    kind = int(kind_of(made.buffers[0].original)[5])
    assert made.regions[0].working(0, 0, 5)[0] == f"out[5] = shade({kind}, in[5])"


def solved(n: int) -> Left:
    left = launched("by_kind", n=n)
    left.buffers[1] = single(left.buffers[0])
    return left


@pytest.mark.parametrize("n", [0, 1, 4097, 50_000])
def test_at_scale_right_results_are_accepted(n: int) -> None:
    left = solved(n)
    assert left.sampled() is None and left.whole() is None
    assert (left.bulk.bytes, left.bulk.library) == (8 * n, None)


def test_at_scale_wrong_results_and_changed_inputs_are_found() -> None:
    left = solved(3000)
    left.buffers[1][2999] = np.nan
    found = left.sampled()
    assert found is not None and (found.buffer, found.column, found.far) == ("out", 2999, True)
    left = solved(3000)
    left.buffers[1] = single(as_fp16(left.buffers[0]))
    assert left.sampled() is not None and left.whole() is not None
    left = solved(3000)
    left.buffers[0][7] = 0.5
    found = left.sampled()
    assert found is not None and (found.buffer, found.role, found.column) == ("in", Role.INPUT, 7)
