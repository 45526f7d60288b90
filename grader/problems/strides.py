"""Six strides: each segment of 1,024 floats is written six times, read with stride 1, 2, 4, 8, 16 and 32.

Block b takes segment b. With stride s a segment is a row-major matrix whose rows are s floats long, and its columns
are written one after the other: `in` holds n * 1024 floats, `out` n * 6 * 1024.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from grader.launch import Argument
from grader.problems.base import Case, Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import different_values, poison, private
from grader.problems.judging import judge
from grader.problems.working import value

SEGMENT = 1024
STRIDES = (1, 2, 4, 8, 16, 32)

_OUT = SEGMENT * len(STRIDES)


class StridesCase(Case):
    """n segments, one a block."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Field(strict=True, ge=0, le=1024)]


def arguments(case: StridesCase, rng: np.random.Generator) -> Prepared:
    """n fresh segments, a poisoned output, and its six parts as they must be afterwards."""
    given = (
        Argument("in", different_values(rng, case.n * SEGMENT, case.values)),
        Argument("out", poison(case.n * _OUT)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, SEGMENT), private(given[1], 1, Role.OUTPUT, _OUT))
    segments = buffers[0].original.astype(np.float64).reshape(case.n, SEGMENT)
    return Prepared(given, buffers, tuple(_walk(segments, part) for part in range(len(STRIDES))))


def _walk(segments: Floats, part: int) -> Region:
    """The part of `out` that was read with one stride: a matrix of one row for each column of the segment."""
    stride = STRIDES[part]
    shape = (len(segments), SEGMENT // stride, stride)
    first = np.arange(len(segments), dtype=np.int64)[:, None, None] * _OUT + part * SEGMENT
    exact = np.zeros((1, 1, 1))
    return Region(
        position=1,
        index=first + np.arange(SEGMENT, dtype=np.int64).reshape(1, stride, SEGMENT // stride),
        expected=segments.reshape(shape).transpose(0, 2, 1).copy(),
        tolerance=exact,
        magnitude=exact,
        label=f"stride_{stride}",
        mistakes=partial(_mistakes, segments, stride),
        working=partial(_working, segments, stride),
    )


def _mistakes(segments: Floats, stride: int, _: Geometry) -> Iterator[Possible]:
    """The segment as it is, and rows where columns belong."""
    rows = segments.reshape(len(segments), stride, SEGMENT // stride)
    yield mistake("copied", name="in"), lambda: rows
    yield mistake("operand_transposed", name="in"), lambda: rows.transpose(0, 2, 1).reshape(rows.shape)


def _working(segments: Floats, stride: int, segment: int, row: int, col: int) -> tuple[str, str]:
    """Column `row` of the segment, its element `col`."""
    number = col * stride + row
    return f"element ({row}, {col}) = in[{segment * SEGMENT + number}]", value(segments[segment, number])


STRIDED: Problem[StridesCase] = Problem(
    name="strides",
    case_model=StridesCase,
    signature=("const float* in", "float* out", "int n"),
    arguments=arguments,
    judge=judge,
)
