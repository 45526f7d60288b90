"""A list to which the positive elements of a vector are appended, in any order.

`count` says how long the list in `out` is, before the launch and behind it. No two elements are equal, as long as FP32
has enough integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument, Array
from grader.problems.base import (
    UNTOUCHED,
    Case,
    Geometry,
    Judgement,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    mistake,
)
from grader.problems.filling import Float32, different_values, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.working import value
from grader.records import Limit

_IN, _OUT, _COUNT = 0, 1, 2
_BEFORE = 3  # elements that the list has before the launch

Words = NDArray[np.uint32]


class AppendCase(Case):
    """n elements. positive: which of them are, "some" are about one in two."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=2**20)]
    positive: Literal["some", "all", "none"] = "some"

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"positive": "some"}


def arguments(case: AppendCase, rng: np.random.Generator) -> Prepared:
    """A vector, and a list with room for all of it, of which the first elements are there."""
    content = _signed(case, rng)
    kept = content[content > 0]
    room = poison(_BEFORE + case.n)
    room[:_BEFORE] = -np.arange(1, _BEFORE + 1)
    given = (
        Argument("in", content), Argument("out", room), Argument("count", np.array([_BEFORE], np.int32)),
        Argument("n", np.int32(case.n)),
    )  # fmt: skip
    roles = {_IN: Role.INPUT, _OUT: Role.IN_OUT, _COUNT: Role.IN_OUT}
    buffers = tuple(private(given[position], position, role, None) for position, role in roles.items())
    appended = Region(
        _OUT, grid_of(1, kept.size, kept.size) + _BEFORE, kept.astype(np.float64)[None, None],
        label="appended", mistakes=partial(_mistakes, content), working=partial(_working, content),
    )  # fmt: skip
    length = np.full((1, 1, 1), float(_BEFORE + kept.size))
    counted = Region(_COUNT, grid_of(1, 1, 1), length, mistakes=partial(_miscounts, content))
    return Prepared(given, buffers, (appended, counted))


def _signed(case: AppendCase, rng: np.random.Generator) -> Float32:
    content = np.abs(different_values(rng, case.n, case.values))
    if case.positive == "some":
        content *= np.where(rng.integers(0, 2, case.n) > 0, np.float32(1), np.float32(-1))
    signed: Float32 = -content if case.positive == "none" else content
    return signed


def arranged(prepared: Prepared, outputs: Mapping[int, Array]) -> Mapping[int, Array]:
    """The outputs with the appended elements in the order of the input; what does not belong there fills the gaps."""
    return in_order(prepared, outputs, _OUT)


def in_order(prepared: Prepared, outputs: Mapping[int, Array], position: int) -> Mapping[int, Array]:
    """The outputs with the floats of the first region, which is in the buffer at `position`, in the wanted order."""
    index = prepared.regions[0].index.ravel()
    out = outputs.get(position)
    original = next(b.original for b in prepared.buffers if b.position == position)
    if out is None or out.shape != original.shape or out.dtype != original.dtype:
        return outputs  # `judge` says what is wrong with it
    found: Words = np.ascontiguousarray(out).view(np.uint32)[index]
    wanted: Words = prepared.regions[0].expected.ravel().astype(np.float32).view(np.uint32)
    there = Counter(found.tolist())
    placed = np.zeros(index.size, np.uint32)
    gaps = []
    for place, word in enumerate(wanted.tolist()):
        if there[word]:
            there[word] -= 1
            placed[place] = word
        else:
            gaps.append(place)
    placed[gaps] = list(there.elements())
    result = np.ascontiguousarray(out).copy()
    result[index] = placed.view(np.float32)
    return {**outputs, position: result}


def _judge(prepared: Prepared, outputs: Mapping[int, Array]) -> Judgement:
    return judge(prepared, arranged(prepared, outputs))


def _mistakes(content: Float32, _: Geometry) -> Iterator[Possible]:
    """One place of the list is lost, or the last element of the vector."""
    kept = content[content > 0].astype(np.float64)
    last = np.arange(kept.size) < kept.size - (content[-1:] > 0).sum()
    yield mistake("last_element_missing"), lambda: np.where(last, kept, UNTOUCHED)[None, None]


def _miscounts(content: Float32, _: Geometry) -> Iterator[Possible]:
    positive = float((content > 0).sum())
    for name, length in (
        (mistake("all_counted"), _BEFORE + float(content.size)),
        (mistake("sign_reversed"), _BEFORE + float((content < 0).sum())),
        (mistake("old_counts_lost"), positive),
        *((mistake("counted_again", times=times), _BEFORE + times * positive) for times in (2, 32)),
    ):
        yield name, partial(np.full, (1, 1, 1), length)


def _working(content: Float32, _: int, row: int, i: int) -> tuple[str, str]:
    where = int(np.flatnonzero(content > 0)[i])
    return f"some out[i] = in[{where}]", value(float(content[where]))


_SIGNATURE = ("const float* in", "float* out", "int* count", "int n")

APPEND = Problem("append", AppendCase, _SIGNATURE, arguments, _judge, arranged=arranged)
