"""The devices that a command grades on: as requested, and as this machine has them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.grading.grade import Devices, Open, OpenGpu


class GradeOn(StrEnum):
    """The `--backend` of `check` and `selftest`. auto: the emulator, and a usable GPU for what only it can judge."""

    auto = "auto"
    emulated = "emulated"
    cuda = "cuda"


def devices_of(backend: GradeOn, open_emulator: Open, open_gpu: OpenGpu) -> Devices:
    """The devices for a backend. A GPU is opened if there is a driver, or if only a GPU will do."""
    from grader.checks.base import Reason
    from grader.cuda.availability import has_driver
    from grader.grading.grade import Devices

    if backend is GradeOn.emulated:
        return Devices(open_emulator, why_none=Reason("not_asked_for", here=False))
    if backend is GradeOn.auto and not has_driver():
        return Devices(open_emulator)
    return Devices(open_emulator, open_gpu, on_gpu_alone=backend is GradeOn.cuda)
