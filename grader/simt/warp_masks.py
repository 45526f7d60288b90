"""The lanes of a warp as a mask of 32 bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.simt.patterns import WARP

Masks = NDArray[np.uint32]
Mask = NDArray[np.bool_]
FULL = np.uint32(0xFFFFFFFF)


def masks_of(member: Mask) -> Masks:
    """The lanes of each warp, of 32 truths a warp, as a mask."""
    return np.packbits(member.reshape(-1, WARP), axis=1, bitorder="little").view(np.uint32)[:, 0]


def members_of(masks: Masks) -> Mask:
    """The inverse, shape [warps, 32]."""
    octets = np.ascontiguousarray(masks, np.uint32).view(np.uint8)
    return np.unpackbits(octets, bitorder="little").view(np.bool_).reshape(-1, WARP)
