"""The terminal views: fit into 80 columns in both languages, name line and source, and stay plain when asked."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType

from grader.grading.profile import Profile
from grader.listing import display_width
from grader.report.annotations import gcc_lines
from grader.report.github import workflow_commands
from grader.report.profile_view import profile_view
from grader.report.terminal import Heading, checks_table, report_view
from grader.toolchain.program import Diagnostic
from grader.verdicts import LineNote, Report, Status
from tests.report.specimens import REPORT, RESOURCES, RESULT, SOURCE, check

HEADING = Heading("Shared-memory tiled SGEMM", "exercises/06/sgemm_tiled.cu", "modules/06/lesson.en.md")
PROFILE = Profile("k", "sm_90", "emulated", "NVRTC 13.0.88", SOURCE, RESULT, RESOURCES)


def rendered(view: RenderableType, width: int = 80, **options: object) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False, markup=False, emoji=False, **options)  # type: ignore[arg-type]
    console.print(view)
    return stream.getvalue()


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("width", [80, 100])
def test_no_line_is_wider_than_the_terminal(lang: str, width: int) -> None:
    for view in (report_view(REPORT, HEADING, lang), profile_view(PROFILE, lang)):
        assert max(display_width(line) for line in rendered(view, width).splitlines()) <= width


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_numbers_are_never_cut(lang: str) -> None:
    text = rendered(report_view(REPORT, HEADING, lang))
    assert "~1,179,648" in text
    assert "~1,171,456" in text
    assert "17,408" in text


def test_the_first_failing_check_is_shown_with_its_source_line_and_lesson() -> None:
    text = rendered(report_view(REPORT, HEADING, "en"))
    assert "Look at this first: shared_wavefronts" in text
    assert "    4 |     tile_a[threadIdx.y][threadIdx.x] = A[" in text
    assert "each request asks one bank for 2 words" in text
    assert '"Banks" in modules/06/lesson.en.md' in text
    assert "grader hint 06_shared_memory_tiling/sgemm_tiled" in text


def test_starter_you_and_target_stand_side_by_side() -> None:
    text = rendered(checks_table(REPORT.checks, "en"))
    assert text.splitlines()[0].split() == ["check", "starter", "you", "target", "points", "status"]
    row = next(line for line in text.splitlines() if line.startswith("shared_wavefronts"))
    assert row.split() == ["shared_wavefronts", "0", "1,179,648", "17,408", "0", "/", "15", "FAIL"]


def test_without_a_starter_there_is_no_column_for_it() -> None:
    text = rendered(checks_table((check("correctness", measured=6, target=6),), "en"))
    assert "starter" not in text


def test_what_was_not_judged_has_not_passed() -> None:
    passed = check("correctness")
    for status, told in ((Status.PASS, True), (Status.INCONCLUSIVE, False), (Status.FAIL, False)):
        report = replace(REPORT, checks=(passed, check("global_sectors", status)), private_cases=2)
        assert ("Passed here" in rendered(report_view(report, HEADING, "en"))) is told


def test_what_this_machine_cannot_judge_says_so_with_its_points() -> None:
    text = " ".join(rendered(report_view(REPORT, HEADING, "en")).split())
    assert "speed: not run. Speed needs a GPU. (15 points, not counted here)" in text
    assert "global_sectors: inconclusive. Not exact." in text
    assert "score 40 of 85 on this machine (100 in all)" in text


def test_a_check_that_waits_for_another_is_not_explained_twice() -> None:
    waiting = check("resources", Status.NOT_RUN, message="correct results first", depends_on_failed="correctness")
    text = rendered(report_view(replace(REPORT, checks=(*REPORT.checks, waiting)), HEADING, "en"))
    assert "correct results first" not in text


def test_a_compile_error_shows_the_line_and_a_caret() -> None:
    broken = check("compiles", Status.FAIL, points=0.0, message="The compiler stops: expected a ;")
    report = replace(REPORT, checks=(broken,), accesses=())
    diagnostics = (Diagnostic("error", "expected a ;", "a.cu", 6, 10),)
    text = rendered(report_view(report, HEADING, "en", diagnostics))
    assert "a.cu:6:10: error: expected a ;" in text
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if "C[0] = tile_a" in line)
    assert lines[at + 1].index("^") == lines[at].index("= tile_a")


def test_all_checks_passed_is_said() -> None:
    report = replace(REPORT, checks=(REPORT.checks[1], REPORT.checks[4]))
    assert "Every check that this machine can judge passes." in rendered(report_view(report, HEADING, "en"))
    assert "Every check" not in rendered(report_view(REPORT, HEADING, "en"))


def test_source_and_output_cannot_control_the_terminal() -> None:
    hostile = replace(REPORT, source=SOURCE.replace("C[0]", "\x1b[2J\x07C[0]"), printed="\x1b]0;owned\x07hi")
    text = rendered(report_view(hostile, HEADING, "en"), color_system=None)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "?]0;owned?hi" in text


def test_source_is_not_read_as_markup() -> None:
    report = replace(REPORT, source=SOURCE.replace("tile_a[threadIdx.y]", "[bold]tile_a"))
    assert "[bold]tile_a" in rendered(report_view(report, HEADING, "en"))


def test_without_colour_there_is_no_escape_sequence() -> None:
    text = rendered(report_view(REPORT, HEADING, "en"), force_terminal=True, no_color=True, color_system=None)
    assert "\x1b" not in text


def test_a_seven_bit_terminal_gets_seven_bit_tables() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", errors="strict", write_through=True)
    Console(file=stream, width=80).print(checks_table(REPORT.checks, "en"))
    assert b"shared_wavefronts" in raw.getvalue()


def test_a_profile_shows_faults_hazards_totals_and_resources() -> None:
    text = rendered(profile_view(PROFILE, "en"))
    assert "The kernel stopped." in text
    assert "error: read after write (RAW), 256 times" in text
    assert "    4 |     tile_a[threadIdx.y]" in text
    assert "~1,180,672 wavefronts" in text
    assert "123,456" in text
    assert "32 registers a thread" in text


def test_a_clean_profile_says_so() -> None:
    clean = replace(PROFILE, result=replace(RESULT, hazards=(), faults=()))
    assert "No hazards" in rendered(profile_view(clean, "en"))


CAUTIOUS = check("hazards", message="No errors, but take care: the barrier at line 5 is missed.", read="Barriers",
                 lines=(LineNote(5, "the barrier at line 5 is missed."),))  # fmt: skip


def test_what_passes_by_luck_is_told_below_the_verdicts() -> None:
    text = rendered(report_view(replace(REPORT, checks=(REPORT.checks[1], CAUTIOUS)), HEADING, "en"))
    assert "Passes, but take care: hazards" in text
    assert "the barrier at line 5 is missed." in text
    assert "    5 |     __syncthreads();" in text
    assert "Barriers" in text
    assert "take care" not in rendered(report_view(REPORT, HEADING, "en"))


@pytest.mark.parametrize("form", [gcc_lines, workflow_commands])
def test_what_passes_by_luck_is_a_warning_on_its_line(form: Callable[[Sequence[tuple[Report, str]]], str]) -> None:
    said = form([(replace(REPORT, checks=(CAUTIOUS,)), "k.cu")])
    assert "warning" in said and "k.cu" in said and "5" in said and "is missed" in said
    assert form([(replace(REPORT, checks=(REPORT.checks[1],)), "k.cu")]) == ""
