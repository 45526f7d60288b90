"""Problem families: inputs, private references and judgement, one file a family."""

from __future__ import annotations

from typing import Any

from grader.problems.base import Problem
from grader.problems.bucket_sums import BUCKET_SUMS
from grader.problems.layouts import LAYOUTS
from grader.problems.matvec import MATVEC
from grader.problems.particles import PARTICLES
from grader.problems.row_sums import COLUMN_SUMS, ROW_SUMS
from grader.problems.sgemm import SGEMM
from grader.problems.strides import STRIDED
from grader.problems.transpose import TRANSPOSE
from grader.problems.vectors import COPY, FMA, SAXPY, VECTOR_ADD
from grader.problems.warp_and_lane import WARP_AND_LANE

_FAMILIES = (
    SGEMM, TRANSPOSE, LAYOUTS, STRIDED, MATVEC, ROW_SUMS, COLUMN_SUMS, BUCKET_SUMS, VECTOR_ADD, SAXPY, COPY, FMA,
    WARP_AND_LANE, PARTICLES,
)  # fmt: skip
PROBLEMS: dict[str, Problem[Any]] = {problem.name: problem for problem in _FAMILIES}
