"""Matrices that a warp holds in its registers: loads and stores of 8 x 8 tiles, transposition, tensor-core products.

Which lane holds which element: `grader.sass.fragments`. Values are rows of registers, shape [warps, 32], one array for
each register.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.sass.fragments import Fragment, Role, index
from grader.simt.machine.tensor_sums import as_floats, as_halves, step

Array = NDArray[Any]
f4, f8, i8, u1, u2, u4 = np.float32, np.float64, np.int64, np.uint8, np.uint16, np.uint32


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


def _matrix(role: Role, pieces: Sequence[Array], rows: int, columns: int) -> Array:
    """[warps, rows, columns] of a fragment's registers, each as [warps, 32, elements in a register]."""
    row, column = index(Fragment(role, rows, columns, pieces[0].shape[2]))
    found = np.zeros((len(pieces[0]), rows, columns), pieces[0].dtype)
    for k, piece in enumerate(pieces):
        found[:, row[:, k], column[:, k]] = piece
    return found


def _left(pieces: Sequence[Array], rows: int, columns: int) -> Array:
    return _matrix("left", pieces, rows, columns)


def _right(pieces: Sequence[Array], rows: int) -> Array:
    return _matrix("right", pieces, rows, 8)


def _sums(registers: Sequence[Array]) -> Array:
    """The addend, [warps, rows, 8], of registers with one element each."""
    return _matrix("sums", [r[..., None] for r in registers], 4 * len(registers), 8)


def _spread(sums: Array) -> list[Array]:
    """The inverse of _sums."""
    row, column = index(Fragment("sums", sums.shape[1], 8, 1))
    return [np.ascontiguousarray(sums[:, row[:, k, 0], column[:, k, 0]]) for k in range(sums.shape[1] // 4)]


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
    total = step(left, right, addend, kind)
    if not narrow:
        return _spread(as_floats(total))
    rounded = [r.astype(u4) for r in _spread(as_halves(total))]
    return [rounded[k] | rounded[k + 1] << u4(16) for k in range(0, len(rounded), 2)]


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
    """DMMA: one fused multiply-add after the other.

    What is no number comes from the right factor before the sum so far, and from that before the left factor.
    """
    from grader.simt.arithmetic import fma_f64

    rows, _, columns = map(int, shape.split("x"))
    left, right = _left([r[..., None] for r in a], rows, columns), _right([r[..., None] for r in b], columns)
    total = _sums(c)
    for k in range(columns):
        factor = right[:, None, k, :]
        further = fma_f64(left[:, :, k, None], factor, total)
        total = np.where(np.isnan(total) & ~np.isnan(factor), total, further)
    return _spread(total)
