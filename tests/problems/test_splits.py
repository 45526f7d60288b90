"""Passes of a radix sort: stable, in each block or over all of them, and what goes wrong told by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake, Prepared, mistake
from grader.problems.splits import different_keys
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import buffers
from tests.tiers import examples

SPLIT, DIGIT = PROBLEMS["bit_split"], PROBLEMS["digit_pass"]
LAUNCH = Geometry((3, 1, 1), (64, 1, 1))
Keys = NDArray[np.uint32]
Places = NDArray[np.int64]


def split(n: int, bit: int, seed: int = 1, **more: Any) -> Prepared:
    case = SPLIT.case_model.model_validate({"n": n, "chunk": 64, "bit": bit, **more})
    made: Prepared = SPLIT.arguments(case, np.random.default_rng(seed))
    return made


def digit(n: int, shift: int, seed: int = 1, **more: Any) -> Prepared:
    case = DIGIT.case_model.model_validate({"n": n, "chunk": 64, "shift": shift} | more)
    made: Prepared = DIGIT.arguments(case, np.random.default_rng(seed))
    return made


def left(of: Prepared, keys: list[int]) -> dict[int, Any]:
    outputs = buffers(of)
    outputs[1][: len(keys)] = keys
    return outputs


def moved(of: Prepared, places: Places) -> dict[int, Any]:
    """The keys stored to these places, one after the other; those outside are dropped."""
    outputs = buffers(of)
    for key, place in zip(outputs[0], places, strict=True):
        if 0 <= place < outputs[1].size:
            outputs[1][place] = key
    return outputs


def chunks(of: Prepared) -> list[list[int]]:
    keys = of.buffers[0].original.tolist()
    return [keys[start : start + 64] for start in range(0, len(keys), 64)]


@examples(60)
@given(st.integers(0, 300), st.integers(0, 31), st.integers(0, 2**32), st.sampled_from(["some", "all", "none"]))
def test_a_split_puts_zeros_before_ones_block_by_block(n: int, bit: int, seed: int, ones: str) -> None:
    of = split(n, bit, seed, ones=ones)
    right = [key for chunk in chunks(of) for wanted in (0, 1) for key in chunk if key >> bit & 1 == wanted]
    assert SPLIT.judge(of, left(of, right)).passed
    assert {"all": n, "none": 0}.get(ones, -1) in (-1, sum(key >> bit & 1 for key in right))
    if n:
        right[seed % n] ^= 1
        assert [m.wrong for m in SPLIT.judge(of, left(of, right)).mismatches] == [1]


@examples(60)
@given(st.integers(0, 300), st.integers(0, 28), st.integers(0, 2**32), st.sampled_from(["any", "one"]))
def test_a_digit_pass_is_a_stable_sort_by_the_digit(n: int, shift: int, seed: int, digits: str) -> None:
    of = digit(n, shift, seed, digits=digits)
    keys = of.buffers[0].original.tolist()
    right = sorted(keys, key=lambda key: key >> shift & 15)
    assert DIGIT.judge(of, left(of, right)).passed
    assert digits == "any" or len({key >> shift & 15 for key in keys}) <= 1
    if n:
        right[seed % n] ^= 1
        assert [m.wrong for m in DIGIT.judge(of, left(of, right)).mismatches] == [1]


@examples(30)
@given(st.integers(1, 300), st.integers(0, 28), st.integers(0, 2**32))
def test_offsets_say_where_the_first_key_of_each_digit_and_block_goes(n: int, shift: int, seed: int) -> None:
    of = digit(n, shift, seed)
    blocks = -(-n // 64)
    offsets = of.buffers[2].original.astype(np.int64).tolist()
    out: list[int | None] = [None] * n
    for block, keys in enumerate(chunks(of)):
        for key in keys:
            at = (key >> shift & 15) * blocks + block
            out[offsets[at]] = key
            offsets[at] += 1
    assert DIGIT.judge(of, left(of, [key for key in out if key is not None])).passed


@pytest.mark.parametrize("count", [0, 1, 1000])
def test_keys_are_different(count: int) -> None:
    keys = different_keys(np.random.default_rng(2), count)
    assert (keys.size, np.unique(keys).size, keys.dtype) == (count, count, np.dtype(np.uint32))


def places_by(*keys: Any) -> Places:
    """Places in a sort by these keys, the most important one first."""
    places = np.empty(len(keys[0]), np.int64)
    places[np.lexsort(keys[::-1])] = np.arange(len(keys[0]))
    return places


def of_bit(of: Prepared, bit: int) -> Places:
    found: Places = (of.buffers[0].original.astype(np.int64) >> bit) & 1
    return found


I150 = np.arange(150)
SPLITS: dict[str, tuple[Mistake, Callable[[Prepared], Places]]] = {
    "copied": (mistake("left_in_place"), lambda of: I150),
    "ones first": (mistake("ones_first"), lambda of: places_by(I150 // 64, 1 - of_bit(of, 5))),
    "ones backwards": (
        mistake("ones_backwards"),
        lambda of: places_by(I150 // 64, of_bit(of, 5), np.where(of_bit(of, 5), -I150, I150)),
    ),
    "zeros backwards": (
        mistake("zeros_backwards"),
        lambda of: places_by(I150 // 64, of_bit(of, 5), np.where(of_bit(of, 5), I150, -I150)),
    ),
    "next bit": (mistake("other_bit", by=1), lambda of: places_by(I150 // 64, of_bit(of, 6))),
    "bit before": (mistake("other_bit", by=-1), lambda of: places_by(I150 // 64, of_bit(of, 4))),
    "bit 0": (mistake("bit_ignored"), lambda of: places_by(I150 // 64, of_bit(of, 0))),
    "sorted": (mistake("sorted_by_key"), lambda of: places_by(I150 // 64, of.buffers[0].original)),
    "all blocks": (mistake("split_across_blocks"), lambda of: places_by(of_bit(of, 5))),
    "warps": (mistake("split_by_warp"), lambda of: places_by(I150 // 32, of_bit(of, 5))),
    "ones further": (
        mistake("ones_off", by=1), lambda of: places_by(I150 // 64, of_bit(of, 5)) + of_bit(of, 5),
    ),
    "zeros further": (
        mistake("zeros_off", by=1), lambda of: places_by(I150 // 64, of_bit(of, 5)) + 1 - of_bit(of, 5),
    ),
    "all further": (mistake("places_off", by=1), lambda of: places_by(I150 // 64, of_bit(of, 5)) + 1),
}  # fmt: skip


@pytest.mark.parametrize("slip", SPLITS)
def test_a_wrong_split_is_told_by_name(slip: str) -> None:
    of = split(150, 5)
    name, places = SPLITS[slip]
    assert diagnosed(SPLIT, of, moved(of, places(of)), LAUNCH) == name


def of_digit(of: Prepared, shift: int = 8) -> Places:
    found: Places = (of.buffers[0].original.astype(np.int64) >> shift) & 15
    return found


def in_group(groups: Places) -> Places:
    return np.array([int((groups[:i] == group).sum()) for i, group in enumerate(groups)])


def offset(of: Prepared, found: Places, transposed: bool = False) -> Places:
    offsets, block = of.buffers[2].original.astype(np.int64), I150 // 64
    at: Places = offsets[block * 16 + found if transposed else found * 3 + block]
    return at


DIGITS: dict[str, tuple[Mistake, Callable[[Prepared], Places]]] = {
    "copied": (mistake("left_in_place"), lambda of: I150),
    "lanes above": (mistake("warp_backwards"), lambda of: places_by(of_digit(of), I150 // 32, -I150)),
    "last warp first": (
        mistake("warps_backwards"), lambda of: places_by(of_digit(of), I150 // 64, -(I150 // 32), I150),
    ),
    "backwards": (mistake("block_backwards"), lambda of: places_by(of_digit(of), I150 // 64, -I150)),
    "further": (mistake("places_off", by=1), lambda of: places_by(of_digit(of)) + 1),
    "no offset": (mistake("digit_offsets_missing"), lambda of: in_group(I150 // 64 * 16 + of_digit(of))),
    "no shift": (
        mistake("shift_missing"), lambda of: offset(of, of_digit(of, 0)) + in_group(I150 // 64 * 16 + of_digit(of, 0)),
    ),
    "transposed": (
        mistake("offsets_transposed"),
        lambda of: offset(of, of_digit(of), transposed=True) + in_group(I150 // 64 * 16 + of_digit(of)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("slip", DIGITS)
def test_a_wrong_digit_pass_is_told_by_name(slip: str) -> None:
    of = digit(150, 8)
    name, places = DIGITS[slip]
    assert diagnosed(DIGIT, of, moved(of, places(of)), LAUNCH) == name


def test_ranks_that_begin_again_in_each_warp_and_those_that_hold_the_warp_are_told() -> None:
    of = digit(512, 8, chunk=256)
    i, found = np.arange(512), of_digit(of)
    by_warp = i // 32 * 16 + found
    begin = of.buffers[2].original.astype(np.int64)[found * 2 + i // 256]
    told = [
        diagnosed(DIGIT, of, moved(of, begin + in_group(by_warp)), LAUNCH),
        diagnosed(DIGIT, of, moved(of, places_by(found) + np.bincount(by_warp)[by_warp]), LAUNCH),
    ]
    assert told == [mistake("warps_not_added"), mistake("warp_itself_added")]


@pytest.mark.parametrize("dims", [{}, {"n": 4, "chunk": 2}, {"n": 4, "chunk": 0, "bit": 1},
                                  {"n": 4, "chunk": 2, "bit": 32},
                                  {"n": 4, "chunk": 2, "bit": 1, "values": "floats"}])  # fmt: skip
def test_a_senseless_split_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        SPLIT.case_model.model_validate(dims)


@pytest.mark.parametrize("shift", [-1, 29])
def test_a_digit_lies_within_a_word(shift: int) -> None:
    with pytest.raises(ValidationError):
        DIGIT.case_model.model_validate({"n": 4, "chunk": 2, "shift": shift})
