"""Floating point of machine code agrees with exact rational arithmetic, bit for bit."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from tests.simt.exact import DOUBLE, SINGLE, Format, fused, rounded
from tests.simt.machine.elementwise import columns, differences, kernel
from tests.tiers import examples

Model = Callable[..., Any]
Triple = tuple[float, float, float]
WAYS = {"rn": "rn", "rz": "rz", "ru": "rp", "rd": "rm"}  # suffixes of CUDA, directions of `exact`
WHOLE: dict[str, Callable[[float], int]] = {"rn": round, "rz": math.trunc, "ru": math.ceil, "rd": math.floor}
INF, NAN = math.inf, math.nan


def divided(a: float, b: float, form: Format) -> float:
    """a / b, rounded once."""
    if math.isnan(a) or math.isnan(b) or (a == 0 == b) or (math.isinf(a) and math.isinf(b)):
        return NAN
    negative = math.copysign(1, a) * math.copysign(1, b) < 0
    if math.isinf(a) or b == 0:
        size = INF
    elif math.isinf(b) or a == 0:
        size = 0.0
    else:
        size = rounded(abs(Fraction(a) / Fraction(b)), form)
    return -size if negative else size


def least(a: float, b: float) -> float:
    """fmin: a number rather than a NaN, and -0 before +0."""
    numbers = [x for x in (a, b) if not math.isnan(x)]
    return min(numbers, key=lambda x: (x, math.copysign(1, x)), default=NAN)


def most(a: float, b: float) -> float:
    return -least(-a, -b)


def whole(way: str) -> Callable[[float], float]:
    def function(a: float) -> float:
        return math.copysign(float(WHOLE[way](a)), a) if math.isfinite(a) else a

    return function


def root(a: float, form: Format) -> float:
    """NumPy's is rounded correctly."""
    with np.errstate(all="ignore"):
        return float(np.sqrt(np.float32(a) if form is SINGLE else np.float64(a)))


def arithmetic(form: Format, letter: str, suffix: str) -> dict[str, Model]:
    """letter: of the intrinsics (f, d); suffix: of the functions of math.h."""
    table: dict[str, Model] = {}
    for way, direction in WAYS.items():
        table |= {
            f"__{letter}add_{way}(a, b)": lambda a, b, c, d=direction: fused(a, 1.0, b, form, d),
            f"__{letter}mul_{way}(a, b)": lambda a, b, c, d=direction: fused(a, b, product_zero(a, b), form, d),
            f"{'__fmaf' if letter == 'f' else '__fma'}_{way}(a, b, c)":
                lambda a, b, c, d=direction: fused(a, b, c, form, d),
        }  # fmt: skip
    return table | {
        "a / b": lambda a, b, c: divided(a, b, form), f"sqrt{suffix}(a)": lambda a, b, c: root(a, form),
        f"fmin{suffix}(a, b)": lambda a, b, c: least(a, b), f"fmax{suffix}(a, b)": lambda a, b, c: most(a, b),
        f"fabs{suffix}(a)": lambda a, b, c: abs(a), "-a": lambda a, b, c: -a,
        f"floor{suffix}(a)": lambda a, b, c: whole("rd")(a), f"ceil{suffix}(a)": lambda a, b, c: whole("ru")(a),
        f"trunc{suffix}(a)": lambda a, b, c: whole("rz")(a), f"rint{suffix}(a)": lambda a, b, c: whole("rn")(a),
        f"copysign{suffix}(a, b)": lambda a, b, c: math.copysign(a, b) if a == a else NAN,
        "a < b ? c : a": lambda a, b, c: c if a < b else a, "a >= b ? c : a": lambda a, b, c: c if a >= b else a,
        "a != b ? c : a": lambda a, b, c: c if a != b else a,
        "!(a > b) ? c : b": lambda a, b, c: b if a > b else c,
    }  # fmt: skip


def product_zero(a: float, b: float) -> float:
    """What may be added to a * b without a change, not even of the sign of zero."""
    return math.copysign(0.0, math.copysign(1, a) * math.copysign(1, b))


def clamped(name: str, way: str) -> Callable[[float], int]:
    """To an integer type, with the nearest number that it has for those that it has not."""
    bits = 64 if "ll" in name else 32
    low, high = (0, (1 << bits) - 1) if name[0] == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)

    def function(a: float) -> int:
        if math.isnan(a):
            return 0
        if math.isinf(a):
            return (high if a > 0 else low) & (1 << 64) - 1
        return min(max(WHOLE[way](a), low), high) & (1 << 64) - 1

    return function


def signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def to_integers(kind: str) -> dict[str, Model]:
    """Of float or double, as 64 bits."""
    table: dict[str, Model] = {}
    for name in ("int", "uint", "ll", "ull"):
        for way in WHOLE:
            sure = kind == "float" and "ll" not in name  # for the others nobody says what becomes of a NaN
            number = "a" if sure else "(a == a ? a : 0)"
            model = clamped(name, way)
            table[f"(long long)__{kind}2{name}_{way}({number})"] = lambda a, b, c, f=model: f(a)
    return table


def from_integers(kind: str, form: Format) -> dict[str, Model]:
    """Of 64-bit numbers and their low halves, to float or double."""
    table: dict[str, Model] = {}
    for name, (cast, bits, is_signed) in {"int": ("(int)", 32, True), "uint": ("(unsigned)", 32, False),
                                          "ll": ("(long long)", 64, True), "ull": ("", 64, False)}.items():  # fmt: skip
        for way, direction in WAYS.items():
            if kind == "double" and bits == 32 and way != "rn":
                continue

            def model(a: int, b: int, c: int, n: int = bits, sign: bool = is_signed, d: str = direction) -> float:
                return rounded(Fraction(signed(a, n) if sign else a & (1 << n) - 1), form, d)

            table[f"__{name}2{kind}_{way}({cast}a)"] = model
    table[f"({kind})(short)a + ({kind})(unsigned char)b"] = lambda a, b, c: float(signed(a, 16) + (b & 0xFF))
    return table


