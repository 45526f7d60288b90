"""Compactions: kept elements in order or in any, their count, and what goes wrong told by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, MismatchKind, Mistake, Prepared, Ran, mistake
from grader.problems.compaction import CompactionCase, places_of, status_words
from grader.problems.diagnosis import diagnose
from tests.problems.diagnosing import diagnosed_all, said
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

LAUNCH = Geometry((4, 1, 1), (128, 1, 1))
FAMILIES = ("flagged", "flagged_counted", "kept", "kept_stably")
OUT = {"flagged": 3, "flagged_counted": 3, "kept": 1, "kept_stably": 1}
COUNT = {"flagged_counted": 4, "kept": 2, "kept_stably": 2}
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]


def prepared(family: str, n: int, seed: int = 5, **more: Any) -> Prepared:
    case = CompactionCase.model_validate({"n": n, **more})
    return PROBLEMS[family].arguments(case, np.random.default_rng(seed))


def keep_of(family: str, of: Prepared) -> Mask:
    given = {buffer.name: buffer.original for buffer in of.buffers}
    keep: Mask = given["flags"] != 0 if "flags" in given else given["in"] > 0
    return keep


def after(family: str, of: Prepared, places: NDArray[Any], keep: Mask, count: int | None = None) -> dict[int, Any]:
    """What is left if the elements of `keep` were stored to these places, one after the other."""
    outputs = buffers(of)
    content = outputs[0]
    for i in np.flatnonzero(keep):
        if 0 <= places[i] < outputs[OUT[family]].size:
            outputs[OUT[family]][places[i]] = content[i]
    if family in COUNT:
        outputs[COUNT[family]][0] = keep.sum() if count is None else count
    return outputs


@examples(60)
@given(st.integers(0, 300), st.integers(0, 2**32), st.sampled_from(FAMILIES), st.sampled_from(["integers", "floats"]),
       st.sampled_from(["some", "open", "all", "none"]))  # fmt: skip
def test_right_places_pass_and_one_strange_element_does_not(
    n: int, seed: int, family: str, values: str, kept: str
) -> None:  # fmt: skip
    of = prepared(family, n, seed, values=values, kept=kept)
    keep = keep_of(family, of)
    assert {"all": n, "none": 0}.get(kept, keep.sum()) == keep.sum()
    assert not n or kept in ("all", "none") or keep[-1] == (kept == "some")
    assert n < 2 or kept in ("all", "none") or keep[0] != keep[-1]  # the flag of the first for that of the last shows
    outputs = after(family, of, places_of(keep), keep)
    assert PROBLEMS[family].judge(of, outputs).passed
    if keep.any():
        outputs[OUT[family]][seed % int(keep.sum())] = -8
        assert [m.wrong for m in PROBLEMS[family].judge(of, outputs).mismatches] == [1]


@examples(40)
@given(st.integers(2, 300), st.integers(0, 2**32))
def test_any_order_passes_only_where_any_will_do(n: int, seed: int) -> None:
    for family in ("kept", "kept_stably"):
        of = prepared(family, n, seed, kept="all")
        shuffled = np.random.default_rng(seed).permutation(n)
        outputs = after(family, of, shuffled, keep_of(family, of))
        right = family == "kept" or np.array_equal(shuffled, np.arange(n))
        assert PROBLEMS[family].judge(of, outputs).passed is right


def test_status_words_are_zeros_and_enough_for_a_ticket_and_tiles_of_256() -> None:
    for n in (0, 1, 255, 256, 257, 10_000):
        of = prepared("kept_stably", n)
        status = of.arguments[3].value
        assert isinstance(status, np.ndarray) and status.dtype == np.uint64 and not status.any()
        assert status.size == status_words(n) >= 1 + max(1, -(-n // 256))


def test_flags_do_not_follow_from_the_elements() -> None:
    of = prepared("flagged", 200)
    keep = keep_of("flagged", of)
    assert (of.buffers[0].original[~keep] > 0).all() and (of.buffers[0].original[keep] > 0).all()


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_what_lies_behind_the_kept_ones_must_stay(family: str, lang: str) -> None:
    of = prepared(family, 100)
    keep = keep_of(family, of)
    outputs = after(family, of, places_of(keep), keep)
    outputs[OUT[family]][keep.sum()] = 77
    judgement = PROBLEMS[family].judge(of, outputs)
    assert [(m.kind, m.column) for m in judgement.mismatches] == [(MismatchKind.PADDING, keep.sum())]
    assert "77" in said(judgement, lang)


@pytest.mark.parametrize("family", FAMILIES)
def test_elements_rounded_to_fp16_fail(family: str) -> None:
    of = prepared(family, 300, values="floats")
    keep = keep_of(family, of)
    outputs = after(family, of, places_of(keep), keep)
    kept = slice(0, int(keep.sum()))
    outputs[OUT[family]][kept] = as_fp16(outputs[OUT[family]][kept])
    assert not PROBLEMS[family].judge(of, outputs).passed


def begun_again(every: int, keep: Mask) -> NDArray[Any]:
    places = places_of(keep)
    return places - places[np.arange(keep.size) // every * every]


SLIPS: dict[str, tuple[Mistake, Callable[[Mask], tuple[NDArray[Any], Mask]]]] = {
    "inclusive": (mistake("places_off", by=1), lambda keep: (places_of(keep) + 1, keep)),
    "one lower": (mistake("places_off", by=-1), lambda keep: (places_of(keep) - 1, keep)),
    "not moved": (mistake("left_in_place"), lambda keep: (np.arange(keep.size), keep)),
    "backwards": (mistake("kept_backwards"), lambda keep: (keep.sum() - 1 - places_of(keep), keep)),
    "the others": (mistake("dropped_for_kept"), lambda keep: (places_of(~keep), ~keep)),
    "last": (mistake("last_element_missing"), lambda keep: (places_of(keep), keep & (np.arange(keep.size) < 499))),
    "first block": (mistake("block_ignored"), lambda keep: (places_of(keep), keep & (np.arange(keep.size) < 128))),
    "every warp": (mistake("places_begin_again", every=32), lambda keep: (begun_again(32, keep), keep)),
    "every tile": (mistake("places_begin_again", every=64), lambda keep: (begun_again(64, keep), keep)),
}


@pytest.mark.parametrize("family", ["flagged", "flagged_counted", "kept_stably"])
@pytest.mark.parametrize("slip", SLIPS)
def test_wrong_places_are_told_by_name(slip: str, family: str) -> None:
    of = prepared(family, 500)
    keep = keep_of(family, of)
    name, made = SLIPS[slip]
    told = diagnosed_all(PROBLEMS[family], of, after(family, of, *made(keep), count=int(keep.sum())), LAUNCH)
    assert told == {"kept": name}


def counted(family: str, cases: list[dict[str, Any]], count: Callable[[Mask], int]) -> tuple[Mistake, ...]:
    """What is told of these counts."""
    runs = []
    for number, case in enumerate(cases):
        of = prepared(family, seed=number, **case)
        keep = keep_of(family, of)
        outputs = after(family, of, places_of(keep), keep, count(keep))
        runs.append(Ran(of, outputs, PROBLEMS[family].judge(of, outputs), LAUNCH))
    return diagnose(runs, 1)


CASES: list[dict[str, Any]] = [{"n": 256}, {"n": 300, "kept": "all"}, {"n": 77}, {"n": 131, "kept": "open"},
                               {"n": 50, "kept": "open"}, {"n": 40, "kept": "none"}]  # fmt: skip
COUNTS: dict[str, Callable[[Mask], int]] = {
    "last_flag_missing": lambda keep: int(keep[:-1].sum()),
    "one_for_last_flag": lambda keep: int(keep[:-1].sum()) + 1,
    "last_index": lambda keep: keep.size - 1,
    "highest_place": lambda keep: int(keep.sum()) - 1,
    "count_off": lambda keep: int(keep.sum()) + 1,
    "all_counted_kept": lambda keep: keep.size,
    "dropped_counted": lambda keep: int((~keep).sum()),
}


@pytest.mark.parametrize("slip", COUNTS)
def test_wrong_counts_are_told_by_name(slip: str) -> None:
    assert counted("flagged_counted", CASES, COUNTS[slip]) == (mistake(slip),)


def test_a_count_from_signs_knows_no_flag() -> None:
    assert counted("kept", CASES, COUNTS["count_off"]) == (mistake("count_off"),)
    assert counted("kept", CASES, COUNTS["last_flag_missing"]) == ()
    assert counted("kept_stably", CASES, lambda keep: 32 * int(keep.sum())) == (mistake("counted_again", times=32),)


@pytest.mark.parametrize("dims", [{}, {"n": -1}, {"n": 2**28 + 1}, {"n": 4, "kept": "few"}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CompactionCase.model_validate(dims)
