"""Writes the transcripts in the READMEs: runs the command that each shows and puts what it printed below it.

    .venv/bin/python docs/transcripts.py            rewrite README.md and README.ko.md
    .venv/bin/python docs/transcripts.py --check    exit status 1 if they are out of date
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "README.ko.md")
COURSE = ("course.yaml", "exercises", "solutions", "modules", "tests/submissions")
_TRANSCRIPT = re.compile(r"```\n\$ (?P<command>\.venv/bin/grader [^\n]+)\n(?P<shown>.*?)```", re.S)
_LINES = 27  # as much as a first screen holds


def fresh_course(folder: Path) -> Path:
    """A copy of the course in an empty folder, which nobody used yet."""
    for part in COURSE:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, folder / part)
    return folder


def run(command: str) -> str:
    """The first lines of what a command prints on a terminal of 100 columns, in a course that nobody used yet."""
    arguments = command.split()[1:]
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "WARPLINGS_LANG": "en"}
    with tempfile.TemporaryDirectory() as folder:
        course = fresh_course(Path(folder))
        done = subprocess.run(
            [sys.executable, "-m", "grader", *arguments], cwd=course, env=environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    return "\n".join(lines[:_LINES]).rstrip() + "\n"


def renewed(text: str) -> str:
    """A README with fresh transcripts."""
    return _TRANSCRIPT.sub(lambda m: f"```\n$ {m['command']}\n{run(m['command'])}```", text)


def main() -> int:
    """Rewrite or check the READMEs."""
    check, stale = "--check" in sys.argv, []
    for name in READMES:
        path = ROOT / name
        old = path.read_text(encoding="utf-8")
        new = renewed(old)
        if new != old:
            stale.append(name)
            if not check:
                path.write_text(new, encoding="utf-8")
    if stale:
        print("out of date:" if check else "rewritten:", ", ".join(stale))
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
