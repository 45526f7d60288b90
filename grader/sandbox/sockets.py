"""A seccomp filter against what neither Landlock nor limits block: sockets, and memory that is left behind.

Landlock leaves UDP, and Unix sockets in the file system, open. Segments and queues of System V count for no limit
unless they are attached, and outlive their process. The filter refuses to make them, `socket`, io_uring, which could
make one instead, and all system calls by another architecture's numbers. Interface:
https://docs.kernel.org/userspace-api/seccomp_filter.html.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

_SET_NO_NEW_PRIVS, _SET_SECCOMP, _FILTER = 38, 22, 2
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE = 0, 4  # offsets in struct seccomp_data
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_X32 = 0x40000000  # x86-64: where the numbers of the x32 ABI start
# The kernel's code for the architecture, and the numbers of socket, io_uring_setup, shmget and msgget.
_CALLS = {"x86_64": (0xC000003E, (41, 425, 29, 68)), "aarch64": (0xC00000B7, (198, 425, 194, 186))}


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def forbid() -> None:
    """Forbid sockets to this thread and all that it starts. Raises OSError if that fails."""
    if platform.machine() not in _CALLS:
        raise OSError(errno.ENOSYS, "no seccomp filter for this architecture")
    architecture, refused = _CALLS[platform.machine()]
    tests = [(_IF_AT_LEAST, _X32), *((_IF_EQUAL, number) for number in refused)]
    lines = [(_LOAD, 0, 0, _ARCHITECTURE), (_IF_EQUAL, 0, len(tests) + 2, architecture), (_LOAD, 0, 0, _NUMBER)]
    lines += [(code, len(tests) - at, 0, number) for at, (code, number) in enumerate(tests)]
    lines += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    program = _Program(len(lines), b"".join(struct.pack("=HBBI", *line) for line in lines))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
