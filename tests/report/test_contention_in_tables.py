"""Atomics and branches in the tables of the terminal: their columns are there where there is something to tell."""

from __future__ import annotations

from rich.console import Console

from grader.launch import AccessLine, Executed
from grader.report.access_table import access_tables
from grader.report.executed_table import executed_table

SOURCE = "a;\nb;\n"
LOAD = AccessLine(1, "global", "load", 4, 8, 32, 32, True)
ATOMIC = AccessLine(2, "global", "atomic", 4, 8, 12, 8, True, passes=140, most=17)


def text_of(table: object) -> str:
    console = Console(width=160)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def test_atomics_tell_passes_and_the_most_lanes_at_one_address() -> None:
    (table,) = access_tables((LOAD, ATOMIC), SOURCE, "en")
    shown = text_of(table)
    assert "passes" in shown and "lanes at one address" in shown
    assert shown.splitlines()[-1].split()[-2:] == ["140", "17"] and "140" not in shown.splitlines()[-2]
    unsure = AccessLine(2, "global", "atomic", 4, 8, 12, 8, True, passes=140, most=17, passes_exact=False)
    assert "~140" in text_of(access_tables((unsure,), SOURCE, "en")[0])


def test_without_atomics_their_columns_are_not_there() -> None:
    assert "passes" not in text_of(access_tables((LOAD,), SOURCE, "en")[0])


def test_lines_at_which_lanes_part_are_counted() -> None:
    rows = (Executed(0, 1, "FADD R0, R1, R2", 10, 320, 320), Executed(16, 2, "@P0 BRA 0x40", 10, 320, 160, divergent=7))
    shown = text_of(executed_table(rows, SOURCE, "en"))
    assert "parted" in shown and shown.splitlines()[-1].split()[-1] == "7"
    assert "parted" not in text_of(executed_table(rows[:1], SOURCE, "en"))
