"""Fused multiply-add of arrays, a * b + c with one rounding, where NumPy multiplies complex numbers so.

NumPy has no such function, but the products of complex numbers are made of the processor's fused instructions:

    (a + i) * (c + b i)   has the imaginary part   a b + (1 c)
    (a - i) * (b + c i)   has the real part        a b - (-1 c)

where what is in parentheses is exact, and a b is not rounded before the sum. One form leaves its result where the other
wants c, so that in a chain of sums only factors are written. No standard says that NumPy has to multiply like this:
`arithmetic` tries it against sums that it computes otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.patterns import LANES_PER_BATCH

Array = NDArray[Any]
Complex = NDArray[np.complexfloating[Any, Any]]

_LONG = 16  # elements of a row from which on it is a loop of vector instructions of its own


def multiply_adds(shape: tuple[int, ...], sums: Sequence[Array], *factors: Sequence[Array]) -> Array:
    """a * b + c for each c of the sums and its a and b in the first two of the factors, then the same with that sum and
    the next two. All broadcast to one shape. Returns an array [sums, *shape], which the next call overwrites."""
    count = len(sums)
    if count * math.prod(shape) == 1:  # which no vector instruction would compute
        sums, factors = (*sums, *sums), tuple((*each, *each) for each in factors)
    right, turn = _scratch(sums[0].dtype, 2, len(sums), shape), 0
    _write(right.real, sums)
    for first, second in zip(factors[::2], factors[1::2], strict=True):
        _write(right.real if turn else right.imag, second)
        np.multiply(_left(first, turn, right), right, right)
        turn = 1 - turn
    return (right.imag if turn else right.real)[:count]


def _left(factors: Sequence[Array], turn: int, right: Complex) -> Complex:
    """The factors plus i, or in the second turn minus i."""
    one, row = factors[0], right.shape[-1]
    if len(factors) == 1 and one.size < right.size and one.shape[-1] == row and row >= _LONG:
        left = _scratch(one.dtype, turn, 1, one.shape)
        left.real = one
        return left
    left = _scratch(one.dtype, turn, len(factors), right.shape[1:])
    _write(left.real, factors)
    return left


def _write(place: Array, values: Sequence[Array]) -> None:
    """Set place[i] to the values i."""
    if len(values) > 1 and {value.shape for value in values} == {place.shape[1:]}:
        np.concatenate(values, out=place.reshape(-1, *place.shape[2:]))
        return
    for row, value in zip(place, values, strict=True):
        row[...] = value


@cache
def _places(dtype: np.dtype[Any]) -> tuple[Complex, Complex, Complex]:
    """Two arrays whose imaginary parts are 1 and -1, and one more."""
    kind = np.result_type(dtype, np.complex64)
    return tuple(np.full(LANES_PER_BATCH, imaginary, kind) for imaginary in (1j, -1j, 0))  # type: ignore[return-value]


def _scratch(dtype: np.dtype[Any], which: int, rows: int, shape: tuple[int, ...]) -> Complex:
    size = rows * math.prod(shape)
    place = _places(dtype)[which]
    if size > LANES_PER_BATCH:
        place = np.full(size, place[0], place.dtype)
    return place[:size].reshape(rows, *shape)
