"""The counts that the lessons of module 11 print are those of the course's own bank model and of the profiler."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import gcd
from pathlib import Path

import numpy as np
import pytest
import yaml

from docs import measured
from grader.checks.asked_counts import Counted, number_of
from grader.checks.room import Room
from grader.course.check_specs import PredictionsSpec
from grader.course.exercise_file import load_exercise
from grader.course.predictions import with_variant
from grader.launch import Argument, LaunchRequest
from grader.occupancy import occupancy
from grader.problems import PROBLEMS
from grader.quiz.truth import shared_memory
from grader.simt import emulator
from grader.simt.wavefronts import shared_cost
from grader.toolchain import Program, compile_source, disassemble
from tests.modules.lesson_tables import lesson_of
from tests.modules.profiled import Profiled, profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "11_bank_conflicts"
TEXT = lesson_of(MODULE)
ALL = range(32)


def cost(words: Sequence[int], operation: str = "load", width: int = 4) -> tuple[int, int]:
    """Wavefronts and ideal of one warp whose lane i accesses width bytes at words[i]; further lanes take no part."""
    addresses = np.zeros((1, 32), np.int64)
    addresses[0, : len(words)] = 4 * np.array(words)
    actual, ideal = shared_cost(addresses, np.arange(32)[None, :] < len(words), width, operation)
    return int(actual), int(ideal)


def wavefronts(words: Sequence[int], width: int = 4) -> int:
    return cost(words, width=width)[0]


def rows(first_cells: str) -> list[list[str]]:
    """Cells of the body rows of the table whose header starts so, measured numbers without their marks."""
    table = re.search(rf"^\| {re.escape(first_cells)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, flags=re.M)
    assert table, first_cells
    lines = re.sub(r"<!--.*?-->", "", table[1]).strip().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def number(cell: str) -> int:
    """The last whole number of a cell: `65,536 × 64 = 4,194,304`."""
    return int(re.findall(r"\d[\d,]*", cell)[-1].replace(",", ""))


PATTERNS: dict[str, Callable[[int], int]] = {
    "one word": lambda lane: 7,
    "word lane / 4": lambda lane: lane // 4,
    "word (lane mod 4) × 33": lambda lane: lane % 4 * 33,
    "word (lane mod 4) × 32": lambda lane: lane % 4 * 32,
    "word (lane / 2) × 32": lambda lane: lane // 2 * 32,
}


def test_the_table_of_words_and_lanes() -> None:
    table = rows("what the lanes want")
    assert len(table) == len(PATTERNS)
    for (name, *counts), (prefix, word) in zip(table, PATTERNS.items(), strict=True):
        assert name.startswith(prefix)
        words = [word(lane) for lane in ALL]
        busiest = max(len({w for w in words if w % 32 == bank}) for bank in ALL)
        assert [int(cell) for cell in counts] == [len(set(words)), busiest, cost(words)[0]]


def test_the_table_of_strides() -> None:
    table = rows("stride s | gcd(s, 32)")
    told = {int(row[1]): int(row[2]) for row in table}
    assert set(told) == {wavefronts([lane * stride for lane in ALL]) for stride in range(1, 34)}
    for stride in range(1, 34):
        words = [lane * stride for lane in ALL]
        assert told[cost(words)[0]] == len({word % 32 for word in words}), stride
        assert cost(words)[0] == gcd(stride, 32)
    for row in table[1:]:
        named = [int(n) for n in re.findall(r"\d+", row[0])]
        assert all(gcd(stride, 32) == int(row[1]) for stride in named)


def test_the_table_of_wide_loads() -> None:
    for row in rows("bytes a lane"):
        width = int(row[0])
        words = width // 4
        assert row[1].startswith(f"{words} × {32 // words}")
        for stride, cell in enumerate(row[3:], 1):
            assert (
                int(cell)
                == wavefronts([lane * stride * words for lane in ALL], width)
                == words * gcd(stride, 32 // words)
            )


def test_all_lanes_on_one_float4_cost_two() -> None:
    assert cost([0] * 32, width=16) == (2, 2)


def test_the_table_of_padding_and_swizzle() -> None:
    walks: dict[str, Callable[[int], tuple[int, int]]] = {
        "along a row": lambda i: (9, i),
        "down a column": lambda i: (i, 9),
        "down the diagonal, c = r": lambda i: (i, i),
        "down the other diagonal, c = 31 − r": lambda i: (i, 31 - i),
    }
    table = {row[0]: row[1:] for row in rows("| padding by one")}
    for name, place in walks.items():
        counts = [
            wavefronts([shared_memory.layout_word(layout, *place(i)) for i in ALL]) for layout in ("padded", "swizzled")
        ]
        assert [int(cell) for cell in table[name]] == counts, name
    assert [number(cell) for cell in table["shared memory of the tile"]] == [4 * 32 * 33, 4 * 32 * 32]


def test_a_spare_word_after_every_32_harms_stride_3_and_one_after_every_8_more() -> None:
    assert "stride 3 costs 1 wavefront as the data lie, and 2 with the spare words" in TEXT
    assert [wavefronts([3 * i for i in ALL]), wavefronts([3 * i + 3 * i // 32 for i in ALL])] == [1, 2]
    assert [wavefronts([i + i // 8 for i in ALL]), wavefronts([32 * i + 32 * i // 8 for i in ALL])] == [2, 4]


def test_columns_of_quads() -> None:
    as_it_lies = cost([32 * row + 4 * 3 for row in ALL], width=16)[0]
    swizzled = cost([32 * row + 4 * (3 ^ row % 8) for row in ALL], width=16)[0]
    assert f"{swizzled} wavefronts instead of {as_it_lies}" in TEXT


def test_the_table_of_conflicts_that_may_not_matter() -> None:
    table = rows("conflict | wavefronts")
    assert [number(row[0]) if row[0] != "none" else 1 for row in table] == [1, 2, 4, 8, 16, 32]
    for row, ways in zip(table, (1, 2, 4, 8, 16, 32), strict=True):
        tiles, each, total = (int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*", row[1]))
        assert (tiles, each, total) == ((8192 // 32) ** 2, 32 + 32 * ways, tiles * each)
        milliseconds = total / 132 / 1.98e6
        assert float(row[2]) == pytest.approx(milliseconds, abs=0.0006)
        limit = {"device memory": milliseconds < 0.10, "both": 0.1 < milliseconds < 0.16}.get(
            row[3], milliseconds > 0.16
        )
        assert limit, row


def test_the_table_of_six_strides() -> None:
    table = rows("stride | rows that one warp touches")
    as_it_lies = []
    for row in table:
        stride = int(row[0])
        places = [divmod(lane * stride, 32) for lane in ALL]
        touched = {r for r, _ in places}
        assert [int(row[1]), int(re.match(r"\d+", row[2])[0])] == [len(touched), 32 // len(touched)]  # type: ignore[index]
        assert int(row[3]) == wavefronts([lane * stride for lane in ALL])
        as_it_lies.append(int(row[3]))
    assert sum(as_it_lies) == 63
    assert "32 + 32 × 63 = 2,048" in TEXT and "32 + 32 × 6 = 224" in TEXT
    assert (32 + 32 * 63, 32 + 32 * 6) == (2048, 224)


def test_what_is_said_to_solve_the_six_strides_does() -> None:
    """Padding, XOR and rotation, for every warp of every walk."""
    for layout in ("padded", "swizzled", "rotated"):
        for stride in (1, 2, 4, 8, 16, 32):
            length = 1024 // stride
            firsts = [row * stride + column for column in range(stride) for row in range(0, length, 32)]
            assert {shared_memory.layout_walk(layout, stride, first).wavefronts for first in firsts} == {1}, (
                layout,
                stride,
            )


def test_the_partial_sums_of_a_column_side_by_side() -> None:
    store = sum(cost([8 * lane + part for lane in ALL], "store")[0] for part in range(8))
    assert f"{store} wavefronts where 8 would do" in TEXT
    quads = 2 * wavefronts([8 * lane for lane in ALL], 16)  # the compiler merges eight neighbouring loads into two
    assert store + quads == 80


def test_the_table_of_the_reduction() -> None:
    table = rows("d | threads that work")
    total = 0
    for row in table:
        d, threads, warps, lanes, stride, ways, excess = map(int, row)
        step = shared_memory.reduction_step("interleaved", 256, d)
        assert threads == 128 // d and stride == 2 * d
        assert (warps, lanes) == (-(-threads // 32), min(threads, 32))
        assert ways == cost([2 * d * tid for tid in range(lanes)])[0]
        assert excess == 3 * warps * (ways - 1) == step.excess
        assert shared_memory.reduction_step("sequential", 256, d).excess == 0
        total += excess
    assert total == 105 and "Together 105 excess wavefronts a block" in TEXT


@pytest.mark.slow
@pytest.mark.parametrize(("order", "all_of_it"), [("interleaved", 150), ("sequential", 45)])
def test_all_wavefronts_of_a_reduction(order: str, all_of_it: int) -> None:
    steps = sum(shared_memory.reduction_step(order, 256, 1 << k).wavefronts for k in range(8))
    assert 8 + steps + 1 == all_of_it
    (run,) = [run for run in profiled(MODULE) if run.option("--kernel") == order]
    assert run.profile["totals"]["shared"]["wavefronts"] == all_of_it


def test_the_table_of_row_sums() -> None:
    for row, blocks in zip(rows("matrix | tree, ms"), (8192, 65536), strict=True):
        assert row[4] == f"{blocks:,} × 45 = {45 * blocks:,}"


@pytest.mark.slow
def test_both_trees_of_the_row_sums_have_the_same_wavefronts_and_fewer_barriers() -> None:
    source = (ROOT / "benchmarks" / "kernels" / "row_sums.cu").read_text(encoding="utf-8")
    matrix = ("--arg", "f32[1,256]=random", "--arg", "f32[1]=zeros", "--arg", "i32:1", "--arg", "i32:256")
    for kernel, barriers in (("row_sums_tree", 9), ("row_sums_tree_few_barriers", 4)):
        run = run_profile(source, ("--kernel", kernel, "--grid", "1", "--block", "256", *matrix))
        assert run.profile["hazards"] == []
        assert run.profile["totals"]["shared"]["wavefronts"] == 45
        assert run.profile["totals"]["barriers"] == 8 * barriers
    assert "4 a row instead of 9" in TEXT


def test_what_shuffles_gain_is_mostly_barriers() -> None:
    times = [
        measured.turn_ms("row_sums", f"row_sums_{how}", "rows=65536, cols=1024")
        for how in ("tree", "tree_few_barriers", "shuffle")
    ]
    assert "Most of it is barriers" in TEXT and times[0] - times[1] > 0.6 * (times[0] - times[2]) > 0


def test_the_table_of_what_exercises_measure_is_what_they_check() -> None:
    table = {row[0]: row[1:] for row in rows("| `strided_reads`, a segment")}
    folder = ROOT / "exercises" / MODULE
    strided, transpose, column = (
        yaml.safe_load((folder / f"{name}.yaml").read_text(encoding="utf-8"))
        for name in ("strided_reads", "transpose_swizzled", "column_reduce")
    )
    best = [number(cell) for cell in table["shared wavefronts, best"]]
    assert strided["checks"]["shared_wavefronts"]["at_most"] == 4 * best[0]
    assert best[1] == 2 * 512 <= transpose["checks"]["shared_wavefronts"]["at_most"]
    assert best[2] == 8 + 8 <= column["checks"]["shared_wavefronts"]["at_most"] // 4
    worst = [number(cell) for cell in table["shared wavefronts, with the classic conflict"]]
    assert worst == [strided["starter"]["shared_wavefronts"] // 4, 512 * shared_memory.transpose_step(0).wavefronts, 80]
    limits = [e["checks"]["resources"]["shared_bytes_at_most"] for e in (strided, transpose, column)]
    assert [number(cell) for cell in table["shared bytes a block"]] == limits
    assert strided["checks"]["global_sectors"]["at_most"] == 4 * (128 + 768)
    assert transpose["checks"]["global_sectors"]["at_most"] == 2048 + 2048


def test_the_bank_table_of_the_simulation() -> None:
    lanes = (0, 1, 2, 15, 16, 17, 31)
    for row in rows("stride | lane 0"):
        stride = int(row[0])
        banks = [lane * stride % 32 for lane in lanes]
        assert [int(cell) for cell in row[1:]] == [*banks, wavefronts([lane * stride for lane in ALL])]
    counts = [wavefronts([lane * stride for lane in ALL]) for stride in range(1, 34)]
    assert [counts.count(ways) for ways in (1, 2, 4, 8, 16, 32)] == [17, 8, 4, 2, 1, 1]
    assert sum(counts) == 113 and "17 + 16 + 16 + 16 + 16 + 32 = 113" in TEXT


def arguments(run: Profiled) -> list[int]:
    return [int(word[4:]) for word in run.command if word.startswith("i32:")]


BY_HAND, CORE, STAGING = ("banks.cu",), ("ask.cu",), ("gather.cu", "ping_pong.cu")


def runs_of(files: tuple[str, ...]) -> list[Profiled]:
    """The commands of the lesson that run a kernel of these files, in order."""
    return [run for run in profiled(MODULE) if run.command[1] in files]


@pytest.mark.slow
def test_every_command_of_the_lesson_is_compared_with_what_it_says() -> None:
    assert len(profiled(MODULE)) == sum(len(runs_of(files)) for files in (BY_HAND, CORE, STAGING)) > 0


@pytest.mark.slow
def test_the_profiler_finds_what_the_lesson_says() -> None:
    table = rows("kernel | arguments")
    runs = runs_of(BY_HAND)
    assert len(runs) == len(table)
    for run, (kernel, given, found) in zip(runs, table, strict=True):
        assert kernel.strip("`") == run.option("--kernel")
        if arguments(run):
            assert [int(n) for n in re.findall(r"\d+", given.split(":")[0])] == arguments(run)
        if run.defined("LAYOUT"):
            assert given == f"LAYOUT {run.defined('LAYOUT')}"
        assert found == " / ".join(map(str, run.cost("shared", "load"))), run.command


@pytest.mark.slow
def test_what_the_core_asks_for_is_confirmed_by_its_commands() -> None:
    """One lane's word a run: in the order of the core, and what the text around each command says of it."""
    told = {
        "16*lane": (16, "1 request, 16 wavefronts, ideal 1, excess 15"),
        "lane%4*32": (4, "| word (lane mod 4) × 32: four words in one bank | 4 | 4 | 4 |"),
        "32*lane+(5^lane)": (1, "no bank is used twice"),
        "2*4*lane": (8, "2-way, 4-way, 8-way"),
        "32*(lane^1)": (32, "all 32 still lie in one bank. 32 wavefronts"),
    }
    runs = runs_of(CORE)
    assert [run.defined("WORD") for run in runs] == list(told)
    for run, (ways, words) in zip(runs, told.values(), strict=True):
        assert run.cost("shared", "load") == (1, ways, ways - 1) and words in TEXT
    assert [(tid ^ 1) for tid in range(4)] == [1, 0, 3, 2] and "Rows 1, 0, 3, 2:" in TEXT


