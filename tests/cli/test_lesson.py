"""`grader lesson`: lessons in the terminal and in the browser, and that every view leads to them."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pexpect
import pytest

from grader.cli.quiz.prose import Prose
from grader.course.lessons import page_anchor, readable, section_of, sections, slug
from grader.listing import display_width
from tests.cli.conftest import MODULE, REPOSITORY, Grader

LESSONS = sorted([*REPOSITORY.glob("modules/*/lesson.*.md"), *REPOSITORY.glob("modules/*/deeper/*.md")])


@pytest.fixture
def lessons(quizzes: Path) -> Path:
    shutil.copytree(REPOSITORY / "modules" / MODULE / "figures", quizzes / "modules" / MODULE / "figures")
    return quizzes


@pytest.mark.parametrize("name", ["two-barriers", "why-two-barriers", "Why two barriers", "TWO-BARRIERS", "why-two"])
def test_a_section_is_found_by_its_mark_and_by_its_heading(lessons: Path, grader: Grader, name: str) -> None:
    done = grader("lesson", f"06#{name}")
    assert done.status == 0 and done.out.split("\n")[0].strip() == "Why two barriers"
    assert "Warps do not run in step" in done.out and "Edge tiles" not in done.out


def test_exercises_korean_and_no_name_lead_to_the_lesson(lessons: Path, grader: Grader) -> None:
    assert grader("lesson", "transpose_tiled#two-barriers").out == grader("lesson", "#two-barriers").out
    assert "배리어가 둘인 이유" in grader("lesson", "06#배리어가-둘인-이유", "--lang", "ko").out


def test_a_section_that_does_not_exist_names_the_nearest(lessons: Path, grader: Grader) -> None:
    done = grader("lesson", "06#two-bariers")
    assert done.status == 2 and done.err.split("\n")[1].strip() == "grader lesson 06#two-barriers"
    assert grader("lesson", "99").status == 2


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: f"{path.parent.name}.{path.name}")
def test_no_lesson_shows_marks_for_machines(path: Path) -> None:
    text = path.read_text("utf-8")
    shown = Prose(readable(text, Path("modules"), "{summary}")).markup
    assert not re.search(r"<!--|-->|</?details|</?summary|<a id|</a>|</?su[bp]>|!\[", shown)
    found = sections(text)
    assert len(found) > (1 if path.parent.name == "deeper" else 5)
    assert all(section_of(text, slug(each.title)) for each in found)


def test_a_link_to_a_document_is_a_path_or_a_command_that_can_be_followed(tmp_path: Path) -> None:
    text = "[the lab](../../docs/lab.md#tile), [all](../../../docs/figures/a.svg), [01](../../01_warps/lesson.en.md)"
    root, folder = Path(), Path("modules/06_tiles")
    shown = "the lab (`docs/lab.md`, `#tile`), all (`docs/figures/a.svg`), 01 (`grader lesson 01`)"
    assert readable(text, folder, None, "06") == shown
    assert "the lab (`../../docs/lab.md`, `#tile`)" in readable(text, root, None, "06")
    assert f"the lab (`{tmp_path}/docs/lab.md`, `#tile`)" in readable(text, tmp_path / folder, None, "06")


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: f"{path.parent.name}.{path.name}")
def test_every_file_that_a_lesson_names_in_the_terminal_exists(path: Path) -> None:
    (folder,) = (each for each in path.parents if each.parent.name == "modules")
    shown = readable(path.read_text("utf-8"), folder, None, folder.name[:2])
    assert not re.search(r"\]\((?!https?:)", shown)
    assert all(Path(name).is_file() for name in re.findall(rf"\(`({REPOSITORY}/[^`]+)`", shown))


def test_powers_and_indices_read_as_what_they_are(lessons: Path, grader: Grader) -> None:
    """2 to the minus 24th is not 2-24, and the store of tile t + 2 is not one of tile t, plus 2."""
    for number, section, signs in (("02", "binary", "2⁻²⁴"), ("08", "one-barrier", "Sₜ₊₂")):
        (folder,) = (REPOSITORY / "modules").glob(f"{number}_*")
        shutil.copytree(folder, lessons / "modules" / MODULE, dirs_exist_ok=True)
        assert signs in grader("lesson", f"06#{section}").out


def test_at_sixty_columns_nothing_is_cut_and_answers_are_folded(
    lessons: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = grader("lesson", "06").out
    assert max(map(display_width, out.split("\n"))) <= 60 and "\x1b" not in out
    assert "--answers shows it" in out and "Half of this module follows" not in out
    assert "figures/" in out and "…\n" not in out
    assert "Half of this module follows" in " ".join(grader("lesson", "06", "--answers").out.split())


def test_the_browser_gets_the_built_page_or_the_student_is_told_how_to_build_it(
    lessons: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = grader("lesson", "06#why-two-barriers", "--browser")
    assert done.status == 2 and "make site" in done.err
    page = lessons / "build" / "site" / "en" / "modules" / MODULE / "lesson.html"
    page.parent.mkdir(parents=True)
    page.write_text("<h1>", "utf-8")
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    assert grader("lesson", "06#why-two-barriers", "--browser").status == 0
    assert opened == [f"{page.as_uri()}#two-barriers"]
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    done = grader("lesson", "06", "--browser")
    assert done.status == 0 and str(page) in done.err


@pytest.mark.parametrize(("term", "pager", "paged"), [("xterm", "cat", True), ("dumb", "false", False)])
def test_a_terminal_that_cannot_scroll_gets_the_text_as_it_is(
    lessons: Path, term: str, pager: str, paged: bool
) -> None:
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY), "TERM": term, "PAGER": f"sh -c 'echo PAGED; exec {pager}'"}
    command = f"{sys.executable} -m grader lesson {MODULE}#two-barriers"
    out = str(pexpect.run(command, cwd=lessons, env=env, encoding="utf-8"))
    assert ("PAGED" in out) is paged and "Warps do not run in step" in out


@pytest.mark.slow
def test_every_view_leads_to_the_section(lessons: Path, grader: Grader) -> None:
    out = grader("check", "06/sgemm_tiled").out
    command = re.search(r"grader (lesson 06#\S+)", out)
    assert command and grader(*command[1].split()).status == 0
    assert "grader lesson 06" in grader().out
    assert grader("report", "06/sgemm_tiled", "--no-open", "--out", "pages/page.html").status == 0
    page = Path("pages/page.html").read_text("utf-8")
    links = re.findall(r'<p class="read"><span lang="en"><a href="([^"#]+)#([\w-]+)"', page)
    assert links and all((Path("pages") / link).is_file() for link, _ in links)
    text = (lessons / "modules" / MODULE / "lesson.en.md").read_text("utf-8")
    assert all(page_anchor(text, anchor) == anchor for _, anchor in links)
