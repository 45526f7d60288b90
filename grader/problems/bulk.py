"""Launches too large to send: buffers described by how they are filled, results verified by samples.

A timed launch works on hundreds of megabytes, and every one on fresh values. So the values are drawn by a generator
that the GPU and this side share: element i of a buffer is a function of i and of a seed. This side knows every input
without having seen one, and recomputes only what a sample of the results needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument, Array
from grader.problems.base import Indices, Role, place
from grader.problems.filling import POISON_BITS

Float32 = NDArray[np.float32]
Words = NDArray[np.uint32]
Seed = int  # 64 bits

_PIECE = 1 << 18  # elements drawn at a time: what fits into a core's cache


class Fill(StrEnum):
    """How a buffer is filled. FLOATS: uniform in [-1, 1). POISON: a NaN that says that nobody wrote here."""

    FLOATS = "floats"
    POISON = "poison"


@dataclass(frozen=True)
class BulkBuffer:
    """A float32 buffer argument of `count` elements."""

    name: str
    role: Role
    count: int
    fill: Fill


@dataclass(frozen=True)
class Span:
    """`count` elements from element `start` on of the buffer at `position`."""

    position: int
    start: int
    count: int


@dataclass(frozen=True)
class BulkMismatch:
    """What is wrong with the results of a timed launch: the first wrong element that was looked at.

    role: INPUT when an input was changed. row and column as people number the matrix; row is None in a vector. far:
    whether the value is far off, or merely less precise than FP32.
    """

    buffer: str
    role: Role
    row: int | None
    column: int
    expected: float
    got: float
    far: bool = True


Draw = Callable[[int, Indices], Float32]  # (position, element numbers) -> what the launch found there
Fetched = Mapping[Span, Array]
Verify = Callable[[Draw, Fetched, np.random.Generator], "BulkMismatch | None"]


@dataclass(frozen=True)
class Bulk:
    """One timed launch of a problem.

    arguments: in parameter order. flops, bytes: the least work that the problem takes, every input read once and every
    output written once. library: the vendor's routine that does the same ("cublas_sgemm", "device_copy",
    "cub_row_sums"), None: there is none. spans: the elements that `verify` looks at, anew for each launch. whole: what
    `verify_whole` looks at, which judges one launch as far as that is worth its time: all of it, or a large part that
    nobody knows before.
    """

    arguments: tuple[BulkBuffer | Argument, ...]
    flops: int
    bytes: int
    library: str | None
    spans: Callable[[np.random.Generator], tuple[Span, ...]]
    verify: Verify
    whole: Callable[[np.random.Generator], tuple[Span, ...]]
    verify_whole: Verify


def drawn(seed: Seed, index: Indices) -> Float32:
    """Elements `index` (below 2^32) of a buffer filled with FLOATS from `seed`; as `fill_floats` of the GPU does."""
    flat = index.reshape(-1)
    values = np.empty(flat.size, np.float32)
    low, high = np.uint32(seed & 0xFFFFFFFF), np.uint32(seed >> 32 & 0xFFFFFFFF)
    for start in range(0, flat.size, _PIECE):
        x = flat[start : start + _PIECE].astype(np.uint32)
        values[start : start + _PIECE] = _uniform(_mixed(x, low, high))
    return values.reshape(index.shape)


def _mixed(x: Words, low: np.uint32, high: np.uint32) -> Words:
    x *= np.uint32(0x9E3779B1)
    x += low
    x ^= x >> np.uint32(16)
    x *= np.uint32(0x7FEB352D)
    x ^= x >> np.uint32(15)
    x += high
    x *= np.uint32(0x846CA68B)
    x ^= x >> np.uint32(16)
    x *= np.uint32(0x2C1B3C6D)
    return x


def _uniform(x: Words) -> Float32:
    x >>= np.uint32(8)
    values: Float32 = x.astype(np.float32)
    values *= np.float32(2.0**-23)
    values -= np.float32(1.0)
    return values


def buffer_seed(seed: Seed, position: int) -> Seed:
    """The seed of one buffer of a launch: buffers of one launch must not resemble each other."""
    return (seed ^ (position + 1) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF


def draw_of(bulk: Bulk, seed: Seed) -> Draw:
    """What the launch with `seed` found in its buffers, element by element."""

    def draw(position: int, index: Indices) -> Float32:
        buffer = bulk.arguments[position]
        assert isinstance(buffer, BulkBuffer)
        if buffer.fill is Fill.POISON:
            return np.full(index.shape, POISON_BITS, np.uint32).view(np.float32)
        return drawn(buffer_seed(seed, position), index)

    return draw


def elements(span: Span) -> Indices:
    """The element numbers of a span."""
    return np.arange(span.start, span.start + span.count, dtype=np.int64)


def changed_input(inputs: Mapping[int, tuple[str, int | None]], draw: Draw, fetched: Fetched) -> BulkMismatch | None:
    """The first fetched element of an input that is not what it was. inputs: name and row length by position.

    A vector has no row length: None.
    """
    for span, values in fetched.items():
        if span.position not in inputs:
            continue
        name, leading = inputs[span.position]
        before = draw(span.position, elements(span))
        wrong = before.view(np.uint32) != values.view(np.uint32)
        if wrong.any():
            at = int(np.argmax(wrong))
            row, column = place(span.start + at, leading)
            return BulkMismatch(name, Role.INPUT, row, column, float(before[at]), float(values[at]))
    return None


def random_spans(rng: np.random.Generator, position: int, rows: int, leading: int, wanted: int) -> tuple[Span, ...]:
    """`wanted` different rows, each `leading` elements long, of the buffer at `position`; all where there are fewer."""
    chosen = rng.choice(rows, min(rows, wanted), replace=False)
    return tuple(Span(position, int(row) * leading, leading) for row in sorted(chosen))


def random_pieces(rng: np.random.Generator, position: int, count: int, length: int, wanted: int) -> tuple[Span, ...]:
    """At most `wanted` pieces, each `length` elements long or all `count`, from anywhere in a buffer."""
    length = min(count, length)
    starts = rng.integers(0, count - length, wanted, endpoint=True)
    return tuple(Span(position, int(start), length) for start in np.unique(starts))
