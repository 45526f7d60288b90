"""Timed sums of a vector and of its pieces: a matrix of one row, or of one row for each piece, as `row_sums_bulk`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument
from grader.problems.bulk import Bulk
from grader.problems.row_sums import RowSumsCase
from grader.problems.row_sums_bulk import bulk

if TYPE_CHECKING:
    from grader.problems.reductions import BlockSumsCase, VectorSumCase


def total(case: VectorSumCase) -> Bulk:
    """The timed launch of the sum of a vector, which CUB adds up, too."""
    return _as_vector(bulk(RowSumsCase(rows=1, cols=case.n)), case.n, "cub_sum")


def pieces(case: BlockSumsCase) -> Bulk:
    """The timed launch of one sum a block, of whole pieces; CUB adds up everything."""
    if case.n != case.sums * case.chunk:
        raise ValueError(f"n: {case.n} is no multiple of {case.chunk}, as the size of a timed launch must be")
    return _as_vector(bulk(RowSumsCase(rows=case.sums, cols=case.chunk)), case.n, "cub_sum")


def _as_vector(rows: Bulk, n: int, library: str) -> Bulk:
    return replace(rows, arguments=(*rows.arguments[:2], Argument("n", np.int32(n))), library=library)
