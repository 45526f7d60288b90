"""Tensor cores: formats of numbers, fragments lane by lane, loads of matrices, sums, and tiles that feed them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.quiz.truth.costs import WARP, GlobalCost, SharedCost, global_cost, shared_cost
from grader.simt.machine.matrices import half_product

ROW = 16  # bytes of a row of an 8 x 8 tile of 2-byte elements, the unit of ldmatrix
_WORD = 4  # bytes of a register
_KINDS = {"fp16": "F16", "bf16": "BF16"}


@dataclass(frozen=True, slots=True)
class Format:
    """A binary floating-point format: bits of its exponent, and of its fraction, those behind the point."""

    exponent: int
    fraction: int

    @property
    def least(self) -> int:
        """The power of two of the smallest normal number."""
        return 2 - (1 << self.exponent - 1)

    @property
    def largest(self) -> float:
        """The largest finite number."""
        return float((2 - Fraction(1, 2**self.fraction)) * 2 ** (2 ** (self.exponent - 1) - 1))

    @property
    def products(self) -> int:
        """Bits of a product of two fractions, the ones in front of the points included: it is exact with so many."""
        return 2 * (self.fraction + 1)


FORMATS = {
    "fp32": Format(8, 23), "tf32": Format(8, 10), "fp16": Format(5, 10), "bf16": Format(8, 7),
}  # fmt: skip


def float_format(name: str) -> Format:
    """"fp32", "tf32", "fp16" or "bf16". Raises ValueError for another."""
    if name not in FORMATS:
        raise ValueError(f"a format is one of {', '.join(FORMATS)}, not {name!r}")
    return FORMATS[name]


def step_power(value: float, name: str) -> int:
    """The power of two by which the neighbours of a number are apart in a format."""
    form = float_format(name)
    return max(math.frexp(value)[1] - 1, form.least) - form.fraction


def rounded(value: float, name: str, ties: str = "even") -> float:
    """A number in a format, infinite beyond its largest.

    ties: where a number in the middle goes: "even"; "away" from zero, as cvt.rna does; "cut": every number to the
    neighbour nearer to zero. Raises ValueError for other ties.
    """
    if ties not in ("even", "away", "cut"):
        raise ValueError(f'ties go "even" or "away", or everything is "cut", not {ties!r}')
    unit = Fraction(2) ** step_power(value, name)
    steps = Fraction(value) / unit
    whole = int(abs(steps) + Fraction(1, 2)) if ties == "away" else int(abs(steps))
    count = round(steps) if ties == "even" else whole if steps >= 0 else -whole
    found = float(count * unit)
    return math.copysign(math.inf, found) if abs(found) > float_format(name).largest else found


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has an element of a matrix: the lane, its register, and the element's number in the register."""

    lane: int
    register: int
    part: int


