"""Where an NVIDIA driver is worth asking: on Linux, and on WSL2 only with NVIDIA's own library."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from grader.cuda.availability import has_driver

WSL = "/dev/dxg"


@pytest.mark.parametrize(
    ("there", "driver"),
    [
        ((), False),
        (["/proc/driver/nvidia/version"], True),
        (["/dev/nvidiactl"], True),
        ([WSL], False),  # a GPU of another maker
        ([WSL, "/usr/lib/wsl/lib/libcuda.so.1"], True),
        ([WSL, "/usr/lib/x86_64-linux-gnu/libcuda.so.1"], True),  # in a container
        (["/usr/lib/wsl/lib/libcuda.so.1"], False),
        (["/usr/lib/x86_64-linux-gnu/libcuda.so.1"], False),  # installed, and no GPU
    ],
)
def test_a_driver_is_told_by_what_only_nvidia_leaves(
    monkeypatch: pytest.MonkeyPatch, there: Collection[str], driver: bool
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Path, "exists", lambda path: str(path) in there)
        patch.setattr(sys, "platform", "linux")
        found = has_driver()
        patch.setattr(sys, "platform", "darwin")
        on_a_mac = has_driver()
    assert (found, on_a_mac) == (driver, False)
