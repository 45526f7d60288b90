"""No text of a student can become markup: a page has the same elements and attributes whatever it says."""

from __future__ import annotations

import re
import tempfile
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.classroom.report.gather import gather
from grader.classroom.report.writing import write_pages
from tests.classroom.report.made_up import ONE, Said, class_saying
from tests.report.html.hostile import HOSTILE, shape
from tests.tiers import examples

pytestmark = pytest.mark.share(3, guard="classes")


def pages(said: Said, lang: str = "en", known: Sequence[int] | None = None) -> dict[str, str]:
    """The pages of a class in which students said that, by name. known: None if kernels are not compared."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pages(gather(class_saying(folder, said, known)), folder / "report", lang)
        written = sorted((folder / "report").rglob("*.html"))
        return {path.name: path.read_bytes().decode("utf-8") for path in written}


def same_length(text: str) -> Said:
    """Says an x for every character that `text` has."""
    return lambda place: "x" * len(text + place)


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_hostile_text_stays_text(text: str, lang: str) -> None:
    hostile = pages(lambda place: text + place, lang)
    harmless = pages(same_length(text), lang)
    assert hostile.keys() == harmless.keys() == {"class.html", "s0.html", "s1.html", "s2.html"}
    for name, page in hostile.items():
        assert shape(page) == shape(harmless[name])


# No line ends, which make more lines of a kernel; and an ending that no trimming takes away.
@pytest.mark.slow
@examples(20)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\n\r\t")))
def test_any_text_stays_text(text: str) -> None:
    ours = pages(lambda place: f"x{text}x{place}")
    harmless = pages(same_length(f"x{text}x"))
    for name, page in ours.items():
        assert shape(page) == shape(harmless[name])


@pytest.mark.parametrize("text", HOSTILE)
def test_kernels_side_by_side_stay_text(text: str) -> None:
    hostile = pages(lambda place: text + place, known=())["class.html"]
    harmless = pages(str, known=())["class.html"]
    assert "<mark>" in hostile and "<mark>" in harmless
    assert {(tag, own) for tag, own in shape(hostile) if tag != "td"} <= set(shape(harmless))


def test_half_a_character_in_a_damaged_result_is_shown_as_such(tmp_path: Path) -> None:
    class_saying(tmp_path, str)
    path = tmp_path / "results" / "s0" / f"{ONE}.json"
    path.write_text(path.read_text("utf-8").replace('"wrong"', r'"\ud800wrong"'), "utf-8")
    write_pages(gather(tmp_path), tmp_path / "report", "en")
    assert "[U+D800]wrong" in (tmp_path / "report" / "students" / "s0.html").read_text("utf-8")


def test_hostile_text_is_shown_and_not_swallowed() -> None:
    page = pages(lambda place: f"<b>{place}</b>\u202e")["s0.html"]
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    words = "".join(tree.itertext())
    for place in ("name 0", "section", "wrong", "note", "answer", "why", "path", "//"):
        assert re.search(rf"<b>[^<]*{place}", words), place
    assert "[U+202E]" in words


@pytest.mark.parametrize("text", HOSTILE)
def test_no_invisible_or_turning_character_reaches_a_page(text: str) -> None:
    for page in pages(lambda place: text + place).values():
        unseen = {c for c in page if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
        assert unseen <= {"\n"}


@pytest.mark.slow
def test_a_megabyte_on_one_line_makes_no_megabyte_of_page() -> None:
    for name, page in pages(lambda place: place + "<" * (1 << 20)).items():
        assert len(page) < 1 << 19, name


def test_a_kernel_of_a_million_lines_is_cut() -> None:
    def said(place: str) -> str:
        return place + "\n" * 100_000 if place == "// " else place

    page = pages(said)["s0.html"]
    assert len(page) < 1 << 19 and "more lines" in page


def test_only_our_own_script_may_run_and_nothing_is_fetched() -> None:
    for name, page in pages(str).items():
        found = shape(page)
        policy = next(dict(a)["content"] for tag, a in found if ("http-equiv", "Content-Security-Policy") in a)
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert ("script-src 'none'" in policy) == (name != "class.html")
        attributes = {key for _, own in found for key, _ in own}
        assert not attributes & {"style", "src", "srcset", "action", "onclick", "onload", "xlink:href"}
        assert {tag for tag, _ in found}.isdisjoint({"link", "img", "iframe", "object", "form"})
        links = {dict(own)["href"] for tag, own in found if tag == "a"}
        assert all(link.startswith(("#", "students/")) for link in links)
