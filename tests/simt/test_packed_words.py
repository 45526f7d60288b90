"""Words taken apart: pieces, dot products, bit fields, against integers of any size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.simt import packed_words

EDGES = [0, 1, 2**31, 2**32 - 1, 0x80008000, 0x7FFF7FFF, 0x80808080]
WORD = st.one_of(st.integers(0, 2**32 - 1), st.sampled_from(EDGES))
ROWS = st.lists(st.tuples(WORD, WORD, WORD), min_size=1, max_size=24)
PYTHON = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "min": min, "max": max, "absdiff": lambda a, b: abs(a - b),
    "avrg": lambda a, b: (a + b + (1 if a + b >= 0 else 0)) >> 1,
    "lt": lambda a, b: int(a < b), "ge": lambda a, b: int(a >= b),
}  # fmt: skip


def registers(column: tuple[int, ...]) -> np.ndarray:
    return np.array(column, np.uint32).view(np.int32)


def pieces(word: int, bits: int, signed: bool) -> list[int]:
    found = [word >> at & (1 << bits) - 1 for at in range(0, 32, bits)]
    return [p - (1 << bits) if signed and p >> bits - 1 else p for p in found]


def joined(found: list[int], bits: int) -> int:
    return sum((p & (1 << bits) - 1) << bits * i for i, p in enumerate(found))


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("bits", [16, 32])
@pytest.mark.parametrize("name", ["add", "min", "max"])
@given(rows=ROWS)
@settings(max_examples=20)
def test_pairs_go_piece_by_piece(name: str, bits: int, signed: bool, rows: list[tuple[int, int, int]]) -> None:
    a, b, _ = map(registers, zip(*rows, strict=True))
    for relu in (False, True):
        found = packed_words.pairwise(name, bits, signed, relu, a, b).view(np.uint32).tolist()
        for (x, y, _), word in zip(rows, found, strict=True):
            values = map(PYTHON[name], pieces(x, bits, signed), pieces(y, bits, signed))
            assert word == joined([max(v, 0) if relu else v for v in values], bits)


@pytest.mark.parametrize("name", PYTHON)
@pytest.mark.parametrize("bits", [8, 16])
@given(rows=ROWS, signs=st.tuples(st.booleans(), st.booleans(), st.booleans()), saturate=st.booleans())
@settings(max_examples=20)
def test_video_instructions(
    name: str, bits: int, rows: list[tuple[int, int, int]], signs: tuple[bool, bool, bool], saturate: bool
) -> None:
    a, b, c = map(registers, zip(*rows, strict=True))
    found = packed_words.video(name, bits, signs, saturate, a, b, None).view(np.uint32).tolist()
    sums = packed_words.video(name, bits, signs, False, a, b, c).view(np.uint32).tolist()
    low = -(1 << bits - 1) if signs[0] else 0
    for (x, y, z), word, total in zip(rows, found, sums, strict=True):
        values = list(map(PYTHON[name], pieces(x, bits, signs[1]), pieces(y, bits, signs[2])))
        assert total == (sum(values) + z) % 2**32
        assert word == joined([min(max(v, low), low + (1 << bits) - 1) if saturate else v for v in values], bits)


@given(rows=ROWS, signed_a=st.booleans(), signed_b=st.booleans(), high=st.booleans())
def test_dot_products(rows: list[tuple[int, int, int]], signed_a: bool, signed_b: bool, high: bool) -> None:
    found = packed_words.dot_product_of_halves(*map(registers, zip(*rows, strict=True)), signed_a, signed_b, high)
    for (x, y, z), word in zip(rows, found.view(np.uint32).tolist(), strict=True):
        octets = pieces(y, 8, signed_b)[2:] if high else pieces(y, 8, signed_b)[:2]
        assert word == (sum(p * q for p, q in zip(pieces(x, 16, signed_a), octets, strict=True)) + z) % 2**32


@given(rows=st.lists(st.tuples(WORD, st.integers(0, 31), st.integers(-33, 33)), min_size=1, max_size=24))
def test_the_nth_set_bit(rows: list[tuple[int, int, int]]) -> None:
    mask, base, offset = (np.array(c, np.int64).astype(np.uint32).view(np.int32) for c in zip(*rows, strict=True))
    for (x, at, n), found in zip(rows, packed_words.find_set_bit(mask, base, offset).tolist(), strict=True):
        if n == 0:
            assert found == (at if x >> at & 1 else -1)
            continue
        places = [i for i in (range(at, 32) if n > 0 else range(at, -1, -1)) if x >> i & 1]
        assert found == (places[abs(n) - 1] if len(places) >= abs(n) else -1)


@given(rows=ROWS, small=st.booleans(), clamp=st.booleans())
def test_masks_and_extensions(rows: list[tuple[int, int, int]], small: bool, clamp: bool) -> None:
    if small:
        rows = [(x, y % 40, z % 40) for x, y, z in rows]
    value, start, width = map(registers, zip(*rows, strict=True))
    masks = packed_words.bit_mask(start, width, clamp).view(np.uint32).tolist()
    unsigned = packed_words.extend(value, width, False, clamp).view(np.uint32).tolist()
    signed = packed_words.extend(value, width, True, clamp).tolist()
    for (x, s, w), mask, zero, sign in zip(rows, masks, unsigned, signed, strict=True):
        first, count = (s, min(w, 32)) if clamp else (s % 32, w % 32)
        assert mask == sum(1 << i for i in range(first, min(first + count, 32)))
        low = x & (1 << count) - 1
        assert zero == low
        assert sign == (low - (1 << count) if count and low >> count - 1 else low)
