"""What a texture unit returns: point samples, and interpolation with weights of 8 fractional bits.

Source: CUDA C++ Programming Guide, "Texture Fetching". What it leaves open was measured on an H200, see
docs/emulator.md: coordinates from 0 to 1 have 21 fractional bits, in wide textures up to 23; of the four weights one is
rounded to 8 bits, and the others follow from it; floats are cut to 28 bits, counted from where the largest begins, and
their weighted sum is rounded once, ties away from zero; fractions are rounded to 16 bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.textures import MOST_TEXELS, Outside, Texture

Array = NDArray[Any]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
_WEIGHT = 256  # steps of a weight between two texels
_FAR = 1 << 24  # texels: no texture is as wide
_FRACTIONS = ((1 << 13, 21), (1 << 16, 22), (MOST_TEXELS, 23))  # up to a size: bits of a coordinate from 0 to 1
_GUARD = 28  # bits of a float, counted from where the largest of the neighbours begins
_SMALLEST = np.finfo(np.float32).tiny
_NO_EXPONENT = -(1 << 20)
_NAN = np.uint32(0x7FFFFFFF).view(np.float32)


def sampled(texture: Texture, at: tuple[Floats, ...]) -> list[Array]:
    """The four components of each lane's sample, as words. at: x and y (1-D: x alone), float32, any shape."""
    sizes = texture.texels.shape[-2::-1]  # width, height
    given = at[: texture.dimensions]
    places = [_place(c, size, outside if texture.normalised else None)
              for c, size, outside in zip(given, sizes, texture.outside, strict=False)]  # fmt: skip
    if not texture.linear:
        texels = _fetch(texture, [_whole(np.floor(p)) for p in places])
        return _words(texture, _fractions(texels) if texture.fractions else texels)
    steps = [_whole(np.floor((p - 0.5) * _WEIGHT + 0.5)) for p in places]
    corners = _corners(texture, [s // _WEIGHT for s in steps])
    blend = _blended_fractions if texture.fractions else _blended
    return _words(texture, blend(texture, corners, [s % _WEIGHT for s in steps]))


def _place(at: Floats, size: int, outside: Outside | None) -> NDArray[np.float64]:
    """In texels; outside: None where it is given in texels. Repeated textures are entered before anything else."""
    exact = np.where(np.isnan(at), 0, at.astype(np.float64))
    if outside is None:
        return exact
    with np.errstate(invalid="ignore"):
        unit = 1 << next(bits for most, bits in _FRACTIONS if size <= most)
        steps = np.floor(np.clip(exact, -_FAR, _FAR) * unit) / unit
        if outside == "wrap":
            steps -= np.floor(steps)
        if outside == "mirror":
            steps -= 2 * np.floor(steps / 2)
    found: NDArray[np.float64] = steps * size
    return found


def fetched(texture: Texture, at: tuple[Array, ...]) -> list[Array]:
    """The same at whole texels, without a filter; beyond the edges are zeros."""
    sizes = texture.texels.shape[-2::-1]
    index = [c.astype(np.int64) for c in at[: texture.dimensions]]
    inside = np.logical_and.reduce([(i >= 0) & (i < n) for i, n in zip(index, sizes, strict=True)])
    texels = _texels(texture, [np.clip(i, 0, n - 1) for i, n in zip(index, sizes, strict=True)])
    words = _words(texture, _fractions(texels) if texture.fractions else texels)
    return [np.where(inside, word, np.uint32(0)) for word in words]


def _whole(places: NDArray[np.float64]) -> Ints:
    limited: Ints = np.nan_to_num(np.clip(places, -_FAR * _WEIGHT, _FAR * _WEIGHT)).astype(np.int64)
    return limited


def _corners(texture: Texture, first: list[Ints]) -> list[Array]:
    """The texels at first, at the next in x, at the next in y, at the next in both; shapes [..., channels]."""
    sides = [[k >> axis & 1 for axis in range(texture.dimensions)] for k in range(1 << texture.dimensions)]
    return [_fetch(texture, [i + side for i, side in zip(first, each, strict=True)]) for each in sides]


def _weights(after: list[Ints]) -> list[Ints]:
    """Of the corners, in steps; together 256. after: how far the place is behind the first texel, in x, y."""
    x = after[0]
    if len(after) == 1:
        return [_WEIGHT - x, x]
    y = after[1]
    both = (2 * x * y + _WEIGHT) // (2 * _WEIGHT)  # the nearest, of two the greater
    return [_WEIGHT - x - y + both, x - both, y - both, both]


def _asked(after: list[Ints]) -> list[NDArray[np.bool_]]:
    """Which corners count."""
    beside = [[np.ones(a.shape, np.bool_), a > 0] for a in after]
    return beside[0] if len(after) == 1 else [x & y for y in beside[1] for x in beside[0]]


def _blended(_: Texture, corners: list[Array], after: list[Ints]) -> Floats:
    """Of floats. Where a place is in the middle of a row or column, the next one does not count, whatever it holds."""
    values, shares = np.stack(corners).astype(np.float64), np.stack(_weights(after))[..., None]
    asked = np.stack(_asked(after))[..., None]
    values = np.where(np.abs(values) < _SMALLEST, np.copysign(0, values), values)
    finite = np.isfinite(values) | ~asked
    fraction, exponent = np.frexp(np.where(np.isfinite(values) & (shares > 0), values, 0))
    unit = np.where(fraction != 0, exponent, _NO_EXPONENT).max(axis=0) - _GUARD
    cut = np.trunc(np.ldexp(fraction, np.maximum(exponent - unit, -1)))
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        total = _rounded(np.ldexp((cut * shares).sum(axis=0), unit) / _WEIGHT)
        strange = np.where(asked, values, 0).sum(axis=0)
    total = np.where(np.abs(total) < _SMALLEST, np.copysign(np.float32(0), total), total)
    total = np.where((np.signbit(values) | ~asked).all(axis=0), -np.abs(total), total)
    found: Floats = np.where(finite.all(axis=0), total, strange.astype(np.float32))
    return np.where(np.isnan(found), _NAN, found)


def _rounded(numbers: NDArray[np.float64]) -> Floats:
    """To 24 bits, ties away from zero."""
    fraction, exponent = np.frexp(numbers)
    whole = np.trunc(np.abs(fraction) * 2.0**24 + 0.5)
    found: Floats = np.copysign(np.ldexp(whole, exponent - 24), numbers).astype(np.float32)
    return found


def _blended_fractions(texture: Texture, corners: list[Array], after: list[Ints]) -> Floats:
    """Of integers that are read as fractions: rounded to 16 bits, of two the greater."""
    dtype = texture.texels.dtype
    most, wide = np.iinfo(dtype).max, np.iinfo(np.uint16 if dtype.kind == "u" else np.int16).max
    shares, steps = np.stack(_weights(after))[..., None], most * _WEIGHT
    total = (2 * (np.stack(corners).astype(np.int64) * shares).sum(axis=0) * wide + steps) // (2 * steps)
    found: Floats = (np.maximum(total, -wide) / wide).astype(np.float32)
    return found


def _fractions(texels: Array) -> Floats:
    most = np.iinfo(texels.dtype).max
    found: Floats = np.maximum((texels.astype(np.float64) / most).astype(np.float32), np.float32(-1))
    return found


def _fetch(texture: Texture, index: list[Ints]) -> Array:
    """Texels at whole places, which may lie beyond the edges. Shape [..., channels]."""
    sizes = texture.texels.shape[-2::-1]
    beyond = np.zeros(index[0].shape, np.bool_)
    inside = []
    for i, size, outside in zip(index, sizes, texture.outside, strict=False):
        if outside == "border":
            beyond |= (i < 0) | (i >= size)
        inside.append(_within(i, size, outside if texture.normalised or outside == "border" else "clamp"))
    texels = _texels(texture, inside)
    return np.where(beyond[..., None], _border(texture), texels) if beyond.any() else texels


def _within(index: Ints, size: int, outside: Outside) -> Ints:
    if outside == "wrap":
        return index % size
    if outside == "mirror":
        folded = index % (2 * size)
        return np.minimum(folded, 2 * size - 1 - folded)
    clipped: Ints = np.clip(index, 0, size - 1)
    return clipped


def _texels(texture: Texture, index: list[Ints]) -> Array:
    """Shape [..., channels]."""
    found: Array = texture.texels[tuple(index[::-1])]
    return found


def _words(texture: Texture, values: Array) -> list[Array]:
    """Four words of 32 bits of values [..., channels]; channels that the texture lacks are 0."""
    if values.dtype.kind != "f":
        values = values.astype(np.int32 if values.dtype.kind == "i" else np.uint32)
    words = [np.ascontiguousarray(values[..., c]).view(np.uint32) for c in range(values.shape[-1])]
    return words + [np.zeros(words[0].shape, np.uint32) for _ in range(values.shape[-1], 4)]


def _border(texture: Texture) -> Array:
    """The colour beyond the edges, as texels. Of integers it is the low bits of the floats that the host gives."""
    dtype, colours = texture.texels.dtype, np.array(texture.border, np.float32)[: texture.texels.shape[-1]]
    if dtype.kind == "f":
        return colours
    if not texture.fractions:
        return colours.view(np.uint32).astype(dtype)
    if dtype.kind == "u":
        wide = np.rint(np.clip(colours, 0, 1) * np.float32(65535)).astype(np.int64)
    else:
        wide = np.clip(np.trunc(colours.astype(np.float64) * 32768), -32767, 32767).astype(np.int64)
    found: Array = (wide if dtype.itemsize > 1 else np.trunc(wide / 256)).astype(dtype)
    return found
