"""A setting of the C library's allocator, for arrays with an element per lane of a batch."""

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

    The emulator constantly frees and allocates arrays of 64 to 256 KB, the size at which glibc starts to use mmap.
    Has no effect with other C libraries.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(AttributeError, OSError):
        libc = ctypes.CDLL(None)
        libc.mallopt(_MMAP_THRESHOLD, _LARGEST_KEPT)
        libc.mallopt(_TRIM_THRESHOLD, 4 * _LARGEST_KEPT)
