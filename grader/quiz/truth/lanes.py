"""Which row or column a lane picks."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from grader.quiz.truth.costs import WARP

Index = str | int  # how a lane picks a row or a column: "tx", "ty" or the same number for all lanes


def rows_of_lanes(block: Sequence[int]) -> list[list[int]]:
    """For each warp of a block, the row of each of its lanes."""
    rows = [thread // block[0] for thread in range(prod(block))]
    return [rows[first : first + WARP] for first in range(0, len(rows), WARP)]


def picked(index: Index, tx: int, ty: int) -> int:
    """The row or column that the thread (tx, ty) picks. Raises ValueError for an invalid index."""
    if isinstance(index, int):
        return index
    if index not in ("tx", "ty"):
        raise ValueError(f'an index is "tx", "ty" or a number, not {index!r}')
    return tx if index == "tx" else ty
