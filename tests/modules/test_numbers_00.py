"""What the lessons of module 00 show is what the commands print, what the compiler makes, and what an H200 counted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from grader.course.skeleton import render_skeleton
from grader.launch import Argument, LaunchRequest
from grader.simt import emulator
from grader.toolchain import Program, compile_source
from grader.toolchain.disassembly import disassemble
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import Profiled, profiled

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "00_first_kernel"
TEXT = lesson_of(MODULE)
rows = partial(table_rows, TEXT)
HARDWARE = ROOT / "tests" / "hardware"


def saved(name: str) -> str:
    """The code that the lesson tells its reader to save under that name."""
    block = re.search(rf"`{re.escape(name)}`[^\n]*\n\n```cuda\n(.*?)^```$", TEXT, flags=re.M | re.S)
    assert block, name
    return block[1]


def shown(first_words: str) -> str:
    """The text block that starts with these words."""
    block = re.search(rf"^```text\n({re.escape(first_words)}.*?)^```$", TEXT, flags=re.M | re.S)
    assert block, first_words
    return block[1]


def printed(folder: Path, *command: str) -> str:
    """What `grader` prints in English on a terminal of 80 columns, without blanks at the ends of lines."""
    environment = os.environ | {"COLUMNS": "80", "NO_COLOR": "1", "WARPLINGS_LANG": "en", "WARPLINGS_COURSE": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "grader", *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return "\n".join(line.rstrip() for line in done.stdout.splitlines())


def run_of(kernel: str, grid: str) -> Profiled:
    (run,) = [r for r in profiled(MODULE) if (r.option("--kernel"), r.option("--grid")) == (kernel, grid)]
    return run


def test_the_table_of_blocks() -> None:
    for line in rows("n"):
        if line[1] not in ("256", "100"):
            continue
        n, size, quotient, blocks, threads, idle = line
        count = -(-int(n) // int(size))
        assert int(quotient) == int(n) // int(size)
        assert blocks == f"{int(n) + int(size) - 1} / {size} = {count}"
        assert (int(threads), int(idle)) == (count * int(size), count * int(size) - int(n))


@pytest.mark.slow
def test_the_profiler_finds_what_the_simulation_says() -> None:
    table = rows("kernel | blocks × threads")
    assert len(table) == 3
    for name, launch, load, store, total in table:
        grid, block = launch.split(" × ")
        run = run_of(name.strip("`"), grid)
        assert run.option("--block") == block
        assert [load, store] == [" / ".join(map(str, run.cost("global", kind))) for kind in ("load", "store")]
        assert total == f"{run.profile['totals']['global']['sectors']:,}"


@pytest.mark.parametrize(("launch", "sectors"), [((4, 256), 250), ((5, 256), 250), ((10, 100), 290)])
def test_a_block_more_costs_no_sector(launch: tuple[int, int], sectors: int) -> None:
    program = compile_source(saved("halve.cu"), defines={"BLOCK": str(launch[1])})
    assert counted(program, "halve", launch, 1000, arrays=2)[0] == sectors


@pytest.mark.slow
def test_who_and_deal_print_what_the_tables_say(tmp_path: Path) -> None:
    for name in ("who.cu", "deal.cu"):
        (tmp_path / name).write_text(saved(name), encoding="utf-8")
    commands = re.findall(r"^grader (profile (?:who|deal)\.cu .+)$", TEXT, flags=re.M)
    told = [printed(tmp_path, *command.split()).split("Printed by the kernel:\n")[1] for command in commands]
    drawn, who, deal = told
    dealt = [tuple(map(int, hand)) for hand in re.findall(r"^thread (\d): element (\d+)$", drawn, flags=re.M)]
    assert sorted(dealt, key=lambda hand: hand[1]) == [(e % 8, e) for e in range(21)]
    owners = re.findall(r"^block (\d), thread (\d): element (\d)$", who, flags=re.M)
    assert [(int(b), int(t), int(e)) for b, t, e in owners] == [(e // 4, e % 4, e) for e in range(10)]
    assert re.findall(r"^block (\d), thread (\d): nothing to do$", who, flags=re.M) == [("2", "2"), ("2", "3")]
    for element, block, thread in rows("element"):
        assert (block, thread, element) in owners
    hands = re.findall(r"^thread (\d): element (\d)$", deal, flags=re.M)
    assert len(hands) == 10
    for thread, own in ((1, "1, 5, 9"), (3, "3, 7")):
        assert ", ".join(e for t, e in hands if int(t) == thread) == own
        assert f"hread {thread}: {own}." in TEXT


def test_without_its_guard_the_kernel_stops_where_the_lesson_says(tmp_path: Path) -> None:
    halve, rest = saved("halve.cu").split('extern "C" __global__ void halve_scattered')
    unguarded = "".join(line for line in halve.splitlines(keepends=True) if "if (k < n)" not in line)
    (tmp_path / "halve.cu").write_text(f'{unguarded}extern "C" __global__ void halve_scattered{rest}', encoding="utf-8")
    arguments = [word for spec in ("f32[1000]=iota", "f32[1000]=zeros", "i32:1000") for word in ("--arg", spec)]
    launch = ["profile", "halve.cu", "--kernel", "halve", "--grid", "4", "--block", "256"]
    assert shown("The kernel stopped.") in printed(tmp_path, *launch, *arguments)


def test_the_report_of_the_untouched_file_is_the_one_that_is_read(tmp_path: Path) -> None:
    """All but the element's value, which is drawn anew each time, and the folders of the files."""
    source = ROOT / "solutions" / MODULE / "vector_add.cu"
    skeleton = render_skeleton(source.read_text(encoding="utf-8"), source)
    (tmp_path / "vector_add.cu").write_text(skeleton, encoding="utf-8")
    found = printed(tmp_path, "check", "00/vector_add", "--file", "vector_add.cu", "--backend", "emulated")
    assert masked(found) == masked(shown("00_first_kernel/vector_add  Vector addition"))


