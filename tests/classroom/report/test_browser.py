"""The page of a class in a browser: its own script runs, and no other; tables sort, sections are chosen."""

from __future__ import annotations

import json
import re
import subprocess
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.report.gather import gather
from grader.classroom.report.writing import write_pages
from grader.classroom.results import Result, State
from grader.classroom.roster import Student
from tests.chromium import BROWSER
from tests.classroom.report.made_up import ONE, check, class_saying, report, write_class

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")]


def dom(page: Path) -> str:
    """The page as it is after its scripts have run."""
    command = [str(BROWSER), "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000",
               f"--user-data-dir={page.parent / 'browser'}", "--dump-dom", page.as_uri()]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=True).stdout


def without_policy(page: Path) -> str:
    """The page, but it allows any script."""
    return re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text("utf-8"))


def asked(page: Path, script: str) -> Any:
    """What a script finds on the page, which for that allows any script. script: the body of a function."""
    text = without_policy(page)
    probe = f"<script>document.body.dataset.found = JSON.stringify((() => {{ {script} }})())</script></body>"
    own = page.with_name("asked.html")
    own.write_text(text.replace("</body>", probe), "utf-8")
    found = re.search(r'data-found="([^"]*)"', dom(own))
    assert found is not None
    return json.loads(unescape(found[1]))


@pytest.fixture
def page(tmp_path: Path) -> Path:
    students = [Student(id=name, section=section) for name, section in (("cy", "A"), ("ada", "B"), ("bo", "A"))]
    results = {}
    for student, points in zip(students, (10, 9, 85), strict=True):
        one = check("correctness", "pass" if points == 85 else "fail", points, 85)
        results[student.id, ONE] = Result(student.id, ONE, State.GRADED, "", report(ONE, [one]))
    write_class(tmp_path, students, results, {(student.id, ONE): "kernel" for student in students})
    write_pages(gather(tmp_path), tmp_path / "report", "en")
    return tmp_path / "report" / "class.html"


ROWS = "[...document.querySelectorAll('#students ~ .scroll tbody tr')]"
NAMES = f"{ROWS}.filter((row) => !row.hidden).map((row) => row.cells[0].textContent)"
HEADS = "document.querySelectorAll('#students ~ .scroll thead button')"


def test_our_own_script_runs_under_our_own_policy(page: Path) -> None:
    assert "<button" not in page.read_text("utf-8")
    assert "<button" in dom(page)


def test_no_other_script_runs(page: Path) -> None:
    probe = "<script>document.body.dataset.found = 'broken'</script><b onclick=x() id=z></b></body>"
    page.write_text(page.read_text("utf-8").replace("</body>", probe), "utf-8")
    assert "data-found" not in dom(page)


def test_a_table_sorts_by_text_and_by_number_both_ways(page: Path) -> None:
    assert asked(page, f"return {NAMES}") == ["cy", "ada", "bo"]
    assert asked(page, f"{HEADS}[0].click(); return {NAMES}") == ["ada", "bo", "cy"]
    assert asked(page, f"{HEADS}[0].click(); {HEADS}[0].click(); return {NAMES}") == ["cy", "bo", "ada"]
    assert asked(page, f"{HEADS}[3].click(); return {NAMES}") == ["bo", "cy", "ada"], "numbers: the largest first"
    assert asked(page, f"{HEADS}[3].click(); {HEADS}[3].click(); return {NAMES}") == ["ada", "cy", "bo"]
    sorted_by = f"{HEADS}[3].click(); return [...document.querySelectorAll('[aria-sort]')].map((h) => h.textContent)"
    assert asked(page, sorted_by) == ["points"]


def test_a_section_shows_its_own_rows_and_figures(page: Path) -> None:
    choose = "const s = document.getElementById('section'); s.value = '2'; s.dispatchEvent(new Event('change'));"
    assert asked(page, f"{choose} return {NAMES}") == ["ada"]
    shown = "return [...document.querySelectorAll('.figures')].filter((f) => !f.hidden).map((f) => f.dataset.section)"
    assert asked(page, shown) == ["0", "0", "0"]
    assert asked(page, f"{choose} {shown}") == ["2", "2", "2"]
    assert asked(page, "return document.getElementById('section').closest('p').hidden") is False


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["class.html", "students/cy.html"])
def test_nothing_is_wider_than_the_window(page: Path, name: str, width: int) -> None:
    # In a frame, because a window of Chromium is never as narrow as a phone.
    inside = escape(without_policy(page.parent / name))
    script = (
        "onload = () => { const e = document.querySelector('iframe').contentDocument.documentElement;"
        "document.body.dataset.found = JSON.stringify([e.clientWidth, e.scrollWidth]) }"
    )
    frame = page.parent / "frame.html"
    frame.write_text(f'<body><iframe width="{width}" height="800" frameborder="0" srcdoc="{inside}"></iframe>'
                     f"<script>{script}</script></body>", "utf-8")  # fmt: skip
    found = re.search(r'data-found="([^"]*)"', dom(frame))
    assert found is not None
    inner, needed = json.loads(unescape(found[1]))
    assert width - 20 <= inner and needed <= inner


def test_hostile_names_run_nothing_even_without_a_policy(tmp_path: Path) -> None:
    hostile = """</script><img src=x onerror="document.body.dataset.found=1"><script>document.body.dataset.found=1"""
    write_pages(gather(class_saying(tmp_path, lambda place: hostile + place, known=())), tmp_path / "report", "en")
    for name in ("class.html", "students/s0.html"):
        own = tmp_path / "report" / "own.html"
        own.write_text(without_policy(tmp_path / "report" / name), "utf-8")
        assert "data-found" not in dom(own)
