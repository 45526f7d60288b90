"""Tensor maps: what a host program tells the tensor memory accelerator (TMA) of an array in global memory."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from grader.dataclass import dataclass

BYTES = 128  # of a CUtensorMap
SWIZZLES = (0, 32, 64, 128)  # CU_TENSOR_MAP_SWIZZLE_NONE, _32B, _64B, _128B
TYPES = frozenset({"uint8", "uint16", "uint32", "int32", "uint64", "int64", "float16", "float32", "float64"})
_MOST_AXES, _LARGEST_BOX, _CHUNK = 5, 256, 16


@dataclass(frozen=True)
class TensorMap:
    """A dense array whose boxes TMA copies, as of cuTensorMapEncodeTiled.

    tensor: 1 to 5 axes, the outermost first. box: the extent of a copy along each of them, in elements. swizzle: 0, or
    the bytes in which chunks of 16 are exchanged in shared memory. nans: what lies outside is NaN in place of zero.
    Raises ValueError for what the driver refuses, and for rows of a box that are shorter than a swizzle.
    """

    tensor: NDArray[Any]
    box: tuple[int, ...]
    swizzle: int = 0
    nans: bool = False

    def __post_init__(self) -> None:
        shape, size = self.tensor.shape, self.tensor.dtype.itemsize
        if self.tensor.dtype.name not in TYPES:
            raise ValueError(f"elements of type {self.tensor.dtype}")
        if not 1 <= len(shape) <= _MOST_AXES or 0 in shape or len(self.box) != len(shape):
            raise ValueError(f"a tensor of shape {shape} and a box of {self.box}")
        if not all(1 <= extent <= _LARGEST_BOX for extent in self.box):
            raise ValueError(f"a box of {self.box}: 1 to {_LARGEST_BOX} elements along each axis")
        if self.box[-1] * size % _CHUNK or (len(shape) > 1 and shape[-1] * size % _CHUNK):
            raise ValueError(f"rows of a tensor and of a box are multiples of {_CHUNK} bytes")
        if self.swizzle not in SWIZZLES or (self.swizzle and self.box[-1] * size != self.swizzle):
            raise ValueError(f"a swizzle of {self.swizzle} bytes for rows of {self.box[-1] * size}")
        if self.nans and self.tensor.dtype.kind != "f":
            raise ValueError("only floats can be NaN")

    @property
    def box_bytes(self) -> int:
        """Bytes of a copy, and what an mbarrier counts."""
        return math.prod(self.box) * self.tensor.dtype.itemsize