def masked(report: str) -> str:
    """A report without the values that were drawn, the folders, and the places where lines end."""
    words = re.sub(r"\S*/(?=\w+(\.\w+)+\b)", "", " ".join(report.split()))
    return re.sub(r"(expected|=|\+) \(?-?\d+\)?(?= |,)", r"\1 ?", words)


@cache
def _hardware() -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = json.loads((HARDWARE / "h200.json").read_text("utf-8"))["launches"]
    return found


@cache
def _measured_kernels() -> Program:
    return compile_source((HARDWARE / "kernels" / "global_access.cu").read_text(encoding="utf-8"))


def counted(program: Program, kernel: str, launch: tuple[int, int], n: int, arrays: int) -> tuple[int, int]:
    """Global sectors and their ideal. A kernel takes its arrays, then n; saxpy also a factor before them."""
    buffers = tuple(Argument(f"v{k}", np.ones(n, np.float32)) for k in range(arrays))
    factor = (Argument("a", np.float32(2.5)),) if "saxpy" in kernel else ()
    arguments = (*factor, *buffers, Argument("n", np.int32(n)))
    request = LaunchRequest(kernel, (launch[0], 1, 1), (launch[1], 1, 1), arguments)
    total = emulator.launch(emulator.load(program, kernel), request).total("global")
    assert total.exact
    return total.cost, total.ideal


@pytest.mark.parametrize(
    ("place", "launch", "kernel", "arrays"),
    [(0, "vector_add", "vector_add", 3), (1, "vector_add_block_100", "vector_add", 3),
     (2, "saxpy_grid_stride", "saxpy_grid_stride", 2)],
)  # fmt: skip
def test_the_measured_table_is_what_the_h200_counted_and_the_emulator_counts(
    place: int, launch: str, kernel: str, arrays: int
) -> None:
    _, n, size, *told = rows("kernel | n")[place]
    blocks, threads = map(int, size.split(" × "))
    totals = _hardware()[launch]["totals"]
    on_hardware = [totals[f"memory_l2_theoretical_sectors_global{suffix}"] for suffix in ("", "_ideal")]
    emulated = counted(_measured_kernels(), kernel, (blocks, threads), int(n.replace(",", "")), arrays)
    assert list(map(int, told)) == [on_hardware[0], emulated[0], on_hardware[1]]
    assert emulated[1] == on_hardware[1]


def test_the_compiler_makes_what_the_table_of_instructions_says() -> None:
    program = compile_source(saved("halve.cu"))
    ptx = program.ptx.split(".entry halve(")[1].split("ret;")[0]
    code = disassemble(program).split(".text.halve:")[1].split(".text.")[0]
    words = [word for _, *cells in rows("source") for cell in cells for word in re.findall("`([^`]+)`", cell)]
    assert len(words) == 19
    for word in words:
        if word.isupper() or word.startswith("@P0"):
            assert word in code, word
        else:
            assert word in ptx, word
