"""Stream compaction: the elements of a vector that are kept, without gaps, and how many they are.

Where flags are given, they say which elements are kept, and `places` is their exclusive scan. Elsewhere those above 0
are kept. `out` has room for every element, and for some more; what lies behind the kept ones stays as it is. No two
elements are equal, as long as FP32 has enough integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np

from grader.launch import Argument, Array
from grader.problems.append import in_order
from grader.problems.base import (
    UNTOUCHED,
    Case,
    Floats,
    Geometry,
    Indices,
    Judgement,
    Mask,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    at_scale,
    mistake,
)
from grader.problems.filling import Float32, different_values, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.places import scattered
from grader.problems.working import value
from grader.records import Limit

FEWEST_IN_TILE = 256  # elements for which there is one status word, beside one for the ticket and one for the last tile
_WARP = 32
_EACH = (1, 2, 4, 8, 16, 32)  # elements of a thread
_TIMES = (2, 32)  # that everything may be counted
_MOST_TIMED = 2**28
_ROOM = 40  # elements behind the last place, so that places which are too high can be told by name


class CompactionCase(Case):
    """n elements. kept: "some" are about one in two, the last one and not the first, "open" the first and not the last.

    Sizes beyond 2^20 are for timed launches only.
    """

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=_MOST_TIMED)]
    kept: Literal["some", "open", "all", "none"] = "some"

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"kept": "some"}


def chosen(case: CompactionCase, rng: np.random.Generator) -> Mask:
    """Which elements are kept."""
    if case.kept in ("all", "none"):
        return np.full(case.n, case.kept == "all")
    keep: Mask = rng.integers(0, 2, case.n) > 0
    keep[:1] = case.kept == "open"
    keep[-1:] = case.kept == "some"
    return keep


def places_of(keep: Mask) -> Indices:
    """How many are kept before each element."""
    return np.asarray(np.cumsum(keep) - keep, np.int64)


def _regions(content: Float32, keep: Mask, out: int, count: int | None, flags: bool) -> tuple[Region, ...]:
    wide = content.astype(np.float64)
    kept = Region(
        out, grid_of(1, int(keep.sum()), int(keep.sum())), wide[keep][None, None], label="kept",
        mistakes=partial(_mistakes, wide, keep), working=partial(_working, wide, keep),
    )  # fmt: skip
    if count is None:
        return (kept,)
    length = np.full((1, 1, 1), float(keep.sum()))
    return kept, Region(count, grid_of(1, 1, 1), length, mistakes=partial(_miscounts, keep, flags))


def _mistakes(content: Floats, keep: Mask, geometry: Geometry) -> Iterator[Possible]:
    """Kept elements at other places, and others kept."""
    size = int(keep.sum())
    index, before, elements = grid_of(1, size, size), places_of(keep), np.arange(keep.size, dtype=np.int64)

    def stored(places: Indices, which: Mask = keep) -> Floats:
        return scattered(index, keep.size + _ROOM, places[which], content[which])

    last = elements < keep.size - 1
    yield mistake("last_element_missing"), lambda: stored(before, keep & last)
    yield mistake("places_off", by=-1), lambda: stored(before - 1)
    yield mistake("places_off", by=1), lambda: stored(before + 1)
    yield mistake("left_in_place"), lambda: stored(elements)
    yield mistake("dropped_for_kept"), lambda: stored(places_of(~keep), ~keep)
    yield mistake("kept_backwards"), lambda: stored(size - 1 - before)
    block = geometry.block[0]
    yield mistake("block_ignored"), lambda: stored(before, keep & (elements < block))
    for every in dict.fromkeys((_WARP, *(_WARP * each for each in _EACH), *(block * each for each in _EACH))):
        begun = before - before[elements // every * every] if keep.size else before
        yield mistake("places_begin_again", every=every), partial(stored, begun)


def _miscounts(keep: Mask, flags: bool, _: Geometry) -> Iterator[Possible]:
    right, size = float(keep.sum()), float(keep.size)
    last = float(keep[-1:].sum())
    for name, length in (
        (mistake("last_flag_missing"), right - last),
        (mistake("one_for_last_flag"), right - last + 1),
        (mistake("highest_place"), right - 1),
        (mistake("count_off"), right + 1),
        (mistake("all_counted_kept"), size),
        (mistake("last_index"), size - 1),
        (mistake("dropped_counted"), size - right),
        *((mistake("counted_again", times=times), times * right) for times in _TIMES),
    ):
        if flags or name.key not in ("last_flag_missing", "one_for_last_flag", "last_index"):
            yield name, partial(np.full, (1, 1, 1), length)
    yield mistake("nothing_counted"), partial(np.full, (1, 1, 1), UNTOUCHED)


def _working(content: Floats, keep: Mask, _: int, __: int, i: int) -> tuple[str, str]:
    where = int(np.flatnonzero(keep)[i])
    return f"out[{i}] = in[{where}]", value(float(content[where]))


def _flagged(counted: bool, case: CompactionCase, rng: np.random.Generator) -> Prepared:
    content, keep = different_values(rng, case.n, case.values), chosen(case, rng)
    given = [
        Argument("in", content), Argument("flags", keep.astype(np.int32)),
        Argument("places", places_of(keep).astype(np.int32)), Argument("out", poison(case.n + _ROOM)),
    ]  # fmt: skip
    roles = [Role.INPUT, Role.INPUT, Role.INPUT, Role.OUTPUT]
    if counted:
        given.append(Argument("count", poison(1).view(np.int32)))
        roles.append(Role.OUTPUT)
    buffers = tuple(private(given[p], p, role, None) for p, role in enumerate(roles))
    regions = _regions(content.copy(), keep, 3, 4 if counted else None, flags=True)
    return Prepared((*given, Argument("n", np.int32(case.n))), buffers, regions)


def signed(case: CompactionCase, rng: np.random.Generator) -> Float32:
    """Elements above 0 where they are kept; among the others, as far as they are whole numbers, a 0."""
    keep = chosen(case, rng)
    content = np.abs(different_values(rng, case.n, case.values))
    if case.values == "integers" and not keep.all():
        content[np.flatnonzero(~keep)[-1]] = 0
    made: Float32 = np.where(keep, np.maximum(content, np.float32(2.0**-24)), -content).astype(np.float32)
    return made


def _of_signs(stably: bool, case: CompactionCase, rng: np.random.Generator) -> Prepared:
    content = signed(case, rng)
    given = [Argument("in", content), Argument("out", poison(case.n + _ROOM)), Argument("count", np.zeros(1, np.int32))]
    roles = {0: Role.INPUT, 1: Role.OUTPUT, 2: Role.IN_OUT}
    if stably:  # what the status words hold afterwards nobody asks
        given.append(Argument("status", np.zeros(status_words(case.n), np.uint64)))
    buffers = tuple(private(given[p], p, role, None) for p, role in roles.items())
    regions = _regions(content.copy(), content > 0, 1, 2, flags=False)
    return Prepared((*given, Argument("n", np.int32(case.n))), buffers, regions)


def status_words(n: int) -> int:
    """How many words of 64 bits a kernel gets for what its tiles tell each other."""
    return n // FEWEST_IN_TILE + 2


def arranged(prepared: Prepared, outputs: Mapping[int, Array]) -> Mapping[int, Array]:
    """The outputs with the kept elements in the order of the input; what does not belong there fills the gaps."""
    return in_order(prepared, outputs, 1)


def _judge_any(prepared: Prepared, outputs: Mapping[int, Array]) -> Judgement:
    return judge(prepared, arranged(prepared, outputs))


_FLAGGED = ("const float* in", "const int* flags", "const int* places", "float* out")
_KEPT = ("const float* in", "float* out", "int* count")

FLAGGED = Problem("flagged", CompactionCase, (*_FLAGGED, "int n"), partial(_flagged, False), judge)
FLAGGED_COUNTED = Problem(
    "flagged_counted", CompactionCase, (*_FLAGGED, "int* count", "int n"), partial(_flagged, True), judge
)
KEPT = Problem(
    "kept", CompactionCase, (*_KEPT, "int n"), partial(_of_signs, False), _judge_any,
    at_scale("compaction_bulk", "any_order"), arranged,
)  # fmt: skip
KEPT_STABLY = Problem(
    "kept_stably", CompactionCase, (*_KEPT, "unsigned long long* status", "int n"), partial(_of_signs, True), judge,
    at_scale("compaction_bulk", "stably"),
)  # fmt: skip
