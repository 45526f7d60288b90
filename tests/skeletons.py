"""The skeletons of a course as its solutions give them."""

from __future__ import annotations

from pathlib import Path

from grader.course.skeleton import render_skeleton


def skeletons(root: Path) -> dict[Path, str]:
    """The text of every skeleton, by its path. root: of a course."""
    solutions = root / "solutions"
    return {
        root / "exercises" / path.relative_to(solutions): render_skeleton(path.read_text("utf-8-sig"), path)
        for path in solutions.glob("*/*.cu")
    }


def write_skeletons(root: Path) -> None:
    """Bring the exercises of a course in line with its solutions."""
    for path, text in skeletons(root).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