@pytest.mark.slow
def test_gathers_and_ping_pong_buffers_cost_what_is_said() -> None:
    runs = {(run.option("--kernel"), run.defined("HALF")): run for run in runs_of(STAGING)}
    table = rows("loads of one block")
    for kernel, requests, sectors, shared in table:
        run = runs[kernel.strip("`"), None]
        assert run.cost("global", "load")[:2] == (int(requests), int(sectors))
        assert shared == "–" or run.cost("shared", "load")[:2] == (int(requests), int(shared))
    assert f"115 / 32 = {115 / 32:.1f} words" in TEXT and f"920 / 32 = {920 / 32:.2f} sectors" in TEXT
    assert [row[2:] for row in table] == [["920", "–"], ["920", "32"], ["128", "115"]]
    assert runs["ping_pong", "512"].cost("shared", "load") == (1, 16, 15)
    for half, ways in ((512, 2), (528, 1)):
        assert runs["both_halves", str(half)].cost("shared", "load") == (1, ways, ways - 1)
        assert wavefronts([lane // 16 * half + lane % 16 for lane in ALL]) == ways
    for first in (0, 512):
        assert wavefronts([first + 16 * lane for lane in ALL]) == 16


STRIDES = (12, 3, 6, 2, 8, 4, 16, 32)
SHARES = (8, 16, 2)


@pytest.mark.parametrize("stride", STRIDES)
def test_the_answers_for_every_stride_are_those_of_the_formula(stride: int) -> None:
    ways = gcd(stride, 32)
    wanted = [5 * stride % 32, 20 * stride % 32, 3, 3 * ways, 3 * (ways - 1)]
    assert answers("strides", {"STRIDE": (stride, STRIDES)}, 1) == wanted


@pytest.mark.parametrize("share", SHARES)
def test_the_answers_for_every_share_are_those_of_the_formula(share: int) -> None:
    assert answers("broadcast_or_conflict", {"SHARE": (share, SHARES)}, 2) == [1, 32 // share, share, 1]


def answers(exercise: str, defined: dict[str, tuple[int, tuple[int, ...]]], factor: int) -> list[int]:
    """What is counted for each question where the kernel defines that. factor: of the result, which may not change."""
    models = {name: problem.case_model for name, problem in PROBLEMS.items()}
    spec = load_exercise(ROOT / "exercises" / MODULE / f"{exercise}.yaml", models)
    rule = spec.checks["predictions"]
    assert isinstance(rule, PredictionsSpec) and rule.vary == {name: every for name, (_, every) in defined.items()}
    source = (ROOT / "solutions" / MODULE / f"{exercise}.cu").read_text(encoding="utf-8")
    source = with_variant(source, {name: value for name, (value, _) in defined.items()})
    n = spec.launch.block[0]
    given = np.arange(n, dtype=np.float32)
    arguments = (Argument("in", given), Argument("out", np.zeros(n, np.float32)), Argument("n", np.int32(n)))
    request = LaunchRequest(exercise, (1, 1, 1), (n, 1, 1), arguments, sampled=True)
    result = emulator.launch(emulator.load(compile_source(source), exercise), request)
    assert np.array_equal(result.outputs[1], factor * given) and not result.hazards
    counted = Counted(result, result.samples, source.split("\n"), Room(occupancy("sm_90", 32, 32, 0), 1))
    return [number_of(ask, counted) for ask in rule.asks]


def test_the_steps_that_the_student_is_sent_to_find() -> None:
    assert [step for step in range(1, 34) if wavefronts([lane * step for lane in ALL]) == 8] == [8, 24]
    assert wavefronts([lane // 4 * 32 for lane in ALL]) == 8


def transpose(exercise: str) -> Program:
    """The solution of a transpose, compiled."""
    (source,) = (ROOT / "solutions").glob(f"*/{exercise}.cu")
    return compile_source(source.read_text(encoding="utf-8"), kernel=exercise)


@pytest.mark.slow
def test_what_the_machine_code_of_the_swizzle_costs() -> None:
    padded, swizzled = transpose("transpose_tiled"), transpose("transpose_swizzled")
    through = []
    for made, kernel in ((padded, "transpose_tiled"), (swizzled, "transpose_swizzled")):
        code = made.machine_code[kernel]
        end = max(i.address for i in code if i.opcode == "EXIT")
        assert not [i for i in code if i.target is not None and i.target < i.address < end]  # no loop
        through.append(sum(i.address <= end for i in code))
    assert f"goes through {through[0]} instructions with padding and through {through[1]} with the swizzle" in TEXT
    places = {
        opcode: [(i.base, i.offset) for i in padded.machine_code["transpose_tiled"] if i.opcode == opcode]
        for opcode in ("STS", "LDS")
    }
    for opcode, step in (("STS", 8 * 4 * 33), ("LDS", 8 * 4)):
        assert len({base for base, _ in places[opcode]}) == 1
        assert [offset for _, offset in places[opcode]] == [0, step, 2 * step, 3 * step]
    assert "8 × 132 = 1,056 bytes apart on the way in and 8 × 4 = 32 on the way out" in TEXT
    accesses = [i for i in swizzled.machine_code["transpose_swizzled"] if i.opcode in ("STS", "LDS")]
    assert [i.offset for i in accesses] == [0] * 8 and "each of the eight accesses has an XOR" in TEXT
    assert len(re.findall(r"\bLOP3\.LUT [^;]*, 0x3c,", disassemble(swizzled))) == 8


def test_what_the_swizzle_saves_lets_no_further_block_in() -> None:
    for exercise, array in (("transpose_tiled", 4224), ("transpose_swizzled", 4096)):
        (used,) = transpose(exercise).kernels.values()
        found = occupancy("sm_90", 256, used.registers, used.shared_bytes)
        assert used.shared_bytes == array and found.blocks == 2048 // 256
    assert "4,224 − 4,096 = 128 bytes a tile" in TEXT and "2,048 / 256 = 8 blocks fill an SM" in TEXT
    assert f"8 × (4,224 + 1,024) = {8 * (4224 + 1024):,} bytes are far below its 228 KB" in TEXT


def test_the_words_beside_the_measured_transposes_fit_them() -> None:
    """Sentences that compare without printing the quotient."""
    times = {
        "naive, no shared memory": measured.matrix_ms("transpose_naive"),
        "tile [32][32], as it lies": measured.contest_ms("transpose_tiled", "slow"),
        "tile [32][33], padded": measured.contest_ms("transpose_tiled"),
        "tile [32][32], swizzled": measured.contest_ms("transpose_swizzled"),
    }
    table = {row[0]: row[1:] for row in rows("kernel | wavefronts")}
    assert table.keys() == times.keys()
    assert [f"{time:.3f}" for time in times.values()] == [row[1] for row in table.values()]
    assert "is the slowest of the four" in TEXT and max(times, key=times.__getitem__) == "naive, no shared memory"
    assert table["tile [32][33], padded"][0] == table["tile [32][32], swizzled"][0]
    assert "here the faster one" in TEXT and times["tile [32][33], padded"] < times["tile [32][32], swizzled"]
    for row, ways in zip(table.values(), (None, 32, 1, 1), strict=True):
        assert number(row[0]) == (0 if ways is None else (8192 // 32) ** 2 * (32 + 32 * ways))
    assert "it takes about twice as long" in TEXT and "only about twice as slow" in TEXT
    assert 1.5 < times["tile [32][32], as it lies"] / times["tile [32][33], padded"] < 2.5
    tree, shuffle = (measured.turn_ms("row_sums", f"row_sums_{how}", measured.MATRIX) for how in ("tree", "shuffle"))
    assert "With long rows there is nothing to see" in TEXT and tree / shuffle == pytest.approx(1, abs=0.03)


def test_the_table_of_the_core_is_cut_from_the_whole_one() -> None:
    core, whole = rows("8192 × 8192 transpose | wavefronts"), rows("kernel | wavefronts")
    assert core == [[*row[:3], row[4]] for row in whole]
    (bytes_need,) = re.findall(r"The bytes need <!--.*?-->([\d.]+)<!--/--> ms, the time of a copy", TEXT)
    assert {row[5] for row in whole[1:]} == {bytes_need}
    assert "32-way conflicts bind the unpadded kernel" in TEXT
    assert float(core[1][3]) > float(bytes_need) > float(core[2][3])


def test_the_pipe_of_the_wavefronts_binds_the_transpose_with_conflicts_only() -> None:
    assert "`l1tex__data_pipe_lsu_wavefronts` and `…_mem_shared`, in percent of their peak" in TEXT
    assert measured.busy("transpose_unpadded", "l1_pipe") > 85 > 2 * measured.busy("transpose_unpadded", "dram")
    assert measured.busy("transpose_padded", "dram") > 75 > 2 * measured.busy("transpose_padded", "l1_pipe")


def test_what_extra_wavefronts_cost_where_shared_memory_is_the_limit_and_where_it_is_not() -> None:
    padded = measured.ms("tiled_16_padded", 4096) / measured.ms("tiled_16", 4096) - 1
    assert "most of every extra wavefront shows" in TEXT and padded > 0.7 * (36 / 26 - 1)
    gained = {
        ("eight_neighbours", "conflict_free"): 1 - 104 / 168,
        ("lanes_in_rows", "double_buffered"): 1 - 72 / 104,
    }
    assert "which wait for other things as well" in TEXT
    for (more, fewer), share in gained.items():
        assert measured.ms(more, 4096) / measured.ms(fewer, 4096) - 1 < 0.2 * share
        counts = [measured.data()["kernels"][name]["counted"]["shared_cost"] for name in (more, fewer)]
        assert 1 - counts[1] / counts[0] == pytest.approx(share)


def test_a_swizzle_that_is_free_along_both_diagonals_too() -> None:
    def place(r: int, c: int) -> int:
        return 32 * r + (c ^ (2 * r if 2 * r <= 31 else 2 * r ^ 37))

    assert len({place(r, c) for r in ALL for c in ALL}) == 1024 and max(place(r, c) for r in ALL for c in ALL) < 1024
    walks = [[place(fixed, lane) for lane in ALL] for fixed in ALL] + [
        [place(lane, fixed) for lane in ALL] for fixed in ALL
    ]
    walks += [[place(lane, lane) for lane in ALL], [place(lane, 31 - lane) for lane in ALL]]
    assert {wavefronts(walk) for walk in walks} == {1}
    assert "d(r) is 2 r, and (2 r) ^ 37 if that is more than 31" in TEXT


def test_what_the_lesson_says_of_the_speed_check_is_what_it_asks() -> None:
    spec = yaml.safe_load((ROOT / "exercises" / MODULE / "transpose_swizzled.yaml").read_text(encoding="utf-8"))
    speed = spec["checks"]["speed"]
    assert sum(check["points"] for check in spec["checks"].values()) == 100
    assert f"{speed['points']} of its 100 points" in TEXT and speed["size"] == {"rows": 8192, "cols": 8192}
    assert speed["baseline"] == "reference" and speed["slow"] == "wrong/no_swizzle"
    assert f"all points from {speed['full']:.2f}, none up to {speed['zero']:.2f}" in TEXT
    table = rows("kernel | time, ms")
    assert [row[-2:] for row in table] == 2 * [[f"{speed['full']:.2f}", f"{speed['zero']:.2f}"]]
    ratios = [measured.contest_ratio("transpose_swizzled", run) for run in ("solution", "slow")]
    assert [row[3] for row in table] == [f"{ratio:.3f}" for ratio in ratios]
    for language, heading in spec["read"]["speed"].items():
        lesson = lesson_of(MODULE, language)
        assert f"## {heading}\n" in lesson and "`speed`" in lesson.partition(f"## {heading}\n")[2]
