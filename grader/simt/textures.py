"""What a texture unit returns: point samples, and interpolation with weights of 8 fractional bits.

Source: CUDA C++ Programming Guide, "Texture Fetching", and tests on an H200, see docs/emulator.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.textures import Outside, Texture

Array = NDArray[Any]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
_WEIGHT = 256  # steps of a weight between two texels
_FAR = 1 << 24  # texels: no texture is as wide


def sampled(texture: Texture, at: tuple[Floats, ...]) -> list[Array]:
    """The four components of each lane's sample, as words. at: x and y (1-D: x alone), float32, any shape."""
    sizes = texture.texels.shape[-2::-1]  # width, height
    given = at[: texture.dimensions]
    places = [c.astype(np.float64) * size if texture.normalised else c.astype(np.float64)
              for c, size in zip(given, sizes, strict=True)]  # fmt: skip
    if not texture.linear:
        return _fetch(texture, [_whole(np.floor(p)) for p in places])
    steps = [_whole(np.floor((p - 0.5) * _WEIGHT + 0.5)) for p in places]
    return _interpolated(texture, [s // _WEIGHT for s in steps], [s % _WEIGHT for s in steps])


def fetched(texture: Texture, at: tuple[Array, ...]) -> list[Array]:
    """The same at whole texels, without a filter; beyond the edges are zeros."""
    sizes = texture.texels.shape[-2::-1]
    index = [c.astype(np.int64) for c in at[: texture.dimensions]]
    inside = np.logical_and.reduce([(i >= 0) & (i < n) for i, n in zip(index, sizes, strict=True)])
    words = _words(texture, _texels(texture, [np.clip(i, 0, n - 1) for i, n in zip(index, sizes, strict=True)]))
    return [np.where(inside, word, np.uint32(0)) for word in words]


def _whole(places: NDArray[np.float64]) -> Ints:
    limited: Ints = np.nan_to_num(np.clip(places, -_FAR * _WEIGHT, _FAR * _WEIGHT)).astype(np.int64)
    return limited


def _interpolated(texture: Texture, first: list[Ints], weights: list[Ints]) -> list[Array]:
    total: list[NDArray[np.float64]] | None = None
    for corner in range(1 << texture.dimensions):
        after = [corner >> axis & 1 for axis in range(texture.dimensions)]
        share = np.ones(first[0].shape)
        for weight, side in zip(weights, after, strict=True):
            share = share * (weight if side else _WEIGHT - weight) / _WEIGHT
        values = _fetch(texture, [i + side for i, side in zip(first, after, strict=True)])
        parts = [share * v.view(np.float32).astype(np.float64) for v in values]
        total = parts if total is None else [t + p for t, p in zip(total, parts, strict=True)]
    assert total is not None
    return [t.astype(np.float32).view(np.uint32) for t in total]


def _fetch(texture: Texture, index: list[Ints]) -> list[Array]:
    """Words of texels at whole places, which may lie beyond the edges."""
    sizes = texture.texels.shape[-2::-1]
    beyond = np.zeros(index[0].shape, np.bool_)
    inside = []
    for i, size, outside in zip(index, sizes, texture.outside, strict=False):
        if outside == "border":
            beyond |= (i < 0) | (i >= size)
        inside.append(_within(i, size, outside if texture.normalised or outside == "border" else "clamp"))
    words = _words(texture, _texels(texture, inside))
    if not beyond.any():
        return words
    return [np.where(beyond, edge, word) for edge, word in zip(_border(texture), words, strict=True)]


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


def _words(texture: Texture, texels: Array) -> list[Array]:
    """Four words of 32 bits; channels that the texture lacks are 0, the last one 1."""
    channels = texels.shape[-1]
    if texture.fractions:
        texels = _fractions(texels)
    elif texels.dtype.kind != "f":
        texels = texels.astype(np.int32 if texels.dtype.kind == "i" else np.uint32)
    words = [np.ascontiguousarray(texels[..., c]).view(np.uint32) for c in range(channels)]
    one = np.float32(1).view(np.uint32) if texture.floats else np.uint32(1)
    return words + [np.full(words[0].shape, one if c == 3 else 0, np.uint32) for c in range(channels, 4)]


def _fractions(texels: Array) -> Floats:
    most = np.iinfo(texels.dtype).max
    found: Floats = np.maximum((texels.astype(np.float64) / most).astype(np.float32), np.float32(-1))
    return found


def _border(texture: Texture) -> list[Array]:
    colours = np.array(texture.border, np.float32)
    if texture.floats:
        return list(colours.view(np.uint32))
    return list(colours.astype(np.int64).astype(np.uint32))
