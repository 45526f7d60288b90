"""Scans in parts: segments that wait for what comes before them, and segments that begin wherever a flag says so.

`add_offsets`: out holds the exclusive scan of each segment of `chunk` elements, totals the segments' sums; afterwards
out is the exclusive scan of everything. `segmented_scan`: an inclusive scan that begins anew wherever a flag is.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Geometry, Indices, Prepared, Problem, Role, mistake
from grader.problems.filling import poison, private
from grader.problems.judging import judge
from grader.problems.scans import SIZES, PieceScansCase, Slips, region, scanned, slips, small_values, sums_of
from grader.problems.working import total, value
from grader.records import Limit

_BLOCKS = (32, 64, 128, 256, 512, 1024)
_SPARSE, _DENSE = 170, 6  # elements to a segment, on average


class SegmentedCase(Case):
    """n elements. heads: which of them begin a segment; "few": segments across warps, "many": several in a warp."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Annotated[int, Limit(strict=True, ge=0, le=2**20)]
    heads: Literal["many", "few", "all", "none"] = "many"

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"heads": "many"}


def _add_offsets(case: PieceScansCase, rng: np.random.Generator) -> Prepared:
    x = small_values(rng, case.n).astype(np.int64)
    sums = sums_of(x, case.chunk, case.pieces)
    local = scanned(x, case.chunk, exclusive=True)
    given = (
        Argument("out", local.astype(np.int32)), Argument("totals", sums.astype(np.int32)),
        Argument("n", np.int32(case.n)),
    )  # fmt: skip
    buffers = (private(given[0], 0, Role.IN_OUT, None), private(given[1], 1, Role.INPUT, None))
    segment = np.arange(case.n) // case.chunk
    before = (sums.cumsum() - sums)[segment]
    mistakes, formula = partial(_offset_slips, local, sums, segment), partial(_offset, local, sums, segment)
    return Prepared(given, buffers, (region(0, local + before, lambda _: mistakes(), formula),))


def _offset_slips(local: Indices, sums: Indices, segment: Indices) -> Slips:
    last = int(segment.max(initial=0))
    before = np.asarray(sums.cumsum() - sums, np.int64)

    def after(offsets: Indices) -> Indices:
        return np.asarray(local + offsets[segment], np.int64)

    yield mistake("offset_own_included"), lambda: after(sums.cumsum())
    yield mistake("offset_one_before"), lambda: after(np.concatenate([[0], sums[:-1]]))
    yield mistake("offset_own_only"), lambda: after(sums)
    yield mistake("offset_all"), lambda: after(np.full(sums.size, sums.sum()))
    yield mistake("offset_first_missing"), lambda: after(np.where(np.arange(sums.size) > 0, before - sums[0], 0))
    yield mistake("offset_of_last_missing"), lambda: after(np.where(np.arange(sums.size) == last, 0, before))
    yield mistake("offset_alone"), lambda: before[segment]
    for size in _BLOCKS:
        number = np.arange(sums.size)
        yield mistake("offset_of_some", count=size), partial(after, before[np.minimum(number, size)])
        yield mistake("offset_of_last_round", count=size), partial(after, before - before[np.maximum(number - size, 0)])


def _offset(local: Indices, sums: Indices, segment: Indices, i: int) -> tuple[str, str]:
    count = int(segment[i])
    names = total(count, lambda k: f"totals[{k}]")
    return f"out[{i}] = out[{i}] + {names}", f"{value(local[i])} + " + total(count, lambda k: value(sums[k]))


def _flags(case: SegmentedCase, rng: np.random.Generator) -> Indices:
    if case.heads in ("all", "none"):
        return np.full(case.n, case.heads == "all", np.int64)
    every = _SPARSE if case.heads == "few" else _DENSE
    return np.asarray(rng.integers(0, every, case.n) == 0, np.int64)


def begun(heads: Indices) -> Indices:
    """For each element, the first of its segment; the first of all begins one, with or without a flag."""
    return np.asarray(np.maximum.accumulate(np.where(heads > 0, np.arange(heads.size), 0)), np.int64)


def within(x: Indices, first: Indices) -> Indices:
    """For each element, the sum from element `first` up to it."""
    summed = np.concatenate([[0], x.cumsum()])
    return np.asarray(summed[1:] - summed[first], np.int64)


def _segmented_scan(case: SegmentedCase, rng: np.random.Generator) -> Prepared:
    given = (
        Argument("in", small_values(rng, case.n)), Argument("heads", _flags(case, rng).astype(np.int32)),
        Argument("out", poison(case.n).view(np.int32)), Argument("n", np.int32(case.n)),
    )  # fmt: skip
    roles = (Role.INPUT, Role.INPUT, Role.OUTPUT)
    buffers = tuple(private(given[position], position, role, None) for position, role in enumerate(roles))
    x, heads = (buffers[p].original.astype(np.int64) for p in (0, 1))
    first = begun(heads)
    return Prepared(given, buffers, (
        region(2, within(x, first), partial(_segment_slips, x, heads), partial(_segment, x, first)),
    ))  # fmt: skip


def _segment_slips(x: Indices, heads: Indices, _: Geometry) -> Slips:
    place, first = np.arange(x.size), begun(heads)
    right = within(x, first)
    yield mistake("copied", name="in"), lambda: x
    yield mistake("heads_ignored"), lambda: x.cumsum()
    yield mistake("exclusive_for_inclusive"), lambda: right - x
    yield mistake("head_ends_segment"), lambda: within(x, _one_later(heads))
    yield mistake("heads_missing"), lambda: np.where((heads > 0) | (place == 0), 0, right)
    for size in SIZES:
        if size < x.size:
            yield mistake("scan_begun_anew", size=size), partial(_begun_anew, x, first, size)
            yield mistake("carry_past_heads", size=size), partial(_past_heads, x, first, size)
    yield from ((name, made) for name, made in slips(x, max(1, x.size), False) if name.key == "scan_first_missing")


def _one_later(heads: Indices) -> Indices:
    """Where segments begin if a flag is that of the last element of one."""
    return begun(np.concatenate([[0], heads[:-1]])[: heads.size])


def _begun_anew(x: Indices, first: Indices, size: int) -> Indices:
    return within(x, np.maximum(first, np.arange(x.size) // size * size))


def _past_heads(x: Indices, first: Indices, size: int) -> Indices:
    """What comes before a part of `size` elements is added to all of it, behind its first flag, too."""
    begin = np.arange(x.size) // size * size
    before = np.where(begin > 0, within(x, first)[begin - 1], 0)
    return np.asarray(_begun_anew(x, first, size) + before, np.int64)


def _segment(x: Indices, first: Indices, i: int) -> tuple[str, str]:
    begin = int(first[i])
    names = total(i - begin + 1, lambda k: f"in[{begin + k}]")
    return f"out[{i}] = {names}", total(i - begin + 1, lambda k: value(x[begin + k]))


_OFFSETS = ("int* out", "const int* totals", "int n")
_SEGMENTED = ("const int* in", "const int* heads", "int* out", "int n")

ADD_OFFSETS = Problem("add_offsets", PieceScansCase, _OFFSETS, _add_offsets, judge)
SEGMENTED_SCAN = Problem("segmented_scan", SegmentedCase, _SEGMENTED, _segmented_scan, judge)
