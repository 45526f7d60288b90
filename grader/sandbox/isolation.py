"""What stands between a sandboxed child and this machine: the strongest of three that works here.

| | files | network | other processes | time, memory, file size |
|---|---|---|---|---|
| bubblewrap | out of sight but for Python, its packages and libraries | none | out of sight | limited |
| landlock | the same, by refusal | no sockets | no signals (Linux 6.12 and later) | limited |
| limits | as the grader's own | no sockets | as the grader's own | limited |

The child that holds a GPU knows no Landlock and no filter for sockets: without bubblewrap it has limits alone. It
compiles nothing, and runs no host code of a student's.
"""

from __future__ import annotations

import os
from enum import StrEnum

from grader.sandbox import bubblewrap, landlock

VARIABLE = "WARPLINGS_SANDBOX"


class Isolation(StrEnum):
    """A way to keep a child apart, the strongest first."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    LIMITS = "limits"


class Wish(StrEnum):
    """What is asked for. auto: the strongest that works; required: bubblewrap or nothing; else this one alone."""

    auto = "auto"
    required = "required"
    bubblewrap = "bubblewrap"
    landlock = "landlock"
    limits = "limits"


class NoSandbox(Exception):
    """The isolation that was asked for does not work here; with the reason, in the words of whoever gave it."""


def isolation() -> Isolation:
    """What keeps children apart from now on, as the variable WARPLINGS_SANDBOX wishes. Raises NoSandbox."""
    wish = wished()
    if wish is Wish.limits:
        return Isolation.LIMITS
    if wish is not Wish.landlock and bubblewrap.refusal() is None:
        return Isolation.BUBBLEWRAP
    if wish in (Wish.required, Wish.bubblewrap):
        raise NoSandbox(bubblewrap.refusal() or f"{bubblewrap.PROGRAM}: not installed")
    if landlock.version():
        return Isolation.LANDLOCK
    if wish is Wish.landlock:
        raise NoSandbox("landlock: not in this kernel")
    return Isolation.LIMITS


def wished() -> Wish:
    """What the variable asks for. Raises NoSandbox for anything that there is not: a typing error opens nothing."""
    text = os.environ.get(VARIABLE) or Wish.auto
    try:
        return Wish(text)
    except ValueError:
        raise NoSandbox(f"{VARIABLE}={text}") from None
