"""A student edition of a course of two modules, made once for each module of tests."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.course.catalog import Course, open_course
from grader.grading.opening import problem_cases
from grader.release.edition import Plan, make_edition
from tests.small_course import without_tiny_steps

REPOSITORY = Path(__file__).resolve().parents[2]
MODULES = ("00_first_kernel", "06_shared_memory_tiling")
KEY = b"a key of the course"


def copy_of_course(root: Path) -> Course:
    """The modules of MODULES, with all that belongs to them."""
    head, *modules = re.split(r"^(?=  - name: )", (REPOSITORY / "course.yaml").read_text("utf-8"), flags=re.M)
    root.mkdir(parents=True)
    (root / "course.yaml").write_text(head + "".join(m for m in modules if any(name in m for name in MODULES)), "utf-8")
    for kind in ("exercises", "solutions", "modules"):
        for module in MODULES:
            shutil.copytree(REPOSITORY / kind / module, root / kind / module, ignore=shutil.ignore_patterns("*.bak*"))
    without_tiny_steps(root)
    shutil.copytree(REPOSITORY / "docs", root / "docs", ignore=shutil.ignore_patterns("*.py", "__pycache__", "*.png"))
    for name in ("LICENSE", "LICENSE-lessons.md"):
        shutil.copy(REPOSITORY / name, root)
    return open_course(root, problem_cases())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The edition as it was made; nobody changes it."""
    folder = tmp_path_factory.mktemp("release")
    edition = folder / "edition"
    edition.mkdir()
    make_edition(Plan(copy_of_course(folder / "course"), KEY, (2, 2)), edition)
    return edition


@pytest.fixture
def edition(made: Path, tmp_path: Path) -> Path:
    """A student's copy of the edition."""
    return shutil.copytree(made, tmp_path / "mine")


def student(edition: Path, *arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """A command of the edition's own grader, as a student runs it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("WARPLINGS")}
    return subprocess.run(
        [sys.executable, "-m", "grader", *arguments], cwd=edition, capture_output=True, text=True, encoding="utf-8",
        timeout=60, input=stdin, env={**environment, "PYTHONPATH": str(edition), "LANG": "C.UTF-8", "COLUMNS": "100"},
    )  # fmt: skip
