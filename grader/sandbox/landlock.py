"""Landlock (Linux 5.13 and later): a process irrevocably gives up access to all files but a few.

Needs no privileges, so it works where bubblewrap's namespaces are forbidden. It hides no processes, and blocks only TCP
(Linux 6.7 and later): see `sockets`. Interface: https://docs.kernel.org/userspace-api/landlock.html.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from functools import cache

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same number on every architecture
_VERSION = 1  # flag: return the version instead
_PATH_BENEATH = 1
_SET_NO_NEW_PRIVS = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_FILE_RIGHTS = (13, 14, 15, 15, 16, 16)  # number of rights in each version of the interface, from 1 on
_TCP = 0b11  # bind, connect
_SCOPES = 0b11  # abstract sockets, signals: none to processes outside
_RULES_BYTES = (8, 8, 8, 16, 16, 24)  # size of `_Rules` in each version


class _Rules(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


@cache
def version() -> int:
    """The version of the kernel's interface; 0 without Landlock."""
    return max(0, _call(_CREATE_RULESET, None, 0, _VERSION))


def restrict(readable: Iterable[str], writable: Iterable[str] = ()) -> None:
    """Restrict this process and its children to these files and folders. Raises OSError if that fails."""
    known = version()
    if not known:
        raise OSError("this kernel has no Landlock")
    newest = min(known, len(_FILE_RIGHTS)) - 1
    every = (1 << _FILE_RIGHTS[newest]) - 1
    rules = _Rules(every, _TCP, _SCOPES)  # an older kernel gets its beginning
    ruleset = _checked(_CREATE_RULESET, ctypes.byref(rules), _RULES_BYTES[newest], 0)
    try:
        for path in readable:
            _allow(ruleset, path, _READ & every)
        for path in writable:
            _allow(ruleset, path, every)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "no_new_privs")
        _checked(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not os.path.isdir(path):
            rights &= _OF_FILES
        _checked(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(_Beneath(rights, place)), 0)
    finally:
        os.close(place)


def _checked(number: int, *arguments: object) -> int:
    result = _call(number, *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"landlock: {os.strerror(code)}")
    return result


def _call(number: int, *arguments: object) -> int:
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        libc.syscall.restype = ctypes.c_long
    except (OSError, AttributeError, TypeError):  # not a POSIX system
        return -1
    return int(libc.syscall(ctypes.c_long(number), *arguments))
