"""Runs the `grader profile` commands of a lesson, on the code that the lesson tells its reader to save.

A reader saves the code block that follows a line with a file's name, "Save this as `column.cu`:", and types each
command line that begins with `grader profile`. So does this.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.modules.lesson_tables import lesson_of

_SAVED = re.compile(r"`(?P<name>\w+\.cu)`[^\n]*\n\n```cuda\n(?P<code>.*?)^```$", re.M | re.S)
_COMMAND = re.compile(r"^grader (profile .+)$", re.M)


@dataclass(frozen=True)
class Profiled:
    """One command of a lesson (without `grader`) and the profile JSON that it wrote."""

    command: tuple[str, ...]
    profile: dict[str, Any]

    def option(self, name: str) -> str | None:
        """What follows an option of the command, its last time: option("--kernel")."""
        places = [i for i, word in enumerate(self.command) if word == name]
        return self.command[places[-1] + 1] if places else None

    def defined(self, name: str) -> str | None:
        """The value that `--define NAME=value` gives."""
        pairs = (self.command[i + 1].partition("=") for i, word in enumerate(self.command) if word == "--define")
        return next((value for key, _, value in pairs if key == name), None)

    def cost(self, space: str, operation: str, line: str = "") -> tuple[int, int, int]:
        """Requests, wavefronts or sectors, and excess of all accesses of a kind, in source lines that hold `line`."""
        rows = [
            row for row in self.profile["lines"]
            if (row["space"], row["operation"]) == (space, operation) and line in (row["source"] or "")
        ]  # fmt: skip
        assert rows, (self.command, space, operation, line)
        assert all(row["exact"] for row in rows), self.command
        what = "wavefronts" if space == "shared" else "sectors"
        return sum(r["requests"] for r in rows), sum(r[what] for r in rows), sum(r["excess"] for r in rows)


@cache
def profiled(module: str, language: str = "en") -> tuple[Profiled, ...]:
    """Every profile command of a module's lesson, in order. module: the name of its folder."""
    text = lesson_of(module, language)
    with TemporaryDirectory() as folder:
        for match in _SAVED.finditer(text):
            (Path(folder) / match["name"]).write_text(match["code"], encoding="utf-8")
        return tuple(_run(tuple(shlex.split(command)), folder) for command in _COMMAND.findall(text))


def run_profile(source: str, options: tuple[str, ...]) -> Profiled:
    """A source of the tests' own through `grader profile`; options: everything after the file."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "kernel.cu").write_text(source, encoding="utf-8")
        return _run(("profile", "kernel.cu", *options), folder)


def _run(command: tuple[str, ...], folder: str) -> Profiled:
    done = subprocess.run(
        [sys.executable, "-m", "grader", *command, "--json", "-"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return Profiled(command, json.loads(done.stdout))
