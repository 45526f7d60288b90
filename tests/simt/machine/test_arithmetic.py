"""Arithmetic of machine code on integers agrees with Python's, bit for bit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from tests.simt.machine.elementwise import columns, differences, kernel
from tests.tiers import examples

Operation = Callable[..., int]
Triple = tuple[int, int, int]
M32, M64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF


def s(value: int, bits: int = 32) -> int:
    """As a signed number."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def reversed_bits(value: int, bits: int) -> int:
    return int(f"{value:0{bits}b}"[::-1], 2)


def lowest(value: int) -> int:
    """__ffs."""
    return (value & -value).bit_length()


def quotient(a: int, b: int) -> int:
    """To zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a: int, b: int) -> int:
    return a - b * quotient(a, b)


def pieces(value: int, bits: int, signed: bool) -> list[int]:
    found = [value >> at & (1 << bits) - 1 for at in range(0, 32, bits)]
    return [s(each, bits) for each in found] if signed else found


def packed(bits: int, signed: bool, operation: Operation) -> Operation:
    """A SIMD video instruction."""

    def whole(a: int, b: int, _: int) -> int:
        pairs = zip(pieces(a, bits, signed), pieces(b, bits, signed), strict=True)
        return sum((operation(x, y) & (1 << bits) - 1) << bits * n for n, (x, y) in enumerate(pairs))

    return whole


def clamped(low: int, high: int, operation: Operation) -> Operation:
    return lambda x, y: min(max(operation(x, y), low), high)


def plus(x: int, y: int) -> int:
    return x + y


def minus(x: int, y: int) -> int:
    return x - y


def apart(x: int, y: int) -> int:
    return abs(x - y)


def dots(signed: bool) -> Operation:
    def dp4a(a: int, b: int, c: int) -> int:
        return (sum(x * y for x, y in zip(pieces(a, 8, signed), pieces(b, 8, signed), strict=True)) + c) & M32

    return dp4a


def permuted(a: int, b: int, c: int) -> int:
    """__byte_perm."""
    every = (b << 32 | a).to_bytes(8, "little")
    return int.from_bytes(bytes(every[c >> 4 * n & 7] for n in range(4)), "little")


def wrapped(bits: int, table: dict[str, Operation]) -> dict[str, Operation]:
    """Results as unsigned numbers."""
    mask = (1 << bits) - 1
    return {text: lambda a, b, c, f=f: f(a, b, c) & mask for text, f in table.items()}


WORDS = wrapped(32, {
    "a + b": lambda a, b, c: a + b, "a - b - c": lambda a, b, c: a - b - c, "a * b": lambda a, b, c: a * b,
    "a * b + c": lambda a, b, c: a * b + c, "c - a * b": lambda a, b, c: c - a * b, "-a": lambda a, b, c: -a,
    "a * 5 + b": lambda a, b, c: a * 5 + b, "a + b * 8": lambda a, b, c: a + b * 8,
    "__umulhi(a, b)": lambda a, b, c: a * b >> 32, "__mulhi((int)a, (int)b)": lambda a, b, c: s(a) * s(b) >> 32,
    "__umul24(a, b)": lambda a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF),
    "__mul24((int)a, (int)b)": lambda a, b, c: s(a, 24) * s(b, 24),
    "a << (c & 31)": lambda a, b, c: a << (c & 31), "a >> (c & 31)": lambda a, b, c: a >> (c & 31),
    "(int)a >> (c & 31)": lambda a, b, c: s(a) >> (c & 31), "(int)a >> 7": lambda a, b, c: s(a) >> 7,
    "__funnelshift_l(a, b, c)": lambda a, b, c: (b << 32 | a) << (c & 31) >> 32,
    "__funnelshift_r(a, b, c)": lambda a, b, c: (b << 32 | a) >> (c & 31),
    "__funnelshift_lc(a, b, c)": lambda a, b, c: (b << 32 | a) << min(c, 32) >> 32,
    "__funnelshift_rc(a, b, c)": lambda a, b, c: (b << 32 | a) >> min(c, 32),
    "a & b | ~c": lambda a, b, c: a & b | ~c, "a ^ b ^ c": lambda a, b, c: a ^ b ^ c,
    "a & b | b & c | a & c": lambda a, b, c: a & b | b & c | a & c, "a & b | ~a & c": lambda a, b, c: a & b | ~a & c,
    "~(a | b) ^ c": lambda a, b, c: ~(a | b) ^ c, "(a & 0xff00ff) | b << 8": lambda a, b, c: a & 0xFF00FF | b << 8,
    "a >> 5 & 0x3ff": lambda a, b, c: a >> 5 & 0x3FF, "(int)(a << 9) >> 20": lambda a, b, c: s(a << 9) >> 20,
    "__popc(a)": lambda a, b, c: a.bit_count(), "__clz((int)a)": lambda a, b, c: 32 - a.bit_length(),
    "__brev(a)": lambda a, b, c: reversed_bits(a, 32), "__ffs((int)a)": lambda a, b, c: lowest(a),
    "min(a, b)": lambda a, b, c: min(a, b), "max(a, b)": lambda a, b, c: max(a, b),
    "min((int)a, (int)b)": lambda a, b, c: min(s(a), s(b)), "max((int)a, (int)b)": lambda a, b, c: max(s(a), s(b)),
    "min(max((int)a, (int)b), (int)c)": lambda a, b, c: min(max(s(a), s(b)), s(c)),
    "abs((int)a)": lambda a, b, c: abs(s(a)), "max(min(a, b), 99u)": lambda a, b, c: max(min(a, b), 99),
    "__byte_perm(a, b, c)": permuted, "__byte_perm(a, b, 0x7216)": lambda a, b, c: permuted(a, b, 0x7216),
    "__dp4a((int)a, (int)b, (int)c)": dots(True), "__dp4a(a, b, c)": dots(False),
    "__vadd2(a, b)": packed(16, False, plus), "__vadd4(a, b)": packed(8, False, plus),
    "__vsub2(a, b)": packed(16, False, minus), "__vsub4(a, b)": packed(8, False, minus),
    "__vabsdiffu4(a, b)": packed(8, False, apart), "__vabsdiffs4(a, b)": packed(8, True, apart),
    "__vabsdiffu2(a, b)": packed(16, False, apart), "__vmaxs2(a, b)": packed(16, True, max),
    "__vminu2(a, b)": packed(16, False, min), "__vmins4(a, b)": packed(8, True, min),
    "__vmaxu4(a, b)": packed(8, False, max), "__vavgu4(a, b)": packed(8, False, lambda x, y: x + y + 1 >> 1),
    "__vaddus4(a, b)": packed(8, False, clamped(0, 255, plus)),
    "__vsubus2(a, b)": packed(16, False, clamped(0, 0xFFFF, minus)),
    "__vaddss2(a, b)": packed(16, True, clamped(-0x8000, 0x7FFF, plus)),
    "__vcmpgtu4(a, b)": packed(8, False, lambda x, y: -(x > y)),
    "__vcmpeq2(a, b)": packed(16, False, lambda x, y: -(x == y)),
    "__vsadu4(a, b)": lambda a, b, c: sum(map(apart, pieces(a, 8, False), pieces(b, 8, False))),
    "__usad(a, b, c)": lambda a, b, c: abs(a - b) + c, "__sad((int)a, (int)b, c)": lambda a, b, c: abs(s(a) - s(b)) + c,
    "__uhadd(a, b)": lambda a, b, c: a + b >> 1, "__rhadd((int)a, (int)b)": lambda a, b, c: s(a) + s(b) + 1 >> 1,
    "b ? a / b : 7": lambda a, b, c: a // b if b else 7, "b ? a % b : 7": lambda a, b, c: a % b if b else 7,
    "b + 1 > 1 ? (int)a / (int)b : 7": lambda a, b, c: quotient(s(a), s(b)) if 0 < b < M32 else 7,
    "b + 1 > 1 ? (int)a % (int)b : 7": lambda a, b, c: remainder(s(a), s(b)) if 0 < b < M32 else 7,
    "a / 7": lambda a, b, c: a // 7, "a % 1000003": lambda a, b, c: a % 1000003,
    "(int)a / 10": lambda a, b, c: quotient(s(a), 10), "(int)a % 16": lambda a, b, c: remainder(s(a), 16),
    "(a < b) + 2 * ((int)a < (int)b) + 4 * (a == c)":
        lambda a, b, c: (a < b) + 2 * (s(a) < s(b)) + 4 * (a == c),
    "(int)(short)a + (signed char)b": lambda a, b, c: s(a, 16) + s(b, 8),
    "(a >> 8 & 0xff) * (b >> 16) + (unsigned short)c": lambda a, b, c: (a >> 8 & 0xFF) * (b >> 16) + (c & 0xFFFF),
    "a < b ? c : a > c ? b : ~a": lambda a, b, c: c if a < b else b if a > c else ~a,
})  # fmt: skip
LONGS = wrapped(64, {
    "a + b": lambda a, b, c: a + b, "a - b": lambda a, b, c: a - b, "a * b": lambda a, b, c: a * b,
    "a * b + c": lambda a, b, c: a * b + c, "-a": lambda a, b, c: -a, "a + b * 8": lambda a, b, c: a + b * 8,
    "__umul64hi(a, b)": lambda a, b, c: a * b >> 64,
    "__mul64hi((long long)a, (long long)b)": lambda a, b, c: s(a, 64) * s(b, 64) >> 64,
    "a << (c & 63)": lambda a, b, c: a << (c & 63), "a >> (c & 63)": lambda a, b, c: a >> (c & 63),
    "(long long)a >> (c & 63)": lambda a, b, c: s(a, 64) >> (c & 63),
    "a >> 37 | a << 27": lambda a, b, c: a >> 37 | a << 27, "a << 13": lambda a, b, c: a << 13,
    "a ^ b & ~c": lambda a, b, c: a ^ b & ~c,
    "__popcll(a)": lambda a, b, c: a.bit_count(), "__clzll(a)": lambda a, b, c: 64 - a.bit_length(),
    "__brevll(a)": lambda a, b, c: reversed_bits(a, 64), "__ffsll(a)": lambda a, b, c: lowest(a),
    "min(a, b)": lambda a, b, c: min(a, b), "max((long long)a, (long long)b)": lambda a, b, c: max(s(a, 64), s(b, 64)),
    "llabs((long long)a)": lambda a, b, c: abs(s(a, 64)),
    "b ? a / b : 7": lambda a, b, c: a // b if b else 7, "b ? a % b : 7": lambda a, b, c: a % b if b else 7,
    "b + 1 > 1 ? (long long)a / (long long)b : 7":
        lambda a, b, c: quotient(s(a, 64), s(b, 64)) if 0 < b < M64 else 7,
    "b + 1 > 1 ? (long long)a % (long long)b : 7":
        lambda a, b, c: remainder(s(a, 64), s(b, 64)) if 0 < b < M64 else 7,
    "a / 1000": lambda a, b, c: a // 1000,
    "(long long)a % 12345678901LL": lambda a, b, c: remainder(s(a, 64), 12345678901),
    "(long long)(int)a * (int)b + c": lambda a, b, c: s(a) * s(b) + c,
    "(unsigned long long)(unsigned)a * (unsigned)b + c": lambda a, b, c: (a & M32) * (b & M32) + c,
    "(a < b) + 2 * ((long long)a < (long long)b) + 4 * (a == c)":
        lambda a, b, c: (a < b) + 2 * (s(a, 64) < s(b, 64)) + 4 * (a == c),
    "a < b ? c : a > c ? b : ~a": lambda a, b, c: c if a < b else b if a > c else ~a,
})  # fmt: skip
SOURCE = kernel("words", "unsigned", "unsigned", WORDS) + kernel(
    "longs", "unsigned long long", "unsigned long long", LONGS
)


def numbers(bits: int) -> st.SearchStrategy[int]:
    top = (1 << bits) - 1
    edges = [0, 1, 2, 7, 31, 32, 33, 64, top, top - 1, top >> 1, (top >> 1) + 1, 0x80007FFF, 0xFF00FF80]
    powers = st.builds(lambda at, more: ((1 << at) + more) & top, st.integers(0, bits - 1), st.integers(-2, 2))
    return st.one_of(st.sampled_from(edges), powers, st.integers(0, top))


def triples(bits: int) -> st.SearchStrategy[list[Triple]]:
    each = numbers(bits)
    return st.lists(st.tuples(each, each, each), min_size=1, max_size=32)


@given(triples(32))
@example([(1 << 31, M32, 32), (M32, 1, 31), (0, 0, 0), (M32, M32, M32), (0x80808080, 0x7F7F7F7F, 0x76543210)])
@examples(60)
def test_words_are_computed_as_python_does(rows: list[Triple]) -> None:
    assert differences(SOURCE, "words", columns(rows, np.uint32), np.uint32, WORDS) == []


@given(triples(64))
@example([(1 << 63, M64, 64), (M64, 1, 63), (0, 0, 0), (M64, M64, M64), (M64 - 1, M32, 32), (M64, 1 << 32, 0)])
@examples(60)
def test_words_of_64_bits_are_computed_as_python_does(rows: list[Triple]) -> None:
    assert differences(SOURCE, "longs", columns(rows, np.uint64), np.uint64, LONGS) == []
