"""`grader report` and `check --html`: one file, of the student's own run, beside the last attempt and the starter."""

from __future__ import annotations

import hashlib
import json
import re
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import html5lib
import pytest

from grader.cli.page import steps_of
from grader.course.catalog import Course, Exercise, open_course
from grader.course.restart import pristine
from grader.grading import history
from grader.grading.grade import Devices, Graded, Open, OpenGpu
from grader.grading.opening import problem_cases
from grader.grading.starter import starter_of
from grader.texts import say
from grader.verdicts import Report, Timed
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


@pytest.mark.slow
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
    profile = grader(
        "profile", str(WRONG), "--kernel", "transpose_tiled", "--grid", "4,4", "--block", "32,8", "--json", "-",
        "--arg", "f32[128,128]=random", "--arg", "f32[128,128]=zeros", "--arg", "i32:128", "--arg", "i32:128",
    )  # fmt: skip
    assert profile.status == 0, profile.out + profile.err
    units = {"shared": "wavefronts", "global": "sectors"}
    names = ("line", "space", "operation", "width", "requests", "ideal")
    theirs = {tuple(row[n] for n in names): row[units[row["space"]]] for row in profile.json["lines"]}
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


@pytest.mark.slow
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
    assert done.out.startswith("보고서: ")
    assert '<html lang="ko">' in (course / PAGE).read_text("utf-8")


TIMED = Timed("NVIDIA H200", "M=4096, N=4096, K=4096", 2 * 4096**3, 12 * 4096**2, 16.9, "reference", 15.2,
              "cublas_sgemm", 2.69, 66.9e12, 4.917e12)  # fmt: skip
COALESCED = "05_memory_coalescing/sgemm_coalesced"


def timed_report(exercise: str, source: str) -> Report:
    return Report(exercise, hashlib.sha256(source.encode()).hexdigest(), "", "", (), "0", source=source, timed=TIMED)


@pytest.fixture
def whole(tmp_path: Path) -> Course:
    """All of the course, whose students' state lies elsewhere."""
    return replace(open_course(REPOSITORY, problem_cases()), root=tmp_path)


def test_the_ladder_has_every_exercise_on_the_same_work_in_order(whole: Course) -> None:
    history.keep(whole.root, timed_report(COALESCED, "mine"))
    tiled = whole.named("06_shared_memory_tiling/sgemm_tiled")
    assert tiled is not None
    steps = steps_of(whole, tiled, TIMED)
    assert [step.exercise.split("/")[1] for step in steps] == [
        "sgemm_naive", "sgemm_coalesced", "sgemm_float4", "sgemm_tiled", "sgemm_register_blocked",
        "sgemm_double_buffered", "sgemm_warp_tiled", "tune_tiles"]  # fmt: skip
    assert [step.exercise for step in steps if step.speed] == [COALESCED]
    transposed = whole.named("06_shared_memory_tiling/transpose_tiled")
    assert transposed is not None
    assert [step.exercise.split("/")[1] for step in steps_of(whole, transposed, TIMED)] == [
        "transpose_tiled", "transpose_swizzled"]  # fmt: skip


@pytest.mark.parametrize(
    ("exercise", "on_gpu"),
    [(COALESCED, True), ("06_shared_memory_tiling/sgemm_tiled", False)],  # the other's skeleton does not do the work
)
def test_a_starter_that_does_the_work_is_timed_once_where_there_is_a_gpu(
    whole: Course, monkeypatch: pytest.MonkeyPatch, exercise: str, on_gpu: bool
) -> None:
    asked: list[bool] = []

    def graded(_: object, one: Exercise, devices: Devices, lang: str) -> Graded:
        asked.append(devices.open_gpu is not None)
        report = timed_report(one.id, pristine(one, "en"))
        return Graded(report if asked[-1] else replace(report, timed=None), ())

    monkeypatch.setattr("grader.grading.submissions.grade_skeleton", graded)
    one = whole.named(exercise)
    assert one is not None
    devices = Devices(cast(Open, None), cast(OpenGpu, object()))
    starter_of(whole, one, devices)  # without a contest the emulator is enough
    for _ in range(2):
        starter = starter_of(whole, one, devices, TIMED)
        assert starter is not None and (starter.speed is not None) is on_gpu
    assert asked == ([False, True] if on_gpu else [False])
