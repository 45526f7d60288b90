"""Kernel arguments of the hardware corpus, from the words of `launches.yaml`: what the GPU saw, the emulator gets."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TYPES: dict[str, type[np.generic]] = {
    "i8": np.int8, "u8": np.uint8, "i16": np.int16, "u16": np.uint16, "i32": np.int32, "u32": np.uint32,
    "i64": np.int64, "u64": np.uint64, "f16": np.float16, "f32": np.float32, "f64": np.float64,
}  # fmt: skip
_SCALAR = re.compile(r"(\w+):(.+)")
_ARRAY = re.compile(r"(\w+)\[([\d,]+)\]=(\w+|@[\w./-]+)(?::(\d+))?")

Value = NDArray[np.generic] | np.generic | None


def value(spec: str, position: int, seed: int, folder: Path) -> Value:
    """The argument that one word stands for: None, a NumPy scalar, or an array of one dimension.

    `random` is uniform in [-1, 1) and `randint:N` in [0, N), both drawn from (seed, position) so that every machine
    gets the same; `@file.npy` is read from `folder`, and without a type before it stays as it is, a scalar too.
    Raises ValueError for a word that is none of these.
    """
    if spec == "null":
        return None
    if spec.startswith("@"):
        stored = np.load(folder / spec[1:])
        return stored if stored.ndim else stored[()]
    if match := _ARRAY.fullmatch(spec):
        name, shape, fill, bound = match.groups()
        return _filled(TYPES[name], [int(n) for n in shape.split(",")], fill, bound, (seed, position), folder)
    if match := _SCALAR.fullmatch(spec):
        name, number = match.groups()
        return TYPES[name](float(number) if name.startswith("f") else int(number))
    raise ValueError(f"not an argument: {spec!r}")


def values(specs: list[str], seed: int, folder: Path) -> list[Value]:
    """All arguments of a launch, in parameter order."""
    return [value(spec, position, seed, folder) for position, spec in enumerate(specs)]


def _filled(
    kind: type[np.generic], shape: list[int], fill: str, bound: str | None, seed: tuple[int, int], folder: Path
) -> NDArray[np.generic]:
    count = int(np.prod(shape))
    generator = np.random.default_rng(seed)
    if fill.startswith("@"):
        stored: NDArray[np.generic] = np.load(folder / fill[1:])
        return stored.reshape(-1).astype(kind)[:count]
    if fill == "random":
        return (generator.random(count) * 2 - 1).astype(kind)
    if fill == "randint" and bound is not None:
        return generator.integers(0, int(bound), count).astype(kind)
    if fill == "iota":
        return np.arange(count).astype(kind)
    if fill == "zeros":
        return np.zeros(count, kind)
    raise ValueError(f"not a way to fill an array: {fill!r}")
