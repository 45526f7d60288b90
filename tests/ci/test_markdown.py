"""Text of a student in Markdown is text: judged by a Markdown parser that is not ours."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from grader.ci.markdown import plain
from grader.listing import printable

PARSER = MarkdownIt("gfm-like", {"linkify": False, "html": True})
HOSTILE = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</details><h1>", "[x](javascript:alert(1))",
    "![x](https://example.org/x.png)", "| a | b |", "`code` ``", "# head", "1. one", "12) two", "123. three",
    "123456789) nine", "1234567890. ten", "- item", "+ item",
    "> quote", "***", "---", "===", "~~~", "```", "@everyone", "#1", "https://example.org", "www.example.org",
    "a@example.org", "&lt;b&gt;", "&#60;b&#62;", "$x^2$", ":smile:", "\\*", "a\\", "_it_ **bold** ~~gone~~", "[^1]",
    "::error::x", "<!-- x -->", "\u202egpj.exe", "\x1b[31mred", "a | b \\| c", "&amp;", "[ ] task", "    code",
]  # fmt: skip


def read(markdown: str) -> str:
    """What somebody sees: the page without its tags."""
    page = PARSER.render(markdown)
    assert re.fullmatch(r"<p>[^<>]*</p>\n", page), page
    return html.unescape(page.removeprefix("<p>").removesuffix("</p>\n"))


def shown(text: str) -> str:
    return printable(" ".join(text.split()))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_as_it_is(text: str) -> None:
    assert read(plain(text)) == shown(text).strip()


@given(st.text(alphabet=st.sampled_from("<>&|`*_~[](){}#+-=.!:;/\\@^$\"'wW \n\t1a가e\u202e"), max_size=40))
def test_any_text_is_shown_as_it_is(text: str) -> None:
    if shown(text).strip():
        assert read(plain(text)) == shown(text).strip()


@given(st.text(max_size=60))
def test_a_cell_stays_one_cell(text: str) -> None:
    page = PARSER.render(f"| a | b |\n|---|---|\n| {plain(text)} | x |\n")
    assert page.count("<td") == 2 and "<td>x</td>" in page


@pytest.mark.parametrize("text", ["https://example.org", "www.example.org", "WWW.example.org", "see http://a.b/c"])
def test_nothing_becomes_a_link_by_itself(text: str) -> None:
    """GitHub looks for these where no entity stands in between."""
    assert not re.search(r"(?i)https?://|www\.", plain(text))
