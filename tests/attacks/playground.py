"""A home, a course and a folder for temporary files that are watched: nothing may change in them or leak from them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.simt.stopwatch import charged
from tests.bad_input.contract import BYTES, SECONDS, assert_manners
from tests.bad_input.watching import Run, run_grader
from tests.release.conftest import copy_of_course

MARK = "C4N4RY"
SOLUTION = "solutions/00_first_kernel/vector_add.cu"
PRIVATE = "solutions/00_first_kernel/vector_add.private.yaml"
Seen = dict[str, tuple[int, int, int]]  # path -> mode, size, time of the last change


@dataclass(frozen=True)
class Playground:
    """Everything that a run may see, below one folder. Secrets have MARK in them, in every file and in variables."""

    root: Path

    @property
    def course(self) -> Path:
        """The instructor's course, with its solutions."""
        return self.root / "course"

    @property
    def watched(self) -> tuple[Path, ...]:
        """The folders in which nothing may change."""
        return self.root / "home", self.root / "beside", self.root / "tmp", self.course

    @property
    def environment(self) -> dict[str, str]:
        """Variables of every run: two of them are secrets, and one of those is the course's key."""
        return {
            "HOME": str(self.root / "home"), "TMPDIR": str(self.root / "tmp"), "WARPLINGS_COURSE": str(self.course),
            "WARPLINGS_COURSE_KEY": f"{MARK}-course-key", "API_TOKEN": f"{MARK}-variable", "COLUMNS": "100",
        }  # fmt: skip

    def run(self, *arguments: object, seconds: float = SECONDS, memory: int = BYTES, **more: str) -> Run:
        """A command in the course. It must behave, leave nothing behind or changed, and tell no secret.

        seconds, memory in bytes: what it may take. more: variables.
        """
        before = self.seen()
        done = run_grader(*arguments, environment=self.environment | more, folder=self.course)
        assert_manners(done, memory)
        assert charged(done.seconds, done.processor) < seconds
        assert self.seen() == before, "a file outside is new, gone or changed"
        assert MARK not in done.text, "a secret is told"
        return done

    def seen(self) -> Seen:
        """What lies in the watched folders, but for what the grader keeps of the exercise files that it has read."""
        state = self.course / ".warplings"
        found = (path for folder in self.watched for path in _below(folder))
        return {str(p): _looks(p) for p in found if p != state and state / "read" not in (p, *p.parents)}


def make_playground(root: Path) -> Playground:
    """A course of two modules and its surroundings, with secrets in them."""
    play = Playground(root)
    copy_of_course(play.course)
    solution = play.course / SOLUTION
    solution.write_text(f"// {MARK}-solution\n" + solution.read_text("utf-8"), "utf-8")
    (play.course / "solutions" / "secret.cuh").write_text(f'"{MARK}-header"\n', "utf-8")
    for name in ("home", "beside", "tmp"):
        (root / name).mkdir()
    (root / "home" / ".netrc").write_text(f"machine example.org password {MARK}-home\n", "utf-8")
    (root / "beside" / "secret.cu").write_text(f"{MARK}-neighbour\n", "utf-8")
    return play


def assert_no_secret(*folders: Path) -> None:
    """No file below these folders holds a secret, in its name or in its text."""
    for folder in folders:
        for path in _below(folder):
            assert MARK not in path.name
            if path.is_file() and not path.is_symlink():
                assert MARK.encode() not in path.read_bytes(), path


def _below(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        yield from (Path(here) / name for name in (*folders, *files))


def _looks(path: Path) -> tuple[int, int, int]:
    found = path.lstat()
    return found.st_mode, found.st_size, found.st_mtime_ns
