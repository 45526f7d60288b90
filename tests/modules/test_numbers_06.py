"""The counts that the lessons of module 06 print are those of the course's own bank model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import yaml

from docs import measured
from grader.occupancy import occupancy
from grader.simt.wavefronts import shared_cost
from grader.toolchain import compile_source, disassemble
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import profiled

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "06_shared_memory_tiling"
# What it says of the order of blocks stands in module 11.
ORDER = ROOT / "modules" / "11_bank_conflicts" / "deeper" / "block_order.en.md"
TEXT = lesson_of(MODULE) + ORDER.read_text("utf-8")
rows = partial(table_rows, TEXT)
TRANSPOSE = ROOT / "solutions" / MODULE / "transpose_tiled.cu"


def cost(word: Callable[[int], int], operation: str = "load", width: int = 4, lanes: int = 32) -> tuple[int, int]:
    """Wavefronts and ideal of one warp whose lane i accesses width bytes at word(i)."""
    addresses = np.array([[4 * word(lane) if lane < lanes else 0 for lane in range(32)]], np.int64)
    active = np.arange(32)[None, :] < lanes
    actual, ideal = shared_cost(addresses, active, width, operation)
    return int(actual), int(ideal)


def along_rows(width: int, side: int) -> Callable[[int], int]:
    """Lanes in rows of side threads, each at its own column of an array width words wide."""
    return lambda lane: lane // side * width + lane % side


def one_word_a_row(width: int, side: int) -> Callable[[int], int]:
    """Lanes in rows of side threads, all of a row at the same word."""
    return lambda lane: lane // side * width


def down_column(width: int, column: int = 0) -> Callable[[int], int]:
    """Lane i at row i of one column."""
    return lambda lane: lane * width + column


def down_columns(width: int, side: int) -> Callable[[int], int]:
    """Lanes in rows of side threads, read with their two indices exchanged."""
    return lambda lane: lane % side * width + lane // side


def per_warp_and_tile(side: int, pad: int) -> tuple[int, int]:
    """Wavefronts and ideal of one warp and one tile of the tiled SGEMM with a side x side block."""
    width, merged = side + pad, (side + pad) % 4 == 0
    store = cost(along_rows(width, side), "store")
    read_b = cost(lambda i: i % side)
    read_a = cost(one_word_a_row(width, side), width=16 if merged else 4)
    times_a = side // 4 if merged else side
    total = [2 * store[k] + side * read_b[k] + times_a * read_a[k] for k in (0, 1)]
    return total[0], total[1]


@pytest.mark.parametrize(
    ("side", "pad", "wavefronts"), [(16, 0, 26), (16, 1, 36), (16, 4, 28), (32, 0, 50), (32, 1, 66)]
)
def test_wavefronts_per_warp_and_tile(side: int, pad: int, wavefronts: int) -> None:
    assert per_warp_and_tile(side, pad)[0] == wavefronts


def test_the_padding_table_of_the_tiled_sgemm() -> None:
    table = {row[0].strip("*"): row[1:] for row in rows("one warp and one 16 × 16 tile")}
    totals = [per_warp_and_tile(16, pad) for pad in (0, 1, 4)]
    assert table["wavefronts"] == [f"**{actual}**" for actual, _ in totals]
    assert table["of these excess"] == [str(actual - ideal) for actual, ideal in totals]


def test_the_totals_at_256_cubed() -> None:
    for side, pad, warp_tiles in ((16, 0, 32768), (16, 1, 32768), (32, 0, 16384), (32, 1, 16384)):
        wavefronts, ideal = (warp_tiles * each for each in per_warp_and_tile(side, pad))
        name = f"tiled {side} × {side}, " + ("+ 1" if pad else "no padding")
        assert f"= {wavefronts:,} | {ideal:,} | {wavefronts - ideal:,} |" in TEXT, name


def test_the_bank_table_of_the_simulation() -> None:
    table = rows("tx")
    assert len(table) == 16
    for tx, row in enumerate(table):
        words = [tx * width + 5 for width in (16, 17)]
        assert [int(cell) for cell in row] == [tx] + [n for word in words for n in (word, word * 4, word % 32)]


def test_what_the_profiler_is_said_to_find() -> None:
    table = {(row[0], int(row[1])): row[2:] for row in rows("kernel | WIDTH")}
    assert len(table) == 4
    for width in (16, 17):
        fill = cost(lambda i: i, "store", lanes=16)
        walk = cost(down_column(width, 5), lanes=16)
        assert table["`column_walk`", width] == [
            *_counts(16, fill),
            *_counts(1, walk),
            str(16 * fill[0] + walk[0]),
        ]
        store = cost(along_rows(width, 16), "store")
        load = cost(one_word_a_row(width, 16))
        assert table["`row_pair`", width] == [
            *_counts(8, store),
            *_counts(8, load),
            str(8 * (store[0] + load[0])),
        ]


@pytest.mark.slow
def test_the_profiler_finds_it() -> None:
    table = {(row[0].strip("`"), row[1]): row[2:] for row in rows("kernel | WIDTH")}
    runs = [run for run in profiled(MODULE) if run.command[1] == "column.cu"]
    asked = [(run.option("--kernel") or "", run.defined("WIDTH") or "16") for run in runs]
    assert set(asked) == set(table)
    for run, which in zip(runs, asked, strict=True):
        store, load, total = table[which]
        assert [store, load] == [" / ".join(map(str, run.cost("shared", kind))) for kind in ("store", "load")]
        assert total == str(run.profile["totals"]["shared"]["wavefronts"])


@pytest.mark.slow
def test_a_shared_array_is_filled_once_by_each_warp() -> None:
    (run,) = (run for run in profiled(MODULE) if run.command[1] == "block_total.cu")
    requests, _, excess = run.cost("global", "load")
    assert (requests, excess) == (4 * 8, 0) and "once each, 32 requests" in TEXT
    assert f"{256 * requests:,}" == "8,192" and "With `in` read in the loop it would be 8,192." in TEXT


def test_what_the_core_says_of_the_padded_sgemm() -> None:
    plain, padded = per_warp_and_tile(16, 0), per_warp_and_tile(16, 1)
    assert "2 + 4 × 2 + 16 = **26** wavefronts a tile" in TEXT and plain == (26, 26)
    assert "4 + 16 + 16 = **36**, of which only 2 are excess" in TEXT and padded == (36, 34)
    table = {row[0]: float(row[1]) for row in rows("kernel | wavefronts per `FFMA` | ms")}
    names = {f"tiled {side} × {side}" + (", + 1" if pad else ""): (side, pad) for side in (16, 32) for pad in (0, 1)}
    assert {name: round(per_warp_and_tile(*which)[0] / which[0] + 1e-9, 2) for name, which in names.items()} == table
    assert sorted(table.values()) == list(table.values())
    assert measured.ms("tiled_32", 4096) < measured.ms("tiled_16", 4096)
    assert measured.ms("tiled_16", 4096) < measured.ms("tiled_32_padded", 4096) < measured.ms("tiled_16_padded", 4096)


def test_the_promise_of_no_aliases_moves_nothing_here() -> None:
    source = (ROOT / "solutions" / MODULE / "sgemm_tiled.cu").read_text(encoding="utf-8")
    given = "const float* A, const float* B, float* C"
    promised = source.replace(given, given.replace("* ", "* __restrict__ "))
    assert promised.count("__restrict__") == 3
    codes = []
    for text in (source, promised):
        program = compile_source(text, kernel="sgemm_tiled")
        (used,) = program.kernels.values()
        assert used.registers == 32
        lines = re.findall(r"/\*[0-9a-f]{4}\*/\s+(?:@!?U?P\w+ )?([A-Z]\S*)", disassemble(program))
        codes.append([line for line in lines if re.match("LDG|STG|BAR|STS", line)])
    plain, found = codes
    barrier = "BAR.SYNC.DEFER_BLOCKING"
    assert plain == ["LDG.E", "LDG.E", "STS", "STS", barrier, barrier, "LDG.E", "STG.E"]
    assert found == ["LDG.E.CONSTANT", "LDG.E.CONSTANT", *plain[2:]]
    assert "it turns the two loads of a tile into `LDG.E.CONSTANT`" in TEXT


def _counts(requests: int, each: tuple[int, int]) -> list[str]:
    """The cell of the lesson for so many requests that cost (wavefronts, ideal) each."""
    wavefronts, ideal = each
    return [f"{requests} / {requests * wavefronts} / {requests * (wavefronts - ideal)}"]


def test_which_width_the_student_is_sent_to_find() -> None:
    cheap = [w for w in range(17, 49) if cost(along_rows(w, 16), "store")[0] == 1]
    assert cheap == [48]


def test_the_worked_example_of_choosing_a_padding() -> None:
    for row in rows("width W"):
        width = int(row[0])
        store = cost(along_rows(width, 8), "store")[0]
        load = cost(down_columns(width, 8))[0]
        assert [int(cell) for cell in row[1:]] == [store, load, store + load]


@pytest.mark.parametrize("width", range(28, 44))
def test_the_rules_for_walking_down_a_column(width: int) -> None:
    """What the table of layouts calls conflict-free is exactly what has no excess."""
    assert (cost(down_column(width))[0] == 1) == (width % 2 == 1)
    if width % 2 == 0:
        assert (cost(down_column(width), width=8)[0] == 2) == (width // 2 % 2 == 1)
    if width % 4 == 0:
        assert (cost(down_column(width), width=16)[0] == 4) == (width // 4 % 2 == 1)


@pytest.mark.parametrize(("width", "loads"), [(32, 16384), (33, 512)])
def test_the_transpose_table(width: int, loads: int) -> None:
    assert 512 * cost(down_column(width))[0] == loads
    found = [row[1:5] for row in rows("transpose | stores") if row[0].startswith(f"tile [32][{width}]")]
    assert found
    assert all(row == ["512", f"{loads:,}", f"{512 + loads:,}", "4,096"] for row in found)


def machine_code(source: str, **defines: str) -> list[str]:
    """The machine instructions of `transpose_tiled` up to its last EXIT, white space squeezed."""
    listing = disassemble(compile_source(source, kernel="transpose_tiled", defines=defines))
    (kernel,) = re.findall(r"^\.text\.transpose_tiled:\n(.*?)(?=^//-|\Z)", listing, flags=re.M | re.S)
    found = [" ".join(line.split()) for line in re.findall(r"/\*[0-9a-f]{4}\*/\s+([^;]+);", str(kernel))]
    return found[: 1 + max(i for i, line in enumerate(found) if line.endswith("EXIT"))]


def kinds(code: list[str]) -> Counter[str]:
    """How many machine instructions there are of each kind, predicates and variants left out."""
    return Counter(re.sub(r"^@!?U?P\w+ ", "", line).split()[0].split(".")[0] for line in code)


def test_the_frame_in_the_lesson_is_that_of_the_exercise() -> None:
    given = (ROOT / "exercises" / MODULE / "transpose_tiled.cu").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```cuda\n(    // Where this thread reads:.*?)^```$", TEXT, flags=re.M | re.S)
    for paragraph in block.strip().split("\n\n"):
        assert paragraph.strip() in given
    spec = yaml.safe_load((ROOT / "exercises" / MODULE / "transpose_tiled.yaml").read_text(encoding="utf-8"))
    assert list(spec["launch"]["tile"].items()) == [("rows", 32), ("cols", 32)]
    assert "the grid has ceil(rows / 32) blocks in x and ceil(cols / 32) in y" in TEXT


@pytest.mark.slow
def test_exchanging_x_and_y_changes_two_machine_instructions() -> None:
    source = TRANSPOSE.read_text(encoding="utf-8")
    turned = re.sub(r"blockIdx\.([xy])", lambda m: f"blockIdx.{'yx'['xy'.index(m[1])]}", source)
    assert turned != source
    code, exchanged = machine_code(source), machine_code(turned)
    assert len(code) == len(exchanged)
    different = [pair for pair in zip(code, exchanged, strict=True) if pair[0] != pair[1]]
    assert len(different) == 2 and "the machine code changes in two instructions" in TEXT
    assert all("SR_CTAID" in line for pair in different for line in pair)


@pytest.mark.slow
def test_the_kernel_timed_along_the_rows_has_the_same_instructions_and_counts() -> None:
    timed = (ROOT / "tests" / "hardware" / "kernels" / "transpose.cu").read_text(encoding="utf-8")
    assert kinds(machine_code(timed, PAD="1")) == kinds(machine_code(TRANSPOSE.read_text(encoding="utf-8")))
    sectors = 2 * 8192 * 8192 * 4 // 32
    assert f"2 × 8192 × 8192 × 4 / 32 = {sectors:,} sectors" in TEXT
    assert measured.counted("transpose_across", "global_cost") == sectors
    assert measured.counted("transpose_across", "shared_cost") == 8192 * 8192 // 32 * 2


def test_the_blocks_that_are_at_work_together() -> None:
    (used,) = compile_source(TRANSPOSE.read_text(encoding="utf-8"), kernel="transpose_tiled").kernels.values()
    blocks = occupancy("sm_90", 256, used.registers, used.shared_bytes).blocks
    assert f"132 SMs × {blocks} blocks = {132 * blocks:,} blocks are at work together" in TEXT
    line = 8192 // 32
    assert f"there are {line} tiles in a line" in TEXT
    assert f"({132 * blocks:,} / {line} = {132 * blocks / line:.1f})" in TEXT
    assert "4 × 32 = 128 rows of one matrix, and 4 × 128 = 512 bytes of every row of the other" in TEXT


def test_the_words_beside_the_measured_transposes_fit_them() -> None:
    """Sentences that compare without printing the quotient."""
    along = 100 * measured.data()["kernels"]["transpose_across"]["sizes"][measured.MATRIX]["ratio"]
    assert "the writes gain more from it than the reads lose" in TEXT
    assert along + 3 < measured.contest_share("transpose_tiled")
    assert "Once the conflicts are gone, device memory is the limit" in TEXT
    assert min(along, measured.contest_share("transpose_tiled")) > 80
    bounds = [measured.peak_tflops() * share for share in (4 / 26, 4 / 36, 8 / 50, 8 / 66, 128 / 168)]
    kernels = ("tiled_16", "tiled_16_padded", "tiled_32", "tiled_32_padded", "register_blocked")
    rates = [measured.tflops(kernel, 4096) for kernel in kernels]
    assert sorted(range(5), key=bounds.__getitem__) == sorted(range(5), key=rates.__getitem__)
    assert all(rate < bound for rate, bound in zip(rates, bounds, strict=True))


SPEED_ROWS = {
    "`sgemm_tiled`, the solution": ("sgemm_tiled", "solution"),
    "`sgemm_tiled`, without shared memory": ("sgemm_tiled", "slow"),
    "`transpose_tiled`, the solution": ("transpose_tiled", "solution"),
    "`transpose_tiled`, tile [32][32], not padded": ("transpose_tiled", "slow"),
}


def test_what_the_lesson_says_of_the_speed_checks_is_what_they_ask() -> None:
    table = {row[0]: row[1:] for row in rows("kernel | time, ms")}
    assert table.keys() == SPEED_ROWS.keys()
    sizes = {"sgemm_tiled": dict.fromkeys("MNK", 4096), "transpose_tiled": {"rows": 8192, "cols": 8192}}
    for title, (exercise, run) in SPEED_ROWS.items():
        spec = yaml.safe_load((ROOT / "exercises" / MODULE / f"{exercise}.yaml").read_text(encoding="utf-8"))
        speed = spec["checks"]["speed"]
        assert sum(check["points"] for check in spec["checks"].values()) == 100 and speed["points"] == 15
        assert speed["size"] == sizes[exercise] and speed["baseline"] == "reference"
        assert table[title][-2:] == [f"{speed['full']:.2f}", f"{speed['zero']:.2f}"]
        call = f"'{exercise}'" if run == "solution" else f"'{exercise}', '{run}'"
        assert all(call + ")" in cell for cell in table[title][:3])
        assert measured.contest_ratio(exercise, "slow") < speed["zero"]
        for language, heading in spec["read"]["speed"].items():
            lesson = lesson_of(MODULE, language)
            assert f"## {heading}\n" in lesson and "`speed`" in lesson.partition(f"## {heading}\n")[2]
    assert "15 of the 100 points each" in TEXT and "Neither slow kernel gets a point for `speed`" in TEXT


def test_one_pipe_binds_the_naive_and_the_tiled_kernel() -> None:
    """Nsight Compute's share of the wavefronts' pipe: full in both; device memory is not."""
    for kernel, least in (("naive_16", 95), ("tiled_16", 90)):
        assert measured.busy(kernel, "l1_pipe") > least and measured.busy(kernel, "dram") < 25
    wavefronts = 26 * measured.busy("tiled_16", "l1_pipe") / measured.busy("tiled_16", "shared")
    assert "48 cycles for 16 FFMA" in TEXT and 3 * 16 == 48
    faster = 48 / wavefronts * measured.busy("tiled_16", "l1_pipe") / measured.busy("naive_16", "l1_pipe")
    assert faster == pytest.approx(measured.ms("naive_16", 4096) / measured.ms("tiled_16", 4096), rel=0.03)