def fragment_place(matrix: str, lane: int, register: int, part: int = 0, size: int = 2) -> tuple[int, int]:
    """Row and column of what a register holds in mma.sync.m16n8k8 and m16n8k16.

    matrix: "a", "b", or "c", whose elements are floats; size: bytes of an element of A and B; part: which of the
    4 / size elements of the register. Source: PTX ISA, "Matrix fragments for mma". Raises ValueError for another
    matrix.
    """
    group, within = divmod(lane, 4)
    along = _WORD // size * (within + 4 * (register if matrix == "b" else register // 2)) + part
    if matrix == "a":
        return group + 8 * (register % 2), along
    if matrix == "b":
        return along, group
    if matrix == "c":
        return group + 8 * (register // 2), 2 * within + register % 2
    raise ValueError(f'a matrix is "a", "b" or "c", not {matrix!r}')


def holder(matrix: str, row: int, col: int, size: int = 2) -> Holder:
    """Who holds an element: the inverse of fragment_place. Raises ValueError where nobody does."""
    for lane in range(WARP):
        for register in range(4):
            for part in range(1 if matrix == "c" else _WORD // size):
                if fragment_place(matrix, lane, register, part, size) == (row, col):
                    return Holder(lane, register, part)
    raise ValueError(f"no register holds element ({row}, {col}) of {matrix}")


def mma_flops(m: int, n: int, k: int) -> int:
    """Floating-point operations of one matrix instruction of a warp: a product and a sum for each m, n, k."""
    return 2 * m * n * k


def fragment_from_global(leading: int, size: int = 2) -> GlobalCost:
    """One register of a fragment loaded from global memory: 8 rows, `leading` elements apart, of 16 bytes each.

    The first row begins at a sector's boundary.
    """
    lane = np.arange(WARP)
    return global_cost(lane // 4 * leading * size + lane % 4 * _WORD, lane >= 0, _WORD)


def chunk_of(row: int, chunk: int, row_bytes: int) -> int:
    """Where a swizzled tile keeps a 16-byte chunk of a row: its chunk in the same row.

    row_bytes: of a row, 32, 64 or a multiple of 128. 128 bytes hold 8 chunks, so as many rows as share them are moved
    alike. Raises ValueError for another width.
    """
    if row_bytes not in (32, 64) and row_bytes % 128:
        raise ValueError(f"no swizzle for rows of {row_bytes} bytes")
    sharing = max(128 // row_bytes, 1)
    return chunk ^ row // sharing % (8 // sharing)


def matrix_load(row_bytes: int, swizzled: bool = False, tiles: int = 4, chunk: int = 0) -> SharedCost:
    """ldmatrix of 8 x 8 tiles that lie below each other: lane l names row l, `row_bytes` after the one before.

    chunk: which 16 bytes of each row are read. Each tile is a phase of its own: eight rows of 16 bytes.
    """
    lane = np.arange(WARP)
    found = [chunk_of(int(row), chunk, row_bytes) if swizzled else chunk for row in lane]
    return shared_cost(lane * row_bytes + np.array(found) * ROW, lane < 8 * tiles, ROW)


def tensor_sum(products: Sequence[tuple[float, float]], addend: float = 0.0, name: str = "fp16", half: bool = False
               ) -> float:  # fmt: skip
    """What one mma.m16n8k16 makes of up to 16 products and an addend: the emulator's own.

    name: of the format of the factors, "fp16" or "bf16"; half: with sums in half precision. Raises ValueError for
    other formats, or too many products.
    """
    if name not in _KINDS or len(products) > 16:
        raise ValueError("at most 16 products of fp16 or bf16")
    pairs = np.zeros((2, 16))
    pairs[:, : len(products)] = np.array(products, float).T
    a, b = np.zeros((4, 1, WARP), np.uint32), np.zeros((2, 1, WARP), np.uint32)
    for k in range(16):
        for registers, place, value in ((a, holder("a", 0, k), pairs[0, k]), (b, holder("b", k, 0), pairs[1, k])):
            registers[place.register, 0, place.lane] |= np.uint32(_bits(value, name) << 16 * place.part)
    c = np.zeros((2 if half else 4, 1, WARP), np.uint32)
    c[0, 0, 0] = _bits(addend, "fp16") if half else int(np.float32(addend).view(np.uint32))
    word = half_product(_KINDS[name], "16816", list(a), list(b), list(c), half)[0][0, :1]
    return float(word.astype(np.uint32).view(np.float16)[0] if half else word.view(np.float32)[0])


def _bits(value: float, name: str) -> int:
    """The 16 bits of a number that the format has."""
    if name == "fp16":
        return int(np.float16(value).view(np.uint16))
    return int(np.float32(value).view(np.uint32)) >> 16


def half_sum(step: float, steps: int) -> float:
    """A sum in half precision, from 0, after so many instructions whose 16 products make exactly `step` together."""
    total = 0.0
    for _ in range(steps):
        total = float(np.float16(total + step))
    return total


def input_bound(name: str) -> float:
    """What rounding both factors of each product loses at most, relative to the sum of |a b|, to first order."""
    return float(2.0**-float_format(name).fraction)


def fitting_format(largest: float, allowed: float, depth: int) -> str:
    """The shortest format, of "fp16", "bf16" and "tf32", for factors up to `largest` and sums in float.

    allowed: error relative to the sum of |a b|, for `depth` products. "none" where no format does.
    """
    for name in ("fp16", "bf16", "tf32"):
        if largest <= float_format(name).largest and input_bound(name) + sum_bound(depth) <= allowed:
            return name
    return "none"


def stage_bytes(rows: int, cols: int, depth: int, size: int = 2) -> int:
    """Bytes of shared memory for a tile of A, rows x depth, and one of B, depth x cols."""
    return (rows + cols) * depth * size


def tile_intensity(rows: int, cols: int, size: int = 2) -> float:
    """FLOP for each byte that a block with a tile of rows x cols of C loads of A and B, whatever the depth."""
    return mma_flops(rows, cols, 1) / stage_bytes(rows, cols, 1, size)


def sum_bound(depth: int, half: bool = False) -> float:
    """The largest error of a sum of `depth` products in steps of 16, relative to the sum of their absolute values.

    In each step 17 terms lose less than 2^-25 of the largest, and the sum less than 2^-23 of itself; in half it is
    then rounded, by at most 2^-11 of itself. Source: docs/emulator.md, and deeper/adding of module 10.
    """
    lost = 17 * 2.0**-25 + 2.0**-23 + (2.0**-11 if half else 0.0)
    return -(-depth // 16) * lost


def errors_against_depth(deepest: int, half: bool = False, seed: int = 10) -> dict[int, float]:
    """The largest error of 16 x 8 sums, relative to the sum of |a b|, for every power of two from 16 to `deepest`.

    Factors are random FP16 numbers from 0 to 1, the sums are the emulator's tensor core's.
    """
    rng = np.random.default_rng(seed)
    a, b = rng.random((16, deepest)).astype(np.float16), rng.random((deepest, 8)).astype(np.float16)
    sums = [np.zeros((1, WARP), np.uint32)] * (2 if half else 4)
    exact, found = np.zeros((16, 8)), {}
    for k in range(0, deepest, 16):
        left, right = a[:, k : k + 16], b[k : k + 16]
        sums = half_product("F16", "16816", _registers(left, "a", 4), _registers(right, "b", 2), sums, half)
        exact += left.astype(float) @ right.astype(float)  # all factors are positive: also the sum of |a b|
        if (k + 16).bit_count() == 1:
            found[k + 16] = float((np.abs(_values(sums, half) - exact) / exact).max())
    return found


def _registers(values: NDArray[np.float16], matrix: str, count: int) -> list[NDArray[np.uint32]]:
    """A matrix of halves as the registers of a warp."""
    bits = values.view(np.uint16).astype(np.uint32)
    found = []
    for register in range(count):
        places = [[fragment_place(matrix, lane, register, part) for lane in range(WARP)] for part in (0, 1)]
        low, high = (bits[tuple(np.array(place).T)] for place in places)
        found.append((low | high << np.uint32(16))[None])
    return found


def _values(sums: Sequence[NDArray[np.uint32]], half: bool) -> NDArray[np.float64]:
    """The registers of C as a matrix."""
    found = np.zeros((16, 8))
    for register in range(4):
        row, col = np.array([fragment_place("c", lane, register) for lane in range(WARP)]).T
        if half:
            word = np.ascontiguousarray(sums[register // 2][0].astype(np.uint32))
            found[row, col] = word.view(np.float16).reshape(WARP, 2)[:, register % 2]
        else:
            found[row, col] = sums[register][0].view(np.float32)
    return found
