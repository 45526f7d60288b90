"""Six strides: each segment of 1,024 floats is written six times, read with stride 1, 2, 4, 8, 16 and 32.

Block b has segment b. With stride s a segment is a row-major matrix with rows of s floats, and its columns are written
one after the other: `in` has n * 1024 floats, `out` n * 6 * 1024.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import different_values, poison, private
from grader.problems.judging import judge
from grader.problems.working import value
from grader.records import Limit

SEGMENT = 1024
STEPS = (1, 2, 4, 8, 16, 32)

_OUT = SEGMENT * len(STEPS)


class StridesCase(Case):
    """n segments, one per block."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=1024)]


def arguments(case: StridesCase, rng: np.random.Generator) -> Prepared:
    """n fresh segments, a poisoned output, and its six expected parts."""
    given = (
        Argument("in", different_values(rng, case.n * SEGMENT, case.values)),
        Argument("out", poison(case.n * _OUT)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, SEGMENT), private(given[1], 1, Role.OUTPUT, _OUT))
    segments = buffers[0].original.astype(np.float64).reshape(case.n, SEGMENT)
    return Prepared(given, buffers, tuple(_walk(segments, part) for part in range(len(STEPS))))


def _walk(segments: Floats, part: int) -> Region:
    """The part of `out` for one stride: a matrix with a row for each column of the segment."""
    stride = STEPS[part]
    shape = (len(segments), SEGMENT // stride, stride)
    first = np.arange(len(segments), dtype=np.int64)[:, None, None] * _OUT + part * SEGMENT
    return Region(
        1, first + np.arange(SEGMENT, dtype=np.int64).reshape(1, stride, SEGMENT // stride),
        expected=segments.reshape(shape).transpose(0, 2, 1).copy(), label=f"stride_{stride}",
        mistakes=partial(_mistakes, segments, stride), working=partial(_working, segments, stride),
    )  # fmt: skip


def _mistakes(segments: Floats, stride: int, _: Geometry) -> Iterator[Possible]:
    """A copy of the segment, and rows instead of columns."""
    rows = segments.reshape(len(segments), stride, SEGMENT // stride)
    yield mistake("copied", name="in"), lambda: rows
    yield mistake("operand_transposed", name="in"), lambda: rows.transpose(0, 2, 1).reshape(rows.shape)


def _working(segments: Floats, stride: int, segment: int, row: int, col: int) -> tuple[str, str]:
    """Element `col` of the segment's column `row`."""
    number = col * stride + row
    return f"element ({row}, {col}) = in[{segment * SEGMENT + number}]", value(segments[segment, number])


STRIDES = Problem("strides", StridesCase, ("const float* in", "float* out", "int n"), arguments, judge)
