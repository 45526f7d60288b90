"""A `grader watch` in a pseudo-terminal, and what its screen shows."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

from tests.cli.conftest import KEY, MODULE, REPOSITORY

SKELETON_FAILS, PASSES = "FAIL: correctness", "PASS"


class Watched:
    """A `grader watch` under way, and what its terminal shows."""

    def __init__(
        self, course: Path, *arguments: str, term: str = "xterm-256color", rows: int = 24, columns: int = 80,
        shell: bool = False,
    ) -> None:  # fmt: skip
        env = {**os.environ, **KEY, "PYTHONPATH": str(REPOSITORY), "TERM": term, "PS1": "$ "}
        for name in ("COLUMNS", "LINES"):
            env.pop(name, None)
        command = [sys.executable, "-m", "grader", "watch", *arguments]
        program = ["bash", "--norc", "--noprofile", "-i"] if shell else command
        self.child = pexpect.spawn(program[0], program[1:], cwd=course, env=env, encoding="utf-8", timeout=30,
                                   dimensions=(rows, columns))  # fmt: skip
        if shell:
            self.child.sendline(shlex.join(command))
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.written = ""

    def read(self, seconds: float = 0.05) -> str:
        """The screen after what came in so many seconds."""
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            try:
                text = self.child.read_nonblocking(65536, timeout=left)
            except pexpect.TIMEOUT:
                break
            except pexpect.EOF:
                break
            self.written += text
            self.stream.feed(text)
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, wanted: str | Callable[[str], bool], seconds: float = 20.0) -> str:
        """The screen as soon as it shows what is wanted."""
        shows = wanted if callable(wanted) else lambda screen: wanted in screen
        ends = time.monotonic() + seconds
        while not shows(screen := self.read()):
            assert time.monotonic() < ends, screen
        return screen

    def settled(self, seconds: float = 10.0) -> str:
        """The screen once nothing has changed on it for half a second."""
        ends = time.monotonic() + seconds
        screen = self.read(0.5)
        while screen != (later := self.read(0.5)):
            assert time.monotonic() < ends, later
            screen = later
        return screen

    def press(self, key: str) -> None:
        self.child.send(key)

    def end(self) -> int:
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert self.child.exitstatus is not None, self.child.signalstatus
        return int(self.child.exitstatus)


@pytest.fixture
def watched(course: Path) -> Iterator[Callable[..., Watched]]:
    """Start a watch; what is left of it is ended after the test."""
    started: list[Watched] = []

    def start(*arguments: str, **settings: object) -> Watched:
        started.append(Watched(course, *arguments, **settings))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for each in started:
        each.child.close(force=True)


def kernel(course: Path, name: str = "sgemm_tiled") -> Path:
    return course / "exercises" / MODULE / f"{name}.cu"


def solution(course: Path, name: str = "sgemm_tiled") -> str:
    return (course / "solutions" / MODULE / f"{name}.cu").read_text("utf-8")


def flat(screen: str) -> str:
    """The words of a screen, without its line breaks; Korean without blanks (a terminal pads wide letters)."""
    return " ".join(screen.split())
