"""A class graded on a Dask cluster gets the scores that it gets here."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests.cli.classroom.test_grade import arguments, class_of_four, result, without_private_cases
from tests.cli.conftest import REPOSITORY, Grader

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = pytest.mark.slow

__all__ = ["class_of_four"]
CLUSTER = Path(__file__).with_name("cluster.py")


@contextmanager
def cluster(*kinds: str) -> Iterator[tuple[str, int]]:
    """The address of a scheduler with workers, and its process."""
    process = subprocess.Popen([sys.executable, str(CLUSTER), *kinds], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True,
                               env={**os.environ, "PYTHONPATH": str(REPOSITORY)})  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.stdin.close()
        process.wait(30)


def scores(folder: Path) -> bytes:
    return (folder / "out" / "scores.csv").read_bytes()


def test_a_cluster_gives_the_scores_that_this_machine_gives(class_of_four: Path, process: Grader) -> None:
    assert process(*arguments(class_of_four)).status == 0
    here = scores(class_of_four)
    shutil.rmtree(class_of_four / "out")
    with cluster() as (address, _):
        done = process(*arguments(class_of_four, "--scheduler", address, "--json", "-"))
    assert done.status == 0, done.err
    assert done.json["graded"] == 7 and scores(class_of_four) == here


def test_a_worker_that_is_killed_costs_nobody_a_score(class_of_four: Path, course: Path, process: Grader) -> None:
    without_private_cases(course)
    with cluster() as (address, pid):
        command = [sys.executable, "-m", "grader", *arguments(class_of_four, "--scheduler", address)]
        environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
        grading = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        ends = time.monotonic() + 60
        while not list((class_of_four / "out").glob("results/*/*/*.json")) and time.monotonic() < ends:
            time.sleep(0.02)
        workers = [p for p in psutil.Process(pid).children(recursive=True) if "spawn_main" in " ".join(p.cmdline())]
        assert workers
        workers[-1].send_signal(signal.SIGKILL)
        status = grading.wait(120)
    # A job that its worker took with it is an error, told, and graded by the next run.
    again = process(*arguments(class_of_four, "--json", "-"))
    assert status in (0, 2) and again.status == 0 and again.json["errors"] == []
    assert result(class_of_four, "mina", "sgemm_tiled")["report"]["score"] == 85


@pytest.mark.parametrize(
    ("kinds", "more", "said"),
    [(("nobody",), (), "has no workers"), ((), ("--backend", "cuda"), "resource GPU"), ((), ("--jobs", "2"), "--jobs")],
)
def test_a_cluster_that_cannot_be_used_is_told(
    class_of_four: Path, process: Grader, kinds: tuple[str, ...], more: tuple[str, ...], said: str
) -> None:
    with cluster(*kinds) as (address, _):
        done = process(*arguments(class_of_four, "--scheduler", address, *more))
    assert done.status == 2 and said in done.err, done.err


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", ""])
def test_a_scheduler_that_is_not_there_is_told(class_of_four: Path, process: Grader, address: str) -> None:
    done = process(*arguments(class_of_four, "--scheduler", address))
    assert done.status == 2 and "scheduler" in done.err.lower() and "Traceback" not in done.err, done.err
