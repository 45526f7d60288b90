"""What a page tells of a contest on a GPU: rates, shares, the limit, the roofline, the ladder."""

from __future__ import annotations

import re
import sys
from dataclasses import replace

import html5lib
import pytest

from grader.grading.history import Speed
from grader.report.page.speed import race
from tests.report.html.hostile import HOSTILE, shape
from tests.report.page.made import EVERY_ACCESS, STEPS, TIMED, attempt, html_of, page, timed_page
from tests.report.page.test_page import data_of

OWN = Speed(gpu=TIMED.gpu, case=TIMED.case, ms=33.8, beside_ms=2.6)


def test_rates_shares_and_the_limit_follow_from_the_times() -> None:
    found = race(TIMED, OWN, None, (), "01_module/k")
    you, baseline, library, last = found.marks
    assert [mark.role for mark in found.marks] == ["you", "baseline", "library", "earlier"]
    assert you.rate == pytest.approx(2 * 4096**3 / 16.9e-3)
    assert (you.share, library.share) == (pytest.approx(100 * 2.69 / 16.9), 100)
    assert last.share == pytest.approx(100 * 2.6 / 33.8) and last.own_run and not baseline.own_run
    assert found.limit_ms == found.compute_ms == pytest.approx(1000 * 2 * 4096**3 / 66.9e12)
    assert you.of_limit == pytest.approx(100 * found.limit_ms / 16.9)


def test_work_without_operations_is_limited_by_memory_and_has_no_roofline() -> None:
    copy = replace(TIMED, flops=0, bytes=2 << 30, ms=0.55, library=None, library_ms=None, baseline_ms=0.5)
    found = race(copy, None, None, (), "x/copy")
    assert found.limit_ms == found.memory_ms == pytest.approx(1000 * (2 << 30) / 4.917e12)
    assert found.marks[0].rate == pytest.approx((2 << 30) / 0.55e-3) and found.points == ()
    assert found.marks[0].share == pytest.approx(100 * 0.5 / 0.55)
    text = html_of(timed_page(copy))
    assert "GB/s" in text and 'id="roofline"' not in text


@pytest.mark.parametrize("change", [{"gpu": "another"}, {"case": "M=1, N=1, K=1"}])
def test_times_of_other_gpus_and_other_work_stand_nowhere(change: dict[str, str]) -> None:
    other = replace(OWN, **change)
    steps = [replace(step, speed=other) for step in STEPS]
    found = race(TIMED, other, other, steps, "01_module/k")
    assert len(found.marks) == 3
    assert [rung.mark is None for rung in found.ladder] == [True, False, True]


def test_the_ladder_is_in_the_order_of_the_course_and_tells_what_is_not_timed_yet() -> None:
    found = race(TIMED, None, None, STEPS, "01_module/k")
    assert [(rung.title["en"], rung.here, rung.mark is None) for rung in found.ladder] == [
        ("Naive", False, False), ("Tiled", True, False), ("Blocked", False, True)]  # fmt: skip
    assert found.ladder[0].mark is not None and found.ladder[0].mark.share == pytest.approx(100 * 2.7 / 25.4)


def test_one_exercise_alone_is_no_ladder() -> None:
    assert race(TIMED, None, None, STEPS[1:2], "01_module/k").ladder == ()


def test_without_peaks_there_is_a_table_and_no_limit() -> None:
    text = html_of(timed_page(replace(TIMED, peak_flops=0.0)))
    assert 'id="speed"' in text and 'id="roofline"' not in text and "of the limit" not in text


def test_without_matplotlib_the_page_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    text = html_of(timed_page())
    assert "matplotlib is missing" in text and 'id="roofline"' not in text


def test_a_page_without_a_contest_has_no_section_of_speed() -> None:
    assert 'id="speed"' not in html_of(page())


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_page_is_valid_and_its_numbers_are_those_of_the_contest(lang: str) -> None:
    text = html_of(timed_page(), lang, last=replace(attempt(EVERY_ACCESS), speed=OWN), steps=STEPS)
    html5lib.HTMLParser(strict=True).parse(text)
    found = data_of(text)["speed"]
    assert [round(mark["ms"], 2) for mark in found] == [16.9, 15.2, 2.69, 33.8, 25.4]
    rows = re.findall(r'<tr class="role-\w+"><td class="no">(\d+)</td>.*?<td class="number">([\d.]+)</td>', text)
    assert [(int(number), float(ms)) for number, ms in rows] == [(m["number"], m["ms"]) for m in found]


def test_the_roofline_brings_no_style_no_name_twice_and_a_label_for_every_row() -> None:
    text = html_of(timed_page(), last=replace(attempt(EVERY_ACCESS), speed=OWN), steps=STEPS)
    found = shape(text)
    assert not {key for _, own in found for key, _ in own} & {"style", "src", "xlink:href"}
    ids = [dict(own)["id"] for _, own in found if "id" in dict(own)]
    assert len(ids) == len(set(ids))
    drawn = text[text.index('<svg aria-hidden="true" ') :].partition("</svg>")[0]
    assert re.findall(r"<text[^>]*>(\d)</text>", drawn)[-5:] == ["1", "2", "3", "4", "5"]
    used = set(re.findall(r'href="#([^"]+)"', drawn)) | set(re.findall(r"url\(#([^)]+)\)", drawn))
    assert used <= set(ids)


@pytest.mark.parametrize("words", HOSTILE)
def test_what_a_driver_calls_its_gpu_stays_text(words: str) -> None:
    told = [html_of(timed_page(replace(TIMED, gpu=name))) for name in (words, "x" * len(words))]
    assert shape(told[0]) == shape(told[1])
