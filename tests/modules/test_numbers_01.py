"""The counts that the lessons of module 01 print are those of a walk over threads and of the course's own models."""

from __future__ import annotations

import re
import sys
from itertools import pairwise, product
from math import ceil, prod
from pathlib import Path

import pytest
import yaml

from grader import occupancy
from grader.toolchain import compile_source, disassemble
from tests.modules.lesson_tables import lesson_of
from tests.modules.profiled import Profiled, profiled

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
TEXT = lesson_of("01_gpu_architecture")
PROSE = re.sub(r"<!--.*?-->", "", TEXT)  # as a reader sees it, numbers without their marks
SOLUTION = ROOT / "solutions" / "01_gpu_architecture" / "device_copy.cu"
NOT_UNROLLED = ROOT / "tests" / "submissions" / "01_gpu_architecture" / "device_copy" / "wrong" / "not_unrolled.cu"

sys.path.insert(0, str(ROOT / "docs"))
import measured  # noqa: E402

Place = tuple[int, ...]


def rows(first_cell: str, nth: int = 0, text: str = TEXT) -> list[list[str]]:
    """Cells of the body rows of the nth table whose header starts with first_cell."""
    tables = re.findall(rf"^\| {re.escape(first_cell)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", text, flags=re.M)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in tables[nth].strip().splitlines()]


def number(text: str) -> int:
    return int(text.replace(",", ""))


def extents(text: str) -> tuple[int, ...]:
    """16 × 16 as three numbers."""
    sizes = [number(part) for part in re.split(r"\s*[×,]\s*", text)]
    return (*sizes, 1, 1)[:3]


def warps(block: tuple[int, ...]) -> list[list[Place]]:
    """Places (x, y, z) of a block's threads, warp by warp."""
    x, y, z = block
    threads = [(tx, ty, tz) for tz, ty, tx in product(range(z), range(y), range(x))]
    return [threads[first : first + 32] for first in range(0, len(threads), 32)]


def row(block: tuple[int, ...], place: Place) -> int:
    return place[1] + block[1] * place[2]


