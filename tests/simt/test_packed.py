"""Instructions on parts of a register agree with their definitions in the PTX ISA, written with Python's integers."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.simt import bits, packed
from grader.simt.arithmetic import permute_bytes
from tests.tiers import examples

Array = NDArray[Any]
EDGES = [0, 2**32 - 1, 0x80008000, 0x7FFF7FFF, 0x80808080, 0xFF01FE7F]
WORD = st.one_of(st.integers(0, 2**32 - 1), st.sampled_from(EDGES))
THREE = st.lists(st.tuples(WORD, WORD, WORD), min_size=1, max_size=16)
SIGNS = st.tuples(st.booleans(), st.booleans(), st.booleans())
FULL = 2**32 - 1


def registers(rows: list[tuple[int, ...]]) -> list[Array]:
    return [np.array(column, np.uint32).view(np.int32) for column in zip(*rows, strict=True)]


def plain(found: Array) -> list[int]:
    return found.view(np.uint32).tolist()


def part(word: int, index: int, size: int, signed: bool) -> int:
    value = word >> index * size & (1 << size) - 1
    return value - (1 << size) if signed and value >> size - 1 else value


def clamp(value: int, size: int, signed: bool) -> int:
    low, high = (-(1 << size - 1), (1 << size - 1) - 1) if signed else (0, (1 << size) - 1)
    return min(max(value, low), high)


def combine(name: str, a: int, b: int) -> int:
    results = {
        "add": a + b, "sub": a - b, "absdiff": abs(a - b), "min": min(a, b), "max": max(a, b),
        "avrg": (a + b + (1 if a + b >= 0 else 0)) // 2, "eq": int(a == b), "lt": int(a < b), "ge": int(a >= b),
    }  # fmt: skip
    return results[name]


NAMES = st.sampled_from(["add", "sub", "avrg", "absdiff", "min", "max", "eq", "lt", "ge"])


@given(THREE, st.sampled_from(["add", "min", "max"]), st.booleans(), st.booleans())
@examples(80)
def test_pairs(rows: list[tuple[int, int, int]], name: str, signed: bool, relu: bool) -> None:
    a, b, _ = registers(rows)

    def one(x: int, y: int) -> int:
        values = [combine(name, part(x, k, 16, signed), part(y, k, 16, signed)) for k in (0, 1)]
        low, high = (max(v, 0) if relu else v for v in values)
        return (low & 0xFFFF) | (high & 0xFFFF) << 16

    assert plain(packed.pairs(name, signed, relu, a, b)) == [one(x, y) for x, y, _ in rows]


@given(THREE, NAMES, st.sampled_from([8, 16]), SIGNS, st.booleans(), st.booleans(), st.data())
@examples(150)
def test_simd(
    rows: list[tuple[int, int, int]], name: str, size: int, signs: tuple[bool, bool, bool], saturate: bool, add: bool,
    data: st.DataObject,
) -> None:  # fmt: skip
    count = 32 // size
    picks = st.lists(st.integers(0, 2 * count - 1), min_size=count, max_size=count)
    from_a, from_b = data.draw(picks), data.draw(picks)
    chosen = data.draw(st.lists(st.integers(0, count - 1), unique=True, min_size=1))

    def one(a: int, b: int, c: int) -> int:
        both, total = a | b << 32, c
        for k in range(count):
            value = combine(name, part(both, from_a[k], size, signs[1]), part(both, from_b[k], size, signs[2]))
            value = clamp(value, size, signs[0]) if saturate else value
            if k in chosen and add:
                total += value
            elif k in chosen:
                mask = (1 << size) - 1 << k * size
                total = total & ~mask | value << k * size & mask
        return total & FULL

    found = packed.simd(name, size, signs, saturate, add, chosen, from_a, from_b, *registers(rows))
    assert plain(found) == [one(*row) for row in rows]


PARTS = st.sampled_from([(0, 32), (0, 16), (16, 16), (0, 8), (8, 8), (16, 8), (24, 8)])


SECOND = st.sampled_from([None, "add", "min", "max"])


@given(THREE, NAMES.filter(lambda n: n != "avrg"), SIGNS, st.booleans(), SECOND, PARTS, PARTS, PARTS)
@examples(150)
def test_scalar(
    rows: list[tuple[int, int, int]], name: str, signs: tuple[bool, bool, bool], saturate: bool, second: str | None,
    into: tuple[int, int], left: tuple[int, int], right: tuple[int, int],
) -> None:  # fmt: skip
    if second:
        into = (0, 32)  # an opcode has one or the other

    def one(a: int, b: int, c: int) -> int:
        value = combine(name, part(a >> left[0], 0, left[1], signs[1]), part(b >> right[0], 0, right[1], signs[2]))
        value = clamp(value, into[1], signs[0]) if saturate else part(value, 0, into[1], signs[0])
        if second:
            value = combine(second, value, part(c, 0, 32, signs[0]))
        mask = (1 << into[1]) - 1 << into[0]
        return c & ~mask | value << into[0] & mask

    found = packed.scalar(name, signs, saturate, second, into, (left, right), *registers(rows))
    assert plain(found) == [one(*row) for row in rows]


@given(THREE, st.booleans(), st.booleans(), st.sampled_from([None, "lo", "hi"]))
def test_dot_products(rows: list[tuple[int, int, int]], signed_a: bool, signed_b: bool, words: str | None) -> None:
    def one(a: int, b: int, c: int) -> int:
        if words is None:
            products = [part(a, k, 8, signed_a) * part(b, k, 8, signed_b) for k in range(4)]
        else:
            products = [part(a, k, 16, signed_a) * part(b, k + 2 * (words == "hi"), 8, signed_b) for k in range(2)]
        return c + sum(products) & FULL

    assert plain(packed.dot_product(*registers(rows), signed_a, signed_b, words)) == [one(*row) for row in rows]


@given(THREE, st.sampled_from(["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]))
def test_modes_of_permutation(rows: list[tuple[int, int, int]], mode: str) -> None:
    """What the names say: four bytes forwards or backwards from n, one replicated, or edges clamped."""

    def one(a: int, b: int, c: int) -> int:
        octets, n = (a | b << 32).to_bytes(8, "little"), c & 3
        picked = {
            "f4e": [n + k for k in range(4)], "b4e": [(n - k) % 8 for k in range(4)], "rc8": [n] * 4,
            "ecl": [max(n, k) for k in range(4)], "ecr": [min(n, k) for k in range(4)],
            "rc16": [2 * (n & 1) + (k & 1) for k in range(4)],
        }[mode]  # fmt: skip
        return int.from_bytes(bytes(octets[k] for k in picked), "little")

    a, b, c = registers(rows)
    assert plain(permute_bytes(a, b, packed.selector(mode, c))) == [one(*row) for row in rows]


@given(THREE, st.sampled_from([2, 4, 8, 16]), st.booleans())
def test_packing(rows: list[tuple[int, int, int]], size: int, signed: bool) -> None:
    def one(a: int, b: int, c: int) -> int:
        high, low = (clamp(part(x, 0, 32, True), size, signed) & (1 << size) - 1 for x in (a, b))
        return (c << 2 * size | high << size | low) & FULL

    assert plain(packed.pack_saturated(size, signed, *registers(rows))) == [one(*row) for row in rows]


AMOUNT = st.one_of(st.integers(0, 40), WORD)


@given(st.lists(st.tuples(AMOUNT, AMOUNT), min_size=1), st.booleans())
@example([(0, 32), (31, 1), (32, 5), (5, 0), (0, 0)], False)
def test_masks_follow_the_pseudocode(rows: list[tuple[int, int]], wrap: bool) -> None:
    def one(a: int, b: int) -> int:
        first, width = a & 31, b & 31
        mask0, mask1 = FULL << first & FULL, FULL << first + width & FULL
        beyond, too_wide = not wrap and a >= 32, not wrap and b >= 32
        if beyond:
            mask0 = 0
        if first + width >= 32 or beyond or too_wide:
            mask1 = 0
        elif width == 0:
            mask1 = FULL
        return mask0 & ~mask1

    assert plain(bits.mask_of(*registers(rows), wrap)) == [one(*row) for row in rows]


@given(st.lists(st.tuples(WORD, AMOUNT), min_size=1), st.booleans(), st.booleans())
@example([(0xFFFFFFFF, 0), (0x80000000, 32), (0x80, 8), (0x80, 9)], True, False)
def test_extension_follows_the_pseudocode(rows: list[tuple[int, int]], signed: bool, wrap: bool) -> None:
    def one(a: int, b: int) -> int:
        width, too_large = b & 31, b >= 32 and not wrap
        mask = 0 if too_large else FULL << width & FULL
        sign = signed and width > 0 and not too_large and a >> width - 1 & 1
        return a & ~mask & FULL | (mask if sign else 0)

    assert plain(bits.extended(*registers(rows), signed, wrap)) == [one(*row) for row in rows]
