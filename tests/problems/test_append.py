"""A list in any order: every right one passes, and what is missing, doubled or strange is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.append import AppendCase, arranged
from grader.problems.base import Judgement, MismatchKind, Prepared, mistake
from tests.problems.diagnosing import diagnosed_all, said
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["append"]
OUT, COUNT, BEFORE = 1, 2, 3
Floats = NDArray[np.float32]


def prepared(n: int, seed: int = 5, **more: Any) -> Prepared:
    return FAMILY.arguments(AppendCase.model_validate({"n": n, **more}), np.random.default_rng(seed))


def positive(of: Prepared) -> Floats:
    content = of.buffers[0].original.astype(np.float32)
    found: Floats = content[content > 0]
    return found


def after(of: Prepared, appended: Floats, length: int | None = None) -> dict[int, Any]:
    out = buffers(of)[OUT].copy()
    out[BEFORE : BEFORE + appended.size] = appended
    return buffers(of) | {OUT: out, COUNT: np.array([BEFORE + appended.size if length is None else length], np.int32)}


def judged(of: Prepared, appended: Floats, length: int | None = None) -> Judgement:
    return FAMILY.judge(of, after(of, appended, length))


@examples(60)
@given(st.integers(0, 400), st.integers(0, 2**32), st.sampled_from(["integers", "floats"]),
       st.sampled_from(["some", "all", "none"]))  # fmt: skip
def test_every_order_passes(n: int, seed: int, values: str, which: str) -> None:
    of = prepared(n, seed, values=values, positive=which)
    kept = positive(of)
    assert kept.size == {"all": n, "none": 0}.get(which, kept.size)
    np.random.default_rng(seed).shuffle(kept)
    assert judged(of, kept).passed


@examples(40)
@given(st.integers(2, 400), st.integers(0, 2**32))
def test_one_strange_element_is_found_wherever_it_is(n: int, seed: int) -> None:
    of = prepared(n, seed, positive="all")
    kept = positive(of)
    np.random.default_rng(seed).shuffle(kept)
    kept[seed % n] = np.float32(-8)
    found = judged(of, kept).mismatches
    assert [(m.wrong, m.total, m.label, m.got) for m in found] == [(1, n, "appended", -8)]


def test_an_element_twice_is_found() -> None:
    of = prepared(100, positive="all")
    kept = positive(of)
    kept[3] = kept[50]
    (found,) = judged(of, kept).mismatches
    assert (found.wrong, found.column, found.got) == (1, 3, kept[50])


def test_a_list_that_is_too_short_or_said_to_be_is_found() -> None:
    of = prepared(100)
    kept = positive(of)
    assert {m.buffer for m in judged(of, kept[:-1]).mismatches} == {"out", "count"}
    assert {m.buffer for m in judged(of, kept, length=BEFORE).mismatches} == {"count"}


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_what_was_there_before_and_what_lies_behind_must_stay(lang: str) -> None:
    of = prepared(100)
    for place in (0, BEFORE + positive(of).size):
        outputs = after(of, positive(of))
        outputs[OUT][place] = 77
        judgement = FAMILY.judge(of, outputs)
        (found,) = judgement.mismatches
        assert (found.kind, found.column) == (MismatchKind.PADDING, place)
        assert "77" in said(judgement, lang)


def test_elements_rounded_to_fp16_fail() -> None:
    of = prepared(300, values="floats")
    assert not judged(of, as_fp16(positive(of))).passed


def test_arranging_twice_changes_nothing_more() -> None:
    of = prepared(200)
    kept = positive(of)[::-1].copy()
    once = arranged(of, after(of, kept))
    assert np.array_equal(once[OUT][BEFORE : BEFORE + kept.size], positive(of))
    twice = arranged(of, once)
    assert np.array_equal(once[OUT].view(np.uint32), twice[OUT].view(np.uint32))


def test_a_last_element_left_out_is_told() -> None:
    of = prepared(40, positive="all")
    assert diagnosed_all(FAMILY, of, after(of, positive(of)[:-1]))["appended"] == mistake("last_element_missing")


@pytest.mark.parametrize("dims", [{}, {"n": -1}, {"n": 2**20 + 1}, {"n": 4, "positive": "few"}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        AppendCase.model_validate(dims)
