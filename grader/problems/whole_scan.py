"""The exclusive scan of a whole vector in one launch: out[i] is the sum of the elements before element i, modulo 2^32.

There are words through which blocks tell each other what they know, and counters for them, all 0 before the launch and
behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import prod
from typing import ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Geometry, Possible, Prepared, Problem, Region, Role, at_scale, mistake
from grader.problems.filling import grid_of, private
from grader.problems.judging import judge
from grader.problems.scans import Size, formula, region, scanned, slips, small_values, unwritten

MODULUS = 2**32
COUNTERS = 2
_FEWEST_WORDS = 64


class ScanCase(Case):
    """n elements; large: numbers of 32 bits, whose sums are taken modulo 2^32."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Size
    large: bool = False

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"large": False}


def _of_vector(case: ScanCase, rng: np.random.Generator) -> Prepared:
    words = rng.integers(0, MODULUS, case.n, dtype=np.uint32) if case.large else np.abs(small_values(rng, case.n))
    given = (
        Argument("in", words.astype(np.uint32)), Argument("out", unwritten(case.n, np.uint32)),
        Argument("status", np.zeros(words_of(case.n), np.uint64)), Argument("counters", np.zeros(COUNTERS, np.uint32)),
        Argument("n", np.int32(case.n)),
    )  # fmt: skip
    roles = (Role.INPUT, Role.OUTPUT, Role.IN_OUT, Role.IN_OUT)
    buffers = tuple(private(given[position], position, role, None) for position, role in enumerate(roles))
    x = buffers[0].original.astype(np.int64)
    piece = max(1, case.n)
    out = region(1, scanned(x, piece, True), lambda _: slips(x, piece, True), partial(formula, "out", x, piece, True),
                 MODULUS)  # fmt: skip
    return Prepared(given, buffers, (out, *map(partial(_as_found, given), (2, 3))))


def words_of(n: int) -> int:
    """Status words: more than there are tiles, if a tile has 1,024 elements or more."""
    return max(_FEWEST_WORDS, -(-n // 1024))


def _as_found(given: tuple[Argument, ...], position: int) -> Region:
    """A buffer that is 0 before the launch and must be 0 behind it, for the next one."""
    argument = given[position]
    assert isinstance(argument.value, np.ndarray)
    size, name = argument.value.size, argument.name
    return Region(
        position, grid_of(1, size, size), np.zeros((1, 1, size)), mistakes=partial(_left, size),
        working=lambda _, row, i: (f"{name}[{i}] = 0", "0"),
    )  # fmt: skip


def _left(size: int, geometry: Geometry) -> Iterator[Possible]:
    blocks, threads = prod(geometry.grid), prod(geometry.block)
    yield mistake("counters_left"), lambda: np.full((1, 1, size), float(blocks))
    yield mistake("tickets_of_threads"), lambda: np.full((1, 1, size), float(blocks * threads))


_SIGNATURE = ("const unsigned* in", "unsigned* out", "unsigned long long* status", "unsigned* counters", "int n")

EXCLUSIVE_SCAN = Problem("exclusive_scan", ScanCase, _SIGNATURE, _of_vector, judge, at_scale("scans_bulk", "whole"))
