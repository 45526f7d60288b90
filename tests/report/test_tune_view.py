"""The tables of `grader tune`: whole at the width of a terminal, with a mark for everything that is in doubt."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from grader.cli.output import WIDE
from grader.course.catalog import open_course
from grader.course.tune_space import Space
from grader.course.values import LocalizedText
from grader.grading.opening import problem_cases
from grader.grading.tuning.outcome import Costs, Raced, Weighed
from grader.grading.tuning.parameters import Tunable
from grader.grading.tuning.search import Found, Subject, Variant
from grader.report.tune_json import tune_json
from grader.report.tune_view import tune_view
from grader.texts import say
from tests.tuned_course import KERNEL, write_tuned_course

NAMES = ("BM", "BN", "BK", "WM", "WN", "TM", "TN")
COSTS = Costs(ffma=67_584, instructions=79_776, wavefronts=9216, excess=12_288, sectors=12_288, exact=True)


def variant(number: int, **changes: object) -> Variant:
    weighed = Weighed(fate="counted", threads=256, registers=122, local_bytes=0, shared_bytes=49_152, blocks=2,
                      warps=16, limited_by=("registers", "shared"), costs=COSTS)  # fmt: skip
    return replace(Variant(dict.fromkeys(NAMES, 64 + number), weighed), **changes)


@pytest.fixture
def found(tmp_path: Path) -> Found:
    """Three variants of seven parameters, all of which vary, timed."""
    write_tuned_course(tmp_path)
    spec = open_course(tmp_path, problem_cases()).exercises[0].spec
    assert spec.tune is not None
    tune = replace(spec.tune, parameters=dict.fromkeys(NAMES, (64, 65, 66)))
    subject = Subject(spec, tune, Tunable(KERNEL, {}, frozenset()), "mine.cu")
    raced = Raced(ms=12.345, library_ms=11.0, ratio=0.891)
    variants = tuple(variant(number, raced=raced) for number in range(3))
    space = Space(tuple(v.values for v in variants), {})
    return Found(subject, space, variants, variants, spec.tune.case, "NVIDIA H200", "cublas_sgemm")


def shown(found: Found, lang: str = "en", width: int = WIDE) -> str:
    console = Console(width=width, record=True)
    with console.capture() as written:
        for view in tune_view(found, lang):
            console.print(view)
    return written.get()


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_nothing_is_cut_in_a_table_of_seven_parameters_with_times(found: Found, lang: str) -> None:
    text = shown(found, lang)
    assert "…" not in text
    for whole in ("49,152", "16/64", "12,288", "84.7 %", "12.345", "89.1 %", "0.136", "0.182"):
        assert whole in text


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("width", [50, 60, 80, 100])
def test_a_narrow_ranking_drops_columns_and_names_them(found: Found, lang: str, width: int) -> None:
    text = shown(found, lang, width)
    assert "…" not in text and max(map(cell_len, text.splitlines())) <= width
    rows = [line.split() for line in text.splitlines() if re.match(r" *[123] +6[456] ", line)]
    assert [row[:8] for row in rows] == [[str(n), *[str(63 + n)] * 7] for n in (1, 2, 3)]
    assert all(row[-2:] == ["89.1", "%"] for row in rows)
    left_out = say("tune.narrow", lang, columns=say("tune.excess", lang)).split(say("tune.excess", lang))[0].strip()
    assert left_out in " ".join(text.split()) and "12,288" not in text


def test_a_wide_ranking_has_all_columns(found: Found) -> None:
    assert "too narrow" not in shown(found) and "too narrow" in shown(found, width=80)


def test_counts_that_hardware_may_not_share_are_marked(found: Found) -> None:
    assert "~" not in shown(found)
    inexact = variant(0, weighed=replace(found.variants[0].weighed, costs=replace(COSTS, exact=False)))
    text = shown(replace(found, short=(inexact,)))
    assert "~0.136" in text and "Hardware may count a few more or less" in text


def test_times_in_doubt_and_missing_ones_are_told(found: Found) -> None:
    doubtful = variant(0, raced=Raced(ms=1.0, library_ms=1.0, ratio=1.0, doubtful=True))
    wrong = variant(1, raced=Raced(why=LocalizedText(ko="틀림", en="it is wrong there")))
    text = " ".join(shown(replace(found, short=(doubtful, wrong, variant(2)))).split())
    assert "?100.0 %" in text and "vary too much" in text
    assert "was not timed: it is wrong there" in text
    assert "the process with the GPU ended early" in text


def test_a_kernel_without_ffma_has_no_share_of_the_peak(found: Found) -> None:
    without = variant(0, weighed=replace(found.variants[0].weighed, costs=replace(COSTS, ffma=0)))
    text = " ".join(shown(replace(found, short=(without,))).split())
    assert "executes no FFMA" in text and "84.7 %" not in text
    document = tune_json(replace(found, variants=(without,)), "09/x", "x.cu")
    assert document["variants"][0]["model"]["peak_share"] is None  # type: ignore[index]


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_reasons_of_one_kind_share_a_row_and_others_have_their_own(found: Found, lang: str) -> None:
    kinds = ("out_of_bounds store", "no_forward_progress", "out_of_bounds store", "misaligned load", None, None)
    out = tuple(
        Variant(dict.fromkeys(NAMES, n), Weighed(fate="fault", kind=kind, threads=1,
                why=LocalizedText(ko=f"because{n}", en=f"because{n}")))
        for n, kind in enumerate(kinds)
    )  # fmt: skip
    text = shown(replace(found, variants=out, short=()), lang)
    rows = re.findall(r" (\d) +BM = (\d)[^:]*: *because(\d)", text)
    assert rows == [("2", "0", "0"), ("2", "4", "4"), ("1", "1", "1"), ("1", "3", "3")]


def test_every_reason_to_discard_has_a_row(found: Found) -> None:
    why = LocalizedText(ko="because", en="because")
    fates = ("threads", "compile", "shared", "spills", "registers", "launch", "fault", "wrong", "hazard", "stopped")
    out = tuple(Variant({"BM": n}, Weighed(fate=fate, threads=1, why=why)) for n, fate in enumerate(fates))
    gone = replace(found, variants=tuple(replace(v, values=dict.fromkeys(NAMES, 1)) for v in out), short=())
    for lang in ("en", "ko"):
        assert shown(gone, lang).count("because") == len(fates)
    assert "Nothing is left to rank." in shown(gone)
