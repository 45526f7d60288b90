"""Matrices that a warp holds in its registers: loads and stores of 8 x 8 tiles, transposition, tensor-core products.

Register r of lane l holds a piece of a matrix: the lanes form 8 groups of 4 (l // 4, l % 4). Layouts: PTX ISA, "Matrix
fragments for mma". Values are rows of registers, shape [warps, 32], one array for each register.

Sums of products in half precision, source: tests on an H200, see docs/emulator.md. The products of 16 (fp16, bf16), 8
(tf32) terms and the addend are aligned to the largest exponent, cut off behind `_EXTRA` bits beyond a float32's, added
exactly, and cut off to a float32.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
f4, f8, i8, u1, u2, u4 = np.float32, np.float64, np.int64, np.uint8, np.uint16, np.uint32
_EXTRA = 2
_GROUP, _IN_GROUP = np.arange(32) // 4, np.arange(32) % 4


def tiles_from_rows(words: Sequence[Array], count: int, transposed: bool) -> list[Array]:
    """LDSM: the register of each tile. words: the four words that each lane read: lane 8 t + r, row r of tile t."""
    halves = np.stack(words, axis=-1).astype(u4).view(u2)  # [warps, 32, 8]
    tiles = halves.reshape(len(halves), 4, 8, 8)
    return [_register_of(tiles[:, t].swapaxes(1, 2) if transposed else tiles[:, t]) for t in range(count)]


def _register_of(tile: Array) -> Array:
    """A tile of [warps, 8, 8] halves as one register: row l // 4, columns 2 (l % 4) and the next."""
    return np.ascontiguousarray(np.ascontiguousarray(tile).view(u4).reshape(len(tile), 32))


def _tile_of(register: Array) -> Array:
    return np.ascontiguousarray(register.astype(u4)).view(u2).reshape(len(register), 8, 8)


def rows_from_tiles(registers: Sequence[Array], transposed: bool) -> list[Array]:
    """STSM: the four words that each lane stores."""
    tiles = [_tile_of(r).swapaxes(1, 2) if transposed else _tile_of(r) for r in registers]
    tiles += [np.zeros_like(tiles[0])] * (4 - len(tiles))
    rows = np.ascontiguousarray(np.stack(tiles, axis=1)).reshape(len(tiles[0]), 32, 8).view(u4)
    return [np.ascontiguousarray(rows[..., k]) for k in range(4)]


def transpose(register: Array) -> Array:
    """MOVM: a tile of halves, transposed."""
    return _register_of(_tile_of(register).swapaxes(1, 2))


# ---- fragments as matrices


