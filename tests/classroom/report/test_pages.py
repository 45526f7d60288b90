"""What stands on the pages, and what does not."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

import html5lib
import pytest

import grader.classroom.report
from grader.classroom.report.gather import gather
from grader.classroom.report.writing import write_pages
from grader.classroom.results import Result, State
from grader.classroom.roster import Student
from grader.texts import LANGUAGES, messages
from tests.classroom.report.made_up import KERNEL, ONE, attempt, check, class_saying, report, write_class

SVG = "{http://www.w3.org/2000/svg}"
PACKAGE = Path(grader.classroom.report.__file__).parent


def tree(folder: Path, page: str) -> Element:
    found: Element = html5lib.parse((folder / page).read_text("utf-8"), namespaceHTMLElements=False)
    return found


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def rows_of(element: Element, heading: str) -> list[list[str]]:
    """The cells of the table whose first heading this is."""
    for table in element.iter("table"):
        heads = [words(cell) for cell in table.iter("th") if cell.get("scope") == "col"]
        if heads[:1] == [heading]:
            body = table.find("tbody")
            assert body is not None
            return [[words(cell) for cell in row] for row in body]
    raise AssertionError(heading)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Mina's kernel is wrong; Omar's is Mina's in disguise; Ada handed in nothing."""
    students = [Student(id="mina", name="Kim, Mina", section="A"), Student(id="omar", section="B"),
                Student(id="김&#'다", name="다 & <i>", section="A")]  # fmt: skip
    checks = [
        check("compiles", "pass", None, 0),
        check("correctness", "fail", 0, 85, "Element 7 is wrong.", measured=3, target=4,
              lines=[{"line": 4, "message": "here"}, {"line": 4, "message": "here"}]),
        check("speed", "not_run", None, 15, "No GPU."),
    ]  # fmt: skip
    disguised = KERNEL.replace("first", "start").replace("// a kernel", "// mine")
    sources = {("mina", ONE): KERNEL, ("omar", ONE): disguised}
    results = {(name, ONE): Result(name, ONE, State.GRADED, "", report(ONE, checks)) for name in ("mina", "omar")}
    quizzes = {"mina": [attempt(1, [1, 0.5], {"item_0": "the right one", "item_1": "a mistake"})]}
    write_class(tmp_path, students, results, sources, quizzes)
    write_pages(gather(tmp_path), tmp_path / "report", "en")
    return tmp_path / "report"


def test_a_student_reads_what_was_wrong_where_and_what_to_read(written: Path) -> None:
    page = tree(written, "students/mina.html")
    text = words(page)
    assert "Kim, Mina" in text and "0 of 170 points" in text
    assert "Element 7 is wrong." in text and 'section "Edges" in modules/01_one/lesson.en.md' in text
    assert "Every case gives the right result" in text, "the sentence of the check"
    assert ["correctness", "fail", "3", "4", "0 / 85"] in rows_of(page, "check")
    noted = [row for row in page.iter("tr") if row.get("class") == "noted"]
    assert [words(row) for row in noted] == ["4 int first = blockIdx.x * 7 + threadIdx.x % 32;"]
    assert text.count("correctness here") == 1, "a note that is there twice is told once"


def test_a_student_reads_what_is_locked_and_what_opens_it(written: Path) -> None:
    text = words(tree(written, "students/mina.html"))
    assert "Wanted: 1.6 of the 2 points of its quiz. Your best attempt: 1.5. Still to be done: 01_one/add." in text
    assert "Closed until then: 02 Two." in text
    assert "Your best attempt" not in words(tree(written, "students/omar.html"))


def test_a_student_reads_their_quiz_and_no_right_answer(written: Path) -> None:
    page = tree(written, "students/mina.html")
    right, partly = ["item_0", "right", "1 / 1", ""], ["item_1", "not right", "0.5 / 1", "a mistake"]
    assert rows_of(page, "question") == [right, partly]
    assert "the right one" not in words(page)


def test_a_student_reads_nothing_of_others(written: Path) -> None:
    others = {"mina.html": ["omar", "다", "start"], "omar.html": ["mina", "Mina", "다", "int first", "a mistake"],
              "김&#'다.html": ["mina", "Mina", "omar", "blockIdx", "Element"]}  # fmt: skip
    assert {path.name for path in (written / "students").iterdir()} == set(others)
    for name, unwanted in others.items():
        page = (written / "students" / name).read_text("utf-8")
        body = re.sub(r"<style>.*?</style>", "", page, flags=re.S)
        assert not [word for word in unwanted if re.search(rf"\b{word}\b", body)], name
        for said in ("Near-identical", "class.html", "distribution", "mean"):
            assert said not in body


def test_a_page_of_a_student_does_not_change_with_the_others(written: Path, tmp_path: Path) -> None:
    before = (written / "students" / "mina.html").read_bytes()
    for path in (tmp_path / "results" / "omar").rglob("*.json"):
        path.unlink()
    write_pages(gather(tmp_path), written, "en")
    assert (written / "students" / "mina.html").read_bytes() == before


def test_the_instructor_reads_who_is_alike_side_by_side(written: Path) -> None:
    page = tree(written, "class.html")
    pair = next(each for each in page.iter("details") if "pair" in (each.get("class") or ""))
    assert "Kim, Mina mina – omar, 100 %" in words(pair)
    marked = ["".join(mark.itertext()) for mark in pair.iter("mark")]
    assert any("int first = blockIdx.x" in text for text in marked)
    assert any("int start = blockIdx.x" in text for text in marked)


