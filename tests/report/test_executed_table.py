"""What the machine code executed, in the terminal: totals, and the lines where the instructions of a kernel go."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType

from grader.grading.profile import Profile
from grader.launch import Executed
from grader.listing import display_width
from grader.report.executed_table import executed_table, executed_totals
from grader.report.profile_view import profile_view
from tests.report.specimens import COUNTED, EXECUTED, RESOURCES, RESULT, SOURCE

PROFILE = Profile("k", "sm_90", "emulated", "NVRTC 13.0.88", SOURCE, COUNTED, RESOURCES)
LANGUAGES = pytest.mark.parametrize("lang", ["en", "ko"])
TITLES = {"en": "Machine instructions by line", "ko": "줄별 기계어 명령"}
HEADS = {
    "en": ["line", "source", "warp", "instructions", "share", "active", "threads"],
    "ko": ["줄", "소스", "워프", "명령", "비율", "활성", "스레드"],
}


def rendered(view: RenderableType, width: int = 80) -> str:
    stream = io.StringIO()
    Console(file=stream, width=width, highlight=False, markup=False, emoji=False).print(view)
    return stream.getvalue()


def table_of(*rows: Executed, source: str = SOURCE, lang: str = "en") -> list[str]:
    """The lines of the table below its head."""
    return [line.rstrip() for line in rendered(executed_table(rows, source, lang)).splitlines()[3:]]


@LANGUAGES
def test_every_line_has_its_instructions_its_share_and_its_active_threads(lang: str) -> None:
    title, head, _, *rows = rendered(executed_table(EXECUTED, SOURCE, lang)).splitlines()
    assert title.strip() == TITLES[lang]
    assert head.split() == HEADS[lang]
    none, fourth, sixth = [row.split() for row in rows]
    assert none == ["-", "512", "25", "%", "1.0"]
    assert (fourth[0], fourth[-4:]) == ("4", ["1,024", "50", "%", "24.0"]) and fourth[1].startswith("tile_a[thread")
    assert sixth == ["6", "C[0]", "=", "tile_a[0][0];", "~512", "25", "%", "32.0"]


@LANGUAGES
def test_the_totals_name_all_instructions_and_the_average_of_the_active_threads(lang: str) -> None:
    all_of_them, active, pipes = executed_totals(EXECUTED, lang)
    assert all_of_them.endswith("  ~2,048")
    assert "20.2" in active and "32" in active
    assert pipes.endswith("  other 100 %")
    shared = [replace(EXECUTED[0], pipe="lsu", inst_executed=3), replace(EXECUTED[0], pipe="fma", inst_executed=1)]
    assert executed_totals(shared, lang)[2].endswith("  lsu 75 %, fma 25 %")
    assert executed_totals(EXECUTED[:2], lang)[0].endswith("  1,024")


@LANGUAGES
def test_only_the_lines_with_most_instructions_are_listed_in_source_order(lang: str) -> None:
    source = "\n".join(f"line{n};" for n in range(1, 41))
    rows = [Executed(16 * n, n, "FADD R0, R0, R1", 10 + n % 20, 320, 32 * (10 + n % 20)) for n in range(1, 41)]
    *shown, others = table_of(*rows, source=source, lang=lang)
    assert [int(row.split()[0]) for row in shown] == [14, 15, 16, 17, 18, 19, 34, 35, 36, 37, 38, 39]
    assert all(f" line{row.split()[0]};" in row for row in shown)
    assert {"en": "28 more lines", "ko": "그 밖의 28줄"}[lang] in others
    whole = sum(row.inst_executed for row in rows)
    rest = whole - sum(int(row.split()[2]) for row in shown)
    assert others.split()[-4:] == [f"{rest:,}", f"{100 * rest / whole:.0f}", "%", "32.0"]


def test_one_line_more_than_fits_is_one_line() -> None:
    rows = [Executed(16 * n, n, "NOP", 32, 1, 1) for n in range(1, 14)]
    assert "1 more line " in table_of(*rows)[-1] and len(table_of(*rows)) == 13
    assert len(table_of(*rows[:12])) == 12 and "more" not in table_of(*rows[:12])[-1]


def test_what_another_order_may_change_is_marked_in_its_line_and_in_the_sum_of_the_others() -> None:
    rows = [Executed(16 * n, n, "NOP", 100 - n, 1, 1) for n in range(14)]
    doubtful = (*rows[:13], replace(rows[13], exact=False))
    assert "~" not in "".join(table_of(*rows))
    assert [row for row in table_of(*doubtful) if "~" in row] == table_of(*doubtful)[-1:]


def test_a_line_outside_of_the_file_has_no_source() -> None:
    (row,) = table_of(Executed(0, 99, "NOP", 1, 32, 32))
    assert row.split() == ["99", "1", "100", "%", "32.0"]


def test_source_and_its_markup_are_shown_as_they_are() -> None:
    (row,) = table_of(Executed(0, 1, "NOP", 1, 32, 32), source="\x1b[2J[bold]x[/bold]\x07")
    assert "?[2J[bold]x[/bold]?" in row


@LANGUAGES
@pytest.mark.parametrize("width", [80, 100])
def test_a_profile_with_machine_code_fits_into_the_terminal(lang: str, width: int) -> None:
    many = tuple(replace(each, inst_executed=10**9, thread_inst_executed_true=10**10) for each in EXECUTED)
    text = rendered(profile_view(replace(PROFILE, result=replace(COUNTED, executed=many)), lang), width)
    assert max(map(display_width, text.splitlines())) <= width
    assert "~5,000,000,000" in text and "2,000,000,000" in text


@LANGUAGES
def test_a_profile_shows_the_table_only_where_there_was_machine_code(lang: str) -> None:
    text = rendered(profile_view(PROFILE, lang))
    assert TITLES[lang] in text and "SASS" in text and "~2,048" in text
    text = rendered(profile_view(replace(PROFILE, result=RESULT), lang))
    assert TITLES[lang] not in text and "~2,048" not in text


@LANGUAGES
def test_where_nobody_looked_for_hazards_the_note_stands_instead_of_a_clean_result(lang: str) -> None:
    clean = {"en": "No hazards", "ko": "해저드 없음"}[lang]
    assert clean in rendered(profile_view(PROFILE, lang))
    text = rendered(profile_view(replace(PROFILE, hazards_known=False, notes=("nobody looked",)), lang))
    assert clean not in text and "nobody looked" in text


@LANGUAGES
def test_what_the_mark_of_doubtful_instructions_means_is_said(lang: str) -> None:
    accesses = tuple(replace(each, exact=True) for each in COUNTED.accesses)
    text = rendered(profile_view(replace(PROFILE, result=replace(COUNTED, accesses=accesses)), lang))
    assert {"en": "~ not exact", "ko": "~ 정확하지 않은 값"}[lang] in text


@LANGUAGES
def test_where_all_counts_are_exact_there_is_no_mark(lang: str) -> None:
    accesses = tuple(replace(each, exact=True) for each in COUNTED.accesses)
    exact = replace(COUNTED, accesses=accesses, executed=EXECUTED[:3])
    assert "~" not in rendered(profile_view(replace(PROFILE, result=exact), lang))
