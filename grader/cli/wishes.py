"""Interprets options shared by typer and `plain_check`: languages, sandboxes, devices."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from grader.failure import Failure
from grader.grading.devices import GradeOn, devices_of
from grader.sandbox.isolation import VARIABLE, Isolation, NoSandbox, Wish, isolation
from grader.texts import language

if TYPE_CHECKING:
    from grader.grading.grade import Devices, Open
    from grader.sandbox.gpu_session import GpuSession


class Language(StrEnum):
    """What `--lang` accepts."""

    en = "en"
    ko = "ko"


def chosen(lang: Language | None) -> str:
    """The language to speak: the option's, else the locale's."""
    return language(lang.value if lang else None)


def isolate(wish: Wish | None) -> Isolation:
    """Select the isolation of children by the option, else the variable. Raises Failure if it does not work here."""
    if wish is not None:
        os.environ[VARIABLE] = wish
    try:
        return isolation()
    except NoSandbox as reason:
        raise Failure("no_sandbox", "cli.no_sandbox", reason=reason) from None


def sessions(head: Open | None) -> Open:
    """What opens a sandbox: the process's head start, else the sandbox itself."""
    from grader.sandbox.session import Session

    return head or Session


def gpu_sessions(head: Open | None) -> Callable[[], GpuSession]:
    """The same for a sandbox with a GPU."""
    begun: Callable[[], GpuSession] | None = getattr(head, "open_gpu", None)
    if begun is not None:
        return begun
    from grader.sandbox.gpu_session import GpuSession

    return GpuSession


def devices(head: Open | None, backend: GradeOn) -> Devices:
    """The devices for a backend, using the process's head start."""
    return devices_of(backend, sessions(head), gpu_sessions(head))
