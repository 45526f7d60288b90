"""Temperatures: each from degrees Celsius to Fahrenheit, 1.8 times as large and 32 more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import different_values, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.rounding import rounding_of_sums
from grader.problems.vectors import VectorCase
from grader.problems.working import value

FACTOR, ADDEND = 1.8, 32.0


def arguments(case: VectorCase, rng: np.random.Generator) -> Prepared:
    """Fresh temperatures, a poisoned output, and the same in Fahrenheit, to which FP32 comes near."""
    given = (
        Argument("celsius", different_values(rng, case.n, case.values)),
        Argument("fahrenheit", poison(case.n)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.OUTPUT, None))
    celsius = buffers[0].original.astype(np.float64)
    magnitude = np.abs(FACTOR * celsius) + ADDEND
    region = Region(
        1, grid_of(1, case.n, case.n), expected=(FACTOR * celsius + ADDEND)[None, None],
        rounding=rounding_of_sums(magnitude[None, None], 1),
        mistakes=partial(_mistakes, celsius), working=partial(_working, celsius),
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


def _mistakes(celsius: Floats, geometry: Geometry) -> Iterator[Possible]:
    """What C makes of 9 / 5, terms left out or misplaced, and vectors that are written in part."""
    name = f"{FACTOR:g}"
    for each, values in (
        (mistake("copied", name="celsius"), celsius),
        (mistake("factor_truncated", name=name), celsius + ADDEND),
        (mistake("factor_for_everything", name=name), FACTOR * (celsius + ADDEND)),
        (mistake("addend_missing", name=f"{ADDEND:g}"), FACTOR * celsius),
        (mistake("addend_subtracted", name=f"{ADDEND:g}"), FACTOR * celsius - ADDEND),
    ):
        yield each, partial(np.reshape, values, (1, 1, -1))
    yield from coverage.of_vector((FACTOR * celsius + ADDEND)[None, None], geometry)


def _working(celsius: Floats, _: int, row: int, i: int) -> tuple[str, str]:
    return f"fahrenheit[{i}] = {FACTOR:g} * celsius[{i}] + {ADDEND:g}", f"{FACTOR:g} * {value(celsius[i])} + {ADDEND:g}"


_SIGNATURE = ("const float* celsius", "float* fahrenheit", "int n")

TEMPERATURES = Problem("temperatures", VectorCase, _SIGNATURE, arguments, judge)
