"""The two lessons of a module say the same things, show existing figures and give no blank away.

A lesson is a core of at most fifteen minutes and pages that go deeper, in `deeper/`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from grader.course.lessons import pages
from tests.modules.lesson_tables import lesson_of
from tests.modules.profiled import profiled

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(p for p in (ROOT / "modules").iterdir() if p.is_dir())
LANGUAGES = ("en", "ko")
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Lesson:
    """What of a lesson can be compared across languages."""

    text: str

    @property
    def code_blocks(self) -> list[tuple[str, str]]:
        """Language tag and content of every fenced block, in order."""
        return re.findall(r"^```(\w*)\n(.*?)^```$", self.text, flags=re.M | re.S)

    @property
    def prose(self) -> str:
        """The text without fenced blocks, where a # would look like a heading."""
        return re.sub(r"^```.*?^```$", "", self.text, flags=re.M | re.S)

    @property
    def sections(self) -> list[tuple[int, str | None]]:
        """Depth and anchor of every heading, in order; None where a heading has no anchor above it."""
        found = re.findall(r'(?:^<a id="([\w-]+)"></a>\n)?^(#+) .+$', self.prose, flags=re.M)
        return [(len(marks), anchor or None) for anchor, marks in found]

    @property
    def tables(self) -> list[list[str]]:
        """Every table as its rows."""
        return [block.strip().splitlines() for block in re.findall(r"(?:^\|.*\|$\n?)+", self.prose, flags=re.M)]

    @property
    def figures(self) -> list[str]:
        """Paths of the figures shown, in order."""
        return re.findall(r"!\[[^\]]+\]\(([^)]+)\)", self.text)

    @property
    def links(self) -> list[tuple[str, str]]:
        """What it points to inside the module, in order: a page ("" for its own) and an anchor there."""
        return re.findall(r"\]\(((?:\.\./|deeper/)?[\w.]*)#([\w-]+)\)", self.text)

    @property
    def words(self) -> int:
        """What is read: prose and tables, no code."""
        shown = re.sub(r"<!--.*?-->|<[^>]+>", "", self.prose, flags=re.S)
        return sum(bool(re.search(r"\w", word)) for word in shown.split())


def core(module: Path, language: str) -> Lesson:
    return Lesson((module / f"lesson.{language}.md").read_text(encoding="utf-8"))


def lesson(module: Path, language: str) -> Lesson:
    """The core and the deeper pages, one after the other."""
    return Lesson(lesson_of(module.name, language))


def deeper(module: Path) -> list[str]:
    """The names of the deeper pages."""
    return sorted({path.name.split(".")[0] for path in (module / "deeper").glob("*.md")})


def squeezed(code: str) -> str:
    """Code without white space, so that indentation does not hide a leak."""
    return re.sub(r"\s+", "", code)


def blank_lines(source: str) -> list[str]:
    """The lines that students write, those between BEGIN and END SOLUTION, but no braces or barriers.

    Shorter ones count where there are no others.
    """
    inside = re.findall(r"// BEGIN SOLUTION\n(.*?)// END SOLUTION", source, flags=re.S)
    lines = [line.strip() for block in inside for line in block.splitlines()]
    return [line for line in lines if len(squeezed(line)) > len("__syncthreads();")] or [line for line in lines if line]


