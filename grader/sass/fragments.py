"""Which element of a matrix each register of each lane of a warp holds: the fragments of tensor-core instructions.

The lanes form 8 groups of 4: lane l is number l % 4 of group l // 4. Three rules make all of mma.sync's layouts,
whatever the shape and the type; a tile of ldmatrix, stmatrix and movmatrix is a small left factor, and a transposed one
a right factor. Source: PTX ISA, "Matrix fragments for mma" and "ldmatrix". The emulator multiplies by these rules, and
its products are those of an H200 (tests/hardware).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

LANES = 32
_IN_GROUP = 4
_GROUPS = LANES // _IN_GROUP

Role = Literal["left", "right", "sums"]
Index = NDArray[np.intp]


class Place(NamedTuple):
    """Where an element is held. register: of those of the fragment; position: in the register, from the lowest bits."""

    lane: int
    register: int
    position: int


class Fragment(NamedTuple):
    """One matrix in the registers of a warp.

    role: "left" and "right" factor of a product, "sums" the matrix that they are added to. pack: elements in a
    register, which is one of 32 bits, or a pair of them for f64.
    """

    role: Role
    rows: int
    columns: int
    pack: int

    @property
    def registers(self) -> int:
        """Registers of each lane."""
        return self.rows * self.columns // (LANES * self.pack)

    @property
    def across(self) -> bool:
        """Whether the elements of a register are neighbours in a row, not in a column."""
        return self.role != "right"

    def element(self, place: Place) -> tuple[int, int]:
        """(row, column) of what is held in a place. Raises IndexError for a place that the fragment does not have."""
        if min(place) < 0:
            raise IndexError(place)
        row, column = index(self)
        return int(row[place]), int(column[place])

    def place(self, row: int, column: int) -> Place:
        """Where an element is held, the inverse of `element`. Raises IndexError for one that there is not."""
        if row < 0 or column < 0:
            raise IndexError((row, column))
        rest, position = divmod(int(_inverse(self)[row, column]), self.pack)
        return Place(*divmod(rest, self.registers), position)

    def cells(self) -> Iterator[tuple[int, int, Place]]:
        """(row, column, place) of the first element of every register of every lane, row by row."""
        high, wide = (1, self.pack) if self.across else (self.pack, 1)
        for row in range(0, self.rows, high):
            for column in range(0, self.columns, wide):
                yield row, column, self.place(row, column)

    @property
    def _shape(self) -> tuple[int, int, int]:
        return LANES, self.registers, self.pack


@lru_cache
def index(fragment: Fragment) -> tuple[Index, Index]:
    """The rows and the columns of all elements, each of shape [lanes, registers, elements in a register]."""
    lane, register, at = np.indices(fragment._shape)
    group, member = lane // _IN_GROUP, lane % _IN_GROUP
    if fragment.role == "sums":  # two neighbours in the row of the group, then two in the row 8 further down
        number = register * fragment.pack + at
        return group + _GROUPS * (number // 2), 2 * member + number % 2
    along = member * fragment.pack + at  # of the four lanes of a group, side by side
    step = _IN_GROUP * fragment.pack
    if fragment.role == "right":
        return along + step * register, group
    halves = fragment.rows // _GROUPS  # first the row 8 further down, then the columns further right
    return group + _GROUPS * (register % halves), along + step * (register // halves)


@lru_cache
def _inverse(fragment: Fragment) -> NDArray[Any]:
    row, column = index(fragment)
    found = np.empty((fragment.rows, fragment.columns), np.intp)
    found[row, column] = np.arange(row.size).reshape(row.shape)
    return found