def to_single(direction: str) -> Model:
    def model(a: float, b: float, c: float) -> float:
        return fused(a, 1.0, math.copysign(0.0, a), SINGLE, direction)

    return model


SINGLES, DOUBLES = arithmetic(SINGLE, "f", "f"), arithmetic(DOUBLE, "d", "")
NARROWED = {f"__double2float_{way}(a)": to_single(d) for way, d in WAYS.items()}
TABLES = {
    "singles": ("float", "float", SINGLES), "doubles": ("double", "double", DOUBLES),
    "whole_singles": ("float", "long long", to_integers("float")),
    "whole_doubles": ("double", "long long", to_integers("double")),
    "to_singles": ("unsigned long long", "float", from_integers("float", SINGLE)),
    "to_doubles": ("unsigned long long", "double", from_integers("double", DOUBLE)),
    "narrowed": ("double", "float", NARROWED),
}  # fmt: skip
SOURCE = "".join(kernel(name, *rest) for name, rest in TABLES.items())
TYPES = {"float": np.float32, "double": np.float64, "long long": np.uint64, "unsigned long long": np.uint64}


def wrong(name: str, rows: list[Any]) -> list[str]:
    given_type, result, table = TABLES[name]
    return differences(SOURCE, name, columns(rows, TYPES[given_type]), TYPES[result], table)


def scaled(digits: int, low: int, high: int) -> st.SearchStrategy[float]:
    """Numbers with few or many digits and any exponent."""
    whole_numbers = st.one_of(st.sampled_from([1, 3, (1 << digits) - 1]), st.integers(0, (1 << digits) - 1))
    return st.builds(lambda sign, m, e: sign * math.ldexp(m, e), st.sampled_from([1, -1]), whole_numbers,
                     st.integers(low, high - digits))  # fmt: skip


NUMBERS_32 = st.one_of(st.floats(width=32), scaled(24, -149, 127), scaled(24, -14, 30))
NUMBERS_64 = st.one_of(st.floats(), scaled(53, -1074, 1023), scaled(53, -60, 66), NUMBERS_32)
INTEGERS = st.one_of(st.integers(0, (1 << 64) - 1), st.builds(lambda at, more: ((1 << at) + more) % (1 << 64),
                                                              st.integers(0, 63), st.integers(-65, 65)))  # fmt: skip


def triples(each: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.tuples(each, each, each), min_size=1, max_size=32)


@given(triples(NUMBERS_32))
@example([(0.0, 1.0, 0.0), (-0.0, 1.0, -0.0), (1.0, -1.0, 1.0), (0.0, -0.0, 0.0), (-0.0, 0.0, 0.0)])
@example([(1 + 2**-12, 1 + 2**-12, 2.0**-60), (2.0**-75, 2.0**-75, 2.0**-149), (0.0, -0.0, -0.0), (INF, 0.0, NAN)])
@example([(2.0**-149, 3.0, 0.0), (1.0, 2.0**-149, 1.0), (2.0**127, 2.0**-149, -INF), (2.0**-126, 3.0, 1.0)])
@examples(60)
def test_float_is_rounded_once(rows: list[Triple]) -> None:
    assert wrong("singles", rows) == []


@given(triples(NUMBERS_64))
@example([(0.0, -0.0, 0.0), (-0.0, 0.0, 0.0), (1.0, -1.0, 1.0)])
@example([(0.0, -0.0, -0.0), (INF, 0.0, NAN), (2.0**-540, 2.0**-540, 2.0**-1074), (5e-324, 3.0, 1.0)])
@examples(60)
def test_double_is_rounded_once(rows: list[Triple]) -> None:
    assert wrong("doubles", rows) == []


@given(triples(NUMBERS_64))
@example([(1 + 2.0**-24, 0.0, 0.0), (-(2.0**-150), 0.0, 0.0), (2.0**128, 0.0, 0.0), (-0.0, 0.0, 0.0), (NAN, 0.0, 0.0)])
@examples(40)
def test_double_becomes_float_in_all_directions(rows: list[Triple]) -> None:
    assert wrong("narrowed", rows) == []


@given(triples(NUMBERS_32))
@example([(0.5, 0.0, 0.0), (-1.5, 0.0, 0.0), (2.0**31, 0.0, 0.0), (-(2.0**63), 0.0, 0.0), (NAN, 0.0, 0.0)])
@examples(40)
def test_float_becomes_integers_in_all_directions(rows: list[Triple]) -> None:
    assert wrong("whole_singles", rows) == []


@given(triples(NUMBERS_64))
@example([(0.5, 0.0, 0.0), (-1.5, 0.0, 0.0), (2.0**31 - 0.5, 0.0, 0.0), (-INF, 0.0, 0.0), (2.0**63, NAN, 0.0)])
@examples(40)
def test_double_becomes_integers_in_all_directions(rows: list[Triple]) -> None:
    assert wrong("whole_doubles", rows) == []


@given(triples(INTEGERS))
@example([((1 << 24) + 1, 0, 0), ((1 << 64) - 1, 0, 0), (1 << 63, 0, 0), ((1 << 31) - 1, 0, 0), ((1 << 53) + 1, 0, 0)])
@examples(40)
def test_integers_become_float_and_double_in_all_directions(rows: list[tuple[int, int, int]]) -> None:
    assert wrong("to_singles", rows) + wrong("to_doubles", rows) == []
