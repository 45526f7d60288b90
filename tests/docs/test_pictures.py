"""Pictures in READMEs and documents show what is so today."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.listing import display_width

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "README.ko.md", *sorted((ROOT / "docs").glob("*.md"))]


def ran(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "docs" / script), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_what_the_pictures_were_made_of_is_what_the_grader_makes_now() -> None:
    done = ran("pictures.py", "--check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_still_figures_of_the_lab_are_those_of_its_data(tmp_path: Path) -> None:
    done = ran("figures/draw_lab.py", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    drawn = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text("utf-8") for path in (ROOT / "docs/figures").glob("lab_*.svg")}
    assert len(drawn) == 10 and drawn == kept


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_picture_and_every_linked_file_of_a_document_is_there(path: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.S | re.M)
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", prose) if "://" not in link]
    assert not [link for link in links if link and not (path.parent / link).exists()]


@pytest.mark.parametrize("name", ["ci", "emulator", "gpu", "gradebook", "instructor", "lab", "nbgrader", "quizzes"])
def test_a_document_has_the_same_sections_tables_and_code_in_both_languages(name: str) -> None:
    texts = [(ROOT / "docs" / f"{name}{suffix}.md").read_text("utf-8") for suffix in ("", ".ko")]
    english, korean = (
        [
            [line.split(" ")[0] for line in re.findall(r"^#+ .*", prose, flags=re.M)],
            re.findall(r"^\|[ :|-]+\|$", prose, flags=re.M),
            [code.split("\n")[0] for code in re.findall(r"^```.*?^```$", text, flags=re.S | re.M)],
            len(re.findall(r"^\| ", prose, flags=re.M)),
        ]
        for text in texts
        for prose in [re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)]
    )
    assert english[0] == korean[0] and len(english[1]) == len(korean[1])
    assert english[2:] == korean[2:]


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "figures").glob("ladder.*.svg")), ids=lambda path: path.name)
def test_no_name_of_the_ladder_begins_left_of_the_picture(path: Path) -> None:
    text = path.read_text("utf-8")
    names = re.findall(r'<text x="([\d.]+)"[^>]*font-size="([\d.]+)px" text-anchor="end">([^<]+)</text>', text)
    assert names
    for right, size, name in names:
        assert float(right) >= 0.6 * float(size) * display_width(name), name
