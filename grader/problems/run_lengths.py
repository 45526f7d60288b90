"""Run-length encoding: the value and the length of each run of equal neighbours, in order, and how many runs there are.

A run begins at element 0 and wherever an element differs from the one before. before[b] says how many runs begin in the
blocks before block b, each of `chunk` elements; starts has room for where each run begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument
from grader.problems.base import (
    UNKNOWN,
    UNTOUCHED,
    Case,
    Floats,
    Geometry,
    Indices,
    Mask,
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

_WARP = 32
_VALUES, _LENGTHS, _COUNT = 2, 4, 5
_MOST_VALUES = 1000

Integers = NDArray[np.int32]


class RunLengthsCase(Case):
    """n elements, `chunk` of them to each block. runs: their lengths, "short" are 1 to 3, "long" up to two chunks."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Annotated[int, Limit(strict=True, ge=1, le=2**20)]
    chunk: Annotated[int, Limit(strict=True, ge=1, le=2**16)]
    runs: Literal["short", "long", "one"] = "short"

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"runs": "short"}


def content_of(case: RunLengthsCase, rng: np.random.Generator) -> Integers:
    """Runs of whole numbers. One goes on from block 0 to block 1, one ends with block 1, and so forth in turns."""
    longest = {"short": 3, "long": 2 * case.chunk, "one": 1}[case.runs]
    lengths = rng.integers(1, longest + 1, case.n)
    if case.runs == "one":
        lengths = np.full(1, case.n)
    steps = rng.integers(1, _MOST_VALUES - 1, lengths.size)
    values = np.cumsum(steps) % _MOST_VALUES  # neighbours differ, as no step is a whole turn
    made: Integers = np.repeat(values, lengths)[: case.n].astype(np.int32)
    if case.runs != "one":
        made[case.chunk :: 2 * case.chunk] = made[case.chunk - 1 : -1 : 2 * case.chunk]
        made[2 * case.chunk :: 2 * case.chunk] = made[2 * case.chunk - 1 : -1 : 2 * case.chunk] + 1
    return made


def heads_of(content: Integers) -> Mask:
    """Whether a run begins at each element."""
    return np.append(True, content[1:] != content[:-1])[: content.size]


