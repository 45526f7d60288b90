"""Graders on one GPU take turns at timing; one that died or will not leave keeps nobody out for ever."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from grader.cuda.lock import GpuLock

GPU = "0000:1A:00.0"
HOLDER = """
import sys, time
from pathlib import Path
from grader.cuda.lock import GpuLock
print(GpuLock({gpu!r}, Path({folder!r})).acquire(), flush=True)
time.sleep(60)
"""


def test_the_second_waits_until_the_first_has_left(tmp_path: Path) -> None:
    first, second = GpuLock(GPU, tmp_path), GpuLock(GPU, tmp_path)
    assert first.acquire(0)
    assert not second.acquire(0)
    threading.Timer(0.2, first.release).start()
    assert second.acquire(10)
    assert not first.acquire(0)


def test_each_gpu_has_a_lock_of_its_own(tmp_path: Path) -> None:
    first, second = GpuLock(GPU, tmp_path), GpuLock("0000:1B:00.0", tmp_path)
    assert first.acquire(0) and second.acquire(0)


def test_to_acquire_twice_is_to_acquire_once(tmp_path: Path) -> None:
    lock = GpuLock(GPU, tmp_path)
    assert lock.acquire(0) and lock.acquire(0)
    lock.release()
    lock.release()
    assert GpuLock(GPU, tmp_path).acquire(0)


def test_a_process_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    code = HOLDER.format(gpu=GPU, folder=str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "True\n"
        mine = GpuLock(GPU, tmp_path)
        assert not mine.acquire(0.1)
        other.kill()
        assert mine.acquire(10)


@pytest.mark.parametrize("place", ["missing", "link"])
def test_where_there_can_be_no_lock_nobody_is_kept_waiting(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "missing"
    if place == "link":
        folder.mkdir()
        (folder / "0000-1a-00.0.lock").symlink_to(tmp_path / "elsewhere")
    assert not GpuLock(GPU, folder).acquire(10)
    assert not (tmp_path / "elsewhere").exists()


def test_others_may_read_the_file_whatever_the_umask_is(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        assert GpuLock(GPU, tmp_path).acquire(0)
    finally:
        os.umask(before)
    (path,) = tmp_path.iterdir()
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_lock_that_another_user_made_is_used(tmp_path: Path) -> None:
    lock = GpuLock(GPU, tmp_path)
    assert lock.acquire(0)
    (path,) = tmp_path.iterdir()
    lock.release()
    path.chmod(0o444)
    assert lock.acquire(0)
