"""One setting of the C library's allocator, for arrays of the size that a batch of lanes has."""

from __future__ import annotations

import contextlib
import ctypes
import sys
from functools import cache

_MMAP_THRESHOLD, _TRIM_THRESHOLD = -3, -1  # mallopt(3)
_LARGEST_KEPT = 64 << 20


@cache
def keep_freed_memory() -> None:
    """Let glibc reuse freed arrays instead of returning them to the kernel and faulting new pages in.

    The emulator frees and allocates arrays of 64 to 256 KB all the time, right where glibc starts to use mmap. Other
    C libraries are left alone.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(AttributeError, OSError):
        libc = ctypes.CDLL(None)
        libc.mallopt(_MMAP_THRESHOLD, _LARGEST_KEPT)
        libc.mallopt(_TRIM_THRESHOLD, 4 * _LARGEST_KEPT)
