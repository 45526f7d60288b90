"""Problem families: inputs, private references and judgement, one file a family."""

from __future__ import annotations

from typing import Any

from grader.problems.base import Problem
from grader.problems.layouts import LAYOUTS
from grader.problems.row_sums import ROW_SUMS
from grader.problems.sgemm import SGEMM
from grader.problems.transpose import TRANSPOSE
from grader.problems.vectors import COPY, FMA, SAXPY, VECTOR_ADD

PROBLEMS: dict[str, Problem[Any]] = {
    problem.name: problem for problem in (SGEMM, TRANSPOSE, LAYOUTS, ROW_SUMS, VECTOR_ADD, SAXPY, COPY, FMA)
}
