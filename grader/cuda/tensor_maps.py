"""Tensor maps on a GPU; imported in the sandboxed child only."""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.tensor_maps import BYTES, TensorMap

_TYPES = {"uint8": 0, "uint16": 1, "uint32": 2, "int32": 3, "uint64": 4, "int64": 5, "float16": 6, "float32": 7,
          "float64": 8}  # CUtensorMapDataType  # fmt: skip
_SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}  # CUtensorMapSwizzle
_ALIGNED = 64


class RefusedMap(ValueError):
    """The driver makes no tensor map of this."""


def encoded(made: TensorMap, address: int) -> NDArray[Any]:
    """A CUtensorMap as CuPy takes a struct: an array of one element of 128 bytes. address: of the tensor."""
    library = ctypes.CDLL("libcuda.so.1")
    room = np.zeros(BYTES + _ALIGNED, np.uint8)
    start = -room.ctypes.data % _ALIGNED
    own = room[start : start + BYTES]
    shape, size, axes = made.tensor.shape, made.tensor.dtype.itemsize, made.tensor.ndim
    extents = (ctypes.c_uint64 * axes)(*shape[::-1])
    strides = (ctypes.c_uint64 * max(axes - 1, 1))(*(math.prod(shape[axes - k :]) * size for k in range(1, axes)))
    box = (ctypes.c_uint32 * axes)(*made.box[::-1])
    steps = (ctypes.c_uint32 * axes)(*[1] * axes)
    status = library.cuTensorMapEncodeTiled(
        ctypes.c_void_p(own.ctypes.data), _TYPES[made.tensor.dtype.name], axes, ctypes.c_void_p(address), extents,
        strides, box, steps, 0, _SWIZZLES[made.swizzle], 0, int(made.nans),
    )  # fmt: skip
    if status:
        raise RefusedMap(f"cuTensorMapEncodeTiled: {status}")
    return own.view(f"V{BYTES}").reshape(())
