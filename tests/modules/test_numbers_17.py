"""The counts that the lessons of module 17 print are those of the course's models, its compiler and its profiler."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import yaml

from grader.quiz.truth import compaction as model
from grader.toolchain import compile_source, disassemble
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import Profiled, profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "17_stream_compaction"
TEXT = lesson_of(MODULE)
SAID = " ".join(re.sub(r"<!--.*?-->", "", TEXT).split())
ATOMICS = (ROOT / "benchmarks" / "kernels" / "compact_atomics.cu").read_text("utf-8")
SOLUTIONS = ROOT / "solutions" / MODULE
EXERCISES = ROOT / "exercises" / MODULE
MNEMONIC = re.compile(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\d+ )?([A-Z][\w.]*)")


def rows(first_cell: str) -> list[list[str]]:
    """Cells of the body rows of a table, measured numbers without their marks."""
    return table_rows(re.sub(r"<!--.*?-->", "", TEXT), first_cell)


def test_the_examples_of_places_and_counts() -> None:
    assert model.kept_places((1, 0, 1, 1)) == (0, 1, 1, 2) and "0, 1, 1, 2: what comes before each" in SAID
    assert sum(1 << lane for lane in (0, 2, 5)) == 37 and "1 + 4 + 32 = 37" in SAID
    for values, flags, places, count in (([4, -2, 7, -1], "1  0  1  0", "0  1  1  2", 2),
                                         ([4, -2, 7, 3], "1  0  1  1", "0  1  1  2", 3)):  # fmt: skip
        found = model.flags_above(values, 0)
        assert "  ".join(map(str, found)) == flags and "  ".join(map(str, model.kept_places(found))) == places
        assert model.kept_places(found)[-1] + found[-1] == count
        assert f"flags    {flags}" in TEXT or f"flags    1  0  1  0        flags    {flags}" in TEXT
    assert "count    2                 count    3" in TEXT


@pytest.mark.slow
def test_what_the_core_says_of_its_commands_is_what_they_print() -> None:
    gathered, each, packed, in_place = profiled(MODULE)
    assert (passes(gathered), passes(each)) == ((2, 2), (2, 22))
    assert "The second run needs **22 passes**" in SAID and "The first needs **2**" in SAID
    assert each.profile["totals"]["atomics"]["global"]["most_lanes"] == 11 and "22 are kept, 11 in each warp" in SAID
    assert [run.cost("global", "store", "out[PLACE]")[1] for run in (packed, in_place)] == [3, 8]
    assert "together 3. In place: 4 and 4" in SAID


def passes(run: Profiled) -> tuple[int, int]:
    """Requests and passes of the global atomics."""
    found = run.profile["totals"]["atomics"]["global"]
    return found["requests"], found["passes"]


def test_the_prices_of_22_places() -> None:
    cost = model.place_cost(2, 3)
    assert (cost.by_element, cost.by_warp, cost.by_block) == (22, 2, 1)
    assert "takes 22 passes here, one for each warp 2, one for the block 1" in SAID
    assert (cost.packed, cost.in_place) == (2 + 2, 4 + 4) and "touch 2 sectors, and the second's" in SAID


def test_the_simulation_of_two_warps() -> None:
    votes = [sum(1 << lane for lane in range(32) if (first + lane) % 5 == 0) for first in (0, 32)]
    assert [f"`0x{mask:08x}`" in TEXT for mask in votes] == [True, True]
    assert votes[0].bit_count() == 7 and "keeps 7, so the second begins at 7" in SAID
    lanes = [lane for lane in range(32) if votes[1] >> lane & 1]
    table = [[int(cell) for cell in row] for row in rows("lane | x")]
    assert table == [[lane, 32 + lane, (rank := model.vote_rank(votes[1], lane)), 7 + rank, (7 + rank) // 8]
                     for lane in lanes]  # fmt: skip
    assert (model.place_cost(2, 5).packed, model.place_cost(2, 5).in_place) == (3, 8)
    assert len({place // 8 for place in range(8, 14)}) == 1 and "Whoever begins at 8 gets 2 sectors" in SAID


def test_the_example_of_a_window() -> None:
    assert model.kept_before((7, 3, 5, 41), 3) == 56 and "7 + 3 + 5 + 41 = 56" in SAID


def test_two_splits_sort_and_a_match_gives_a_rank() -> None:
    once = model.split_by_bit((2, 1, 3, 0), 0)
    assert once == (2, 0, 1, 3) and model.split_by_bit(once, 1) == (0, 1, 2, 3)
    assert "by bit 0: 2, 0, 1, 3. Then by bit 1: 0, 1, 2, 3" in SAID
    same = model.same_digit((3, 7, 3, 3), 2)
    assert same == 0b1101 and model.vote_rank(same, 2) == 1 and "lane 2 gets the bits 0, 2 and 3" in SAID
    assert model.radix_passes(32, 4) == 8 and "8 passes instead of 32" in SAID


def test_the_offsets_of_two_blocks_are_those_of_the_figure() -> None:
    digits = ([2, 0, 3, 1, 1, 2, 0, 2], [0, 2, 1, 3, 2, 1, 2, 0])
    counts = [[block.count(digit) for digit in range(4)] for block in digits]
    offset, rank = model.digit_offsets(counts)[2 * 2 + 1], model.vote_rank(model.same_digit(digits[1][4:], 2), 2)
    assert (offset, offset + digits[1][:4].count(2) + rank) == (11, 13)
    figure = (ROOT / "modules" / MODULE / "figures" / "digit.en.svg").read_text("utf-8")
    assert "place = 8 + 3 + 1 + 1 = 13. The first two are one number, offsets = 11." in figure


def test_the_runs_of_the_core() -> None:
    found = model.run_lengths((5, 5, 5, 2, 2, 9))
    assert (found.values, found.starts, found.lengths) == ((5, 2, 9), (0, 3, 5), (3, 2, 1))
    assert "the values 5, 2, 9 and the lengths 3, 2, 1" in SAID and "Their starts, 0, 3 and 5," in SAID


KERNELS = {
    "compact_plain": (ATOMICS, 256, 32),
    "compact_gathered": (ATOMICS, 256, 32),
    "compact_one_each": (ATOMICS, 256, 32),
    "compact_by_warp": ((SOLUTIONS / "compact_warp.cu").read_text("utf-8"), 128, 8),
    "compact_by_block": ((SOLUTIONS / "compact_block.cu").read_text("utf-8"), 256, 4),
    "compact_in_order": ((SOLUTIONS / "compact_stable.cu").read_text("utf-8"), 512, 1),
}
NAMED = {"compact_by_warp": "compact_warp", "compact_by_block": "compact_block", "compact_in_order": "compact_stable"}


@cache
def compacted(name: str, floats: str) -> Profiled:
    """8,192 floats in a file."""
    source, block, grid = KERNELS[name]
    status = ("--arg", "u64[2]=zeros") if name == "compact_in_order" else ()
    return run_profile(source, ("--kernel", NAMED.get(name, name), "--grid", str(grid), "--block", str(block),
                                "--arg", f"f32[8192]=@{floats}", "--arg", "f32[8192]=zeros", "--arg", "i32[1]=zeros",
                                *status, "--arg", "i32:8192"))  # fmt: skip


@pytest.fixture(scope="module")
def alternating(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("floats") / "alternating.npy"
    np.save(path, np.where(np.arange(8192) % 2 == 0, 1, -1).astype(np.float32))
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("name", KERNELS)
def test_the_counts_of_the_table_are_those_of_its_kernels(name: str, alternating: str) -> None:
    told = dict(zip(KERNELS, rows("way | instructions"), strict=False))[name]
    run = compacted(name, alternating)
    assert run.profile["totals"]["instructions"]["exact"] and run.profile["faults"] == []
    assert told[1:3] == [f"{run.profile['totals']['instructions']['warp']:,}", f"{passes(run)[1]:,}"]


@pytest.mark.slow
def test_the_counts_of_the_questions_why(alternating: str) -> None:
    found = {name: compacted(name, alternating).profile["totals"]["instructions"]["warp"] for name in KERNELS}
    assert f"executes {found['compact_gathered']:,} instructions" in SAID
    assert f"with ballot and shuffle {found['compact_one_each']:,}. Both make 256 atomics" in SAID
    assert f"execute {found['compact_by_block']:,} and {found['compact_in_order']:,} instructions" in SAID
    assert 2**26 // 32 == 2_097_152 and 2**26 // 2048 == 32_768
    assert "2^26 / 32 = 2,097,152 atomics" in SAID and "32,768 atomics" in SAID
    told = {row[0]: row[1:] for row in rows("version | instructions of a warp")}
    for name, version in (("compact_plain", "address not to be seen through"),
                          ("compact_gathered", "gathered by the compiler"),
                          ("compact_one_each", "by hand")):  # fmt: skip
        assert told[version][0] == str(found[name] // 256) and found[name] % 256 == 0
    assert told["by hand"][1] == told["gathered by the compiler"][1] == "1"


@pytest.mark.slow
def test_the_sectors_that_side_by_side_stores_touch(tmp_path: Path) -> None:
    floats = np.random.default_rng(1).uniform(-1, 1, 8192).astype(np.float32)
    kept = int((floats > 0).sum())
    np.save(tmp_path / "some.npy", floats)
    run = compacted("compact_in_order", str(tmp_path / "some.npy"))
    assert f"{run.cost('global', 'store', 'out[')[1]} sectors for 8,192 elements of which {kept:,} are kept" in SAID
    assert -(-kept // 8) == 520 and "where 520 would be the least" in SAID


HEAD = """extern "C" __global__ void k(const int* in, int* out, int* count, float* f)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[t];
"""
LINES = {
    "`out[atomicAdd(count, 1)] = x;`": (["VOTEU", "FLO", "POPC", "ATOMG", "POPC", "SHFL"], "1"),
    "`atomicAdd(count, 1);`": (["VOTEU", "UFLO", "POPC", "REDG"], "1"),
    "`atomicAdd(count, x);`": (["REDUX.SUM", "VOTEU", "UFLO", "REDG"], "1"),
    "`atomicMax(count, x);`": (["REDUX.MAX", "VOTEU", "UFLO", "REDG"], "1"),
    "`out[atomicAdd(&count[x >> 30], 1)] = x;`": (["ATOMG"], "one for each lane"),
    "`atomicAdd(f, 1.0f);`": (["REDG"], "one for each lane"),
}
TELLING = ("VOTE", "FLO", "UFLO", "POPC", "UPOPC", "ATOM", "RED", "SHFL")


def told_by(code: str) -> list[str]:
    found = MNEMONIC.findall(disassemble(compile_source(HEAD + code + "\n}\n")))
    return [name for name in found if name.startswith(TELLING)]


@pytest.mark.parametrize("line", LINES)
def test_what_the_compiler_makes_of_atomics(line: str) -> None:
    wanted, atomics = LINES[line]
    found = told_by(f"    if (x > 0) {line.strip('`')}")
    assert len(found) == len(wanted) and all(f.startswith(w) for f, w in zip(found, wanted, strict=True)), found
    (row,) = [row for row in rows("the line (under an `if`)") if row[0] == line]
    assert row[1] == atomics


def test_amounts_of_all_lanes_are_scanned_and_those_of_some_are_not() -> None:
    found = told_by("    if (x > 0) out[atomicAdd(count, x)] = x;")
    assert found[0].startswith("VOTE.ANY") and found[1].startswith("ATOMG")  # not all have come: at once
    assert [name for name in found if name.startswith("SHFL.UP")] == 6 * ["SHFL.UP"]  # five, and the one below
    assert "a scan of the amounts by five shuffles" in SAID and "it asks first whether all have come" in SAID


AMOUNTS = """extern "C" __global__ void k(const int* in, int* out, int* count, int least)
{
    int x = in[threadIdx.x];
    if (x >= least)
        out[threadIdx.x] = atomicAdd(count, x);
}
"""


@pytest.mark.slow
@pytest.mark.parametrize(("least", "wanted"), [(0, (1, 1)), (5, (1, 27))])
def test_amounts_cost_one_pass_or_one_for_each_lane(least: int, wanted: tuple[int, int]) -> None:
    options = ("--kernel", "k", "--grid", "1", "--block", "32", "--arg", "i32[32]=iota", "--arg", "i32[32]=zeros")
    run = run_profile(AMOUNTS, (*options, "--arg", "i32[1]=zeros", "--arg", f"i32:{least}"))
    assert passes(run) == wanted


def test_in_shared_memory_hardware_counts_ones() -> None:
    code = """    __shared__ int c;
    if (threadIdx.x == 0)
        c = 0;
    __syncthreads();
    if (x > 0)
        atomicAdd(&c, 1);
    __syncthreads();
    out[t] = c;"""
    assert [name for name in told_by(code) if name.startswith("ATOMS")] == ["ATOMS.POPC.INC.32"]


@pytest.mark.slow
def test_a_scattering_kernel_ends_lanes_and_parts_no_warp(tmp_path: Path) -> None:
    flags = (np.arange(256) % 3 == 0).astype(np.int32)
    np.save(tmp_path / "flags.npy", flags)
    np.save(tmp_path / "places.npy", (np.cumsum(flags) - flags).astype(np.int32))
    source = (SOLUTIONS / "flags_to_places.cu").read_text("utf-8")
    run = run_profile(source, ("--kernel", "flags_to_places", "--grid", "2", "--block", "128", "--arg", "f32[256]=iota",
                               "--arg", f"i32[256]=@{tmp_path}/flags.npy", "--arg", f"i32[256]=@{tmp_path}/places.npy",
                               "--arg", "f32[256]=zeros", "--arg", "i32:256"))  # fmt: skip
    assert run.profile["totals"]["divergent_branches"] == 0
    code = disassemble(compile_source(source))
    assert len(re.findall(r"@!?P\d+ EXIT", code)) == 2 and "two conditional exits, and 0 divergent branches" in SAID


def test_the_bytes_of_each_way() -> None:
    found = {row[0]: row[1] for row in rows("way | bytes an element, half of them kept")}
    for parts in found.values():
        terms, total = parts.split(" = ")
        assert sum(int(term) for term in re.split(r" \+ |, ", terms)) == int(total)
    assert [cell.split(" = ")[1] for cell in found.values()] == ["6", "10", "30"] and 30 / 6 == 5
    assert "five times the bytes" in SAID and "30 bytes an element" in SAID


def test_the_widths_of_digits() -> None:
    for digit, passes_, moved, counts in rows("digit | passes"):
        bits = int(digit.split()[0])
        assert int(passes_) == model.radix_passes(32, bits)
        assert moved == f"{model.radix_bytes(2**26, 32, bits) / 1e9:.1f}"
        assert counts == f"{8 * 2**bits * 4:,} bytes"


def test_sorting_by_decimal_digits() -> None:
    once = sorted([31, 12, 32, 11], key=lambda key: key % 10)
    assert once == [31, 11, 12, 32] and sorted(once, key=lambda key: key // 10) == [11, 12, 31, 32]
    assert "31, 11, 12, 32. Then by tens: 11, 12, 31, 32" in SAID


@pytest.mark.slow
def test_room_by_an_atomic_is_in_order_by_luck(tmp_path: Path) -> None:
    """The emulator takes one block after the other."""
    floats = np.random.default_rng(1).uniform(-1, 1, 8192).astype(np.float32)
    np.save(tmp_path / "some.npy", floats)
    source, block, grid = KERNELS["compact_by_block"]
    run_profile(source, ("--kernel", "compact_block", "--grid", str(grid), "--block", str(block), "--arg",
                         f"f32[8192]=@{tmp_path}/some.npy", "--arg", "f32[8192]=zeros", "--arg", "i32[1]=zeros",
                         "--arg", "i32:8192", "--save-outputs", str(tmp_path)))  # fmt: skip
    out, kept = np.load(tmp_path / "1.npy").ravel(), floats[floats > 0]
    assert (out[: len(kept)] == kept).all() and "everything comes out in order, each time" in SAID


def test_what_the_core_says_of_tiles_and_checks() -> None:
    asked = yaml.safe_load((EXERCISES / "compact_stable.yaml").read_text("utf-8"))
    speed = asked["checks"]["speed"]
    assert f"all points from {speed['full']} of the copy, none up to {speed['zero']:.2f}" in SAID
    assert asked["launch"] == {"block": [512], "tile": {"n": 8192}} and 512 * 16 == 8192
    assert asked["checks"]["machine_code"]["in_a_row"] == {"LDG": 16} and "16 elements a lane" in SAID
    assert (8 * 32, 8 * 256) == (256, 2048) and "an atomic for 256 elements" in SAID and "an atomic for 2,048" in SAID


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_failure_leads_to_a_heading_of_the_core(language: str) -> None:
    core = (ROOT / "modules" / MODULE / f"lesson.{language}.md").read_text("utf-8")
    headings = set(re.findall(r"^#+ (.+)$", core, flags=re.M))
    for path in EXERCISES.glob("*.yaml"):
        for named in yaml.safe_load(path.read_text("utf-8"))["read"].values():
            assert named[language] in headings, path.name


def test_the_additions_at_one_address() -> None:
    found = [int(row[1].replace(",", "")) for row in rows("an addition for")]
    assert found == [2**26 // each for each in (2, 32, 32 * 8, 256 * 8)]
