"""Sessions with the GPU of this machine; where there is none, its tests are skipped, and say why."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from grader import __version__
from grader.cuda.availability import Unavailable, has_driver
from grader.sandbox.gpu_session import GpuSession
from grader.toolchain.versions import installed


def _why_not() -> str:
    if not has_driver():
        return "no NVIDIA driver on this machine"
    try:
        with GpuSession() as session:
            session.facts()
    except Unavailable as reason:
        return f"no usable GPU ({reason})"
    return ""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell where and with what the tests ran, so that a kept log says it."""
    if not has_driver():
        return
    with suppress(Unavailable), GpuSession() as session:
        facts, arch = session.facts()
        terminalreporter.write_line(
            f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC: {facts.name} ({arch}), CUDA driver {facts.driver}, "
            f"CuPy {facts.cupy}, NVRTC {installed('nvidia-cuda-nvrtc')}, Python {platform.python_version()}, "
            f"grader {__version__}"
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, and skip it where there is no GPU."""
    here = [item for item in items if "tests/gpu/" in item.path.as_posix()]
    reason = _why_not() if here else ""
    for item in here:
        item.add_marker(pytest.mark.gpu)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def gpu() -> Iterator[GpuSession]:
    """A session of its own for each test."""
    with GpuSession() as session:
        yield session


@pytest.fixture(scope="module")
def shared_gpu() -> Iterator[GpuSession]:
    """One session for the tests of a file whose kernels behave."""
    with GpuSession() as session:
        yield session
