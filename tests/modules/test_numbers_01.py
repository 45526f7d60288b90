"""The counts that the lessons of module 01 print are those of a walk over threads and of the course's own models."""

from __future__ import annotations

import re
from itertools import product
from math import ceil, prod
from pathlib import Path

import pytest

from grader.simt import occupancy
from grader.toolchain import compile_source
from tests.modules.profiled import Profiled, profiled

ROOT = Path(__file__).resolve().parents[2]
LESSON = ROOT / "modules" / "01_gpu_architecture" / "lesson.en.md"
TEXT = LESSON.read_text(encoding="utf-8")

Place = tuple[int, ...]


def rows(first_cell: str, nth: int = 0) -> list[list[str]]:
    """Cells of the body rows of the nth table whose header starts with first_cell."""
    tables = re.findall(rf"^\| {re.escape(first_cell)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, flags=re.M)
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


def test_the_arithmetic_of_bytes_in_flight() -> None:
    loads = 2.4e12 * 800e-9
    assert f"{loads / 1e6:.2f} MB of loads" in TEXT
    assert f"/ 132 = {loads / 132:,.0f} bytes" in TEXT
    assert f"/ 2,048 = {loads / 132 / 2048:.1f} bytes" in TEXT
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


def test_the_profiler_finds_what_the_lesson_says() -> None:
    table = rows("kernel")
    runs = profiled("01_gpu_architecture")
    assert len(runs) == len(table)
    for run, (kernel, block, load, store, divergent) in zip(runs, table, strict=True):
        assert kernel.strip("`") == run.option("--kernel")
        assert extents(block) == extents(run.option("--block") or "")
        kinds = {line["operation"] for line in run.profile["lines"]}
        found = {kind: " / ".join(f"{n:,}" for n in run.cost("global", kind)) for kind in kinds}
        assert (found.get("load", "–"), found["store"]) == (load, store)
        assert run.profile["totals"]["divergent_branches"] == number(divergent)
        assert by_hand(run) == (load, store, number(divergent))


def test_the_loop_of_the_copy_has_four_loads_in_a_row() -> None:
    """Said of the machine code of the solution; the lesson must not claim it of a compiler that stopped doing so."""
    source = (ROOT / "solutions" / "01_gpu_architecture" / "device_copy.cu").read_text(encoding="utf-8")
    assert memory_instructions(source)[-8:] == ["LDG"] * 4 + ["STG"] * 4
    assert memory_instructions(source.replace("__restrict__ ", ""))[-4:] == ["LDG", "STG"] * 2


def memory_instructions(source: str) -> list[str]:
    names = [i.name.split(".")[0] for i in compile_source(source).machine_code["device_copy"]]
    return [name for name in names if name in ("LDG", "STG")]
