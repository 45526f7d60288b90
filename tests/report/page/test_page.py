"""The page as a file: valid, of the same shape whatever a student writes, and it says what was counted."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import AccessLine
from grader.report.html.visible import MOST_LINES
from grader.report.page.model import SPACES, Launched, Page, page_of
from grader.report.page.translated import Translated
from grader.report.page.view import HEATS, Heading, view_of
from grader.texts import say
from grader.verdicts import CheckResult, LineNote, Report, Status
from tests.report.html.hostile import HOSTILE, shape
from tests.report.page.made import EVERY_ACCESS, HEADING, ROOT, attempt, html_of, page, ran, report_of
from tests.tiers import examples


def without_comments(source: str, words: str) -> str:
    """The kernel with a comment that says `words` behind every line."""
    return "\n".join(f"{line} //{words}" for line in source.split("\n"))


def hostile_page(words: str) -> str:
    """Every text that somebody else could have written says `words`. The run is that of the kernel without them."""
    program, result = ran(EVERY_ACCESS)
    source = without_comments(EVERY_ACCESS, words)
    told = Translated(en=words, ko=words)
    reports = {lang: report_of(source, result, words, error=("kind", words)) for lang in ("en", "ko")}
    shown = page_of(reports, program, "k", Launched(words, 64, 0, result), result.hazards)
    other = EVERY_ACCESS.replace("t * 3", "t * 5").replace("    __pipeline_commit();\n", "")
    last = replace(attempt(EVERY_ACCESS), source=without_comments(other, words))
    return html_of(shown, heading=Heading(told, told, told, words), last=last)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    assert shape(hostile_page(text)) == shape(hostile_page("x" * len(text)))


@examples(20)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\n\r\t")))
def test_any_text_stays_text(text: str) -> None:
    assert shape(hostile_page(f"x{text}x")) == shape(hostile_page("x" * (len(text) + 2)))


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found is not None
    return json.loads(found[1])


def test_the_numbers_of_the_page_are_those_of_the_run() -> None:
    _, result = ran(EVERY_ACCESS)
    counted = [row for row in result.accesses if row.space in ("shared", "global")]
    names = ("line", "space", "operation", "width", "requests", "cost", "ideal", "exact")
    found = [AccessLine(*(row[name] for name in names)) for row in data_of(html_of(page()))["lines"]]
    assert sorted(found, key=repr) == sorted(
        (AccessLine(*(getattr(row, name) for name in names)) for row in counted), key=repr
    )


def test_every_exact_request_of_a_line_is_in_one_of_its_pictures() -> None:
    found = data_of(html_of(page()))
    for line in found["lines"]:
        pictures = [found["figures"][number] for number in line["figures"]]
        if pictures and len(pictures) < 8:
            assert sum(each["cost"] * each["alike"] for each in pictures) == line["cost"]


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_page_is_valid_and_has_every_sentence_in_both_languages(lang: str) -> None:
    text = html_of(page(), lang)
    html5lib.HTMLParser(strict=True).parse(text)
    assert f'<html lang="{lang}">' in text
    for other in ("en", "ko"):
        assert f'<span lang="{other}">{say("page.verdicts", other)}</span>' in text


def test_ids_are_there_once_and_links_lead_somewhere() -> None:
    found = shape(html_of(page(), last=attempt(EVERY_ACCESS + "\n")))
    ids = [dict(own)["id"] for _, own in found if "id" in dict(own)]
    assert len(ids) == len(set(ids))
    links = {dict(own)["href"] for tag, own in found if tag == "a"}
    assert links and all(link.startswith("#") and link[1:] in ids for link in links)
    named = {name for _, own in found for key, value in own if key == "aria-labelledby" for name in value.split()}
    assert named <= set(ids)


def test_only_our_own_script_and_style_run_and_nothing_is_fetched() -> None:
    found = shape(html_of(page()))
    policy = next(dict(own)["content"] for _, own in found if ("http-equiv", "Content-Security-Policy") in own)
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy and policy.count("'sha256-") == 2
    attributes = {key for _, own in found for key, _ in own}
    assert not attributes & {"style", "src", "srcset", "action", "onclick", "onload", "xlink:href"}


def test_the_dearest_line_is_the_hottest_and_one_that_costs_no_more_than_needed_is_cold() -> None:
    shown = view_of(page(), HEADING, None, None)
    heats = {row.line.number: row.heat for row in shown.rows}
    for space in ("shared", "global"):
        (worst, *_) = shown.page.worst(space)
        assert heats[worst.number] == HEATS
    assert all(
        not row.heat for row in shown.rows if row.line.excess("shared") <= 0 and row.line.excess("global") <= 0
    )


def test_what_does_not_compile_has_a_page() -> None:
    report = Report("x/y", "0" * 64, "", "", (), "0", source="one\n<b>two\n")
    text = html_of(page_of({"en": report, "ko": report}, None, "k", None))
    assert "&lt;b&gt;two" in text and 'class="draw"' not in text
    html5lib.HTMLParser(strict=True).parse(text)


def test_a_source_that_could_not_be_read_has_a_page() -> None:
    report = Report("x/y", "0" * 64, "", "", (), "0", error=("broken", "no words"))
    html5lib.HTMLParser(strict=True).parse(html_of(page_of({"en": report, "ko": report}, None, "k", None)))


def test_a_kernel_of_a_hundred_thousand_lines_is_cut() -> None:
    shown = page()
    more = Page(shown.reports, shown.lines + shown.lines[-1:] * 100_000, shown.figures)
    text = html_of(more)
    assert len(text) < 2 << 20 and say("page.more_lines", "en", count=f"{len(more.lines) - MOST_LINES:,}") in text


def test_a_megabyte_on_one_line_makes_no_megabyte_of_page() -> None:
    assert len(hostile_page("<" * (1 << 20))) < 2 << 20


@pytest.mark.parametrize(
    "name", ["figures.js", "fragments.js", "report.js", "figures.css", "report.css", "languages.css"]
)
def test_nothing_of_ours_ends_its_element_early(name: str) -> None:
    text = (ROOT / "grader/report/page/templates" / name).read_text("utf-8")
    assert "</" not in text and "<!--" not in text


def test_every_text_of_a_figure_is_used_and_every_one_that_is_used_is_there() -> None:
    folder = ROOT / "grader/report/page/templates"
    script = "".join((folder / name).read_text("utf-8") for name in ("figures.js", "fragments.js", "report.js"))
    used = set(re.findall(r"page\.figure_\w+", script))
    assert used == set(data_of(html_of(page()))["texts"]["ko"])


def test_the_template_uses_every_other_text() -> None:
    folder = ROOT / "grader/report/page"
    sources = [path.read_text("utf-8") for path in (*folder.glob("*.py"), *folder.glob("templates/*.j2"))]
    text = "\n".join(sources)
    keys = {key for key in data_keys() if not key.startswith("page.figure_")}
    spelt = {f"page.{stem}" for stem in ("worst_", "limit_", "change_", "changes_", "race_")}
    spelt |= {f"page.column_{space}" for space in SPACES}
    unused = [k for k in keys if k not in text and k.removeprefix("page.") not in text
              and not any(k.startswith(start) for start in spelt)]  # fmt: skip
    assert unused == []


def data_keys() -> set[str]:
    from grader.texts import messages

    return set(messages("page", "en"))




def test_what_passes_by_luck_stands_below_the_verdicts_and_on_its_line() -> None:
    program, result = ran(EVERY_ACCESS)
    words = "the barrier at line 14 is missed by some"
    lucky = CheckResult("hazards", Status.PASS, "emulated", 15, 15.0, 0, 0, message=words, lines=(LineNote(14, words),))
    report = Report("01_module/k", "0" * 64, "", "", (lucky,), "0", source=EVERY_ACCESS)
    text = html_of(page_of({"en": report, "ko": report}, program, "k", Launched("n=64", 64, 0, result)))
    assert text.count(words) == 2
    assert say("report.cautions", "en", check="hazards") in text
    assert ">!<" in text and ">✗<" not in text


def test_a_file_that_is_still_the_skeleton_is_told_to_be() -> None:
    shown = page()
    assert say("report.not_begun", "en") not in html_of(shown)
    reports = {lang: replace(each, begun=False) for lang, each in shown.reports.items()}
    text = html_of(replace(shown, reports=reports))
    assert all(say("report.not_begun", lang) in text for lang in ("en", "ko"))


CONSTANTS = """__constant__ float table[32];
extern "C" __global__ void k(const float* in, float* out, int* count)
{
    int t = threadIdx.x;
    out[t] = in[t] * table[t % 8];
}
"""


def test_constant_memory_has_a_column_where_a_line_indexes_it_and_only_there() -> None:
    text = html_of(page(CONSTANTS))
    (row,) = (each for each in data_of(text)["lines"] if each["space"] == "constant")
    assert (row["line"], row["requests"], row["cost"]) == (5, 2, 16)
    for lang in ("en", "ko"):
        assert say("page.column_constant", lang) in text and say("page.column_constant", lang) not in html_of(page())
        assert say("page.worst_constant", lang, excess="14") in text
    html5lib.HTMLParser(strict=True).parse(text)
