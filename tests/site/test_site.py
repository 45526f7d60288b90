"""The site as it is published: every page in both languages, every link, figure and answer; figures that do not lie."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import html5lib
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from grader.course.catalog import Module, open_course
from grader.grading.opening import problem_cases
from grader.quiz.forms import c_forms, c_tokens, normal_text
from tests.chromium import driven, quiet_tab
from tests.tiers import examples

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator
    from playwright.sync_api import Page as Tab

pytest.importorskip("sphinx", reason="Sphinx is not installed: pip install -e '.[site]'")
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]

ROOT = Path(__file__).resolve().parents[2]
COURSE = open_course(ROOT, problem_cases())
LESSONS = [module.name for module in COURSE.modules]
LANGUAGES = ("en", "ko")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once; that no link is broken and that Sphinx warns of nothing is part of it."""
    out = tmp_path_factory.mktemp("built") / "site"
    command = [sys.executable, str(ROOT / "docs/site/build.py"), str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def test_both_languages_have_the_same_pages(site: Path) -> None:
    both = [site / lang for lang in LANGUAGES]
    english, korean = ({path.relative_to(own).as_posix() for path in own.rglob("*.html")} for own in both)
    assert english == korean
    assert {f"modules/{name}/lesson.html" for name in LESSONS} <= english
    assert {f"exercises/{exercise.id}.html" for exercise in COURSE.exercises} <= english


class Counted(HTMLParser):
    """How many of each element a page has, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: dict[str, int] = {}
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] = self.elements.get(tag, 0) + 1

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_has_every_heading_table_figure_and_folded_answer_of_its_source(site: Path, lang: str) -> None:
    for name in LESSONS:
        source = (ROOT / "modules" / name / f"lesson.{lang}.md").read_text("utf-8")
        prose = re.sub(r"^(```|~~~).*?^\1$", "", source, flags=re.S | re.M)
        page = Counted((site / lang / "modules" / name / "lesson.html").read_text("utf-8"))
        assert page.elements["details"] >= prose.count("<details>") > 0, name
        assert page.elements["img"] == len(re.findall(r"!\[", prose)), name
        tables = len(re.findall(r"^\|[ :|-]+\|$", prose, flags=re.M))
        assert page.elements.get("table", 0) == tables, name
        headings = len(re.findall(r"^#{1,6} ", prose, flags=re.M))
        assert sum(page.elements.get(f"h{n}", 0) for n in range(1, 7)) == headings, name
        shown = "".join(page.words)
        assert "**" not in re.sub(r"\*\*\w|\w\*\*|\*\*[,)]", "", shown.replace("```", "")), name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_practice_has_an_answer_under_every_question(site: Path, lang: str) -> None:
    for module in COURSE.modules:
        if not module.quiz_path.exists():
            continue
        page = Counted((site / lang / "modules" / module.name / "practice.html").read_text("utf-8"))
        assert page.elements["h3"] == page.elements["details"] > 0
        assert "None" not in page.words and "{{" not in "".join(page.words)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_first_page_shows_a_check_and_leads_to_every_module(site: Path, lang: str) -> None:
    page = (site / lang / "index.html").read_text("utf-8")
    assert re.search(r'<img alt="grader check[^"]+" src="[^"]*check\.svg"', page)
    begin = re.search(r"<strong>[^<]*<a [^>]*href=\"([^\"]+)\"", page)
    assert begin and begin[1] == f"modules/{LESSONS[0]}/lesson.html"
    top = page[: begin.start()]
    assert "tile[tx][ty + i]" in top and "16,384" in top, "a kernel that fails, and the sentence that it is told"
    assert re.search(rf'src="[^"]*lab_tile\.{lang}\.svg"', page), "the picture of the banks"
    rows = re.findall(r"<tr[^>]*>.*?</tr>", page, re.S)
    for module in COURSE.modules:
        (row,) = (row for row in rows if f'href="modules/{module.name}/lesson.html"' in row)
        assert f'href="exercises/{module.exercises[0].id}.html">' in row
        assert (f'href="modules/{module.name}/practice.html"' in row) is module.quiz_path.exists()


def test_pages_are_valid(site: Path) -> None:
    for name in ("index", "docs/lab", "glossary", "modules/06_shared_memory_tiling/lesson"):
        parser = html5lib.HTMLParser()
        parser.parse((site / "ko" / f"{name}.html").read_text("utf-8"))
        ours = [error for error in parser.errors if error[1] not in ("unexpected-char-in-comment",)]
        assert ours == [], name


def lab_data(site: Path) -> Any:
    text = (site / "en" / "docs" / "lab.html").read_text("utf-8")
    found = re.search(r'<script type="application/json" id="lab-data">(.*?)</script>', text, re.S)
    assert found is not None
    return json.loads(found[1])


def test_every_position_of_the_controls_has_its_data(site: Path) -> None:
    found = lab_data(site)
    for name in ("stride", "tile", "sectors", "warps", "occupancy"):
        positions = 1
        for control in found[name]["controls"]:
            positions *= len(control["values"])
            assert 0 <= control["start"] < len(control["values"])
        assert len(found[name]["data"]) == positions


def test_figures_of_the_lab_say_what_was_measured(site: Path) -> None:
    found = lab_data(site)
    stride = found["stride"]
    widths, steps = (control["values"] for control in stride["controls"])
    positions = [(width, step) for width in widths for step in steps]
    cost = {at: figure["cost"] for at, figure in zip(positions, stride["data"], strict=True)}
    assert [cost[4, s] for s in (0, 1, 2, 4, 8, 16, 32, 33)] == [1, 1, 2, 4, 8, 16, 32, 1]
    assert (cost[8, 1], cost[16, 1]) == (2, 4)
    for name in ("stride", "tile"):
        assert all(len(figure["wavefronts"]) == figure["cost"] for figure in found[name]["data"])
    assert all(len(figure["sectors"]) == figure["cost"] for figure in found["sectors"]["data"])


# In a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with driven() as browser:
        yield browser


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:
        return None


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The site's address on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def tab(browser: Browser, served: str) -> Iterator[Tab]:
    with quiet_tab(browser, served, base_url=served) as tab:
        yield tab


@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
def test_the_lab_is_whole_at_every_width(tab: Tab, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 900})
    for lang in LANGUAGES:
        tab.goto(f"/{lang}/docs/lab.html")
        tab.locator("table.banks").first.wait_for()
        beyond = """frame => frame.scrollWidth > frame.clientWidth
            || [...frame.querySelectorAll(".banks th, .banks td, .sectors td, .sectors tr > *")].some(cell =>
            cell.scrollWidth > cell.clientWidth + 1
            || cell.getBoundingClientRect().right > frame.getBoundingClientRect().right)"""
        for frame in tab.locator(".lab").all():
            for first in (False, True):  # as it begins, and with the first value of each control: a broadcast
                for control in frame.locator("select").all() if first else ():
                    control.select_option("0")
                assert not frame.evaluate(beyond), (lang, width, frame.get_attribute("data-lab"), first)


def test_the_lab_shows_the_figure_of_its_controls(site: Path, tab: Tab) -> None:
    found = lab_data(site)
    tab.goto("/en/docs/lab.html")
    for name in ("stride", "tile", "sectors"):
        lab = tab.locator(f'[data-lab="{name}"]')
        controls = found[name]["controls"]
        for places in ([0] * len(controls), [len(c["values"]) - 1 for c in controls]):
            for number, place in enumerate(places):
                lab.locator("select").nth(number).select_option(str(place))
            index = 0
            for place, control in zip(places, controls, strict=True):
                index = index * len(control["values"]) + place
            figure = found[name]["data"][index]
            assert lab.locator(".result").inner_text().startswith(f"{figure['cost']} ")
            rows = ".turn" if figure["space"] == "shared" else ".sectors tbody tr:not(.gap)"
            assert lab.locator(rows).count() == figure["cost"]
    warps = tab.locator('[data-lab="warps"]')
    warps.locator("select").nth(0).select_option("1")  # 8 threads wide
    assert set(warps.locator("tr").first.locator("td").all_inner_texts()) == {"0"}
    occupancy = tab.locator('[data-lab="occupancy"] .taken')
    assert occupancy.count() > 0


def drawn_sizes(tab: Tab) -> list[tuple[str, float, float, float]]:
    """Of each drawn figure: its file, its smallest letters in pixels as shown, its right edge and its frame's."""
    tab.wait_for_load_state("networkidle")
    return tab.evaluate("""async () => {
        const found = [];
        for (const image of document.querySelectorAll(".drawn img")) {
            const text = await (await fetch(image.src)).text();
            const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
            const sizes = [...text.matchAll(/font-size[:="]+([0-9.]+)/g)].map(size => +size[1]);
            const box = image.getBoundingClientRect();
            const scale = box.width / drawing.viewBox.baseVal.width;
            const frame = image.parentElement;
            const right = box.right - frame.getBoundingClientRect().left;
            const reach = Math.max(frame.clientWidth, frame.scrollWidth);
            found.push([image.src.split("/").pop(), sizes.length ? Math.min(...sizes) * scale : 0, right, reach]);
        }
        return found;
    }""")


@pytest.mark.parametrize("module", COURSE.modules, ids=lambda module: module.name)
def test_figures_are_legible_on_a_telephone_and_in_print(tab: Tab, module: Module) -> None:
    small = []
    for lang in LANGUAGES:
        tab.set_viewport_size({"width": 360, "height": 780})
        tab.goto(f"/{lang}/modules/{module.name}/lesson.html")
        found = drawn_sizes(tab)
        assert found
        small += [(lang, name, size) for name, size, *_ in found if size < 7.5]
        assert all(right <= reach + 1 for _, _, right, reach in found), "a frame that cannot be moved to its end"
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360, "the page itself stays within the screen"
        tab.set_viewport_size({"width": 680, "height": 960})  # what is printable of A4, at 96 to the inch
        tab.emulate_media(media="print")
        printed = drawn_sizes(tab)
        small += [(f"{lang} in print", name, size) for name, size, *_ in printed if size < 6.7]  # 5 points
        assert all(right <= 681 for _, _, right, _ in printed)
        tab.emulate_media(media="screen")
    assert small == []


PRACTICED = [module.name for module in COURSE.modules if module.quiz_path.exists()]


def answer(ask: Locator, right: bool) -> None:
    """Fill in what is right, or something else."""
    kind, key = ask.get_attribute("data-kind"), json.loads(ask.get_attribute("data-right") or "")
    if kind in ("one", "several"):
        letters = [option.get_attribute("value") for option in ask.locator("input").all()]
        wanted = key if right else [letter for letter in letters if letter not in key][:1]
        for letter in letters:
            ask.locator(f'input[value="{letter}"]').set_checked(letter in wanted) if kind == "several" else None
        if kind == "one":
            ask.locator(f'input[value="{wanted[0]}"]').check()
        return
    if kind == "text":
        typed = [key[-1] if right else key[-1] + "x"]
    elif kind == "blanks":
        typed = [f"( {' '.join(forms[-1])} )" for forms in key]
        typed[-1] += "" if right else " + 1"
    elif kind == "order":
        letters = [letter for group in key for letter in group]
        typed = [", ".join(letters if right else letters[::-1]).upper()]
    else:
        typed = [f"{value if right else value + 1000:,}" for row in key for value in row]
    for field, text in zip(ask.locator("input").all(), typed, strict=True):
        field.fill(text)


@pytest.mark.share(3, guard="site")
@pytest.mark.parametrize("name", PRACTICED)
def test_practice_judges_every_answer(tab: Tab, name: str) -> None:
    tab.goto(f"/en/modules/{name}/practice.html")
    asked = tab.locator(".ask").all()
    assert len(asked) > 5
    for ask in asked:
        told = ask.locator(".told")
        for right in (False, True):
            answer(ask, right)
            assert told.inner_text() == ""
            ask.locator("button").click()
            judged = "told right" if right else "told wrong"
            ask.locator(f'[class="{judged}"]:not(:empty)').wait_for(timeout=10_000)  # a busy machine takes its time


FORMS = st.text("aZ_09 .,;()+-*/<>=&|!\t\n'\"the\u2010\u00b7\uff21\uac00\ubc45", max_size=30)


@examples(20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(FORMS, min_size=50, max_size=50))
def test_the_page_compares_texts_and_expressions_in_the_forms_of_the_grader(tab: Tab, texts: list[str]) -> None:
    tab.goto("/en/modules/06_shared_memory_tiling/practice.html")
    found = tab.evaluate(
        "texts => texts.map(t => [answerForms.normalText(t), answerForms.cForms(answerForms.cTokens(t))])", texts
    )
    assert found == [[normal_text(text), [list(form) for form in c_forms(c_tokens(text))]] for text in texts]


SHOWN = (
    "modules/06_shared_memory_tiling/practice",
    "index",
    "docs/lab",
    "modules/05_memory_coalescing/lesson",
    "glossary",
    "docs/emulator",
)


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(tab: Tab, name: str, dark: bool) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tab.goto(f"/ko/{name}.html")
    tab.evaluate("theme => { document.body.dataset.theme = theme }", "dark" if dark else "light")
    options = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
    found = axe.run(tab, options=options).response["violations"]
    assert [(v["id"], [node["html"][:200] for node in v["nodes"]][:3]) for v in found] == []


def test_the_other_language_is_one_link_away(tab: Tab) -> None:
    tab.goto("/en/modules/06_shared_memory_tiling/lesson.html")
    tab.locator(".other-language a").first.click()
    tab.wait_for_url("**/ko/modules/06_shared_memory_tiling/lesson.html")
    assert tab.locator("html").get_attribute("lang") == "ko"


@pytest.mark.parametrize(("lang", "word"), [("en", "wavefront"), ("ko", "웨이브프런트")])
def test_a_word_is_found(tab: Tab, lang: str, word: str) -> None:
    tab.goto(f"/{lang}/search.html?q={word}")
    tab.locator("#search-results li").first.wait_for(timeout=20_000)
    assert tab.locator("#search-results li").count() > 3
