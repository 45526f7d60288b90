"""Passes of a radix sort: keys ordered by one bit within each block, and by a digit of four bits in the whole vector.

Both keep the order of keys that are equal there. A block has `chunk` keys, the last one what is left. `bit_split`
orders each chunk for itself. For `digit_pass`, offsets[digit * blocks + block] says where the block's first key of the
digit goes: behind all keys of smaller digits, and those of this digit in earlier blocks. No two keys are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    Case,
    Floats,
    Geometry,
    Indices,
    Mistake,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    mistake,
)
from grader.problems.filling import grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.places import scattered
from grader.records import Limit

DIGITS = 16
_WARP = 32
_WORD = 32  # bits of a key
_ROOM = 40  # keys behind the last place, so that places which are too high can be told by name

Keys = NDArray[np.uint32]
Slips = Iterator[tuple[Mistake, Callable[[], Indices]]]  # a mistake, and the place of each key after it


class _KeysCase(Case):
    """n keys of 32 bits, `chunk` of them to each block."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Annotated[int, Limit(strict=True, ge=0, le=2**20)]
    chunk: Annotated[int, Limit(strict=True, ge=1, le=2**16)]

    @property
    def blocks(self) -> int:
        """How many chunks there are, the last of them perhaps not full."""
        return max(1, -(-self.n // self.chunk))


class SplitCase(_KeysCase):
    """bit: by which the keys are split. ones: how many keys have it, "some" are about one in two."""

    bit: Annotated[int, Limit(strict=True, ge=0, lt=_WORD)]
    ones: Literal["some", "all", "none"] = "some"

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"ones": "some"}


class DigitCase(_KeysCase):
    """shift: of the digit's lowest bit. digits: any of 0 .. 15, or one and the same."""

    shift: Annotated[int, Limit(strict=True, ge=0, le=_WORD - 4)]
    digits: Literal["any", "one"] = "any"

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"digits": "any"}


def different_keys(rng: np.random.Generator, count: int) -> Keys:
    """Different keys, none of which float64 rounds."""
    found: Keys = np.zeros(0, np.uint32)
    while found.size < count:
        found = np.unique(np.append(found, rng.integers(0, 2**_WORD, count, dtype=np.uint32)))
    chosen: Keys = rng.permutation(found)[:count]
    return chosen


def order_of(groups: Indices) -> Indices:
    """The place of each key if all are sorted by group, equal ones in their order."""
    places = np.empty(groups.size, np.int64)
    places[np.argsort(groups, kind="stable")] = np.arange(groups.size)
    return places


def _prepared(
    keys: Keys, given: tuple[Argument, ...], out: int, places: Indices, slips: Callable[[Geometry], Slips],
    why: Callable[[int], str],
) -> Prepared:  # fmt: skip
    """A launch that moves each key to its place."""
    wide, size = keys.astype(np.float64), keys.size
    source = np.empty(size, np.int64)
    source[places] = np.arange(size)

    def mistakes(geometry: Geometry) -> Iterator[Possible]:
        for name, made in slips(geometry):
            yield name, partial(_moved, made, wide)
        yield from coverage.of_vector(wide[source][None, None], geometry)

    def working(_: int, __: int, i: int) -> tuple[str, str]:
        return f"out[{i}] = in[{source[i]}]", f"{keys[source[i]]}, {why(int(source[i]))}"

    roles = [Role.OUTPUT if position == out else Role.INPUT for position in range(len(given))]
    buffers = tuple(private(a, p, roles[p], None) for p, a in enumerate(given) if isinstance(a.value, np.ndarray))
    region = Region(out, grid_of(1, size, size), wide[source][None, None], mistakes=mistakes, working=working)
    return Prepared(given, buffers, (region,))


def _moved(places: Callable[[], Indices], wide: Floats) -> Floats:
    return scattered(grid_of(1, wide.size, wide.size), wide.size + _ROOM, places(), wide)


def _split(case: SplitCase, rng: np.random.Generator) -> Prepared:
    keys, which = different_keys(rng, case.n), np.uint32(1 << case.bit)
    if case.ones != "some":
        keys = np.unique(keys | which if case.ones == "all" else keys & ~which)
        keys = rng.permutation(np.resize(keys, case.n)) if keys.size else keys
    chunk = np.arange(case.n) // case.chunk
    given = (
        Argument("in", keys), Argument("out", poison(case.n + _ROOM).view(np.uint32)),
        Argument("bit", np.int32(case.bit)), Argument("n", np.int32(case.n)),
    )  # fmt: skip
    places = order_of(chunk * 2 + _bits(keys, case.bit))

    def why(i: int) -> str:
        return f"bit {case.bit}: {_bits(keys, case.bit)[i]}"

    return _prepared(keys.copy(), given, 1, places, partial(_split_slips, keys.copy(), case.bit, chunk), why)


def _bits(keys: Keys, bit: int) -> Indices:
    """That bit of each key; a shift by all 32 bits leaves 0, as on a GPU."""
    return (keys.astype(np.int64) >> bit & 1).astype(np.int64)