def _left(pieces: Sequence[Array], rows: int, columns: int) -> Array:
    """The left factor, [warps, rows, columns]. pieces: [warps, 32, n], n neighbouring columns of a row, in registers'
    order: the row of the group, 8 rows further down, then the same for columns further right."""
    n, halves = pieces[0].shape[2], max(rows // 8, 1)
    found = np.zeros((len(pieces[0]), rows, columns), pieces[0].dtype)
    for k, piece in enumerate(pieces):
        row = _GROUP + 8 * (k % halves)
        column = _IN_GROUP * n + 4 * n * (k // halves)
        found[:, row[:, None], column[:, None] + np.arange(n)] = piece
    return found


def _right(pieces: Sequence[Array], rows: int) -> Array:
    """The right factor, [warps, rows, 8]. pieces: n neighbouring rows of a column each."""
    n = pieces[0].shape[2]
    found = np.zeros((len(pieces[0]), rows, 8), pieces[0].dtype)
    for k, piece in enumerate(pieces):
        row = _IN_GROUP * n + 4 * n * k
        found[:, row[:, None] + np.arange(n), _GROUP[:, None]] = piece
    return found


def _sums(registers: Sequence[Array]) -> Array:
    """The addend, [warps, rows, 8]: registers 0 and 1 hold neighbours in one row, 2 and 3 the row 8 further down."""
    rows = 8 * (len(registers) // 2)
    found = np.zeros((len(registers[0]), rows, 8), registers[0].dtype)
    for k, register in enumerate(registers):
        found[:, _GROUP + 8 * (k // 2), 2 * _IN_GROUP + k % 2] = register
    return found


def _spread(sums: Array) -> list[Array]:
    """The inverse of _sums."""
    return [np.ascontiguousarray(sums[:, _GROUP + 8 * (k // 2), 2 * _IN_GROUP + k % 2])
            for k in range(sums.shape[1] // 4)]  # fmt: skip


# ---- products


def _halves(register: Array, kind: str) -> Array:
    bits = np.ascontiguousarray(register.astype(u4)).view(u2).reshape(*register.shape, 2)
    return bits.view(np.float16).astype(f8) if kind == "F16" else (bits.astype(u4) << u4(16)).view(f4).astype(f8)


def _tf32(register: Array) -> Array:
    """A register as a number with 10 bits behind the point: the others do not count."""
    return (register.astype(u4) & u4(0xFFFFE000)).view(f4).astype(f8)[..., None]


def half_product(
    kind: str, shape: str, a: Sequence[Array], b: Sequence[Array], c: Sequence[Array], narrow: bool
) -> list[Array]:
    """HMMA. kind: "F16", "BF16" or "TF32"; narrow: fp16 sums, two to a register."""
    columns = int(shape.removeprefix("16").removeprefix("8"))
    pieces: Callable[[Array], Array] = _tf32 if kind == "TF32" else lambda r: _halves(r, kind)
    left, right = _left([pieces(r) for r in a], 16, columns), _right([pieces(r) for r in b], columns)
    if narrow:
        addend = _sums([h for r in c for h in np.moveaxis(_halves(r, "F16"), -1, 0)])
    else:
        addend = _sums([r.astype(u4).view(f4).astype(f8) for r in c])
    block = 8 if kind == "TF32" else 16
    total = addend
    for start in range(0, columns, block):
        total = _block_sum(left[:, :, start : start + block], right[:, start : start + block], total)
    if not narrow:
        return [r.view(u4) for r in _spread(total.astype(f4))]
    rounded = [r.view(u2).astype(u4) for r in _spread(total.astype(np.float16))]
    return [rounded[k] | rounded[k + 1] << u4(16) for k in range(0, len(rounded), 2)]


def _block_sum(left: Array, right: Array, addend: Array) -> Array:
    """left [w, m, k] times right [w, k, n], plus addend [w, m, n], as a tensor core adds: see above."""
    products = left[:, :, :, None] * right[:, None, :, :]  # exact in float64
    terms = np.concatenate((products, addend[:, :, None, :]), axis=2)
    finite = np.isfinite(terms).all(axis=2)
    _, left_exponent = np.frexp(left)
    _, right_exponent = np.frexp(right)
    exponent = left_exponent[:, :, :, None] + right_exponent[:, None, :, :] - 1
    exponent = np.where(products == 0, -10_000, exponent)
    of_addend = np.where(addend == 0, -10_000, np.frexp(addend)[1])
    largest = np.maximum(exponent.max(axis=2), of_addend)
    largest = np.maximum(largest, -126)
    unit = largest - 24 - _EXTRA
    scaled = np.trunc(np.ldexp(terms, -unit[:, :, None, :]))
    total = scaled.sum(axis=2)
    result = _cut(np.ldexp(total, unit))
    return np.where(finite, result, terms.sum(axis=2))


def _cut(values: Array) -> Array:
    """float64 to a float32 that is not larger in size, as float64."""
    nearest = values.astype(f4)
    beyond = np.abs(nearest.astype(f8)) > np.abs(values)
    return np.where(beyond, np.nextafter(nearest, f4(0)), nearest).astype(f8)


def integer_product(
    shape: str, kinds: tuple[str, str], saturates: bool, a: Sequence[Array], b: Sequence[Array], c: Sequence[Array]
) -> list[Array]:
    """IMMA. kinds: "S8" or "U8" of both factors."""
    rows = 8 if shape == "8816" else 16
    columns = int(shape.removeprefix("16" if rows == 16 else "8").removeprefix("8"))
    left, right = ([_bytes(r, kind) for r in part] for part, kind in zip((a, b), kinds, strict=True))
    addend = _sums([r.astype(u4).view(np.int32).astype(i8) for r in c])
    total = _left(left, rows, columns) @ _right(right, columns) + addend
    if saturates:
        total = np.clip(total, -(2**31), 2**31 - 1)
    return [r.astype(u4) for r in _spread(total & 0xFFFFFFFF)]


def _bytes(register: Array, kind: str) -> Array:
    raw = np.ascontiguousarray(register.astype(u4)).view(u1 if kind == "U8" else np.int8)
    return raw.reshape(*register.shape, 4).astype(i8)


def bit_product(a: Sequence[Array], b: Sequence[Array], c: Sequence[Array]) -> list[Array]:
    """BMMA.168256.AND.POPC: the bits that rows and columns of 256 bits have in common."""
    left = _left([r.astype(u4)[..., None] for r in a], 16, 8)
    right = _right([r.astype(u4)[..., None] for r in b], 8)
    common = np.bitwise_count(left[:, :, :, None] & right[:, None, :, :]).sum(axis=2, dtype=i8)
    total = common + _sums([r.astype(u4).view(np.int32).astype(i8) for r in c])
    return [r.astype(u4) for r in _spread(total & 0xFFFFFFFF)]


def double_product(shape: str, a: Sequence[Array], b: Sequence[Array], c: Sequence[Array]) -> list[Array]:
    """DMMA: one fused multiply-add after the other."""
    from grader.simt.arithmetic import fma_f64

    rows, _, columns = map(int, shape.split("x"))
    left, right = _left([r[..., None] for r in a], rows, columns), _right([r[..., None] for r in b], columns)
    total = _sums(c)
    for k in range(columns):
        total = fma_f64(left[:, :, k, None], right[:, None, k, :], total)
    return _spread(total)
