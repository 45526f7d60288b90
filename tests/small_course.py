"""Copies of the course without its tiny steps, for tests that are about something else than how many there are."""

from __future__ import annotations

import re
from pathlib import Path


def without_tiny_steps(root: Path) -> None:
    """Remove the tiny exercises of a copied course: their files, and their lines in course.yaml."""
    marked = re.compile(r"^tiny: true$", re.M)
    tiny = [path for path in root.glob("exercises/*/*.yaml") if marked.search(path.read_text("utf-8"))]
    for path in tiny:
        for folder in ("exercises", "solutions"):
            for part in (root / folder / path.parent.name).glob(f"{path.stem}.*"):
                part.unlink()
    listed = root / "course.yaml"
    if listed.is_file():
        names = {path.stem for path in tiny}
        lines = listed.read_text("utf-8").splitlines(keepends=True)
        listed.write_text("".join(line for line in lines if line.strip().removeprefix("- ") not in names), "utf-8")
