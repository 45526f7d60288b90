"""`grader report` and `check --html`: one file, of the student's own run, beside the last attempt and the starter."""

from __future__ import annotations

import json
import re
import webbrowser
from pathlib import Path
from typing import Any

import html5lib
import pytest

from grader.texts import say
from tests.cli.conftest import MODULE, REPOSITORY, Grader

PADDING = f"{MODULE}/choose_padding"
PAGE = Path(".warplings/reports") / f"{PADDING}.html"
WRONG = REPOSITORY / "tests/submissions" / MODULE / "transpose_tiled/wrong/unpadded_tile.cu"


def data_of(path: Path) -> Any:
    text = path.read_text("utf-8")
    html5lib.HTMLParser(strict=True).parse(text)
    found = re.search(r'id="data">(.*?)</script>', text, re.S)
    assert found is not None
    return json.loads(found[1])


def test_a_page_is_written_and_says_where(course: Path, grader: Grader) -> None:
    done = grader("report", "06/choose_padding")
    assert (done.status, done.out) == (0, f"Page: {PAGE}\n"), done.err
    found = data_of(course / PAGE)
    assert found["exercise"] == PADDING
    assert any(line["cost"] > line["ideal"] and line["figures"] for line in found["lines"])


def test_its_numbers_are_those_of_the_profile(course: Path, grader: Grader) -> None:
    done = grader("report", "06/transpose_tiled", "--file", str(WRONG), "--out", "page.html")
    assert done.status == 0, done.err
    found = data_of(course / "page.html")["lines"]
    profiled = grader(
        "profile", str(WRONG), "--kernel", "transpose_tiled", "--grid", "4,4", "--block", "32,8", "--json", "-",
        "--arg", "f32[128,128]=random", "--arg", "f32[128,128]=zeros", "--arg", "i32:128", "--arg", "i32:128",
    ).json  # fmt: skip
    units = {"shared": "wavefronts", "global": "sectors"}
    names = ("line", "space", "operation", "width", "requests", "ideal")
    theirs = {tuple(row[n] for n in names): row[units[row["space"]]] for row in profiled["lines"]}
    assert {tuple(row[n] for n in names): row["cost"] for row in found} == theirs


def test_the_page_opens_only_where_somebody_looks(
    course: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) or True)
    grader("report", "06/choose_padding")
    assert opened == []  # stdout is no terminal
    monkeypatch.setattr("grader.cli.report.sys.stdout.isatty", lambda: True, raising=False)
    grader("report", "06/choose_padding", "--no-open")
    assert opened == []


def test_the_second_attempt_stands_beside_the_first(course: Path, grader: Grader) -> None:
    source = course / "exercises" / f"{PADDING}.cu"
    grader("check", "06/choose_padding")
    first = (course / PAGE, grader("report", "06/choose_padding"))[0].read_text("utf-8")
    assert say("page.changes_last", "en") not in first and say("page.changes_same", "en") in first
    source.write_text(source.read_text("utf-8") + "\n// another thought\n", "utf-8")
    grader("report", "06/choose_padding")
    second = (course / PAGE).read_text("utf-8")
    assert say("page.changes_last", "en") in second and "// another thought" in second


def test_check_writes_the_page_beside_its_report(course: Path, grader: Grader) -> None:
    done = grader("check", "06/choose_padding", "--html", "page.html")
    assert done.status == 1 and done.out.endswith("Page: page.html\n")
    assert data_of(course / "page.html")["lines"]


def test_several_exercises_have_a_folder_of_pages(course: Path, grader: Grader) -> None:
    done = grader("check", "06", "--html", "pages", "--json", "-")
    assert len(done.json["exercises"]) == 3
    assert sorted(path.name for path in (course / "pages" / MODULE).iterdir()) == [
        "choose_padding.html", "sgemm_tiled.html", "transpose_tiled.html",
    ]  # fmt: skip


def test_what_does_not_compile_and_what_is_no_text_have_a_page(course: Path, grader: Grader) -> None:
    source = course / "exercises" / f"{PADDING}.cu"
    source.write_text("this is <b>no</b> CUDA;\n", "utf-8")
    assert grader("report", "06/choose_padding").status == 0
    assert "&lt;b&gt;" in (course / PAGE).read_text("utf-8")
    source.write_bytes(b"\xff\xfe\x00")
    assert grader("report", "06/choose_padding").status == 0
    assert data_of(course / PAGE)["lines"] == []


def test_the_page_of_a_solution_is_for_those_who_may_see_it(course: Path, grader: Grader) -> None:
    for command in (("report",), ("check", "--html", "page.html")):
        done = grader(*command, "06/choose_padding", "--solution")
        assert done.status == 2 and "may not be seen yet" in done.err
    assert not (course / "page.html").exists() and not (course / PAGE).exists()


def test_a_page_that_cannot_be_written_is_a_sentence(course: Path, grader: Grader) -> None:
    (course / "file").write_text("", "utf-8")
    done = grader("report", "06/choose_padding", "--out", "file/page.html")
    assert done.status == 2 and "file/page.html" in done.err and "Traceback" not in done.err


def test_korean_first_for_those_who_ask_for_it(course: Path, grader: Grader) -> None:
    done = grader("report", "06/choose_padding", "--lang", "ko")
    assert done.out.startswith("리포트: ")
    assert '<html lang="ko">' in (course / PAGE).read_text("utf-8")
