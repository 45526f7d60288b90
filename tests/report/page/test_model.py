"""The page of a real kernel: every line has what the profile counts, and pictures of its requests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from grader.launch import Argument, LaunchRequest, LaunchResult
from grader.report.page.model import Launched, Page, page_of
from grader.simt import emulator
from grader.toolchain import Program, compile_source
from grader.verdicts import Report

ROOT = Path(__file__).resolve().parents[3]
SOURCE = (ROOT / "tests/submissions/06_shared_memory_tiling/transpose_tiled/wrong/unpadded_tile.cu").read_text("utf-8")
KERNEL = "transpose_tiled"
SIZE = 64


@cache
def launched() -> tuple[Program, LaunchResult]:
    return run(SOURCE)


def run(source: str) -> tuple[Program, LaunchResult]:
    program = compile_source(source)
    arguments = (
        Argument("in", np.arange(SIZE * SIZE, dtype=np.float32)), Argument("out", np.zeros(SIZE * SIZE, np.float32)),
        Argument("rows", np.int32(SIZE)), Argument("cols", np.int32(SIZE)),
    )  # fmt: skip
    request = LaunchRequest(KERNEL, (2, 2, 1), (32, 8, 1), arguments, sampled=True)
    return program, emulator.launch(emulator.load(program, KERNEL), request)


def page() -> Page:
    program, result = launched()
    report = Report("06/transpose_tiled", "", "", "", (), "0", source=SOURCE)
    return page_of({"en": report, "ko": report}, program, KERNEL, Launched("64 x 64", 256, 0, result), result.hazards)


def test_every_line_of_the_file_is_there_once_and_all_that_was_counted() -> None:
    _, result = launched()
    lines = page().lines
    assert "\n".join(line.text for line in lines) == SOURCE.rstrip("\n")
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    shown = [access.row for line in lines for access in line.accesses]
    assert sorted(shown, key=repr) == sorted((r for r in result.accesses if r.space != "local"), key=repr)


def test_the_worst_line_is_the_column_that_conflicts_and_its_picture_says_so() -> None:
    found = page()
    (worst,) = found.worst("shared")
    assert "tile[" in worst.text and worst.excess("shared") > 0 and not found.worst("global")
    (access,) = [a for a in worst.accesses if a.row.space == "shared"]
    drawn = [found.figures[number] for number in access.figures]
    assert drawn[0]["cost"] == 32 == len(drawn[0]["wavefronts"])  # type: ignore[arg-type]
    assert sum(each["cost"] * each["alike"] for each in drawn) == access.row.cost  # type: ignore[operator]
    assert worst.code.machine.get("LDS") or worst.code.machine.get("STS")


def test_room_on_the_multiprocessor_is_that_of_the_launch() -> None:
    found = page()
    assert found.resources is not None and found.space is not None
    assert found.resources.shared_bytes == 32 * 32 * 4 and found.space.now.blocks == 8


def test_what_does_not_compile_has_its_lines_and_nothing_else() -> None:
    report = Report("x", "", "", "", (), "0", source="one\ntwo\n")
    found = page_of({"en": report}, None, KERNEL, None)
    assert [(line.text, line.accesses) for line in found.lines] == [("one", ()), ("two", ())]
    assert found.space is None and found.figures == ()


def test_a_hazard_is_on_both_of_its_lines() -> None:
    racy = SOURCE.replace("__syncthreads();", "", 1)
    program, result = run(racy)
    report = Report("x", "", "", "", (), "0", source=racy)
    drawn = page_of({"en": report}, program, KERNEL, Launched("", 256, 0, result), result.hazards)
    assert result.hazards
    for number, hazard in enumerate(result.hazards):
        involved = {line.number for line in drawn.lines if number in line.hazards}
        assert involved == {hazard.line_a, hazard.line_b}
