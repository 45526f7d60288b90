"""The counts that the lessons of module 07 print are those of the course's own models, compilers and profiles."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
import yaml

from docs import measured
from grader.occupancy import occupancy
from grader.simt.sectors import global_sectors
from grader.simt.wavefronts import shared_cost
from grader.toolchain.compile import compile_source
from grader.toolchain.disassembly import nvdisasm
from grader.toolchain.program import Resources
from tests.kernels import wrong_text
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.machine_loops import multiplying_loops
from tests.modules.profiled import Profiled, profiled, run_profile
from tests.modules.timed_in_turns import timed

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "07_register_blocking"
TEXT = lesson_of(MODULE)
rows = partial(table_rows, TEXT)
SOLUTIONS = ROOT / "solutions" / MODULE
WARP_TILES = 8 * 3  # at 128 x 128 x 24: eight warps, three tiles
OVERHEAD = 24  # the lesson's estimate of registers for addresses, counters and parameters
# The columns of a thread in conflict_free_fragments, where it reads tile_b and where it writes C; and eight neighbours.
IN_READS, IN_C = "n / 4 * 64 + tx * 4 + n % 4", "blockIdx.x * BN + n / 4 * 64 + tx * 4"
NEIGHBOURS_IN_C = (IN_C, "blockIdx.x * BN + tx * TN + n")


def cost(word: Callable[[int, int], int], width: int, operation: str = "load") -> tuple[int, int]:
    """Wavefronts and excess of one warp, two rows of sixteen, that accesses width bytes at word(tx, ty)."""
    addresses = np.array([[4 * word(lane % 16, lane // 16) for lane in range(32)]], np.int64)
    actual, ideal = shared_cost(addresses, np.ones((1, 32), np.bool_), width, operation)
    return int(actual), int(actual - ideal)


def sectors(element: Callable[[int, int], int], width: int = 4) -> int:
    """Sectors of one warp, two rows of sixteen, that accesses width bytes at element(tx, ty)."""
    addresses = np.array([[4 * element(lane % 16, lane // 16) for lane in range(32)]], np.int64)
    return int(global_sectors(addresses, np.ones((1, 32), np.bool_), width)[0])


def per_warp_and_tile(apart: int, row_a: int = 8, row_b: int = 128) -> tuple[int, int]:
    """Wavefronts and excess of one warp and tile; apart: words between the fours of neighbouring lanes."""
    thread = [
        cost(lambda tx, ty: (ty * 16 + tx) // 2 * row_a + tx % 2 * 4, 16, "store"),
        cost(lambda tx, ty: (ty * 16 + tx) * 4, 16, "store"),
    ]
    read_a = cost(lambda tx, ty: ty * 8 * row_a, 16)
    read_b = cost(lambda tx, ty: tx * apart, 16)
    total = [sum(s[i] for s in thread) + 16 * read_a[i] + 16 * read_b[i] for i in (0, 1)]
    return total[0], total[1]


@cache
def counted(source: str, kernel: str) -> Profiled:
    """A kernel with the SGEMM signature at 128 x 128 x 24, alpha = 1, beta = 0."""
    sizes = [word for n in (128, 128, 24, 24, 128, 128) for word in ("--arg", f"i32:{n}")]
    arrays = [word for a in ("128,24", "24,128", "128,128") for word in ("--arg", f"f32[{a}]=random")]
    where = ("--kernel", kernel, "--grid", "1", "--block", "16,16")
    return run_profile(source, (*where, *arrays, *sizes, "--arg", "f32:1", "--arg", "f32:0"))


def text(name: str, *changes: tuple[str, str]) -> str:
    """The source of a solution with pieces of it exchanged."""
    source = (SOLUTIONS / f"{name}.cu").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in source, old
        source = source.replace(old, new)
    return source


def solution(name: str = "sgemm_register_blocked", *changes: tuple[str, str]) -> Profiled:
    """A solution, counted, with pieces of its source exchanged."""
    return counted(text(name, *changes), name)


def wrong(exercise: str, name: str) -> Profiled:
    """A wrong kernel of an exercise, counted."""
    return counted(wrong_text(MODULE, exercise, name), exercise)


def compiled(source: str, kernel: str) -> Resources:
    return compile_source(source, file="kernel.cu").kernels[kernel]


def test_the_budget_of_a_warp_and_a_tile() -> None:
    *parts, total = rows("per warp and tile")
    said = [int(row[2].split("=")[-1]) for row in parts if "=" in row[2]]
    read_a, read_b = cost(lambda tx, ty: ty * 64, 16), cost(lambda tx, ty: tx * 8, 16)
    assert said == [2 * 4, 16 * read_a[0], 16 * read_b[0]]
    assert int(total[2]) == sum(said) == per_warp_and_tile(8)[0] == 168


@pytest.mark.slow
def test_the_solution_has_this_budget() -> None:
    for name, apart in (("sgemm_register_blocked", 8), ("conflict_free_fragments", 4)):
        shared = solution(name).profile["totals"]["shared"]
        assert (shared["wavefronts"], shared["excess"]) == tuple(WARP_TILES * n for n in per_warp_and_tile(apart))
        assert shared["requests"] == WARP_TILES * (2 + 16 + 16)
    assert per_warp_and_tile(4) == (104, 0)


def test_wavefronts_for_each_ffma() -> None:
    said = re.findall(r"(\d+) wavefronts / +(\d+) FFMA = (\d\.\d\d)", TEXT)
    assert len(said) == 3
    for wavefronts, ffma, quotient in said:
        assert float(quotient) == pytest.approx(int(wavefronts) / int(ffma), abs=0.0051)
    assert f"**{100 * 128 / 168:.0f} % of the peak at most**" in TEXT
    assert f"{50 / 32:.2f}" in TEXT and f"{50 / 32 / (168 / 512):.1f} times" in TEXT
    assert f"{50 / 32 / (104 / 512):.1f} times" in TEXT


def test_the_shapes_of_64_sums() -> None:
    for shape, words, intensity in rows("64 sums as"):
        tm, tn = map(int, shape.split(" × "))
        assert tm * tn == 64 and int(words) == tm + tn and intensity == f"{64 / (2 * (tm + tn)):.2f}"
        assert (tm + tn) / 2 >= sqrt(tm * tn)


def test_sixteen_neighbours_meet_four_by_four() -> None:
    assert cost(lambda tx, ty: tx * 16, 16)[0] == 4 * 4


def test_the_staircase() -> None:
    for registers, blocks, share in rows("registers a thread"):
        for number in map(int, registers.split(" – ")):
            found = occupancy("sm_90", 256, number, 8192)
            assert (found.blocks, f"{100 * found.share:g} %") == (int(blocks), share)
    assert occupancy("sm_90", 256, 104, 8192).blocks == 2
    for arch, share in (("sm_86", "33.3"), ("sm_89", "33.3"), ("sm_80", "25.0")):
        found = occupancy(arch, 256, 128, 8192)
        assert (found.blocks, f"{100 * found.share:.1f}") == (2, share)


@pytest.mark.slow
def test_what_launch_bounds_do() -> None:
    source = (SOLUTIONS / "sgemm_register_blocked.cu").read_text(encoding="utf-8")
    bound = "__launch_bounds__(256, 2)"
    assert compiled(source, "sgemm_register_blocked").registers == 128
    free = compiled(source.replace(bound, ""), "sgemm_register_blocked")
    assert f"Without it the compiler takes {free.registers} " in TEXT and free.registers > 128
    three = compiled(source.replace(bound, "__launch_bounds__(256, 3)"), "sgemm_register_blocked")
    assert f"gets {three.registers} registers and puts {three.local_bytes} bytes a thread into local memory" in TEXT
    one = compiled(source.replace(bound, "__launch_bounds__(256, 1)"), "sgemm_register_blocked")
    assert f"`(256, 1)`, and it takes {one.registers}." in TEXT and one.registers > free.registers


@pytest.mark.slow
def test_what_rolled_loops_cost() -> None:
    exercise = "sgemm_register_blocked"
    runs = [solution(), wrong(exercise, "sums_indexed_at_run_time"), wrong(exercise, "loop_over_k_rolled")]
    for row, run in zip(rows("`sgemm_register_blocked`, 128 × 128 × 24"), runs, strict=True):
        used = run.profile["resources"]
        found = [used["registers"], used["local_bytes"], used["spill_bytes"]]
        found.append(run.profile["totals"]["shared"]["wavefronts"])
        assert row[1:] == [f"{number:,}" for number in found]
    source = (SOLUTIONS / f"{exercise}.cu").read_text(encoding="utf-8")
    before, blank, after = re.split(r"(?<=// BEGIN SOLUTION\n)(.*)(?= +// END SOLUTION)", source, flags=re.S)
    plain = counted(before + blank.replace("#pragma unroll\n", "") + after, exercise)
    assert plain.profile["resources"] == runs[2].profile["resources"]
    assert plain.profile["totals"]["shared"] == runs[2].profile["totals"]["shared"]
    single = cost(lambda tx, ty: ty * 64, 4)[0]
    assert 8 + 64 * single + 128 == 264 == 6336 / WARP_TILES


@pytest.mark.slow
def test_padding_cures_nothing() -> None:
    wide = [("tile_a[BM][BK];", "tile_a[BM][BK + 4];"), ("tile_b[BK][BN];", "tile_b[BK][BN + 4];")]
    models = [per_warp_and_tile(8), per_warp_and_tile(8, row_a=12), per_warp_and_tile(8, row_b=132)]
    for row, changes, model in zip(rows("128 × 128 × 24"), ([], wide[:1], wide[1:]), models, strict=True):
        shared = solution("sgemm_register_blocked", *changes).profile["totals"]["shared"]
        assert row[1:] == [f"{shared['wavefronts']:,}", f"{shared['excess']:,}"]
        assert row[1:] == [f"{WARP_TILES * n:,}" for n in model]


@pytest.mark.slow
def test_what_each_ownership_of_columns_costs() -> None:
    comb = (IN_READS, "tx + 16 * n")
    runs = [solution(), solution("conflict_free_fragments"), solution("conflict_free_fragments", comb)]
    table = re.search(r"^\| 128 × 128 × 24 \| shared requests .*\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, flags=re.M)
    assert table
    for line, run in zip(table[1].strip().splitlines(), runs, strict=True):
        shared, memory = run.profile["totals"]["shared"], run.profile["totals"]["global"]
        cells = [cell.strip() for cell in line.strip("|").split("|")][1:]
        assert cells[:3] == [f"{shared[name]:,}" for name in ("requests", "wavefronts", "excess")]
        assert cells[3] in ("–", f"{memory['sectors']:,}")
    assert sectors(lambda tx, ty: ty * 1024 + tx * 8, 16) == 32
    assert sectors(lambda tx, ty: ty * 1024 + tx * 4, 16) == 16


@pytest.mark.slow
def test_what_a_swizzle_costs() -> None:
    swizzle = (
        (IN_READS, "((tx * 2 + n / 4) ^ (tx / 4 % 2)) * 4 + n % 4"),
        ("&tile_b[b_row][b_col])", "&tile_b[b_row][b_col ^ (b_col / 32 % 2 * 4)])"),
        NEIGHBOURS_IN_C,
    )
    run = solution("conflict_free_fragments", *swizzle).profile
    own = solution("conflict_free_fragments").profile
    neighbours = solution("conflict_free_fragments", (IN_READS, "tx * TN + n"), NEIGHBOURS_IN_C).profile
    assert run["totals"]["shared"]["excess"] == 0 and run["hazards"] == run["faults"] == []
    assert run["totals"]["global"]["sectors"] == neighbours["totals"]["global"]["sectors"]
    swizzled, grouped = (f"{each['totals']['global']['sectors']:,}" for each in (run, own))
    said = f"has {swizzled} global sectors for it, as with eight neighbours, where the groups have {grouped}."
    assert said in TEXT


def test_the_kernel_timed_with_eight_neighbours_is_the_file_as_it_is_given() -> None:
    timed = wrong_text(MODULE, "conflict_free_fragments", "eight_neighbours")
    given = (ROOT / "exercises" / MODULE / "conflict_free_fragments.cu").read_text(encoding="utf-8")
    assert code_of(timed) == code_of(given)


def code_of(source: str) -> str:
    """A source without its comments and white space."""
    return re.sub(r"\s+", "", re.sub(r"//.*", "", source))


def test_the_listings_of_blocks_inside_are_those_of_the_file() -> None:
    given = (ROOT / "exercises" / MODULE / "conflict_free_fragments.cu").read_text(encoding="utf-8")
    section = TEXT.partition('<a id="inside-code"></a>')[2].partition("<a id=")[0]
    listings = re.findall(r"^```cuda\n(.*?)^```$", section, flags=re.M | re.S)
    assert len(listings) == 2
    assert [listing for listing in listings if listing not in given] == []


@pytest.mark.slow
def test_tiles_inside_of_the_template_exist_twice() -> None:
    name = "conflict_free_fragments"
    declared = "__shared__ __align__(16) float tile_a[BM][BK];\n__shared__ __align__(16) float tile_b[BK][BN];\n"
    begin = "float (&sum)[TM][TN])\n{\n"
    once = compiled(text(name), name).shared_bytes
    twice = compiled(text(name, (declared, ""), (begin, begin + declared)), name).shared_bytes
    assert f"{twice:,} bytes of shared memory instead of {once:,}." in TEXT


@pytest.mark.slow
@pytest.mark.skipif(nvdisasm() is None, reason="nvdisasm is not installed")
def test_the_machine_code_of_a_round_with_and_without_guards() -> None:
    (guarded,) = multiplying_loops(text("sgemm_register_blocked"))
    assert f"runs {len(guarded.code) - guarded.guarded} instructions, {guarded.count('FFMA')} of them `FFMA`." in TEXT
    assert guarded.after("LDG") == [0] * guarded.count("LDG")
    inside = multiplying_loops(text("conflict_free_fragments"))[-1]
    assert f"has {len(inside.code):,}, so {len(inside.code) / 2:.0f} a round." in TEXT
    assert inside.count("FFMA") == 2 * 512 and inside.guarded == 0
    *first, early, late = inside.after("LDG")
    barrier = inside.after("BAR")[1]
    assert first == [0, 0] and barrier < early == late < 512
    assert f"and {512 - early} of the first round's 512 multiply-adds come after them" in TEXT
    neighbours = text("conflict_free_fragments", (IN_READS, "tx * TN + n"), NEIGHBOURS_IN_C)
    assert len(multiplying_loops(neighbours)[-1].code) == len(inside.code)


@pytest.mark.slow
@pytest.mark.skipif(nvdisasm() is None, reason="nvdisasm is not installed")
def test_with_restrict_the_loads_cross_the_barrier_and_gain_next_to_nothing() -> None:
    changed = timed("restrict", "conflict_free_restrict")["text"]
    assert changed.count("const float* __restrict__ A, const float* __restrict__ B") == 2
    used = compiled(changed, "conflict_free_fragments")
    inside = multiplying_loops(changed)[-1]
    *first, one, other = inside.after("LDG")
    assert first == [0, 0] and max(one, other) < inside.after("BAR")[1]
    assert sum("LDG.E.128.CONSTANT" in line for line in inside.code) == 4
    assert f"after {one} and {other} of the first round's multiply-adds ({used.registers} registers, no spills)" in TEXT
    assert used.spill_bytes == 0
    times = {
        n: [
            measured.turn_ms("restrict", name, measured.square(n))
            for name in ("conflict_free", "conflict_free_restrict")
        ]
        for n in (2048, 4096)
    }
    assert "The clock hardly notices" in TEXT and times[4096][1] / times[4096][0] == pytest.approx(1, abs=0.01)
    assert times[2048][1] > times[2048][0]


def test_how_busy_the_pipe_is_says_which_kernels_it_binds() -> None:
    use = {
        name: measured.busy(name, "l1_pipe") for name in ("tiled_16", "tiled_32", "register_blocked", "conflict_free")
    }
    assert "it binds the first two, and in the last one nothing is full" in TEXT
    assert min(use["tiled_16"], use["tiled_32"]) > 85 and use["register_blocked"] < 85
    assert max(measured.busy("conflict_free", part) for part in ("l1_pipe", "issue", "fma", "dram")) < 65


def test_what_the_hardware_counted_is_what_the_models_say() -> None:
    warp_tiles = 32 * 32 * 8 * 512
    for kernel, apart, of_c in (("register_blocked", 8, 32), ("eight_neighbours", 8, 32), ("conflict_free", 4, 16)):
        wavefronts, excess = per_warp_and_tile(apart)
        cost, ideal = measured.counted(kernel, "shared_cost"), measured.counted(kernel, "shared_ideal")
        assert (cost, cost - ideal) == (warp_tiles * wavefronts, warp_tiles * excess)
        assert measured.counted(kernel, "global_cost") == warp_tiles * 2 * 16 + 4096 * 4096 // 128 * of_c
    assert f"4096 × 4096 / 8 = {4096 * 4096 // 8:,}" in TEXT


def test_the_points_for_speed_are_those_of_the_exercise() -> None:
    spec = yaml.safe_load((ROOT / "exercises" / MODULE / "sgemm_register_blocked.yaml").read_text(encoding="utf-8"))
    speed = spec["checks"]["speed"]
    assert set(speed["size"].values()) == {4096} and speed["slow"] == "06_shared_memory_tiling/sgemm_tiled"
    assert f"a check `speed` as well, {speed['points']} of the 100 points" in TEXT
    assert f"From {speed['full']:.2f} on all points are yours, up to {speed['zero']:.2f} none" in TEXT
    assert measured.contest_ratio("sgemm_register_blocked", "slow") < speed["zero"]


def test_the_warm_up_asks_for_fewer_requests_than_sectors() -> None:
    naive, blocked = rows("one warp, one k, 16 `FFMA`")
    a, b = sectors(lambda tx, ty: ty * 1024), sectors(lambda tx, ty: tx)
    assert naive[1:] == ["16 × 2 = 32", f"16 × {a + b} = {16 * (a + b)}"]
    a, b = sectors(lambda tx, ty: ty * 4 * 1024), sectors(lambda tx, ty: tx * 4)
    assert blocked[1:] == ["4 + 4 = 8", f"4 × {a} + 4 × {b} = {4 * a + 4 * b}"]


def test_the_outer_product_by_hand() -> None:
    total = np.outer((1, 2, 0, 3), (2, 1, 4, 0)) + np.outer((0, 1, 1, 2), (1, 0, 2, 3))
    body = re.findall(r"^\| row \d \| (.*) \|$", TEXT, flags=re.M)
    for line, sums in zip(body, total.tolist(), strict=True):
        for cell, right in zip(line.split(" | "), sums, strict=True):
            work, said = cell.split(" = ")
            assert eval(work.replace("×", "*")) == int(said) == right


def test_the_price_of_a_threads_tile() -> None:
    for shape, words, fma, intensity, registers, blocks, share in rows("TM × TN"):
        tm, tn = map(int, shape.split(" × "))
        estimate = tm * tn + tm + tn + OVERHEAD
        assert [int(words), int(fma), int(registers)] == [tm + tn, tm * tn, estimate]
        assert intensity == f"{tm * tn / (2 * (tm + tn)):.2f}"
        if estimate <= 255:
            found = occupancy("sm_90", 256, estimate, 0)
            assert (blocks, share) == (str(found.blocks), f"{100 * found.share:g} %")


def test_the_bank_table() -> None:
    for tx, row in enumerate(rows("tx")):
        assert int(row[0]) == tx
        for apart, words, banks in ((8, row[1], row[2]), (4, row[3], row[4])):
            first = tx * apart
            assert words == f"{first} – {first + 3}" and banks == f"{first % 32} – {first % 32 + 3}"


def of_kernel(kernel: str) -> list[Profiled]:
    return [run for run in profiled(MODULE) if run.option("--kernel") == kernel]


@pytest.mark.slow
def test_the_profiler_finds_the_price_of_a_threads_tile() -> None:
    for row, run in zip(rows("TM | TN"), of_kernel("distances"), strict=True):
        tm, tn = int(run.defined("TM") or 1), int(run.defined("TN") or 1)
        used = run.profile["resources"]
        requests = run.cost("global", "load")[0]
        share = occupancy("sm_90", 256, used["registers"], 0).share
        found = [tm, tn, requests, used["registers"], used["local_bytes"]]
        assert row == [f"{number:,}" for number in found] + [f"{100 * share:g} %"]
        assert requests == 64 * (tm + tn)


@pytest.mark.slow
def test_the_profiler_finds_what_a_fragment_costs() -> None:
    runs = {int(run.defined("STRIDE") or 8): run for run in of_kernel("read_fragment")}
    table = rows("STRIDE")
    assert sorted(runs) == sorted(int(row[0]) for row in table)
    for row in table:
        apart, run = int(row[0]), runs[int(row[0])]
        wavefronts, excess = cost(lambda tx, ty, apart=apart: tx * apart, 16)  # type: ignore[misc]
        assert row == [str(apart), " / ".join(map(str, run.cost("shared", "load")))]
        assert run.cost("shared", "load") == (8, 8 * wavefronts, 8 * excess)
    assert "8 requests of 4 wavefronts, the best for 16 bytes a lane: 32 in all." in TEXT
    assert "Eight warps: 64 wavefronts, excess 32." in TEXT
    assert "8 requests, 32 wavefronts, excess 0." in TEXT


@pytest.mark.slow
def test_sums_of_one_thread_share_a_load_and_live_in_registers() -> None:
    (run,) = of_kernel("sums")
    assert run.cost("global", "load")[0] == 8 * (8 + 1) and "8 × (8 + 1) = 72 load requests for 8 sums" in TEXT
    used = run.profile["resources"]
    assert (used["local_bytes"], used["spill_bytes"]) == (0, 0)
    source = TEXT.partition("Save this as `sums.cu`:\n\n```cuda\n")[2].partition("```")[0]
    options = run.command[2:]
    (rolled,) = (run_profile(source.replace("#pragma unroll", "#pragma unroll 1"), options),)
    used = rolled.profile["resources"]
    assert (used["local_bytes"], used["spill_bytes"]) == (32, 0)
    assert "32 bytes of local memory a thread, 8 sums × 4, and 0 bytes of spills" in TEXT
    single = run_profile(source, tuple(word.replace("SUMS=8", "SUMS=1") for word in options))
    assert single.cost("global", "load")[0] == 16 and "8 × (1 + 1) = 16 for one" in TEXT


def test_what_the_estimate_says_of_twelve_by_twelve() -> None:
    estimate = 12 * 12 + 12 + 12 + OVERHEAD
    assert "144 + 12 + 12 + 24 = 192 registers" in TEXT and estimate == 192
    found = occupancy("sm_90", 256, estimate, 8192)
    assert (found.blocks, found.share) == (1, 0.125)


def test_padded_tiles_in_bytes() -> None:
    padded = [4 * 128 * 9, 4 * 8 * 129]
    assert "= {:,} + {:,} = {:,}".format(*padded, sum(padded)) in TEXT
    assert [4 * 9 % 16, 4 * 129 % 16] == [4, 4]  # an odd row begins beside a multiple of 16


def test_an_odd_pitch_cuts_the_store_of_two_rows() -> None:
    assert cost(lambda tx, ty: ty * 17 + tx, 4, "store")[0] == 2
    assert cost(lambda tx, ty: ty * 16 + tx, 4, "store")[0] == 1


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ko"])
def test_both_lessons_give_the_same_commands(language: str) -> None:
    text = lesson_of(MODULE, language)
    assert len(re.findall(r"^grader profile ", text, flags=re.M)) == len(profiled(MODULE))
