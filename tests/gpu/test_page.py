"""The page of a kernel that was timed on this GPU: table, roofline, the student's own ladder, the starter."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import html5lib
import pytest

ROOT = Path(__file__).resolve().parents[2]
NAIVE, COALESCED = "04_sgemm_naive/sgemm_naive", "05_memory_coalescing/sgemm_coalesced"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course in which two steps of the ladder are solved."""
    home = tmp_path_factory.mktemp("course")
    for name in ("exercises", "solutions", "modules"):
        shutil.copytree(ROOT / name, home / name)
    shutil.copy(ROOT / "course.yaml", home)
    for exercise in (NAIVE, COALESCED):
        shutil.copy(home / "solutions" / f"{exercise}.cu", home / "exercises" / f"{exercise}.cu")
    return home


def page(course: Path, exercise: str, *arguments: str) -> tuple[str, Any]:
    """The page of the student's own file, and its data."""
    out = course / "page.html"
    command = [sys.executable, "-m", "grader", "report", exercise, "--out", out, "--no-open", *arguments]
    done = subprocess.run(command, cwd=course, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    text = out.read_text("utf-8")
    html5lib.HTMLParser(strict=True).parse(text)
    return text, json.loads(re.findall(r'id="data">(.*?)</script>', text, re.S)[0])


@pytest.mark.parametrize("backend", ["auto", "cuda"])
def test_the_page_has_table_roofline_ladder_and_starter(course: Path, backend: str) -> None:
    page(course, NAIVE, "--backend", backend)
    text, found = page(course, COALESCED, "--backend", backend)
    roles = [mark["role"] for mark in found["speed"]]
    assert roles == ["you", "baseline", "library", "earlier", "earlier"]
    you, solution, library, starter, naive = found["speed"]
    assert 0.9 < you["ms"] / solution["ms"] < 1.1  # they are the same kernel
    assert library["share"] == 100 and starter["share"] < you["share"]
    assert all(0 < mark["of_limit"] <= 100 for mark in found["speed"])
    assert naive["ms"] > library["ms"]
    assert 'id="roofline"' in text and 'id="ladder"' in text and text.count("<svg aria-hidden") == 1
    assert any(line["figures"] for line in found["lines"])
