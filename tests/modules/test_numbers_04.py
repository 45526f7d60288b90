"""The counts that the lessons of module 04 print are those of the course's own models, and of the profiler."""

from __future__ import annotations

import re
import sys
from math import ceil
from pathlib import Path

import pytest
import yaml

from grader.occupancy import occupancy
from grader.quiz.truth.global_memory import naive_request
from grader.toolchain import compile_source
from tests.kernels import wrong_text
from tests.modules.lesson_tables import lesson_of
from tests.modules.profiled import profiled, run_profile
from tests.modules.timed_in_turns import timed

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "04_sgemm_naive"
TEXT = lesson_of(MODULE)
SOLUTION = (ROOT / "solutions" / MODULE / "sgemm_naive.cu").read_text(encoding="utf-8")
KERNELS = {  # as the lesson's tables call them
    "16 × 16 block, x on columns": ((16, 16), "columns"),
    "16 × 16 block, x on rows": ((16, 16), "rows"),
    "32 × 32 block, x on columns": ((32, 32), "columns"),
}

sys.path.insert(0, str(ROOT / "docs"))
import measured  # noqa: E402  # docs is a folder of scripts, not a package


def rows(first_cell: str) -> list[list[str]]:
    """Cells of the body rows of the table whose header starts with first_cell."""
    table = re.search(rf"^\| {re.escape(first_cell)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, flags=re.M)
    assert table, first_cell
    return [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table[1].strip().splitlines()]


def shown(cell: str) -> str:
    """A cell as its reader sees it, without the marks of measured numbers."""
    return re.sub(r"<!--.*?-->", "", cell)


def step(block: tuple[int, int], x_on: str) -> dict[str, int]:
    """Sectors of A, B and C of the first warp."""
    return {matrix: naive_request(matrix, block, x_on).sectors for matrix in "ABC"}


def launch(block: tuple[int, int], x_on: str, n: int) -> int:
    """Sectors of a whole product of n x n matrices, C only stored."""
    each = step(block, x_on)
    return n * n // 32 * (n * (each["A"] + each["B"]) + each["C"])


def test_what_one_warp_asks_for() -> None:
    table = {row[0]: row[1:] for row in rows("one warp")}
    assert table.keys() == KERNELS.keys()
    for name, (block, x_on) in KERNELS.items():
        a, b, c = (naive_request(matrix, block, x_on) for matrix in "ABC")
        words = [f"{t.words} word{'s' * (t.words > 1)}, {t.sectors} sector{'s' * (t.sectors > 1)}" for t in (a, b)]
        assert table[name] == [*words, f"{a.sectors + b.sectors} sectors", f"{c.sectors} sectors"]


def test_the_totals_of_a_product_of_64() -> None:
    few, many = launch((16, 16), "columns", 64), launch((16, 16), "rows", 64)
    assert f"128 × (64 × 4 + 4) = **{few:,}**" in TEXT
    assert f"128 × (64 × 17 + 16) = **{many:,}**: {many / few:.1f} times" in TEXT


def test_the_addresses_of_one_thread() -> None:
    (bx, by), (tx, ty), (lda, ldb, ldc) = (1, 2), (3, 5), (50, 40, 36)
    row, col = by * 16 + ty, bx * 16 + tx
    index = {"C": row * ldc + col}
    index |= {f"A, k = {k}": row * lda + k for k in (0, 1)} | {f"B, k = {k}": k * ldb + col for k in (0, 1)}
    table = {cells[0]: cells[-1].rpartition(" ")[2] for cells in rows("| row | column | index") if cells[0] in index}
    assert table == {name: str(value) for name, value in index.items()}


def test_what_l1_can_keep() -> None:
    """Walk over one block for eight steps, with both mappings: sectors asked for, and different ones."""
    for x_on, asked in (("columns", 256), ("rows", 1088)):
        each = step((16, 16), x_on)
        assert 8 * 8 * (each["A"] + each["B"]) == asked
        assert f"{asked:,}" in TEXT
    different = {("A", row * 1024 // 8) for row in range(16)}
    different |= {("B", (k * 1024 + col) // 8) for k in range(8) for col in range(16)}
    assert len(different) == 32
    assert f"1 − 32 / 256 = **{100 * (1 - 32 / 256)} %**" in TEXT
    assert occupancy("sm_90", 256, 32, 0).blocks == 8


def test_the_largest_square_matrix_for_int_indices() -> None:
    most = 2**31 - 1
    assert 46_340**2 - 1 <= most < 46_341**2 - 1
    assert all(f"{number:,}" in TEXT for number in (most, 46_340, 46_340**2 - 1, 46_341, 46_341**2 - 1))
    assert f"{46_341**2 * 4 / 1e9:.1f} GB" in TEXT


def test_wide_indices_cost_no_register_but_time() -> None:
    wide = re.sub(r"\b(row|k) \* (ld[abc])", r"(size_t)\1 * \2", SOLUTION)
    assert wide.count("(size_t)") == 4
    registers = {compile_source(source).kernels["sgemm_naive"].registers for source in (SOLUTION, wide)}
    assert registers == {32}
    assert "the kernel takes 32 registers a thread" in TEXT
    group = "index_width"
    assert timed(group, "naive_16_wide")["text"] == wide
    longer, shorter = measured.square(4096), measured.square(1024)
    assert "% more (and" in TEXT and "% less at N = 1024" in TEXT
    assert measured.turn_ms(group, "naive_16_wide", longer) > 1.02 * measured.turn_ms(group, "naive_16", longer)
    assert measured.turn_ms(group, "naive_16_wide", shorter) < measured.turn_ms(group, "naive_16", shorter)


def test_what_a_sum_in_c_costs() -> None:
    more = 64 * 64 // 32 * 64 * step((16, 16), "columns")["C"]
    assert f"128 warps × 64 steps × 4 sectors = {more:,} sectors more" in TEXT
    assert (launch((16, 16), "columns", 64) + more) / launch((16, 16), "columns", 64) == pytest.approx(2, abs=0.05)


def test_the_threads_at_the_edge() -> None:
    blocks = ceil(40 / 16) * ceil(20 / 16)
    assert f"{blocks} × 256 = {blocks * 256:,} threads for 20 × 40 = {20 * 40} elements" in TEXT


def test_the_simulation() -> None:
    table = {tuple(row[:3]): row[3:] for row in rows("block")}
    assert len(table) == 5
    for (shape, on_rows, leading), cells in table.items():
        width, height = map(int, shape.split(" × "))
        x_on, sectors = ("columns", "rows")[int(on_rows)], 0
        for matrix, cell in zip("ABC", cells[:3], strict=True):
            found = naive_request(matrix, (width, height), x_on, 5, int(leading)).sectors
            assert cell == f"1 / {found} / {found - min(found, 4)}"
            sectors += found
        assert cells[3] == str(sectors)


@pytest.mark.slow
def test_the_profiler_finds_it() -> None:
    table = {tuple(row[:3]): row[3:] for row in rows("block")}
    runs = [run for run in profiled(MODULE) if run.option("--kernel") == "one_step"]
    assert len(runs) == len(table)
    for run in runs:
        shape = " × ".join((run.option("--block") or "").split(","))
        leading = "65" if "i32:65" in run.command else "64"
        cells = table[shape, run.defined("X_ON_ROWS") or "0", leading]
        costs = [
            run.cost("global", "load", "A[i"),
            run.cost("global", "load", "B[k"),
            run.cost("global", "store", "C[i"),
        ]
        assert cells[:3] == [" / ".join(map(str, cost)) for cost in costs]
        assert cells[3] == str(run.profile["totals"]["global"]["sectors"])


@pytest.mark.slow
def test_the_small_kernels_cost_what_the_lesson_says() -> None:
    """A sum kept in memory, and blocks at the edge of 20 x 40 elements."""
    (in_memory,) = (run for run in profiled(MODULE) if run.option("--kernel") == "row_sum")
    assert in_memory.cost("global", "store")[1] == 41 * 4
    assert "The stores cost 41 × 4 = 164 sectors; with a local sum and one store behind the loop, 4." in TEXT
    code = re.search(r"`row_sum.cu`[^\n]*\n\n```cuda\n(.*?)^```$", TEXT, flags=re.M | re.S)
    assert code
    local = code[1].replace("    out[y] = 0.0f;\n", "    float total = 0.0f;\n").replace("out[y] +=", "total +=")
    local = local.replace("\n}\n", "\n    out[y] = total;\n}\n")
    assert run_profile(local, in_memory.command[2:]).cost("global", "store")[1] == 4
    (edges,) = (run for run in profiled(MODULE) if run.option("--kernel") == "scale_rows")
    threads = [(bx * 16 + x, by * 16 + y) for by in range(2) for bx in range(3) for y in range(16) for x in range(16)]
    warps = [threads[first : first + 32] for first in range(0, len(threads), 32)]
    with_an_element = sum(any(x < 40 and y < 20 for x, y in warp) for warp in warps)
    assert edges.cost("global", "store") == (with_an_element, 100, 0)
    requests, sectors, _ = edges.cost("global", "load")  # in, and factor
    assert requests == 2 * with_an_element
    assert f"Of {len(warps)} warps {with_an_element} have an element: `in` is loaded with" in TEXT
    assert f"with {with_an_element} requests and 800 / 8 = 100 sectors, `factor`, on the same line of" in TEXT
    assert f"with {with_an_element} more and {sectors - 100} sectors ({requests} and {sectors} together)," in TEXT
    assert f"and {len(warps) - with_an_element} warps ask for nothing" in TEXT


def test_hardware_counted_the_sectors_that_the_lesson_derives() -> None:
    for kernel, x_on in (("naive_16", "columns"), ("naive_rows", "rows")):
        assert measured.counted(kernel, "global_cost") == launch((16, 16), x_on, 4096)
    assert f"= {launch((16, 16), 'columns', 4096):,}" in TEXT


def test_the_bytes_level_by_level() -> None:
    cells = {shown(row[0]): [shown(cell) for cell in row[1:]] for row in rows("counted at")}
    flops = 2 * 4096**3
    threads = 2 * 4096**3 * 4
    once = 3 * 4096**2 * 4
    assert cells["threads: 2 words for each multiply-add"] == [f"{threads / 1e9:.1f}", f"{flops / threads:.2f}"]
    assert cells["every matrix once, the least possible"] == [f"{once / 1e9:.1f}", f"{flops / once:.0f}"]


def test_lines_explain_the_times() -> None:
    names = {"16 × 16, x on rows": "naive_rows", "16 × 16, x on columns": "naive_16"}
    names["32 × 32, x on columns"] = "naive_32"
    one = 2**31 / (132 * 1.98e9) * 1e3
    assert measured.line_ms(1, 4096) == pytest.approx(one)
    table = {row[0]: row[1:] for row in rows("kernel | sectors per step")}
    assert table.keys() == names.keys()
    for name, kernel in names.items():
        block, x_on = KERNELS[name.replace(",", " block,")]
        a, b = (naive_request(matrix, block, x_on) for matrix in "AB")
        sectors, lines, alone, _, share = map(shown, table[name])
        assert (int(sectors), int(lines)) == (a.sectors + b.sectors, a.lines + b.lines)
        assert alone == f"{int(lines) * one:.1f}"
        assert share == f"{100 * int(lines) * one / measured.ms(kernel, 4096):.0f} %"
        assert int(lines) * one < measured.ms(kernel, 4096), "a bound"


def test_an_array_indexed_at_run_time_is_local_memory() -> None:
    source = wrong_text(MODULE, "sgemm_naive", "row_of_a_in_a_local_array")
    assert "float row_of_a[128];" in source and "`float row_of_a[128]`" in TEXT
    assert compile_source(source).kernels["sgemm_naive"].local_bytes == 512
    assert "512 bytes for each thread" in TEXT


def test_the_bytes_that_a_text_computes_for_1024() -> None:
    requested = 2 * 1024**3 * 4
    assert (
        f"= {requested / 1e9:.1f} GB, so at 4.8 TB/s a naive kernel takes at least {requested / 4.8e9:.1f} ms" in TEXT
    )
    assert measured.ms("naive_16", 1024) < requested / 4.8e9


def test_what_the_lesson_says_of_the_speed_check_is_what_it_asks() -> None:
    spec = yaml.safe_load((ROOT / "exercises" / MODULE / "sgemm_naive.yaml").read_text(encoding="utf-8"))
    speed = spec["checks"]["speed"]
    assert sum(check["points"] for check in spec["checks"].values()) == 100
    assert f"{speed['points']} of the 100 points" in TEXT and speed["size"] == dict.fromkeys("MNK", 4096)
    assert f"From {speed['full']:.2f} on all {speed['points']} points are yours, up to {speed['zero']:.2f} none" in TEXT
    assert speed["slow"] == "wrong/x_on_rows" and measured.contest_ratio("sgemm_naive", "slow") < speed["zero"]
    for language, heading in spec["read"]["speed"].items():
        lesson = lesson_of(MODULE, language)
        assert f"## {heading}\n" in lesson and "`speed`" in lesson.partition(f"## {heading}\n")[2]


def test_the_words_beside_the_measured_numbers_fit_them() -> None:
    """Sentences that compare without printing the quotient."""
    naive, rows_down = (measured.ms(kernel, 4096) for kernel in ("naive_16", "naive_rows"))
    assert "Starting with x on rows you get even more" in TEXT and rows_down / naive > 5
    assert "not a tenth of 4.8 TB/s" in TEXT and measured.dram_rate("naive_16") < 480
    assert "module 06 moves more" in TEXT and measured.memory_gb("tiled_16") > measured.memory_gb("naive_16")
    assert measured.ms("tiled_16", 4096) < naive
    assert "explains nearly all of two times" in TEXT
    for lines, kernel in ((17, "naive_rows"), (3, "naive_16")):
        assert measured.line_ms(lines, 4096) > 0.95 * measured.ms(kernel, 4096)
    assert "asks for *more* sectors and is *faster*" in TEXT and measured.ms("naive_32", 4096) < naive
