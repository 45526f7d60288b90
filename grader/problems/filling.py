"""How buffers are filled before a launch: values, poison in outputs, sentinels between rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument, Array
from grader.problems.base import Buffer, Indices, Role, Values

Float32 = NDArray[np.float32]

# A signalling NaN: copying keeps its bits, arithmetic sets the quiet bit. So unwritten elements can be told from those
# computed from unwritten ones.
POISON_BITS = np.uint32(0x7FA5A5A5)
# Finite, negative and far beyond every regular value, so that one stray read ruins a sum.
SENTINEL_BITS = np.uint32(0xCE6B6B6B)

LARGEST_INTEGER = 4
_LARGEST_EXACT = 2**24
_FAR_FROM_ZERO = 2.0**-3  # of the standard deviation of a sum


def poison(size: int) -> Float32:
    """`size` elements of poison."""
    return np.full(size, POISON_BITS, np.uint32).view(np.float32)


def random_values(rng: np.random.Generator, count: int, kind: Values) -> Float32:
    """`count` random values: "integers" from {-4 .. -1, 1 .. 4}, as 0 would hide a wrong factor; "floats" uniform in
    [-1, 1).
    """
    if kind == "floats":
        return rng.uniform(-1.0, 1.0, count).astype(np.float32)
    signs = rng.integers(0, 2, count) * 2 - 1
    return (signs * rng.integers(1, LARGEST_INTEGER + 1, count)).astype(np.float32)


def random_terms(rng: np.random.Generator, count: int, kind: Values) -> Float32:
    """The same for a sum, which is not near 0: whoever adds nothing up is told, in a case of one sum, too."""
    while True:
        values = random_values(rng, count, kind)
        wide = values.astype(np.float64)
        if abs(wide.sum()) >= _FAR_FROM_ZERO * np.sqrt(wide @ wide):
            return values


def different_values(rng: np.random.Generator, count: int, kind: Values) -> Float32:
    """`count` values for data movement: integers are all different, as long as FP32 has enough, to show exchanges."""
    if kind == "floats" or count > _LARGEST_EXACT:
        return random_values(rng, count, kind)
    return (rng.permutation(count) + 1).astype(np.float32)


def grid_of(rows: int, cols: int, leading: int) -> Indices:
    """Element numbers (1, rows, cols) of a row-major matrix whose rows are `leading` apart."""
    index: Indices = np.arange(rows, dtype=np.int64)[:, None] * leading + np.arange(cols, dtype=np.int64)
    return index[None]


def padded(content: Float32, rows: int, cols: int, leading: int) -> Float32:
    """`content` (rows * cols values) with rows `leading` apart and the sentinel between them; 1-D."""
    buffer = np.full(rows * leading, SENTINEL_BITS, np.uint32).view(np.float32)
    buffer[grid_of(rows, cols, leading).ravel()] = content
    return buffer


def private(argument: Argument, position: int, role: Role, leading: int | None) -> Buffer:
    """The grader's read-only copy of a buffer argument; leading: None for a vector. TypeError for other arguments."""
    if not isinstance(argument.value, np.ndarray):
        raise TypeError(f"{argument.name} is no buffer")
    copy: Array = argument.value.copy()
    copy.setflags(write=False)
    return Buffer(position, argument.name, role, copy, None if leading is None else max(1, leading))