def _split_slips(keys: Keys, bit: int, chunk: Indices, _: Geometry) -> Slips:
    one, own = _bits(keys, bit), np.arange(keys.size)
    right = order_of(chunk * 2 + one)
    sizes = np.bincount(chunk, minlength=1)
    first = (np.cumsum(sizes) - sizes)[chunk] if keys.size else own
    zeros = np.bincount(chunk, 1 - one, minlength=1).astype(np.int64)[chunk] if keys.size else own
    yield mistake("left_in_place"), lambda: own
    yield mistake("ones_first"), lambda: order_of(chunk * 2 + 1 - one)
    yield mistake("ones_backwards"), lambda: np.where(one, 2 * first + zeros + sizes[chunk] - 1 - right, right)
    yield mistake("zeros_backwards"), lambda: np.where(one, right, 2 * first + zeros - 1 - right)
    for by in (-1, 1):
        yield mistake("ones_off", by=by), partial(np.add, right, by * one)
        yield mistake("zeros_off", by=by), partial(np.add, right, by * (1 - one))
        yield mistake("places_off", by=by), partial(np.add, right, by)
        if bit + by >= 0:
            yield mistake("other_bit", by=by), partial(_by_bit, keys, bit + by, chunk)
    yield mistake("bit_ignored"), lambda: _by_bit(keys, 0, chunk)
    yield mistake("sorted_by_key"), lambda: order_of(np.lexsort((np.arange(keys.size), keys, chunk)).argsort())
    yield mistake("split_across_blocks"), lambda: order_of(one)
    warp = own // _WARP
    if not np.array_equal(warp, chunk):
        yield mistake("split_by_warp"), lambda: order_of(warp * 2 + one)


def _by_bit(keys: Keys, bit: int, chunk: Indices) -> Indices:
    return order_of(chunk * 2 + _bits(keys, bit))


def digits_of(keys: Keys, shift: int) -> Indices:
    """The digit of each key."""
    return (keys >> np.uint32(shift) & np.uint32(DIGITS - 1)).astype(np.int64)


def offsets_of(digit: Indices, block: Indices, blocks: int) -> NDArray[np.int32]:
    """Where the first key of each digit and block goes, digit by digit."""
    counts = np.bincount(digit * blocks + block, minlength=DIGITS * blocks)
    offsets: NDArray[np.int32] = (np.cumsum(counts) - counts).astype(np.int32)
    return offsets


def _digit_pass(case: DigitCase, rng: np.random.Generator) -> Prepared:
    keys = different_keys(rng, case.n)
    if case.digits == "one":
        own = np.uint32(rng.integers(1, DIGITS) << case.shift)
        keys = np.resize(np.unique(keys & ~np.uint32((DIGITS - 1) << case.shift) | own), case.n)
        keys = rng.permutation(keys)
    digit, block = digits_of(keys, case.shift), np.arange(case.n) // case.chunk
    offsets = offsets_of(digit, block, case.blocks)
    given = (
        Argument("in", keys), Argument("out", poison(case.n + _ROOM).view(np.uint32)), Argument("offsets", offsets),
        Argument("shift", np.int32(case.shift)), Argument("n", np.int32(case.n)),
    )  # fmt: skip

    def why(i: int) -> str:
        return f"digit {digit[i]}"

    slips = partial(_digit_slips, digit, block, digits_of(keys, 0), offsets.copy())
    return _prepared(keys.copy(), given, 1, order_of(digit), slips, why)


def _digit_slips(digit: Indices, block: Indices, low: Indices, offsets: NDArray[np.int32], _: Geometry) -> Slips:
    own = np.arange(digit.size)
    warp, right = own // _WARP, order_of(digit)
    blocks = offsets.size // DIGITS
    at = digit * blocks + block

    def sorted_by(*keys: Indices) -> Indices:
        """Places, by these keys, the most important one first."""
        return order_of(np.argsort(np.lexsort(keys[::-1])))

    def in_group(groups: Indices) -> Indices:
        """How many of its group are before each key."""
        order = order_of(groups)
        sizes = np.bincount(groups, minlength=1)
        return order - (np.cumsum(sizes) - sizes)[groups]

    yield mistake("left_in_place"), lambda: own
    yield mistake("warp_backwards"), lambda: sorted_by(digit, warp, -own)
    yield mistake("warps_backwards"), lambda: sorted_by(digit, block, -warp, own)
    yield mistake("block_backwards"), lambda: sorted_by(digit, block, -own)
    for by in (-1, 1):
        yield mistake("places_off", by=by), partial(np.add, right, by)
    if digit.size:
        in_block = in_group(block * DIGITS + digit)
        yield mistake("digit_offsets_missing"), lambda: in_block
        yield mistake("warps_not_added"), lambda: offsets[at] + in_group(warp * DIGITS + digit)
        of_warp = np.bincount(warp * DIGITS + digit)[warp * DIGITS + digit]
        yield mistake("warp_itself_added"), lambda: right + of_warp
        yield mistake("offsets_transposed"), lambda: offsets[block * DIGITS + digit] + in_block
        yield mistake("shift_missing"), lambda: offsets[low * blocks + block] + in_group(block * DIGITS + low)


_SPLIT_SIGNATURE = ("const unsigned* in", "unsigned* out", "int bit", "int n")
_DIGIT_SIGNATURE = ("const unsigned* in", "unsigned* out", "const int* offsets", "int shift", "int n")

BIT_SPLIT = Problem("bit_split", SplitCase, _SPLIT_SIGNATURE, _split, judge)
DIGIT_PASS = Problem("digit_pass", DigitCase, _DIGIT_SIGNATURE, _digit_pass, judge)
