"""A little of the fuzzing at every run: no reader may raise what it does not name, hang, or fill the memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.fuzz.targets import TARGETS
from tests.fuzz.targets.target import REPOSITORY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory and of the processor are Linux's")


def fuzzed(cases: int, seed: int) -> subprocess.CompletedProcess[str]:
    """In a process of its own, which has its limits."""
    options = ["--plain", "--cases", str(cases), "--seed", str(seed)]
    command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz", *options]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=600)


@pytest.mark.slow
def test_a_few_cases_of_every_reader() -> None:
    done = fuzzed(8_000, 1)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_twenty_thousand_cases() -> None:
    done = fuzzed(20_000, 2)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", TARGETS)
def test_every_reader_takes_one_of_its_seeds_to_the_end(name: str) -> None:
    target = TARGETS[name]
    for seed in target.seeds():
        try:
            target.read(seed)
            return
        except target.allowed:
            continue
    pytest.fail("each of them is refused, so that little is fuzzed")