@pytest.fixture(params=MODULES, ids=lambda m: m.name)
def module(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_there_is_a_module_to_test() -> None:
    assert any(m.name.startswith("06_") for m in MODULES)


def test_both_languages_have_the_same_sections_under_the_same_anchors(module: Path) -> None:
    both = [pages(module, language) for language in LANGUAGES]
    assert [page.name.split(".")[0] for page in both[0]] == [page.name.split(".")[0] for page in both[1]]
    for english, korean in zip(*both, strict=True):
        assert Lesson(english.read_text("utf-8")).sections == Lesson(korean.read_text("utf-8")).sections, english


def test_every_section_has_an_anchor_of_its_own(module: Path) -> None:
    anchors: list[str | None] = []
    for page in pages(module, "en"):
        title, *sections = Lesson(page.read_text("utf-8")).sections
        assert title == (1, None), page
        anchors += [anchor for _, anchor in sections]
    assert None not in anchors
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_inside_a_lesson_leads_to_a_section(module: Path, language: str) -> None:
    linked = set()
    for page in pages(module, language):
        for to, anchor in Lesson(page.read_text("utf-8")).links:
            target = (page.parent / to).resolve() if to else page
            if target.parent in (module, module / "deeper"):
                assert target.is_file(), (page, to)
                assert anchor in {mark for _, mark in Lesson(target.read_text("utf-8")).sections}, (page, to, anchor)
                linked.add(target)
    assert linked >= set(pages(module, language)), "every page is reached from another"


def test_the_sections_follow_the_order_of_the_syllabus(module: Path) -> None:
    """Objectives, what is still known, the ideas each with its exercise, and then what holds them together."""
    order = [anchor for depth, anchor in core(module, "en").sections if depth == 2]
    assert order[:2] == ["objectives", "retrieval"]
    assert order[-6:] == ["why", "simulation", "measured", "summary", "quiz", "next"]
    assert len(order) >= 10, "at least two ideas"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_core_takes_fifteen_minutes_at_most(module: Path, language: str) -> None:
    """2,500 words are 12.5 minutes at 200 words a minute; the rest is for the figures."""
    assert core(module, language).words <= 2500
    assert len(core(module, language).text.split()) <= 2900  # with code, marks and the bars of tables


def test_the_core_leads_to_each_exercise_in_the_order_of_the_course(module: Path) -> None:
    """By the command that stands behind the idea which it needs."""
    course = yaml.safe_load((ROOT / "course.yaml").read_text("utf-8"))
    (exercises,) = (m["exercises"] for m in course["modules"] if m["name"] == module.name)
    for language in LANGUAGES:
        ideas = core(module, language).text.partition('<a id="retrieval"></a>')[2]
        led = re.findall(rf"`grader (?:check|predict) {module.name[:2]}/(\w+)`", ideas)
        assert led == exercises


def test_a_pass_leads_to_a_section_that_exists(module: Path) -> None:
    anchors = {anchor for _, anchor in lesson(module, "en").sections}
    specs = [yaml.safe_load(p.read_text("utf-8")) for p in (ROOT / "exercises" / module.name).glob("*.yaml")]
    assert {spec["deeper"] for spec in specs if "deeper" in spec} <= anchors


def test_each_module_begins_with_tiny_steps(module: Path) -> None:
    specs = [yaml.safe_load(p.read_text("utf-8")) for p in (ROOT / "exercises" / module.name).glob("*.yaml")]
    tiny = [spec for spec in specs if spec.get("tiny")]
    assert len(tiny) >= 3
    assert {"mend", "predict"} & {spec.get("kind") for spec in specs}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_module_that_is_not_there_yet_is_said_to_come(module: Path, language: str) -> None:
    there = {path.name[:2] for path in MODULES}
    coming = r"(?:, | ?\()(?:still to come|준비 중)\b"
    for number, said in re.findall(rf"(?:[Mm]odules?|모듈) (\d\d)({coming})?", lesson(module, language).prose):
        assert (number in there) != bool(said), (number, said)


def test_code_blocks_are_identical(module: Path) -> None:
    assert lesson(module, "en").code_blocks == lesson(module, "ko").code_blocks


def test_tables_have_the_same_shape_and_the_same_numbers_in_every_row(module: Path) -> None:
    english, korean = lesson(module, "en").tables, lesson(module, "ko").tables
    assert len(english) == len(korean)
    for left, right in zip(english, korean, strict=True):
        assert len(left) == len(right), (left[0], right[0])
        for one, other in zip(left, right, strict=True):
            assert one.count("|") == other.count("|"), (one, other)
            assert sorted(NUMBER.findall(one)) == sorted(NUMBER.findall(other)), (one, other)


def test_every_paragraph_states_the_same_numbers(module: Path) -> None:
    """Large or fractional numbers are measurements and counts; neither language may have its own."""
    telling = re.compile(r"\d+(?:,\d{3})+|\d+\.\d+|\d{3,}")
    english, korean = (sorted(telling.findall(lesson(module, name).prose)) for name in LANGUAGES)
    assert english == korean


def test_folded_answers_are_opened_and_closed_alike(module: Path) -> None:
    counts = set()
    for language in LANGUAGES:
        text = lesson(module, language).text
        assert text.count("<details>") == text.count("</details>") == text.count("<summary>")
        counts.add(text.count("<details>"))
    assert len(counts) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_exists_and_every_figure_of_the_language_is_shown(module: Path, language: str) -> None:
    shown = [page.parent / path for page in pages(module, language)
             for path in Lesson(page.read_text("utf-8")).figures]  # fmt: skip
    assert {path.resolve() for path in shown} == set((module / "figures").glob(f"*.{language}.svg"))


def test_both_languages_show_the_same_figures_in_the_same_order(module: Path) -> None:
    names = [[Path(f).name.split(".")[0] for f in lesson(module, name).figures] for name in LANGUAGES]
    assert names[0] == names[1]


def test_figures_speak_to_a_screen_reader_and_to_a_dark_page(module: Path) -> None:
    for path in (module / "figures").glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        assert root.get("role") == "img", path
        assert root.findtext(f"{SVG}title"), path
        assert len(root.findtext(f"{SVG}desc") or "") > 80, path
        assert "prefers-color-scheme:dark" in (root.findtext(f"{SVG}style") or ""), path


def test_figures_are_what_their_script_draws(module: Path, tmp_path: Path) -> None:
    script = ROOT / "docs" / "figures" / f"draw_{module.name[:2]}.py"
    command = [sys.executable, "-B", str(script), "--out", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    drawn = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    kept = {p.name: p.read_bytes() for p in (module / "figures").glob("*.svg")}
    assert drawn.keys() == kept.keys()
    assert [name for name in drawn if drawn[name] != kept[name]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_blank_is_given_away(module: Path, language: str) -> None:
    sources = sorted((ROOT / "solutions" / module.name).glob("*.cu"))
    told = squeezed(lesson(module, language).text)
    assert sources
    for source in sources:
        blanks = blank_lines(source.read_text(encoding="utf-8"))
        assert blanks, source
        assert [line for line in blanks if squeezed(line) in told] == [], source


def test_no_code_block_shows_where_a_second_barrier_goes(module: Path) -> None:
    for _, code in lesson(module, "en").code_blocks:
        for kernel in code.split("__global__")[1:]:
            assert kernel.count("__syncthreads()") <= 1


def test_each_exercise_is_named_with_the_sections_to_read(module: Path) -> None:
    for source in (ROOT / "solutions" / module.name).glob("*.cu"):
        for language in LANGUAGES:
            rows = [row for table in core(module, language).tables for row in table]
            assert any(f"{module.name[:2]}/{source.stem}" in row and "](#" in row for row in rows)


def glossary() -> dict[str, dict[str, object]]:
    terms: dict[str, dict[str, object]] = yaml.safe_load((ROOT / "docs" / "glossary.yaml").read_text(encoding="utf-8"))
    return terms


def test_every_concept_of_the_glossary_has_one_term_a_language() -> None:
    lines = (ROOT / "docs" / "glossary.yaml").read_text(encoding="utf-8").splitlines()
    concepts = [line.partition(":")[0] for line in lines if line and not line.startswith("#")]
    assert len(set(concepts)) == len(concepts)
    for concept, entry in glossary().items():
        assert set(entry) <= {"en", "ko", "avoid"}, concept
        assert all(isinstance(entry[language], str) for language in LANGUAGES), concept
    for language in LANGUAGES:
        used = [entry[language] for entry in glossary().values()]
        assert len(set(used)) == len(used)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_and_figures_avoid_the_other_names_of_a_concept(module: Path, language: str) -> None:
    texts = [lesson(module, language).text]
    texts += [p.read_text(encoding="utf-8") for p in (module / "figures").glob(f"*.{language}.svg")]
    for concept, entry in glossary().items():
        avoid = entry.get("avoid", {})
        assert isinstance(avoid, dict)
        for word in avoid.get(language, []):
            assert all(word.lower() not in text.lower() for text in texts), (concept, word)


def test_a_concept_is_named_in_both_languages_or_in_none(module: Path) -> None:
    """A concept that one language names and the other does not is a hole in a translation."""
    texts = {name: re.sub("`[^`]*`", "", lesson(module, name).prose).lower() for name in LANGUAGES}
    named = {
        concept: {name: str(entry[name]).lower() in texts[name] for name in LANGUAGES}
        for concept, entry in glossary().items()
    }
    assert [concept for concept, seen in named.items() if seen["en"] != seen["ko"]] == []
    assert sum(seen["ko"] for seen in named.values()) >= 8


@pytest.mark.slow
@pytest.mark.share(3, guard="lessons")
def test_the_commands_of_a_simulation_run_and_print_exact_counts(module: Path) -> None:
    """What they find is compared with the lesson's tables in the tests of each module's numbers."""
    runs = profiled(module.name)
    assert runs
    for run in runs:
        assert run.profile["faults"] == [] and run.profile["hazards"] == [], run.command
        assert all(total["exact"] for total in (run.profile["totals"][s] for s in ("shared", "global"))), run.command
