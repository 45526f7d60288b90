"""The kernels under tests/submissions as whole files: most are kept as what differs from their solution."""

from __future__ import annotations

from pathlib import Path

from grader.course.composed import kernel_at

ROOT = Path(__file__).resolve().parents[1]


def wrong_text(module: str, exercise: str, name: str) -> str:
    """The wrong kernel of that name."""
    folder = ROOT / "tests" / "submissions" / module / exercise / "wrong"
    return kernel_at(folder / f"{name}.cu", ROOT / "solutions" / module / f"{exercise}.cu")
