"""How factors of a product are stored and what a tensor core takes them for: FP32, FP16, BF16, TF32.

NumPy has no bfloat16: such a buffer holds its bits, as uint16. A TF32 value is stored as a float and rounded by the
kernel, to 10 bits behind the point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.launch import Array
from grader.problems.base import Floats, Judgement, Prepared, Values
from grader.problems.filling import random_values
from grader.problems.judging import judge

Float32 = NDArray[np.float32]
Bits = NDArray[np.uint32]

_LOWEST = np.float32(-32768)  # a sentinel that FP16 has, too


@dataclass(frozen=True)
class Format:
    """A format of factors. kind: of a buffer's elements, as NumPy has it.

    stored: floats as they lie in a buffer, rounded to nearest, ties to even, where the format has fewer bits.
    wide: a buffer's elements as the numbers for which the product has to take them, in float64.
    scale: A has floats so many times larger, and B so many times smaller, than in other formats.
    """

    kind: type[np.generic]
    stored: Callable[[Float32], Array]
    wide: Callable[[Array], Floats]
    scale: float = 1.0

    def random_factors(self, rng: np.random.Generator, a: int, b: int, kind: Values) -> tuple[Float32, Float32]:
        """So many values of A and of B, not stored yet."""
        scale = np.float32(self.scale if kind == "floats" else 1)
        return random_values(rng, a, kind) * scale, random_values(rng, b, kind) / scale


def to_half(values: Float32) -> Array:
    """FP16: 10 bits behind the point. Sentinels become -32768, as -inf would leave nothing to tell mistakes by."""
    return np.maximum(values, _LOWEST, where=~np.isnan(values), out=values.copy()).astype(np.float16)


def to_bfloat16(values: Float32) -> Array:
    """The bits of BF16: 7 bits behind the point, the range of FP32. Values are finite."""
    bits = values.view(np.uint32)
    return ((bits + np.uint32(0x7FFF) + (bits >> np.uint32(16) & np.uint32(1))) >> np.uint32(16)).astype(np.uint16)


def from_bfloat16(bits: Array) -> Floats:
    """The values of BF16."""
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)


def to_tf32(values: Float32) -> Float32:
    """To the nearest with 10 bits behind the point; of two equally near, the one further from 0: `cvt.rna.tf32.f32`,
    PTX ISA, "cvt". Values are finite, and not within 2^-11 of the largest.
    """
    return tf32_of(values.view(np.uint32) + np.uint32(0x1000))


def tf32_of(bits: Bits) -> Float32:
    """What a tensor core takes a register for whose value was not rounded: the last 13 bits do not count."""
    return (bits & np.uint32(0xFFFFE000)).view(np.float32)


def _as_it_is(values: Float32) -> Array:
    return values


def _wide(values: Array) -> Floats:
    return values.astype(np.float64)


FLOAT32 = Format(np.float32, _as_it_is, _wide)
HALF = Format(np.float16, to_half, _wide)
# Both have the range of FP32, while FP16 has nothing beyond 65504: a factor that went through it shows.
_WIDE_RANGE = 2.0**20
BFLOAT16 = Format(np.uint16, to_bfloat16, from_bfloat16, _WIDE_RANGE)
TF32 = Format(np.float32, _as_it_is, lambda values: to_tf32(values).astype(np.float64), _WIDE_RANGE)


def judged_in(factors: Format) -> Callable[[Prepared, Mapping[int, Array]], Judgement]:
    """`judge`, for BF16 with what an input's elements mean where it would tell their bits."""
    return _judged_bfloat16 if factors is BFLOAT16 else judge


def _judged_bfloat16(prepared: Prepared, outputs: Mapping[int, Array]) -> Judgement:
    found = judge(prepared, outputs).mismatches
    coded = {buffer.name for buffer in prepared.buffers if buffer.original.dtype == np.uint16}
    return Judgement(tuple(
        replace(m, expected=_meant(m.expected), got=_meant(m.got)) if m.buffer in coded else m for m in found
    ))  # fmt: skip


def _meant(bits: float) -> float:
    return float(from_bfloat16(np.array([bits], np.uint16))[0])
