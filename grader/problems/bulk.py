"""Launches too large to send: buffers described by how they are filled, results verified by samples.

A timed launch works on hundreds of megabytes, and each launch on fresh values. They come from a generator that GPU and
host share: element i of a buffer is a function of i and a seed. The host needs no copy of the inputs, and recomputes
only what a sample of the results needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.launch import Argument, Array
from grader.problems.base import Indices, Role, place
from grader.problems.filling import POISON_BITS
from grader.problems.formats import from_bfloat16, to_bfloat16

Float32 = NDArray[np.float32]
Halves = Literal["f16", "bf16"]
Words = NDArray[np.uint32]
Seed = int  # 64 bits

_PIECE = 1 << 18  # elements drawn at a time: what fits into a core's cache


@dataclass(frozen=True)
class BulkBuffer:
    """A buffer argument of `count` elements of 4 bytes. zeros: it is 0 before the launch.

    halves: "f16" or "bf16" if each element is two numbers of that format, which is how an input of them is filled; its
    numbers 2 i and 2 i + 1, drawn as floats and rounded to nearest, are element i.
    """

    name: str
    role: Role
    count: int
    zeros: bool = False
    halves: Halves | None = None

    @property
    def floats(self) -> bool:
        """Whether it is filled with floats uniform in [-1, 1), and not with zeros, or, as an output, with a NaN as
        poison."""
        return self.role is not Role.OUTPUT and not self.zeros


@dataclass(frozen=True)
class Span:
    """`count` elements from element `start` on of the buffer at `position`."""

    position: int
    start: int
    count: int

    @property
    def elements(self) -> Indices:
        """The element numbers."""
        return np.arange(self.start, self.start + self.count, dtype=np.int64)


@dataclass(frozen=True)
class BulkMismatch:
    """A wrong element in the results of a timed launch.

    role: INPUT if an input was changed. row: None in a vector. far: whether the value is far off, rather than less
    precise than FP32.
    """

    buffer: str
    role: Role
    row: int | None
    column: int
    expected: float
    got: float
    far: bool = True

    @classmethod
    def first(
        cls, name: str, role: Role, start: int, leading: int | None, expected: Array, got: Array
    ) -> BulkMismatch | None:
        """The first of the float32 elements from number `start` on that has other bits; None if none has.

        leading: elements between the starts of rows, None for a vector.
        """
        wrong = expected.view(np.uint32) != np.ascontiguousarray(got).view(np.uint32)
        if not wrong.any():
            return None
        at = int(np.argmax(wrong))
        return cls(name, role, *place(start + at, leading), float(expected[at]), float(got[at]))


Draw = Callable[[int, Indices], Float32]  # (position, element numbers) -> values before the launch
Fetched = Mapping[Span, Array]
Verify = Callable[[Draw, Fetched, np.random.Generator], "BulkMismatch | None"]


@dataclass(frozen=True)
class Bulk:
    """One timed launch of a problem.

    arguments: in parameter order. flops, bytes: the minimum for the problem, each input read once and each output
    written once. library: the vendor's routine for the problem ("cublas_sgemm", "device_copy", "cub_row_sums"), if any.
    spans: elements for `verify`, drawn for each launch. whole: elements for `verify_whole`, which judges one launch in
    full, or a large random part of it if all would take too long. symbols: as of LaunchRequest.
    """

    arguments: tuple[BulkBuffer | Argument, ...]
    flops: int
    bytes: int
    library: str | None
    spans: Callable[[np.random.Generator], tuple[Span, ...]]
    verify: Verify
    whole: Callable[[np.random.Generator], tuple[Span, ...]]
    verify_whole: Verify
    symbols: tuple[Argument, ...] = ()


def drawn(seed: Seed, index: Indices) -> Float32:
    """Elements `index` (below 2^32) of a buffer filled with floats from `seed`, as by the GPU's `fill_floats`."""
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
    """The seed of one buffer of a launch; each buffer has another."""
    return (seed ^ (position + 1) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF


def draw_of(bulk: Bulk, seed: Seed) -> Draw:
    """The buffers' elements before the launch with `seed`; of a buffer of halves, its numbers."""

    def draw(position: int, index: Indices) -> Float32:
        buffer = bulk.arguments[position]
        assert isinstance(buffer, BulkBuffer)
        if buffer.floats:
            return in_halves(drawn(buffer_seed(seed, position), index), buffer.halves)
        if buffer.zeros:
            return np.zeros(index.shape, np.float32)
        return np.full(index.shape, POISON_BITS, np.uint32).view(np.float32)

    return draw


def in_halves(values: Float32, halves: Halves | None) -> Float32:
    """Floats rounded to the format of a buffer's numbers."""
    if halves == "f16":
        return values.astype(np.float16).astype(np.float32)
    return from_bfloat16(to_bfloat16(values)).astype(np.float32) if halves == "bf16" else values


def packed(values: Float32, halves: Halves | None) -> Array:
    """A buffer's elements, 4 bytes each, for its numbers; of halves an even number of them."""
    if halves is None:
        return values
    return (to_bfloat16(values) if halves == "bf16" else values.astype(np.float16)).view(np.float32)


def unpacked(elements: Array, halves: Halves | None) -> Float32:
    """The inverse of `packed`."""
    if halves == "f16":
        return np.ascontiguousarray(elements).view(np.float16).astype(np.float32)
    if halves == "bf16":
        return from_bfloat16(np.ascontiguousarray(elements).view(np.uint16)).astype(np.float32)
    return np.asarray(elements, np.float32)


def changed_input(inputs: Mapping[int, tuple[str, int | None]], draw: Draw, fetched: Fetched) -> BulkMismatch | None:
    """The first fetched input element that was changed. inputs: name and row length (vector: None) by position."""
    for span, values in fetched.items():
        if span.position in inputs:
            name, leading = inputs[span.position]
            before = draw(span.position, span.elements)
            if changed := BulkMismatch.first(name, Role.INPUT, span.start, leading, before, values):
                return changed
    return None


def random_spans(rng: np.random.Generator, position: int, rows: int, leading: int, wanted: int) -> tuple[Span, ...]:
    """`wanted` different rows, each `leading` elements long, of the buffer at `position`; all if there are fewer."""
    chosen = rng.choice(rows, min(rows, wanted), replace=False)
    return tuple(Span(position, int(row) * leading, leading) for row in sorted(chosen))


def random_pieces(rng: np.random.Generator, position: int, count: int, length: int, wanted: int) -> tuple[Span, ...]:
    """At most `wanted` pieces of `length` (at most `count`) elements at random places of a buffer."""
    length = min(count, length)
    starts = rng.integers(0, count - length, wanted, endpoint=True)
    return tuple(Span(position, int(start), length) for start in np.unique(starts))
