"""A mistake is told if it explains every case, and only then: every mistake of every family, on cases of any size."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.catalog import Exercise, open_course
from grader.grading.opening import problem_cases
from grader.launch import Array
from grader.problems import PROBLEMS
from grader.problems.base import UNKNOWN, UNTOUCHED, Floats, Geometry, Mistake, Prepared, Problem, Ran, mistake
from grader.problems.diagnosis import View, diagnose
from grader.texts import messages
from tests.problems.diagnosing import ran
from tests.tiers import LONG, examples

COURSE = open_course(Path(__file__).resolve().parents[2], problem_cases())
SMALL_COST = 0.25  # seconds of a processor; 0.05 where nothing else runs on it
SAMPLE = 8  # mistakes of a family that a push tries


@cache
def course_cases(exercise_id: str) -> tuple[tuple[Prepared, Geometry], ...]:
    """The cases of an exercise, ready to run."""
    (exercise,) = COURSE.resolve(exercise_id)
    spec, family = exercise.spec, PROBLEMS[exercise.spec.problem]
    prepared = (family.arguments(case, np.random.default_rng(7 + i)) for i, case in enumerate(spec.cases))
    return tuple((p, Geometry(spec.grid(c), spec.block(c))) for p, c in zip(prepared, spec.cases, strict=True))


def left_by(prepared: Prepared, number: int, made: Floats | None) -> dict[int, Array]:
    """What is left where region `number` holds `made`, and everything else is right."""
    outputs = {b.position: b.original.copy() for b in prepared.buffers}
    for at, region in enumerate(prepared.regions):
        right = np.broadcast_to(region.expected, region.index.shape)
        values = right if at != number or made is None else np.broadcast_to(made, region.index.shape)
        values = np.where(values == UNKNOWN, 12_345.0, values)
        kept = outputs[region.position][region.index]
        with np.errstate(invalid="ignore", over="ignore"):
            kind = outputs[region.position].dtype
            outputs[region.position][region.index] = np.where(values == UNTOUCHED, kept, values.astype(kind))
    return outputs


def views(rans: Sequence[Ran], number: int) -> Iterator[View]:
    return (view for view in (View(one, number) for one in rans) if view.got.size)


def made_by(exercise_id: str, name: Mistake, number: int) -> list[Ran] | None:
    """Every case of an exercise after the mistake; None where some case does not know it, or much of what it leaves."""
    family, result = PROBLEMS[COURSE.resolve(exercise_id)[0].spec.problem], []
    for (prepared, geometry), view in zip(course_cases(exercise_id), right_views(exercise_id, number), strict=True):
        made = None
        if view.got.size:
            if name not in view.by_mistake:
                return None
            made = np.broadcast_to(view.by_mistake[name][1](), view.got.shape)
            if (made == UNKNOWN).mean() > 0.2:
                return None
        result.append(ran(family, prepared, left_by(prepared, number, made), geometry))
    return result


@cache
def right_views(exercise_id: str, number: int) -> tuple[View, ...]:
    """Every case as a right kernel leaves it."""
    family = PROBLEMS[COURSE.resolve(exercise_id)[0].spec.problem]
    return tuple(
        View(ran(family, prepared, left_by(prepared, number, None), geometry), number)
        for prepared, geometry in course_cases(exercise_id)
    )


def known_mistakes(exercise_id: str, number: int) -> list[Mistake]:
    """All that some case of the exercise knows, each once."""
    return list(dict.fromkeys(name for view in right_views(exercise_id, number) for name in view.by_mistake))


ONE_OF_EACH = {exercise.spec.problem: exercise.id for exercise in COURSE.exercises}


@pytest.mark.parametrize("exercise_id", ONE_OF_EACH.values())
def test_every_mistake_is_recognised_from_what_it_leaves_and_no_other_is_claimed(exercise_id: str) -> None:
    number = len(course_cases(exercise_id)[0][0].regions) - 1
    known = known_mistakes(exercise_id, number)
    recognised = 0
    for turn, name in enumerate([*known[:4], *random.sample(known[4:], len(known[4:]))]):
        if turn >= 4 + SAMPLE and recognised >= 2 and not LONG:
            break
        rans = made_by(exercise_id, name, number)
        wrong = sum(int(view.wrong.sum()) for view in views(rans, number)) if rans is not None else 0
        if rans is None or wrong < 3:
            continue
        told = diagnose(rans, number)
        assert told, name
        recognised += name.key in {each.key for each in told}
        # What is told instead leaves the same behind, in every case.
        for each in told:
            for view in views(rans, number):
                if each in view.by_mistake:
                    assert view.agreement(view.by_mistake[each][1]()) is not None, (name, each)
    assert recognised >= 2


@pytest.mark.parametrize("exercise_id", ONE_OF_EACH.values())
@given(seed=st.integers(0, 2**32), share=st.sampled_from([0.01, 0.1, 0.5, 1.0]))
@examples(20)
def test_a_random_corruption_is_like_no_mistake(exercise_id: str, seed: int, share: float) -> None:
    family, rng, rans = PROBLEMS[COURSE.resolve(exercise_id)[0].spec.problem], np.random.default_rng(seed), []
    for prepared, geometry in course_cases(exercise_id):
        region = prepared.regions[0]
        shape = region.expected.shape
        noise = np.where(rng.random(shape) < share, rng.integers(1, 999, shape) + 0.5, 0)
        if prepared.buffers[-1].original.dtype == np.int32:
            noise = np.floor(noise)
        rans.append(ran(family, prepared, left_by(prepared, 0, region.expected + noise), geometry))
    assert diagnose(rans, 0) == ()


DIMENSIONS = st.integers(2, 80)
SGEMM: Problem[Any] = PROBLEMS["sgemm"]


@given(
    sizes=st.lists(st.tuples(DIMENSIONS, DIMENSIONS, DIMENSIONS), min_size=2, max_size=4),
    name=st.sampled_from([
        mistake("alpha_ignored"), mistake("beta_ignored"), mistake("operand_tile_transposed", name="A", tile=16),
        mistake("tile_repeated", name="B"), mistake("chunk_end_missing", chunk=16), mistake("loads_exchanged"),
        mistake("thread_x_for_row"), mistake("axes_swapped", tile=16), mistake("first_term_missing"),
    ]),
    values=st.sampled_from(["integers", "floats"]),
)  # fmt: skip
@examples(60)
def test_whatever_the_sizes_what_is_told_explains_every_case(
    sizes: list[tuple[int, int, int]], name: Mistake, values: str
) -> None:
    rans = []
    for m, n, k in sizes:
        dims = {"M": m, "N": n, "K": k, "alpha": 1.5, "beta": -0.5, "lda": k + 1, "values": values}
        prepared = SGEMM.arguments(SGEMM.case_model.model_validate(dims), np.random.default_rng(k))
        geometry = Geometry((-(-n // 16), -(-m // 16), 1), (16, 16, 1))
        view = View(ran(SGEMM, prepared, left_by(prepared, 0, None), geometry), 0)
        rans.append(ran(SGEMM, prepared, left_by(prepared, 0, view.by_mistake[name][1]()), geometry))
    wrong = sum(int(view.wrong.sum()) for view in views(rans, 0))
    told = diagnose(rans, 0)
    if wrong >= 3:
        assert told
    for each in told:
        assert all(v.agreement(v.by_mistake[each][1]()) is not None for v in views(rans, 0) if each in v.by_mistake)


def test_every_mistake_that_can_be_told_has_its_sentence_and_every_sentence_its_mistake() -> None:
    told = {"constant_factor"}
    for exercise in COURSE.exercises:
        for number in range(len(course_cases(exercise.id)[0][0].regions)):
            told |= {name.key for name in known_mistakes(exercise.id, number)}
    row_sums = PROBLEMS["row_sums"]
    prepared = row_sums.arguments(row_sums.case_model(rows=5, cols=40), np.random.default_rng(1))
    told |= {name.key for name in View(ran(row_sums, prepared, left_by(prepared, 0, None)), 0).by_mistake}
    assert told == {key.split(".")[2] for key in messages("mistakes", "en") if key.startswith("mistakes.mistake.")}


def slowest(exercise: Exercise) -> float:
    """Seconds to find that no mistake explains the results of an exercise, all cases of which are wrong throughout."""
    family, rans = PROBLEMS[exercise.spec.problem], []
    for prepared, geometry in course_cases(exercise.id):
        outputs: Mapping[int, Array] = left_by(prepared, 0, prepared.regions[0].expected + 0.5)
        rans.append(ran(family, prepared, outputs, geometry))
    begun = time.process_time()
    assert diagnose(rans, 0) == () or exercise.spec.problem == "warp_and_lane"
    return time.process_time() - begun


@pytest.mark.parametrize("exercise", COURSE.exercises, ids=lambda e: e.id)
def test_a_diagnosis_takes_no_time_that_anyone_would_notice(exercise: Exercise) -> None:
    assert any(slowest(exercise) < SMALL_COST for _ in range(3)), "three times, as another process may share the core"
