"""Observed facts about the wrong elements of one case: where they are, what they have in common, a map of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from grader.problems.base import Mask, Mistake, mistake
from grader.problems.diagnosis import View
from grader.verdicts import ErrorMap

_CELLS = 16  # along each side of a map
_CLOSE = 2.0**-7  # of the terms' magnitude: the error of FP16 or TF32 inputs


def facts(view: View) -> Iterator[Mistake]:
    """Keys and parameters of texts `mistakes.fact.<key>`, which name no cause."""
    wrong, count = view.wrong, int(view.wrong.sum())
    nan = np.isnan(view.got) & wrong
    if (view.untouched & wrong)[wrong].all():
        yield mistake("not_written", count=count)
    elif nan.any():
        yield mistake("nan", count=int(nan.sum()))
    elif _close(view):
        yield mistake("close")
    if count > 1:
        yield from _where(wrong, view.buffer.leading is None)


def _close(view: View) -> bool:
    magnitude = np.broadcast_to(view.region.rounding.magnitude, view.got.shape)[view.wrong]
    error = np.abs(view.got - view.region.expected)[view.wrong]
    return bool((magnitude > 0).all() and (error <= _CLOSE * magnitude).all())


def _where(wrong: Mask, vector: bool) -> Iterator[Mistake]:
    """The bounding box of the wrong elements, if it is not the whole region."""
    box = [np.flatnonzero(wrong.any(axis=others))[[0, -1]].tolist() for others in ((1, 2), (0, 2), (0, 1))]
    (first, last), (top, bottom), (left, right) = box
    matrices, rows, cols = wrong.shape
    if last - first + 1 < matrices:
        yield mistake("matrices" if last > first else "matrix", first=first, last=last, total=matrices)
    if vector and right - left + 1 < cols:
        key = "elements_all" if wrong[..., left : right + 1].all() else "elements"
        yield mistake(key, first=left, last=right, total=cols)
    elif (bottom - top + 1, right - left + 1) != (rows, cols) and rows * cols > 1:
        key = "rows" if right - left + 1 == cols else "cols" if bottom - top + 1 == rows else "box"
        key = {("rows", top): "row", ("cols", left): "col"}.get((key, bottom if key == "rows" else right), key)
        yield mistake(key, top=top, bottom=bottom, rows=rows, left=left, right=right, cols=cols)


def error_map(view: View, matrix: int) -> ErrorMap:
    """Which elements of a matrix of the region are wrong, in at most 16 x 16 cells."""
    wrong = view.wrong[matrix]
    rows, cols = wrong.shape
    if min(rows, cols) == 1:
        return _vector_map(wrong)
    height, width = (_power_of_two(-(-size // _CELLS)) for size in (rows, cols))
    cells = tuple(
        tuple(float(wrong[top : top + height, left : left + width].mean()) for left in range(0, cols, width))
        for top in range(0, rows, height)
    )
    return ErrorMap(rows, cols, (height, width), cells)


def _vector_map(wrong: Mask) -> ErrorMap:
    """A row or a column, cut into rows of cells."""
    rows, cols = wrong.shape
    flat = wrong.ravel()
    size = _power_of_two(-(-flat.size // _CELLS**2))
    across = min(_CELLS, -(-flat.size // size))
    shares = [float(flat[at : at + size].mean()) for at in range(0, flat.size, size)]
    lines = (tuple(shares[at : at + across]) for at in range(0, len(shares), across))
    cells = tuple((*line, *[None] * (across - len(line))) for line in lines)
    return ErrorMap(rows, cols, (1, size) if rows == 1 else (size, 1), cells)


def _power_of_two(at_least: int) -> int:
    return 1 << max(0, at_least - 1).bit_length()