def _arguments(case: RunLengthsCase, rng: np.random.Generator) -> Prepared:
    content = content_of(case, rng)
    heads = heads_of(content)
    blocks = max(1, -(-case.n // case.chunk))
    in_block = np.bincount(np.arange(case.n) // case.chunk, heads, blocks)
    before = (np.cumsum(in_block) - in_block).astype(np.int32)
    given = (
        Argument("in", content), Argument("before", before), Argument("values", _room(case.n)),
        Argument("starts", _room(case.n)), Argument("lengths", _room(case.n)), Argument("count", _room(1)),
        Argument("n", np.int32(case.n)),
    )  # fmt: skip
    roles = {0: Role.INPUT, 1: Role.INPUT, _VALUES: Role.OUTPUT, _LENGTHS: Role.OUTPUT, _COUNT: Role.OUTPUT}
    buffers = tuple(private(given[position], position, role, None) for position, role in roles.items())
    content = content.copy()
    starts = np.flatnonzero(heads)
    lengths = np.diff(starts, append=case.n)
    index = grid_of(1, starts.size, starts.size)
    values = content[starts].astype(np.float64)

    def of_value(_: int, __: int, i: int) -> tuple[str, str]:
        return f"values[{i}] = in[{starts[i]}]", str(content[starts[i]])

    def of_length(_: int, __: int, i: int) -> tuple[str, str]:
        end = int(starts[i] + lengths[i])
        return f"lengths[{i}] = {end} - {starts[i]}", str(lengths[i])

    slips = partial(_mistakes, content, case.chunk)
    regions = (
        Region(_VALUES, index, values[None, None], mistakes=partial(slips, "values"), working=of_value),
        Region(_LENGTHS, index, lengths.astype(np.float64)[None, None],
               mistakes=partial(slips, "lengths"), working=of_length),
        Region(_COUNT, grid_of(1, 1, 1), np.full((1, 1, 1), float(starts.size)),
               mistakes=partial(_miscounts, content, case.chunk)),
    )  # fmt: skip
    return Prepared(given, buffers, regions)


def _room(count: int) -> Integers:
    words: Integers = poison(count).view(np.int32)
    return words


def _mistakes(content: Integers, chunk: int, which: str, _: Geometry) -> Iterator[Possible]:
    """Heads that are found wrongly, and lengths that are no differences of neighbouring starts."""
    heads = heads_of(content)
    starts = np.flatnonzero(heads)
    size, n = starts.size, content.size

    def fitted(found: Floats) -> Floats:
        made = np.full(size, UNTOUCHED)
        made[: min(size, found.size)] = found[:size]
        return made[None, None]

    yield mistake("last_run_missing"), lambda: fitted(_of(which, content, starts)[:-1])
    for name, found in _other_heads(content, chunk):
        yield name, partial(_encoded, content, chunk, which, found)
    if which == "lengths":
        lengths = np.diff(starts, append=n).astype(np.float64)
        yield mistake("starts_for_lengths"), lambda: starts.astype(np.float64)[None, None]
        yield mistake("length_of_neighbour"), lambda: fitted(np.diff(starts, prepend=0).astype(np.float64))
        yield mistake("lengths_off", by=-1), lambda: (lengths - 1)[None, None]
        yield mistake("lengths_off", by=1), lambda: (lengths + 1)[None, None]
        last = np.append(lengths[:-1], float(n - 1 - starts[-1]))
        yield mistake("last_length_short"), lambda: last[None, None]


def _encoded(content: Integers, chunk: int, which: str, found: Mask) -> Floats:
    """Values or lengths of other heads, to which each block gives places from the number of heads before it on."""
    n, heads = content.size, heads_of(content)
    firsts = np.arange(n) // chunk * chunk
    rank: Indices = np.cumsum(found) - found
    run: Indices = (np.cumsum(heads) - heads)[firsts] + rank - rank[firsts]
    everything = grid_of(1, n, n)
    if which == "values":
        return scattered(everything, n, run[found], content[found].astype(np.float64))[..., : int(heads.sum())]
    starts = scattered(everything, n, run[found], np.flatnonzero(found).astype(np.float64)).ravel()
    runs = int(run[-1] + found[-1])
    ends = np.append(starts[1:], UNTOUCHED)
    ends[max(0, runs - 1) : runs] = n
    with np.errstate(invalid="ignore"):
        lengths = np.where(np.isfinite(starts) & np.isfinite(ends), ends - starts, UNKNOWN)
    lengths[runs:] = UNTOUCHED
    return lengths[None, None, : int(heads.sum())]


def _of(which: str, content: Integers, starts: Indices) -> Floats:
    found = content[starts] if which == "values" else np.diff(starts, append=content.size)
    return found.astype(np.float64)


def _other_heads(content: Integers, chunk: int) -> Iterator[tuple[Mistake, Mask]]:
    """Mistakes in where runs begin: whether one does, by element."""
    heads, i = heads_of(content), np.arange(content.size)
    tails = np.append(content[1:] != content[:-1], True)[: content.size]
    yield mistake("runs_cut", every=_WARP), heads | (i % _WARP == 0)
    yield mistake("runs_cut", every=chunk), heads | (i % chunk == 0)
    yield mistake("runs_joined", every=_WARP), heads & ((i % _WARP != 0) | (i == 0))
    yield mistake("runs_joined", every=chunk), heads & ((i % chunk != 0) | (i == 0))
    yield mistake("first_run_missing"), heads & (i > 0)
    yield mistake("tails_for_heads"), tails


def _miscounts(content: Integers, chunk: int, _: Geometry) -> Iterator[Possible]:
    heads = heads_of(content)
    right = float(heads.sum())
    last = np.arange(content.size) // chunk == (content.size - 1) // chunk
    before = float(heads[~last].sum())
    for name, count in (
        *((name, before + float(found[last].sum())) for name, found in _other_heads(content, chunk)),
        (mistake("highest_place"), right - 1),
        (mistake("count_off"), right + 1),
        (mistake("last_block_not_counted"), before),
        (mistake("last_block_only_counted"), right - before),
    ):
        yield name, partial(np.full, (1, 1, 1), count)


_SIGNATURE = ("const int* in", "const int* before", "int* values", "int* starts", "int* lengths", "int* count", "int n")

RUN_LENGTHS = Problem("run_lengths", RunLengthsCase, _SIGNATURE, _arguments, judge)
