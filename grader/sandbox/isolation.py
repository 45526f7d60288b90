"""How a sandboxed child is isolated from this machine: the strongest of three ways that works here.

| | files | network | other processes | time, memory, file size |
|---|---|---|---|---|
| bubblewrap | only Python, its packages and libraries are visible | none | invisible | limited |
| landlock | only the same can be opened | no sockets | no signals (Linux 6.12 and later) | limited |
| limits | like the grader | no sockets | like the grader | limited |

The child with a GPU has neither Landlock nor the socket filter: without bubblewrap it has limits alone. It compiles
nothing and runs no host code of students.
"""

from __future__ import annotations

import os
from enum import StrEnum

from grader.sandbox import bubblewrap, landlock

VARIABLE = "WARPLINGS_SANDBOX"


class Isolation(StrEnum):
    """A way to isolate a child, the strongest first."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    LIMITS = "limits"


class Wish(StrEnum):
    """The wanted isolation. auto: the strongest that works; required: bubblewrap or none; else exactly this one."""

    auto = "auto"
    required = "required"
    bubblewrap = "bubblewrap"
    landlock = "landlock"
    limits = "limits"


class NoSandbox(Exception):
    """The wanted isolation does not work here; the text is the reason that the system gave."""


def isolation() -> Isolation:
    """The isolation of new children, as the variable WARPLINGS_SANDBOX demands. Raises NoSandbox."""
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
    """The variable's value. Raises NoSandbox for an unknown one: a typo must not weaken the sandbox."""
    text = os.environ.get(VARIABLE) or Wish.auto
    try:
        return Wish(text)
    except ValueError:
        raise NoSandbox(f"{VARIABLE}={text}") from None