def store_sectors(block: tuple[int, ...]) -> list[int]:
    """Sectors of each warp of which thread (x, y, z) stores float x of its row, 32 floats a row."""
    return [len({(row(block, p) * 32 + p[0]) // 8 for p in warp}) for warp in warps(block)]


def load_sectors(block: tuple[int, ...]) -> list[int]:
    """Rows of each warp: one word of each is loaded."""
    return [len({row(block, p) for p in warp}) for warp in warps(block)]


def cell(block: tuple[int, ...], sectors: list[int]) -> str:
    ideal = sum(min(s, ceil(len(warp) / 8)) for s, warp in zip(sectors, warps(block), strict=True))
    return f"{len(sectors)} / {sum(sectors)} / {sum(sectors) - ideal}"


def test_the_examples_of_a_threads_number_and_their_solution() -> None:
    solution = TEXT[TEXT.index("<summary>Solution</summary>") :]
    for block, place, shown, warp, lane in rows("block"):
        at = tuple(map(number, re.findall(r"\d+", place)))
        order = [p for w in warps(extents(block)) for p in w]
        thread = order.index(at)
        if shown != "?":
            assert shown.endswith(f"= {thread}")
        if warp != "?":
            assert warp.endswith(f"→ {thread // 32}") and lane.endswith(f"= {thread % 32}")
        else:
            assert f"warp {thread // 32}, lane {thread} − {thread // 32 * 32} = {thread % 32}" in solution or (
                f"warp {thread // 32}, lane {thread} − 32 = {thread % 32}" in solution
            )


def test_the_table_of_empty_lanes() -> None:
    for block, threads, count, empty in rows("block", 1):
        cut = warps(extents(block))
        assert (number(threads), number(count)) == (prod(extents(block)), len(cut))
        assert number(empty) == 32 - len(cut[-1])


def test_the_table_of_sectors_and_their_excess() -> None:
    for element, sectors, excess in rows("lane l reads element"):
        times = re.match(r"([\d,]+) · l", element)
        step = number(times[1]) if times else int(element.startswith("l"))
        touched = len({lane * step // 8 for lane in range(32)})
        assert number(re.findall(r"[\d,]+", sectors)[-1]) == touched
        assert number(excess) == touched - min(touched, 4)


def test_the_table_of_what_fits_on_an_sm() -> None:
    words = {"warps": "threads", "blocks": "blocks", "registers": "registers", "shared": "shared memory"}
    for threads, registers, blocks, count, share, limit in rows("threads a block"):
        found = occupancy.occupancy("sm_90", number(threads), number(registers), 0)
        assert (number(blocks), number(count), share) == (found.blocks, found.warps, f"{100 * found.share:.0f} %")
        assert limit.split(":")[0].split(", ") == [words[name] for name in found.limited_by]


def test_the_limits_of_an_sm() -> None:
    limits = occupancy.limits("sm_90")
    assert (limits.warps * 32, limits.blocks, occupancy.REGISTERS_PER_SM) == (2048, 32, 65536)
    assert (limits.shared_per_sm, limits.shared_per_block) == (228 * 1024, 227 * 1024)
    assert "2,048 threads, 32 blocks, 65,536 registers, 228 KB of shared memory" in TEXT


def test_latencies_keep_the_order_and_the_ranges_that_the_lesson_names() -> None:
    places = ("registers", "shared_memory", "l1", "l2", "device_memory")
    cycles = [measured.latency(place) for place in places]
    assert cycles == sorted(cycles)
    assert [row[1] for row in rows("step of a chain through", text=PROSE)[1:]] == [f"{c:.0f}" for c in cycles[1:]]
    assert cycles[0] > 2 and 15 < cycles[1] < 30 and 400 < cycles[4] < 800  # "1 cycle" is wrong, the others come close
    steps = [after / before for before, after in pairwise(cycles[1:])]
    assert max(steps) == steps[1] and steps[2] > steps[0]  # the large ones: from L1 to L2, from there to device memory


def test_what_must_be_in_flight_and_what_the_copies_have() -> None:
    rate, wait = measured.contest_gb("device_copy"), measured.latency_ns("device_memory")  # bytes a ns, ns
    needed = {row[0]: row[1:] for row in rows("must be in flight", text=PROSE)}
    for column, share in enumerate((1, 1 / 2)):
        flight = rate * share * wait
        assert needed["on the GPU"][column].endswith(f"= {flight / 1e6:.2f} MB")
        assert needed["in each of 132 SMs"][column] == f"{flight / 132:,.0f} bytes"
        assert needed["for each of 2,048 threads of an SM"][column] == f"{flight / 132 / 2048:.1f} bytes"
    for loads, (_, thread, sm, gpu) in zip((1, 4), rows("copy | loads of a thread"), strict=True):
        assert thread == f"{loads} × 4 = {4 * loads} bytes"
        assert sm == f"2,048 × {4 * loads} = {2048 * 4 * loads:,} bytes"
        assert gpu == f"132 × {2048 * 4 * loads:,} = {132 * 2048 * 4 * loads:,} bytes"


def test_one_load_a_thread_is_too_few_under_traffic_and_four_are_enough() -> None:
    rate, slow = measured.contest_gb("device_copy"), measured.contest_gb("device_copy", "slow")
    idle = measured.latency_ns("device_memory")
    a_round = 132 * 2048 * 4 / (slow / 2)
    assert f"1,081,344 bytes / {slow / 2:,.0f} GB/s = {a_round:.0f} ns" in PROSE
    assert f"{a_round / idle:.1f} times the latency of an idle GPU" in PROSE
    assert rate / 2 * idle / 132 / 2048 < 4 < rate / 2 * a_round / 132 / 2048 < 16
    assert f"{rate / 2 * a_round / 132 / 2048:.1f} bytes for each thread" in PROSE


@pytest.mark.parametrize("source", [SOLUTION, NOT_UNROLLED], ids=lambda path: path.stem)
def test_both_copies_fill_every_place_of_an_sm(source: Path) -> None:
    registers = compile_source(source.read_text(encoding="utf-8")).kernels["device_copy"].registers
    assert registers <= 32 and occupancy.occupancy("sm_90", 256, registers, 0).warps == 64


def test_what_is_said_of_the_speed_check() -> None:
    file = ROOT / "exercises" / "01_gpu_architecture" / "device_copy.yaml"
    speed = yaml.safe_load(file.read_text(encoding="utf-8"))["checks"]["speed"]
    assert speed["size"] == {"n": 2**28, "grid": [262144]} and 2**28 / (262_144 * 256) == 4
    assert "262,144 blocks × 256 threads = 67,108,864 threads" in TEXT and 262_144 * 256 == 67_108_864
    assert f"`speed` check, {speed['points']} points" in TEXT
    full, zero = 100 * speed["full"], 100 * speed["zero"]
    assert f"At {full:.0f} % of its speed you have all points, at {zero:.0f} % none" in TEXT


def test_the_sizes_of_the_register_files() -> None:
    for product_ in (f"132 × 128 = {132 * 128:,}", f"132 × 2,048 = {132 * 2048:,}"):
        assert product_ in TEXT
    assert 132 * 65536 * 4 == 33 * 2**20


def test_the_two_ways_to_divide_ten_elements() -> None:
    for thread, (_, stretch, rounds) in enumerate(rows("thread")):
        assert stretch == ", ".join(str(i) for i in range(thread * 3, min(thread * 3 + 3, 10)))
        assert rounds == ", ".join(str(i) for i in range(thread, 10, 4))


@pytest.mark.parametrize(("nth", "block"), [(0, (20, 3, 1)), (1, (5, 3, 4))])
def test_the_solutions_of_the_simulation(nth: int, block: tuple[int, ...]) -> None:
    cut, found = warps(block), rows("warp", nth)
    assert len(found) == len(cut)
    for warp, (_, threads, places, distinct, sectors) in enumerate(found):
        assert threads == f"{32 * warp} – {32 * warp + len(cut[warp]) - 1}"
        assert number(distinct) == load_sectors(block)[warp]
        assert number(re.findall(r"\d+", sectors)[-1]) == store_sectors(block)[warp]
        first, last = cut[warp][0], cut[warp][-1]
        named = re.findall(r"rows? ([\d –]+): x ([\d –,]+)", places)
        assert number(re.findall(r"\d+", named[0][0])[0]) == row(block, first)
        assert number(re.findall(r"\d+", named[0][1])[0]) == first[0]
        assert number(re.findall(r"\d+", named[-1][0])[-1]) == row(block, last)
        assert number(re.findall(r"\d+", named[-1][1])[-1]) == last[0]


def by_hand(run: Profiled) -> tuple[str, str, int]:
    """The cells of a command's load and store and how many warps it splits, counted over threads."""
    kernel, block = run.option("--kernel") or "", extents(run.option("--block") or "")
    if kernel == "stretches":
        lanes = {lane * 4 // 8 for lane in range(32)}
        requests = 4096 // 32
        each = f"{requests} / {requests * len(lanes):,} / {requests * (len(lanes) - 4):,}"
        return each, each, 0
    split = sum(len({row(block, p) % 2 for p in warp}) == 2 for warp in warps(block))
    load = cell(block, load_sectors(block)) if kernel == "one_word_a_row" else "–"
    return load, cell(block, store_sectors(block)), split if kernel == "odd_rows_count" else 0


@pytest.mark.slow
def test_the_profiler_finds_what_the_lesson_says() -> None:
    """Each command has one row in one of the tables, and each row has its command."""
    tables = re.findall(r"^\| kernel \| block \|", TEXT, flags=re.M)
    table = {(row[0].strip("`"), extents(row[1])): row[2:] for nth in range(len(tables)) for row in rows("kernel", nth)}
    runs = profiled("01_gpu_architecture")
    asked = [(run.option("--kernel") or "", extents(run.option("--block") or "")) for run in runs]
    assert sorted(asked) == sorted(table) and sum(len(rows("kernel", n)) for n in range(len(tables))) == len(runs)
    for run, key in zip(runs, asked, strict=True):
        load, store, divergent = table[key]
        kinds = {line["operation"] for line in run.profile["lines"]}
        found = {kind: " / ".join(f"{n:,}" for n in run.cost("global", kind)) for kind in kinds}
        assert (found.get("load", "–"), found["store"]) == (load, store)
        assert run.profile["totals"]["divergent_branches"] == number(divergent)
        assert by_hand(run) == (load, store, number(divergent))


def test_the_loop_of_the_copy_has_four_loads_in_a_row() -> None:
    """Said of the machine code of the solution; the lesson must not claim it of a compiler that stopped doing so."""
    source = SOLUTION.read_text(encoding="utf-8")
    assert memory_instructions(source)[-8:] == ["LDG"] * 4 + ["STG"] * 4
    assert memory_instructions(source.replace("__restrict__ ", ""))[-4:] == ["LDG", "STG"] * 2
    assert memory_instructions(NOT_UNROLLED.read_text(encoding="utf-8")) == ["LDG", "STG"]
    loop = "    for (int i = first"
    for rounds in (1, 8):
        asked = memory_instructions(source.replace(loop, f"#pragma unroll {rounds}\n{loop}"))
        assert asked[-2 * rounds :] == ["LDG"] * rounds + ["STG"] * rounds
    assert sass(source.replace(loop, f"#pragma unroll 4\n{loop}")) == sass(source)


def test_two_loads_are_in_flight_before_and_after_the_mending() -> None:
    for folder in ("exercises", "solutions"):
        source = (ROOT / folder / "01_gpu_architecture" / "two_in_flight.cu").read_text(encoding="utf-8")
        assert memory_instructions(source, "two_in_flight") == ["LDG"] * 2 + ["STG"] * 2


def sass(source: str) -> list[str]:
    return re.findall(r"/\*[0-9a-f]{4}\*/\s+([^;]+);", disassemble(compile_source(source)))


def memory_instructions(source: str, kernel: str = "device_copy") -> list[str]:
    names = [i.name.split(".")[0] for i in compile_source(source).machine_code[kernel]]
    return [name for name in names if name in ("LDG", "STG")]


def test_the_device_memory_that_there_is_and_what_the_driver_keeps() -> None:
    raw = (measured.RESULTS / "memory_nvidia_h200.txt").read_text(encoding="utf-8")
    section = raw.partition("FB Memory Usage")[2].partition("BAR1")[0]
    total, reserved, _, free = (int(mib) for mib in re.findall(r": (\d+) MiB", section))
    assert f"{total:,} MiB = {total / 2**10:.1f} GiB, of which the driver keeps {reserved} MiB" in TEXT
    left = measured.data()["machine"]["memory_bytes"]
    assert round(left / 2**20) == free and 141e9 < left < total * 2**20 < 141 * 2**30
