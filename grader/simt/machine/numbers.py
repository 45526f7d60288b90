"""What generated code calls for instructions that NumPy has no operation for."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt import packed

Array = NDArray[Any]
i4, i8, u4, u8, f4, f8 = np.int32, np.int64, np.uint32, np.uint64, np.float32, np.float64
_MANY = 1024  # lanes from which on np.where is slower


def choose(predicate: NDArray[np.bool_], yes: Array, no: Array) -> Array:
    """np.where that copies nothing if the predicate holds for all lanes, or for none."""
    count = np.count_nonzero(predicate)
    if count == predicate.size:
        return yes
    if not count:
        return no
    if predicate.size < _MANY or yes.dtype.kind == "b" or yes.itemsize != no.itemsize:
        return np.where(predicate, yes, no)
    kind = f"u{yes.itemsize}"  # without branches, which the processor could not predict
    differing = np.multiply(yes.view(kind) ^ no.view(kind), predicate)
    return np.asarray(np.bitwise_xor(differing, no.view(kind), differing).view(yes.dtype))


def high(pair: Array) -> Array:
    """The upper words of unsigned numbers of 64 bits."""
    if not pair.flags.c_contiguous:
        return (pair >> u8(32)).astype(u4)
    return np.ascontiguousarray(pair.view(u4)[..., 1::2])


def funnel(
    low: Array, amount: Array, high: Array, left: bool, signed: bool, bits: int, wraps: bool, upper: bool
) -> Array:
    """SHF: one word of the pair high:low, shifted. bits: 32 or 64, at which the amount wraps or stops."""
    n = (amount & u4(bits - 1) if wraps else np.minimum(amount, u4(bits))).astype(u8)
    pair = low.astype(u8) | high.astype(u8) << u8(32)
    by = np.minimum(n, u8(63))
    if left:
        moved = np.where(n >= 64, u8(0), pair << by)
    elif signed:
        moved = (pair.view(i8) >> by.view(i8)).view(u8)
    else:
        moved = np.where(n >= 64, u8(0), pair >> by)
    return (moved >> u8(32) if upper else moved).astype(u4)


def absolute_differences(a: Array, b: Array, c: Array, signed: bool, accumulate: bool) -> Array:
    """VABSDIFF4: of four bytes; accumulate: their sum is added to c."""
    left, right = range(4), range(4, 8)
    result = packed.simd("absdiff", 8, (False, signed, signed), False, accumulate, left, left, right, a, b, c)
    return result.view(u4)


def needs_slow_division(a: Array, b: Array) -> NDArray[np.bool_]:
    """FCHK: whether the quotient of two float32 may lose bits in the fast path."""
    ea, eb = ((x.view(u4) >> u4(23) & u4(255)).astype(i4) - 127 for x in (a, b))
    special = (ea == 128) | (eb == 128) | (eb < -126) | (eb >= 126)
    return np.asarray(special | (ea - eb >= 126) | (ea - eb <= -125) | (ea < -126 + 24))


def with_view(view: Any, action: Any) -> Any:
    """What an action returns for a view."""
    return action(view)


def words_of(values: tuple[Array | None, ...], wanted: bool) -> tuple[Array, ...]:
    """Values of 32 or 64 bits as words, the low one first; none unless wanted."""
    found: list[Array] = []
    for value in values if wanted else ():
        assert value is not None
        if value.itemsize == 8:
            bits = value.view(u8)
            found += [bits.astype(u4), (bits >> u8(32)).astype(u4)]
        else:
            found.append(value.view(u4))
    return tuple(found)
