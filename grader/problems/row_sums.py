"""Row sums: out[r] is the sum of row r of in (rows x cols), dense and row-major; with one row, the sum of a vector.

Column sums are the same with the axes exchanged: out[c] is the sum of column c.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Indices, Prepared, Problem, Role, at_scale, mistake
from grader.problems.filling import poison, private, random_terms
from grader.problems.judging import judge
from grader.problems.places import gathered, product
from grader.problems.rounding import LONGEST_FLOAT_SUM
from grader.problems.sums import Sums, SumsOf
from grader.problems.working import total, value
from grader.records import Limit

_MOST_ELEMENTS = 2**30  # kernels number elements with an int
_EXACT = 2**24

Size = Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]


class RowSumsCase(Case):
    """in has `rows` x `cols` elements, out has `rows`.

    To judge precision, cases with floats need dozens of rows if they have more than a few columns.
    """

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")
    TERMS: ClassVar[str] = "cols"  # the dimension that is summed up

    rows: Size
    cols: Size

    def _consistent(self) -> None:
        if self.rows * self.cols > _MOST_ELEMENTS:
            raise ValueError(f"rows * cols must be at most {_MOST_ELEMENTS}")
        if self.values == "floats" and self.terms > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs {self.TERMS} <= {LONGEST_FLOAT_SUM}; longer sums need integers")

    @property
    def by_column(self) -> bool:
        """Whether columns are summed up."""
        return self.TERMS == "rows"

    @property
    def terms(self) -> int:
        """How many elements each sum has."""
        return self.rows if self.by_column else self.cols

    @property
    def sums(self) -> int:
        """How many sums there are."""
        return self.cols if self.by_column else self.rows


class ColumnSumsCase(RowSumsCase):
    """in has `rows` x `cols` elements, out has `cols`; cases with floats need dozens of columns."""

    TERMS: ClassVar[str] = "rows"


def arguments(case: RowSumsCase, rng: np.random.Generator) -> Prepared:
    """A fresh matrix, a poisoned output, and the expected sums.

    Raises ValueError if integer sums are too long to be exact, as only timed sizes may be.
    """
    given = (
        Argument("in", random_terms(rng, case.rows * case.cols, case.values)),
        Argument("out", poison(case.sums)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, None))
    matrix = buffers[0].original.astype(np.float64).reshape(case.rows, case.cols)
    terms = matrix.T if case.by_column else matrix
    largest = _largest_partial_sum(terms)
    if case.values == "integers" and largest.max(initial=0) > _EXACT:
        raise ValueError(f"{case.TERMS}: {case.terms} integers are too many to be summed up exactly in FP32")
    magnitude = None if case.values == "integers" else largest
    flat = matrix.ravel()
    sums = SumsOf(terms, magnitude, partial(_slips, case, flat), partial(_formula, case, flat))
    return Prepared(given, buffers, (sums.region(1),))


def _largest_partial_sum(terms: Floats) -> Floats:
    """The largest partial sum of any order of summation: of all positive or of all negative terms."""
    largest: Floats = np.maximum(np.maximum(terms, 0).sum(axis=1), np.maximum(-terms, 0).sum(axis=1))
    return largest


def _slips(case: RowSumsCase, flat: Floats) -> Sums:
    """Elements read from the wrong place."""
    one, k = np.indices((case.sums, case.terms), dtype=np.int64)
    row, col = (k, one) if case.by_column else (one, k)
    places = (
        (mistake("operand_transposed", name="in"), col * case.rows + row),
        (mistake("leading_dimension", name="in", leading="cols", taken="rows"), row * case.rows + col),
    )
    for name, where in places:
        yield name, partial(_summed, flat, where)


def _summed(flat: Floats, where: Indices) -> Floats:
    return product(gathered(flat, where), np.ones((where.shape[1], 1)))[:, 0]


def _formula(case: RowSumsCase, flat: Floats, number: int) -> tuple[str, str]:
    def at(k: int) -> tuple[int, int]:
        return (k, number) if case.by_column else (number, k)

    names = total(case.terms, lambda k: "in[{}][{}]".format(*at(k)))
    return f"out[{number}] = {names}", total(case.terms, lambda k: value(flat[at(k)[0] * case.cols + at(k)[1]]))


_SIGNATURE = ("const float* in", "float* out", "int rows", "int cols")

ROW_SUMS = Problem("row_sums", RowSumsCase, _SIGNATURE, arguments, judge, at_scale("row_sums_bulk"))
COLUMN_SUMS = Problem("column_sums", ColumnSumsCase, _SIGNATURE, arguments, judge, at_scale("row_sums_bulk"))