def test_every_student_has_a_line_and_a_page(written: Path) -> None:
    page = tree(written, "class.html")
    assert [row[:3] for row in rows_of(page, "name")] == [
        ["Kim, Mina", "mina", "A"], ["omar", "omar", "B"], ["다 & <i>", "김&#'다", "A"]]  # fmt: skip
    links = [unquote(link.get("href", "")) for link in page.iter("a") if link.get("href", "").startswith("students/")]
    assert links == [f"students/{name}.html" for name in ("mina", "omar", "김&#'다")]
    assert all((written / link).is_file() for link in links)


def test_every_picture_has_its_numbers_in_a_table_below(written: Path) -> None:
    page = tree(written, "class.html")
    parents = {child: parent for parent in page.iter() for child in parent}
    figures = list(page.iter("figure"))
    assert len(figures) > 5
    for figure in figures:
        beside = list(parents[figure])
        table = beside[beside.index(figure) + 1].find("table")
        assert table is not None
        shown = [int(words(text)) for text in figure.iter(f"{SVG}text") if text.get("class") == "count"]
        assert shown == [number for number in map(int, (words(cell) for cell in table.iter("td"))) if number]


def test_figures_are_there_for_each_section(written: Path) -> None:
    page = tree(written, "class.html")
    own = {each.get("data-section"): each for each in page.iter("section") if each.get("class") == "figures"}
    assert own.keys() == {"0", "1", "2"}
    counts = {place: next(words(dd) for dd in each.iter("dd")) for place, each in own.items()}
    assert counts == {"0": "3", "1": "2", "2": "1"}
    assert [place for place, each in own.items() if each.get("hidden") is None] == ["0"]
    options = [words(option) for option in page.iter("option")]
    assert options == ["everybody (3)", "A (2)", "B (1)"]


def test_more_sections_than_anybody_has_make_no_endless_page(tmp_path: Path) -> None:
    students = [Student(id=f"s{place}", section=f"section {place}") for place in range(60)]
    write_class(tmp_path, students, {}, {})
    write_pages(gather(tmp_path), tmp_path / "report", "en")
    page = tree(tmp_path / "report", "class.html")
    own = [each for each in page.iter("section") if each.get("class") == "figures"]
    assert len(own) == 1 + 20 and len(list(page.iter("option"))) == 1 + 60


def test_an_empty_class_has_a_report(tmp_path: Path) -> None:
    write_class(tmp_path, [], {}, {})
    assert write_pages(gather(tmp_path), tmp_path / "report", "ko").students == 0


def test_without_notes_kernels_are_not_compared_and_that_is_told(tmp_path: Path) -> None:
    written = write_pages(gather(class_saying(tmp_path, str)), tmp_path / "report", "en")
    assert written.matches is None
    assert "Kernels were not compared" in words(tree(tmp_path / "report", "class.html"))


def test_the_same_results_make_the_same_pages(tmp_path: Path) -> None:
    data = gather(class_saying(tmp_path, str, known=()))
    for name in ("one", "two"):
        write_pages(data, tmp_path / name, "en")
    for path in (tmp_path / "one").rglob("*.html"):
        assert path.read_bytes() == (tmp_path / "two" / path.relative_to(tmp_path / "one")).read_bytes()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_language_is_said_and_spoken(tmp_path: Path, lang: str) -> None:
    write_pages(gather(class_saying(tmp_path, str)), tmp_path / "report", lang)
    for page in ("class.html", "students/s0.html"):
        found = tree(tmp_path / "report", page)
        assert found.get("lang") == lang and ("제출" in words(found)) == (lang == "ko")


def used_keys() -> set[str]:
    """Keys that templates and code name, those that end in a state or a status with everything that may stand there."""
    keys: set[str] = set()
    for path in PACKAGE.rglob("*.j2"):
        text = path.read_text("utf-8")
        keys |= set(re.findall(r'\bt\("(\w+)"(?! ~)', text))
        for named in re.findall(r"for key in \(([^)]*)\)", text):
            keys |= set(re.findall(r'"(\w+)"', named))
        for start in re.findall(r't\("(\w+_)" ~', text):
            keys |= {key.partition(".")[2] for key in messages("class_report", "en") if f".{start}" in key}
        keys |= {key for pair in re.findall(r't\("(\w+)" if [^)]*? else "(\w+)"\)', text) for key in pair}
    for path in [*PACKAGE.rglob("*.py"), *(PACKAGE.parents[1] / "cli").rglob("*.py")]:
        keys |= set(re.findall(r'"class_report\.(\w+)"', path.read_text("utf-8")))
    return keys


def test_every_word_that_pages_need_is_there_and_none_is_left_over() -> None:
    there = {key.partition(".")[2] for key in messages("class_report", "en")}
    assert used_keys() - there == set()
    assert there - used_keys() == set()


@pytest.mark.parametrize(
    "key",
    [*(f"state_{state}" for state in State), *(f"status_{s}" for s in ("pass", "fail", "not_run", "inconclusive")),
     *(f"item_{s}" for s in ("pass", "fail", "unanswered", "invalid")),
     *(f"trouble_{k}" for k in ("error", "refused", "time_out", "attempt_refused", "unread", "stale"))],
)  # fmt: skip
def test_there_is_a_word_for_every_state(key: str) -> None:
    assert f"class_report.{key}" in messages("class_report", "en")
