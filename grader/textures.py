"""Texture objects: what a host program binds to a `cudaTextureObject_t`."""

from __future__ import annotations

from typing import Any, Literal

from numpy.typing import NDArray

from grader.dataclass import dataclass

Outside = Literal["wrap", "clamp", "mirror", "border"]
_TYPES = frozenset({"uint8", "int8", "uint16", "int16", "uint32", "int32", "float32"})
_CHANNELS = (1, 2, 4)
MOST_TEXELS = 1 << 17  # in a row; a 2-D texture has half as many rows
_NARROW = 2  # bytes of the widest integers that can be read as fractions


@dataclass(frozen=True)
class Texture:
    """A CUDA array with the way in which it is read, as of cudaTextureDesc.

    texels: [width, channels] of a 1-D, [height, width, channels] of a 2-D texture; 1, 2 or 4 channels of 8, 16 or 32
    bits. outside: per axis, x first, what lies beyond the edges; wrap and mirror need normalised coordinates, without
    them they are clamp. linear: whether neighbours are interpolated. normalised: coordinates from 0 to 1. fractions:
    integers of 8 or 16 bits are read as floats from 0 (or -1) to 1. border: the colour beyond the edges.
    """

    texels: NDArray[Any]
    outside: tuple[Outside, ...] = ("clamp", "clamp")
    linear: bool = False
    normalised: bool = False
    fractions: bool = False
    border: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        shape, dtype = self.texels.shape, self.texels.dtype
        if len(shape) not in (2, 3) or 0 in shape or shape[-1] not in _CHANNELS:
            raise ValueError(f"texels of shape {shape}, wanted [width, channels] or [height, width, channels]")
        if shape[-2] > MOST_TEXELS or (len(shape) > 2 and shape[0] > MOST_TEXELS // 2):
            raise ValueError(f"texels of shape {shape}, more than a texture may have: 131,072 in a row, 65,536 rows")
        if dtype.name not in _TYPES:
            raise ValueError(f"texels of type {dtype}")
        if self.fractions and (dtype.kind == "f" or dtype.itemsize > _NARROW):
            raise ValueError(f"{dtype} cannot be read as fractions")
        if self.linear and not (self.fractions or dtype.kind == "f"):
            raise ValueError(f"{dtype} cannot be interpolated unless read as fractions")
        if len(self.outside) < len(shape) - 1:
            raise ValueError("one way beyond the edges is wanted for each axis")

    @property
    def dimensions(self) -> int:
        """1 or 2."""
        return self.texels.ndim - 1

    @property
    def floats(self) -> bool:
        """Whether reads return floats."""
        return self.fractions or bool(self.texels.dtype.kind == "f")
