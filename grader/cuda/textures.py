"""Textures and variables on a GPU; imported in the sandboxed child only."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from grader.cuda import driver
from grader.launch import Argument
from grader.textures import Texture

_OUTSIDE = {"wrap": 0, "clamp": 1, "mirror": 2, "border": 3}  # cudaTextureAddressMode
_KINDS = {"i": 0, "u": 1, "f": 2}  # cudaChannelFormatKind
_ARRAY = 0  # cudaResourceTypeArray


def texture_object(cupy: Any, texture: Texture) -> Any:
    """A texture object over a fresh CUDA array. It lives as long as what is returned."""
    make = cupy.cuda.texture
    texels = np.ascontiguousarray(texture.texels)
    height, width, channels = (1, *texels.shape)[-3:]
    bits = [8 * texels.dtype.itemsize * (c < channels) for c in range(4)]
    form = make.ChannelFormatDescriptor(*bits, _KINDS[texels.dtype.kind])
    array = make.CUDAarray(form, width, height if texture.dimensions > 1 else 0)
    flat = texels.reshape(height, width * channels)
    array.copy_from(flat if texture.dimensions > 1 else flat.reshape(-1))
    how = make.TextureDescriptor(
        tuple(_OUTSIDE[each] for each in texture.outside[: texture.dimensions]), int(texture.linear),
        int(texture.fractions), borderColors=texture.border, normalizedCoords=int(texture.normalised),
    )  # fmt: skip
    return make.TextureObject(make.ResourceDescriptor(_ARRAY, cuArr=array), how)


class SymbolSize(Exception):
    """A variable is not as large as what is copied into it."""

    def __init__(self, variable: str, size: int, given: int) -> None:
        super().__init__(variable)
        self.details: dict[str, object] = {"limit": "symbol", "variable": variable, "bytes": size, "given": given}


def fill_symbols(runtime: Any, module: int, symbols: tuple[Argument, ...]) -> None:
    """Fill variables of a loaded module; those that it does not have are not used. Raises SymbolSize."""
    library = ctypes.CDLL("libcuda.so.1")
    for symbol in symbols:
        assert isinstance(symbol.value, np.ndarray)
        values = np.ascontiguousarray(symbol.value)
        for name in (symbol.name, f"_ZL{len(symbol.name)}{symbol.name}"):
            address, size = ctypes.c_uint64(), ctypes.c_size_t()
            found = library.cuModuleGetGlobal_v2(ctypes.byref(address), ctypes.byref(size), ctypes.c_void_p(module),
                                                 name.encode())  # fmt: skip
            if found == 0:
                if size.value != values.nbytes:
                    raise SymbolSize(symbol.name, size.value, values.nbytes)
                driver.copy_in(runtime, address.value, values)
                break
