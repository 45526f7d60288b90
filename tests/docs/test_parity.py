"""The two languages stay together: a change of one without the other is noticed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
MODULE = "06_shared_memory_tiling"


def parity(root: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, root / "docs" / "parity.py", *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of one module and what is recorded of it."""
    shutil.copytree(ROOT / "modules" / MODULE, tmp_path / "modules" / MODULE)
    shutil.copytree(ROOT / "exercises" / MODULE, tmp_path / "exercises" / MODULE)
    (tmp_path / "docs").mkdir()
    for name in ("docs/ci.md", "docs/ci.ko.md", "README.md", "README.ko.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "docs" / "parity.py", tmp_path / "docs")
    assert parity(tmp_path)[0] == 0
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def lesson(course: Path, language: str) -> Path:
    return course / "modules" / MODULE / f"lesson.{language}.md"


@pytest.mark.slow
def test_the_course_is_recorded_as_it_is() -> None:
    assert parity(ROOT, "--check") == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "place", "words"),
    [
        (f"modules/{MODULE}/lesson.en.md", "Answer from memory", "lesson#retrieval", "in en and not in ko"),
        (f"modules/{MODULE}/lesson.ko.md", "체크포인트", "lesson#top", "in ko and not in en"),
        (f"modules/{MODULE}/quiz.yaml", "What is the term for this", "quiz#term", "in en and not in ko"),
        (f"modules/{MODULE}/quiz.yaml", "차례를 기다립니다", "quiz#term", "in ko and not in en"),
        (f"exercises/{MODULE}/sgemm_tiled.yaml", "One block owns", "sgemm_tiled", "in en and not in ko"),
    ],
)
def test_a_change_of_one_language_is_told_and_not_recorded(
    course: Path, file: str, old: str, place: str, words: str
) -> None:
    change(course / file, old, old + " indeed")
    expected = f"{MODULE}/{place}: changed {words}\n"
    assert parity(course, "--check") == (1, expected)
    assert parity(course) == (1, expected)
    assert parity(course, "--check") == (1, expected)


def test_a_change_of_both_is_recorded(course: Path) -> None:
    change(lesson(course, "en"), "Level 2 of the SGEMM ladder", "Level two of the SGEMM ladder")
    change(lesson(course, "ko"), "체크포인트", "체크 포인트")
    status, told = parity(course, "--check")
    assert (status, "lesson#top: not recorded" in told) == (1, True)
    assert parity(course) == (0, "")
    assert parity(course, "--check") == (0, "")


@pytest.mark.slow
def test_a_waiver_is_kept_until_both_languages_change(course: Path) -> None:
    place = f"{MODULE}/lesson#retrieval"
    assert parity(course, "--waive", place, "--reason", "nothing changed")[0] == 2
    change(lesson(course, "en"), "Answer from memory", "From memory, answer")
    assert parity(course, "--waive", place)[0] == 2
    assert parity(course, "--waive", place, "--reason", "style of the English sentence") == (0, "")
    assert parity(course, "--check") == (0, "")
    kept = yaml.safe_load((course / "docs" / "parity_waivers.yaml").read_text("utf-8"))
    assert list(kept) == [place]
    assert (kept[place]["language"], kept[place]["reason"]) == ("en", "style of the English sentence")
    change(lesson(course, "en"), "From memory, answer", "Answer from memory")
    change(lesson(course, "ko"), 'id="retrieval"></a>\n', 'id="retrieval"></a>\n\n덧붙인 문장.\n')
    assert parity(course) == (0, "")
    assert yaml.safe_load((course / "docs" / "parity_waivers.yaml").read_text("utf-8")) is None


def test_a_new_measurement_changes_nothing(course: Path) -> None:
    change(lesson(course, "en"), "<!--= ms('tiled_32', 4096) -->", "<!--= ms('tiled_32', 4096) -->9")
    clock = course / "modules" / MODULE / "deeper" / "clock.ko.md"
    change(clock, "<!-- table: sgemm_sizes -->\n", "<!-- table: sgemm_sizes -->\n| 1 |\n")
    assert parity(course, "--check") == (0, "")


def test_a_section_that_only_one_language_has_is_told(course: Path) -> None:
    change(lesson(course, "en"), '<a id="why"></a>', '<a id="extra"></a>\n## Extra\n\n<a id="why"></a>')
    assert parity(course, "--check") == (1, f"{MODULE}/lesson#extra: changed in en and not in ko\n")
    assert parity(course)[0] == 1


@pytest.mark.parametrize(("document", "place"), [("docs/ci.ko.md", "docs/ci"), ("README.ko.md", "README")])
def test_a_document_is_held_to_its_twin_heading_by_heading(course: Path, document: str, place: str) -> None:
    path = course / document
    head, *rest = path.read_text("utf-8").split("\n## ")
    path.write_text("\n## ".join([head, rest[0], rest[1] + "\nmore\n", *rest[2:]]), "utf-8")
    assert parity(course, "--check") == (1, f"{place}#2: changed in ko and not in en\n")
    path.write_text("\n## ".join([head, *rest, "more\n"]), "utf-8")
    assert parity(course, "--check") == (1, f"{place}#{len(rest) + 1}: changed in ko and not in en\n")
