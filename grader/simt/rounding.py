"""Directed rounding, and rounding to odd, after which any rounding to fewer digits is correct.

Directions: "rz" to zero, "rm" down, "rp" up.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
F4 = NDArray[np.float32]
F8 = NDArray[np.float64]

f4, f8, i8, u8 = np.float32, np.float64, np.int64, np.uint64


def sum_error(x: F8, y: F8, total: F8) -> F8:
    """x + y - fl(x + y), exactly (Knuth's TwoSum)."""
    virtual = total - x
    return (x - (total - virtual)) + (y - virtual)


def round_to_odd(x: F8, y: F8, total: F8) -> F8:
    """x + y rounded to odd, given total = fl(x + y)."""
    error = sum_error(x, y, total)
    inexact = np.isfinite(total) & (error != 0) & (total.view(i8) & 1 == 0)
    neighbour = np.nextafter(total, np.where(error > 0, np.inf, -np.inf))
    return np.where(inexact, neighbour, total)


def integer_to_odd(a: Array) -> F8:
    """A 64-bit integer as a float64, rounded to odd: the excess 11 bits become one."""
    size = np.where(a < 0, -a.view(i8), a.view(i8)).view(u8)
    odd = ((size >> u8(11)) | ((size & u8(0x7FF)) != 0)).astype(f8) * 2048.0
    return np.asarray(np.where(size >> u8(53), np.where(a < 0, -odd, odd), a.astype(f8)))


def _narrow(x: F8, rounding: str) -> F4:
    """To float32 in a direction. x exact, or rounded to odd."""
    nearest = x.astype(f4)
    back = nearest.astype(f8)
    beyond = {"rz": np.abs(back) > np.abs(x), "rm": back > x, "rp": back < x}[rounding]
    towards = {"rz": f4(0), "rm": f4(-np.inf), "rp": f4(np.inf)}[rounding]
    return np.asarray(np.where(beyond, np.nextafter(nearest, towards), nearest))


def fma_f32_directed(a: F8, b: F8, c: F8, rounding: str) -> F4:
    """fma.rz/rm/rp.f32 of float32 values held as float64; a product or a sum with b or c fixed."""
    product = a * b
    total = product + c
    narrowed = _narrow(round_to_odd(product, c, total), rounding)
    return _minus_zero(narrowed, product, c, total) if rounding == "rm" else narrowed


def add_f64_directed(a: F8, b: F8, rounding: str) -> F8:
    """add.rz/rm/rp.f64: the sign of the rounding error shows whether the nearest number is on the wrong side."""
    total = a + b
    error = sum_error(a, b, total)
    wrong = {"rz": np.sign(error) * total < 0, "rm": error < 0, "rp": error > 0}[rounding]
    towards = {"rz": 0.0, "rm": -np.inf, "rp": np.inf}[rounding]
    result = np.asarray(np.where(wrong & np.isfinite(total), np.nextafter(total, towards), total))
    return _minus_zero(result, a, b, total) if rounding == "rm" else result


def _minus_zero(result: Array, x: F8, y: F8, total: F8) -> Array:
    """The result, but -0 where numbers of different sign cancel, as when rounding down."""
    return np.asarray(np.where((total == 0) & (np.signbit(x) != np.signbit(y)), result.dtype.type(-0.0), result))


def convert_directed(a: Array, target: str, rounding: str) -> Array:
    """cvt.rz/rm/rp to float32 ("f4") or float64 ("f8")."""
    if target == "f4":
        return _narrow(integer_to_odd(a) if a.dtype.kind in "iu" and a.itemsize == 8 else a.astype(f8), rounding)
    numbers = [_directed_number(Fraction(int(x)), f8, rounding) if x else 0.0 for x in a.ravel().tolist()]
    return np.array(numbers, f8).reshape(a.shape)


def directed(name: str, rounding: str, *operands: Array) -> Array:
    """mul, div, fma, rcp or sqrt of one float type in a direction, lane by lane in exact arithmetic (they are rare)."""
    kind = operands[0].dtype.type
    shape = np.broadcast_shapes(*(o.shape for o in operands))
    nearest = np.array(np.broadcast_to(_NEAREST[name](*operands), shape)).ravel()
    rows = zip(*(np.broadcast_to(o, shape).ravel().tolist() for o in operands), strict=True)
    for i, row in enumerate(rows):
        if not all(map(math.isfinite, row)):
            continue
        if name == "sqrt" and row[0] > 0:
            nearest[i] = _directed_root(Fraction(row[0]), nearest[i], rounding)
        elif name != "sqrt" and (name not in ("div", "rcp") or row[-1] != 0):
            exact = _EXACT[name](*map(Fraction, row))
            if exact:
                nearest[i] = _directed_number(exact, kind, rounding)
            elif name == "fma":
                nearest[i] = _sign_of_nothing(row, rounding)
    return nearest.reshape(shape)


_NEAREST: dict[str, Callable[..., Array]] = {
    "mul": np.multiply, "div": np.divide,
    "fma": lambda a, b, c: np.where(np.isfinite(a) & np.isfinite(b) & np.isinf(c), c, a * b + c),
    "rcp": lambda a: 1 / a, "sqrt": np.sqrt,
}  # fmt: skip
_EXACT: dict[str, Callable[..., Fraction]] = {
    "mul": lambda a, b: a * b, "div": lambda a, b: a / b, "fma": lambda a, b, c: a * b + c, "rcp": lambda a: 1 / a,
}  # fmt: skip


def _directed_number(exact: Fraction, kind: Any, rounding: str) -> Any:
    """The number of float type `kind` next to an exact value that is not 0."""
    try:
        number = kind(float(exact))
    except OverflowError:
        number = kind(math.inf if exact > 0 else -math.inf)
    found = float(number)
    number = _stepped(number, found > exact, found < exact, rounding)
    return np.copysign(number, kind(1 if exact > 0 else -1))


def _sign_of_nothing(row: tuple[float, ...], rounding: str) -> float:
    """The sign of a * b + c = 0: that of two zeros of the same sign, else that of a cancellation."""
    a, b, c = row
    negative = (math.copysign(1, a) < 0) != (math.copysign(1, b) < 0)
    if (a == 0 or b == 0) and negative == (math.copysign(1, c) < 0):
        return c
    return -0.0 if rounding == "rm" else 0.0


def _directed_root(exact: Fraction, nearest: Any, rounding: str) -> Any:
    square = Fraction(float(nearest)) ** 2
    return _stepped(nearest, square > exact, square < exact, rounding)


def _stepped(number: Any, too_large: bool, too_small: bool, rounding: str) -> Any:
    """The next number in the direction, where the number is on the wrong side."""
    if rounding == "rz":
        rounding = "rm" if number > 0 else "rp" if number < 0 else "rz"
    if (too_large and rounding == "rm") or (too_small and rounding == "rp"):
        return np.nextafter(number, number.dtype.type(-math.inf if rounding == "rm" else math.inf))
    return number
