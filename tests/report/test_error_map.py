"""A wrong result in the terminal, on the page and in JSON: the working of one element, the map, what was printed."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType

from grader.report.json_report import report_json
from grader.report.page.view import view_of
from grader.report.terminal import report_view
from grader.verdicts import ErrorMap, Explained, Report, Status
from tests.report.page.made import HEADING as PAGE_HEADING
from tests.report.page.made import html_of, page
from tests.report.specimens import REPORT, check
from tests.report.test_views import HEADING, rendered

MATRIX = ErrorMap(5, 7, (2, 4), ((0.0, 1.0), (0.5, 0.1), (0.0, 0.9)))
VECTOR = ErrorMap(1, 20, (1, 2), ((0.0, 1.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0), (1.0, 0.5, None, None)))
EXPLAINED = Explained(3, "M=5, N=7, K=2", "C", "beta_ignored", ("C[0][4] = A[0][0]*B[0][4]", "        = 12"), MATRIX)


def report(shown: Explained) -> Report:
    wrong = check("correctness", Status.FAIL, points=0.0, message="wrong", explained=shown)
    return replace(REPORT, checks=(wrong,), printed="hello", printed_case="M=5, N=7, K=2")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_map_has_a_cell_of_two_columns_for_each_part(lang: str) -> None:
    lines = rendered(report_view(report(EXPLAINED), HEADING, lang)).splitlines()
    first = next(i for i, line in enumerate(lines) if line.strip().startswith("0  ··██"))
    assert [line.strip() for line in lines[first : first + 3]] == ["0  ··██", "2  ▒▒░░", "4  ··▓▓"]


def test_a_vector_is_numbered_by_its_elements_and_ends_where_it_ends() -> None:
    lines = rendered(report_view(report(replace(EXPLAINED, map=VECTOR)), HEADING, "en")).splitlines()
    first = next(i for i, line in enumerate(lines) if line.strip().startswith("0  ··██"))
    assert [line.strip() for line in lines[first : first + 3]] == ["0  ··████··", "8  ······██", "16  ██▒▒"]


def test_a_seven_bit_terminal_gets_a_seven_bit_map() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", errors="strict", write_through=True)
    view: RenderableType = report_view(replace(report(EXPLAINED), source="", accesses=()), HEADING, "en")
    Console(file=stream, width=80).print(view)
    assert b"++::" in raw.getvalue()


def test_working_and_what_was_printed_stand_before_the_map_with_their_case() -> None:
    text = rendered(report_view(report(EXPLAINED), HEADING, "en"))
    places = [text.index(part) for part in (
        "C[0][4] = A[0][0]", "Printed by the kernel in case M=5, N=7, K=2:", "hello", "One cell is 2 x 4 elements",
    )]  # fmt: skip
    assert places == sorted(places)


def test_a_single_element_needs_no_map() -> None:
    one = replace(EXPLAINED, map=ErrorMap(1, 1, (1, 1), ((1.0,),)))
    assert "One cell" not in rendered(report_view(report(one), HEADING, "en"))


def test_json_holds_it_under_one_key_where_there_is_one() -> None:
    (document,) = report_json(report(EXPLAINED))["checks"]  # type: ignore[misc]
    assert document["explained"] == {
        "index": 3, "case": "M=5, N=7, K=2", "result": "C", "mistake": "beta_ignored",
        "working": ["C[0][4] = A[0][0]*B[0][4]", "        = 12"],
        "map": {"rows": 5, "cols": 7, "cell": [2, 4], "wrong": [[0.0, 1.0], [0.5, 0.1], [0.0, 0.9]]},
    }  # fmt: skip
    assert all("explained" not in check for check in report_json(REPORT)["checks"])  # type: ignore[attr-defined]


def test_the_page_draws_it_and_says_it_in_words() -> None:
    shown = page()
    reports = {lang: replace(each, checks=report(EXPLAINED).checks) for lang, each in shown.reports.items()}
    shown = replace(shown, reports=reports)
    (row,) = view_of(shown, PAGE_HEADING, None, None).checks
    assert row.map is not None and row.map.cells == ((0, 4), (2, 1), (0, 3))
    assert row.map.words["en"].startswith("From 0 on: 1 of 2 cells are wrong. From 2 on: 2 of 2 cells are wrong.")
    html = html_of(shown)
    assert html.count('class="wrong-4"') == 1 and html.count('class="wrong-0"') == 2
    assert "C[0][4] = A[0][0]*B[0][4]" in html and "From 4 on: 1 of 2 cells are wrong." in html
