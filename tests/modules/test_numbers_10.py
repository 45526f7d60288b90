"""The numbers that the lessons of module 10 print are those of the course's models, its compiler and its profiler."""

from __future__ import annotations

import math
import re
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import yaml

from grader.quiz.truth.geometry import groups_left
from grader.quiz.truth.tensor_cores import (
    FORMATS,
    chunk_of,
    errors_against_depth,
    fragment_from_global,
    fragment_place,
    holder,
    input_bound,
    matrix_load,
    mma_flops,
    rounded,
    stage_bytes,
    sum_bound,
    tensor_sum,
    tile_intensity,
)
from grader.simt.machine import matrices
from grader.toolchain import compile_source, disassemble
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import Profiled, profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "10_tensor_cores"
TEXT = lesson_of(MODULE)
SAID = " ".join(TEXT.split())

sys.path.insert(0, str(ROOT / "docs"))
import measured  # noqa: E402


def rows(first_cell: str) -> list[list[str]]:
    return table_rows(TEXT, first_cell)


def number(cell: str) -> float:
    return float(cell.split()[0].replace(",", ""))


def e_notation(value: float) -> str:
    """As the lesson writes it: 6.3e-7."""
    return re.sub(r"e([-+])0*", lambda found: "e" + found[1].replace("+", ""), f"{value:.1e}")


def commands(file: str) -> list[Profiled]:
    return [run for run in profiled(MODULE) if file in run.command]


def machine_code(source: str, arch: str = "sm_90") -> str:
    return disassemble(compile_source(source, arch=arch))


def test_the_answers_to_the_first_questions() -> None:
    assert "Two: 3 − 0 − 1 later groups" in SAID and 3 - 0 - 1 == 2
    found = [matrix_load(stride, False, 1).wavefronts for stride in (128, 144)]
    assert found == [8, 1] and "Eight: all begin in the same bank. One: each row begins four banks further." in SAID
    assert 2 * 8 * 8 / (4 * (8 + 8)) == 2 and "128 / 64 = 2" in SAID


def test_formats_of_the_tables() -> None:
    wide = {"FP32": 32, "TF32": 19, "FP16": 16, "BF16": 16}
    for name, bits, fraction, apart, largest in rows("format | bits | behind the point"):
        form = FORMATS[name.lower()]
        assert int(bits.split()[0]) == wide[name] == 1 + form.exponent + form.fraction
        assert (int(fraction), apart) == (form.fraction, f"2^-{form.fraction} apart")
        assert largest == ("65,504" if name == "FP16" else f"{form.largest:.1e}".replace("+", ""))
    for name, exponent, least, largest, digits in rows("format | exponent bits"):
        form = FORMATS[name.lower()]
        assert (int(exponent), least, int(digits)) == (form.exponent, f"2^{form.least}", form.products)
        assert largest == ("65,504" if name == "FP16" else f"{form.largest:.3e}".replace("+", ""))
    assert round(24**2 / 11**2) == 5 and "11 × 11 bits are a fifth of 24 × 24" in SAID
    assert FORMATS["fp16"].products == FORMATS["tf32"].products == 22 <= 24 < FORMATS["fp32"].products


def test_numbers_that_are_rounded_by_hand() -> None:
    assert [(rounded(1 + k / 4096, "tf32", "away") - 1) * 1024 for k in (3, 2, 1)] == [1, 1, 0]
    assert "1 + 3/4096 lies 0.75 of a step above 1" in SAID and "1 + 1/4096 becomes 1" in SAID
    for k in range(4096):
        value = 1 + k / 4096
        assert value - rounded(value, "tf32", "cut") < value * 2**-10
        assert abs(value - rounded(value, "tf32", "away")) <= value * 2**-11
    ways = (("fp16", "even"), ("bf16", "even"), ("tf32", "away"))
    for cells in rows("number | FP16"):
        value = number(cells[0])
        for cell, way in zip(cells[1:], ways, strict=True):
            found = rounded(value, *way)
            assert float(f"{found:.6g}") == (math.inf if cell == "inf" else number(cell)), (value, way)
    off = {name: abs(rounded(1e-6, name) / 1e-6 - 1) for name in ("fp16", "bf16")}
    assert f"{off['fp16']:.1%}" == "1.3%" and f"{off['bf16']:.2%}" == "0.16%"


def test_what_rounding_the_inputs_loses() -> None:
    assert [input_bound(name) for name in ("fp16", "tf32", "bf16")] == [2**-10, 2**-10, 2**-7]
    assert round(16 * 2**-10 / sum_bound(16)) == 24_966 and "only at K = 24,966" in SAID
    assert input_bound("bf16") / input_bound("fp16") == 2**3 and "errs 2^3 times as much" in SAID


def test_the_machine_code_of_a_rounding() -> None:
    source = ('extern "C" __global__ void f(float* x) {{ unsigned r; '
              'asm("cvt.{}.tf32.f32 %0, %1;" : "=r"(r) : "f"(*x)); *x = __uint_as_float(r); }}')  # fmt: skip
    away, even = (machine_code(source.format(way)) for way in ("rna", "rn"))
    assert re.search(r"@!P0 IMAD\.IADD\.U32 R0, R0, 0x1, R5", away)
    assert "LOP3.LUT R5, R0, 0xffffe000" in away and "F2FP.TF32" not in away
    assert "F2FP.TF32.F32.PACK_B " in even


def test_one_instruction() -> None:
    assert mma_flops(16, 8, 16) == 4096 and 2 * 32 == 64
    assert "2 × 16 × 8 × 16 = **4,096 FLOP" in SAID and "an `FFMA` does 64" in SAID
    of_13 = {fragment_place("c", 13, i) for i in range(4)}
    assert of_13 == {(row, col) for row in (3, 11) for col in (2, 3)} and "Lane 13 has rows 3 and 11" in SAID
    for lane in range(32):
        for i in range(4):
            assert fragment_place("c", lane, i) == (lane // 4 + 8 * (i // 2), 2 * (lane % 4) + i % 2)


def test_the_elements_of_lane_22_in_the_small_sister() -> None:
    found = {m: [fragment_place(m, 22, r, p) for r in range(n) for p in (0, 1)] for m, n in (("a", 2), ("b", 1))}
    assert found == {"a": [(5, 4), (5, 5), (13, 4), (13, 5)], "b": [(4, 5), (5, 5)]}
    assert [fragment_place("c", 22, i) for i in range(4)] == found["a"]
    assert "A (5, 4), (5, 5), (13, 4), (13, 5); B (4, 5), (5, 5); C as A" in SAID


@pytest.mark.slow
def test_units_loaded_from_global_memory() -> None:
    runs = {run.defined("LD"): run for run in commands("one_mma.cu")}
    assert list(runs) == ["8", "24"]
    for leading, run in runs.items():
        model = fragment_from_global(int(str(leading)))
        for name in ("upper", "lower", "right"):
            assert run.cost("global", "load", f"unsigned {name} =") == (1, model.sectors, model.excess)
        assert run.profile["totals"]["pipes"]["tensor"] == 1
    assert fragment_from_global(8).sectors == 4 and "128 bytes, **4 sectors**" in SAID
    assert fragment_from_global(16).excess == 4 and "With LD = 16 every row takes half of a sector" in SAID
    (solved, *_) = rows("access | requests")
    assert [int(cell) for cell in solved[1:]] == [1, fragment_from_global(24).sectors, fragment_from_global(24).excess]


@pytest.mark.slow
def test_wavefronts_of_ldmatrix() -> None:
    found = {}
    for run in commands("rows.cu"):
        stride = int(str(run.defined("STRIDE")))
        found[stride] = run.cost("shared", "load", "// A")
        assert found[stride] == (1, matrix_load(2 * stride).wavefronts, matrix_load(2 * stride).excess)
    assert {stride: cost[1] for stride, cost in found.items()} == {64: 32, 72: 4, 80: 8}
    assert "**32 wavefronts**. With 72 each begins one quad (four banks) further: **4**" in SAID
    assert [int(cell) for cell in rows("access | requests")[1][1:]] == list(found[80])


def test_how_a_tensor_core_adds() -> None:
    assert sum_bound(16) == 5.25 * 2**-23 and sum_bound(4096) == 256 * sum_bound(16)
    sums = {True: 1024.0, False: 1024.0}
    for half in sums:
        for _ in range(64):
            sums[half] = tensor_sum([(1 / 64, 1.0)] * 16, sums[half], half=half)
    assert sums == {True: 1024, False: 1040} and "After 64 steps it is 1,024; in float, 1,040." in SAID
    for told, exact, chain, core in rows("products | exact"):
        pairs = [tuple(number(part.replace("−", "-")) for part in pair.split(" × ")) for pair in told.split(", ")]
        sum_of_chain = np.float32(0)
        for a, b in pairs:
            sum_of_chain = np.float32(float(sum_of_chain) + a * b)
        assert [sum(a * b for a, b in pairs), float(sum_of_chain)] == [number(exact), number(chain)]
        assert tensor_sum([(a, b) for a, b in pairs]) == number(core)


def test_bounds_compared() -> None:
    assert sum_bound(16) / 16 / 2**-24 == pytest.approx(0.66, abs=0.005) and "K × 0.66 × 2^-24" in SAID
    steps_of_4 = (5 * 2**-25 + 2**-23) / 4 / 2**-24
    assert steps_of_4 == 1.125 and "K × 1.125 × 2^-24" in SAID
    assert round(2**-11 / sum_bound(16)) == 780 and "780 times the rest" in SAID


def test_errors_that_are_seen() -> None:
    seen = {half: errors_against_depth(4096, half) for half in (False, True)}
    for cells in rows("K | float: bound"):
        depth = int(cells[0])
        wanted = [sum_bound(depth), seen[False][depth], sum_bound(depth, True), seen[True][depth]]
        assert cells[1:] == [e_notation(value) for value in wanted]
    for half, errors in seen.items():
        assert all(error < sum_bound(depth, half) for depth, error in errors.items())
    assert 5 < sum_bound(4096) / seen[False][4096] < 7 and "at a sixth of it" in SAID
    assert max(seen[False][k] / sum_bound(k) for k in seen[False]) < 1 / 5
    assert "under a fifth of their bound" in (ROOT / "docs" / "figures" / "words_10.toml").read_text("utf-8")


def test_mistakes_by_their_size() -> None:
    rng = np.random.default_rng(10)
    a, b = rng.random((16, 256)).astype(np.float32), rng.random((256, 8)).astype(np.float32)
    halves = [m.astype(np.float16).astype(float) for m in (a, b)]
    in_bf16, cut, nearest = (
        [np.vectorize(lambda v, n=name, t=ties: rounded(float(v), n, t))(m) for m in given]
        for name, ties, given in (("bf16", "even", halves), ("tf32", "cut", (a, b)), ("tf32", "away", (a, b)))
    )
    turned = halves[1].reshape(32, 8, 8).transpose(0, 2, 1).reshape(256, 8)
    exact, exact_tf32 = halves[0] @ halves[1], nearest[0] @ nearest[1]
    low = (exact_tf32 - cut[0] @ cut[1]) / exact_tf32
    found = [
        errors_against_depth(256, False)[256],
        (abs(in_bf16[0] @ in_bf16[1] - exact) / exact).max(),
        low.max(),
        errors_against_depth(256, True)[256],
        (abs(halves[0][:, :-16] @ halves[1][:-16] - exact) / exact).max(),
        (abs(halves[0] @ turned - exact) / exact).max(),
    ]
    table = rows("mistake | largest error")
    assert [row[1] for row in table] == [e_notation(value) for value in found]
    assert e_notation(sum_bound(256)) in table[0][2]
    assert e_notation(low.min()) == "5.6e-4" and "too small, by 5.6e-4 at least" in SAID


def test_registers_of_all_shapes() -> None:
    bits = {"FP16, BF16": 16, "TF32": 32, "8-bit integers": 8, "single bits": 1, "doubles": 64}
    for name, kind, of_a, of_b, of_c in rows("instruction | types of A and B"):
        m, n, k = map(int, re.findall(r"\d+", name))
        of_a_register = 32 * max(32, bits[kind])  # of all lanes, in bits; a double takes two and counts as one
        assert [number(of_a), number(of_b)] == [m * k * bits[kind] / of_a_register, k * n * bits[kind] / of_a_register]
        assert number(of_c) == m * n / 32


def test_from_an_element_to_its_lane() -> None:
    for element, lane, register, half in rows("element | lane"):
        matrix, row, col = re.findall(r"[ABC]|\d+", element)
        has = holder(matrix.lower(), int(row), int(col))
        assert [lane, register, half] == [str(has.lane), str(has.register), "–" if matrix == "C" else str(has.part)]


def test_two_results_side_by_side_are_a_fragment_of_a() -> None:
    for lane in range(32):
        for second in (0, 1):
            for pair in (0, 1):
                for part in (0, 1):
                    row, col = fragment_place("c", lane, 2 * pair + part)
                    assert fragment_place("a", lane, pair + 2 * second, part) == (row, col + 8 * second)
    assert {holder("c", 5, col).lane for col in range(8)} == {20, 21, 22, 23}


WMMA = """#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void f(const half* a, const half* b, float* c)
{
#ifdef SHARED
    __shared__ __align__(128) half tiles[32 * LD];
    for (int i = threadIdx.x; i < 32 * LD; i += 32) tiles[i] = a[i];
    __syncwarp();
    const half *from_a = tiles, *from_b = tiles + 16 * LD;
#else
    const half *from_a = a, *from_b = b;
#endif
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(left, from_a, LD);
    wmma::load_matrix_sync(right, from_b, LD);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
"""


def test_what_wmma_is_compiled_to() -> None:
    plain = machine_code("#define LD 64\n" + WMMA)
    shared = machine_code("#define LD 64\n#define SHARED\n" + WMMA)
    names = (r"LDG\.E R", r"MOVM\.16\.MT88 ", r"HMMA\.16816")
    assert [len(re.findall(rf"\b{name}", plain)) for name in names] == [8, 4, 2]
    others = (r"LDSM\.16\.M88\.4 ", r"LDSM\.16\.MT88\.4 ", r"HMMA\.16816", "MOVM")
    assert [len(re.findall(rf"\b{name}", shared)) for name in others] == [1, 1, 2, 0]
    assert "two `HMMA.16816`" in SAID and "A: 4 LDG.E B: 4 LDG.E, 4 MOVM.16.MT88" in SAID


@pytest.mark.slow
def test_wmma_on_tiles_in_shared_memory_has_conflicts() -> None:
    arguments = ("--arg", "f16[2048]=iota", "--arg", "f16[1]=iota", "--arg", "f32[256]=zeros")
    defines = ("--define", "LD=64", "--define", "SHARED=1")
    run = run_profile(WMMA, ("--kernel", "f", "--grid", "1", "--block", "32", *defines, *arguments))
    assert run.cost("shared", "load", "load_matrix_sync(left")[1] == 32 and "32 wavefronts for 4" in SAID
    assert 2 * mma_flops(16, 8, 16) == 8192 and 8192 / (2 * 512) == 8 == tile_intensity(16, 16)
    assert "2 × 512 bytes for 8,192 FLOP: 8 FLOP/byte" in SAID and "8,192 FLOP for 1,024 bytes, **8 FLOP/byte**" in SAID
    assert round(989 / 4.8) == 206 and "balance point of 206 FLOP/byte" in SAID and round(206 / 8) == 26


def test_the_rule_of_quads() -> None:
    for quads in range(1, 33):
        assert matrix_load(16 * quads).wavefronts == 4 * math.gcd(quads, 8)
    for row in range(16):
        assert (row % 8 == 0) == all(chunk_of(row, chunk, 128) == chunk for chunk in range(8))
    assert "just rows 0, 8, 16 ... are right" in SAID
    assert 72 / 64 - 1 == 1 / 8 and "padding to 72 would cost an eighth more" in SAID
    table = rows("rows of | plain")
    for halves, plain, padded, more in table:
        assert [number(plain), number(padded)] == [2 * number(halves), 2 * number(halves) + 16]
        assert number(padded) // 16 % 2 == 1 and 100 * (number(padded) / number(plain) - 1) == number(more)


@pytest.mark.slow
def test_rows_of_68_halves_are_an_error() -> None:
    code = re.search(r"`rows\.cu`:\n\n```cuda\n(.*?)```", TEXT, re.S)
    assert code
    options = ("--kernel", "rows", "--grid", "1", "--block", "32", "--define", "STRIDE=68", "--arg", "u32[32]=zeros")
    with pytest.raises(AssertionError):
        run_profile(code[1], options)


@pytest.mark.slow
def test_rows_that_are_named_where_the_swizzle_keeps_them() -> None:
    code = re.search(r"`rows\.cu`:\n\n```cuda\n(.*?)```", TEXT, re.S)
    assert code
    before, added = "threadIdx.x * STRIDE", " + (2 ^ threadIdx.x % 8) * 8"
    assert f"behind `{before}` add `{added.strip()}`" in SAID and code[1].count(before) == 1
    options = ("--kernel", "rows", "--grid", "1", "--block", "32", "--define", "STRIDE=64", "--arg", "u32[32]=zeros")
    run = run_profile(code[1].replace(before, before + added), options)
    assert run.cost("shared", "load", "// A") == (1, 4, 0)


def test_rows_of_64_bytes_by_hand() -> None:
    found = []
    for row, plain, quad, halved, moved in ([int(c) for c in cells] for cells in rows("row | r mod 4")):
        assert (plain, halved) == (row % 4, row // 2 % 4)
        assert quad == 4 * (row % 2) + (0 ^ plain) and moved == 4 * (row % 2) + chunk_of(row, 0, 64)
        found.append((quad, moved))
    assert sorted(moved for _, moved in found) == list(range(8)) and len({quad for quad, _ in found}) == 4


def test_transposed_units_are_what_b_wants() -> None:
    unit = np.arange(64, dtype=np.uint16).reshape(8, 8)
    words = [np.zeros((1, 32), np.uint32) for _ in range(4)]
    for row in range(8):
        for word in range(4):
            words[word][0, row] = unit[row].view(np.uint32)[word]
    (register,) = matrices.tiles_from_rows(words, 1, transposed=True)
    for lane in range(32):
        low, high = register[0, lane] & 0xFFFF, register[0, lane] >> 16
        assert [low, high] == [unit[fragment_place("b", lane, 0, part)] for part in (0, 1)]
    assert len({(8 * (lane % 4) + lane // 4) % 32 for lane in range(32)}) == 32


def test_stages_and_waits() -> None:
    for cells in rows("step | S = 3: groups so far, always"):
        step, always, left, only, left_3, only_4, left_4 = map(int, cells)
        assert (always, left) == (2 + step, 1) and only == min(5, step + 2) and only_4 == min(5, step + 3)
        assert [left_3, left_4] == [groups_left(3, step, 5), groups_left(4, step, 5)]
    for stages in (3, 4, 5):
        slipping = [t for t in range(20) if groups_left(stages, t, 20) < stages - 2]
        assert slipping == list(range(20 - (stages - 2), 20))
    multiplied = 128 * 128 * 32 // (16 * 8 * 16)
    assert f"has {multiplied} `mma`, {multiplied} cycles" in SAID
    assert 128 * 128 * 8 // 128 == 1024 and "takes 1,024" in SAID
    assert 2 < measured.latency("device_memory") / multiplied < 3
    assert [tile_intensity(128, 128), round(tile_intensity(128, 256))] == [64, 85]
    for tile, size, fit, intensity in rows("BM × BN × BK"):
        high, wide, depth = map(int, tile.split(" × "))
        found = stage_bytes(high, wide, depth)
        assert (number(size), int(fit)) == (found, 232_448 // found) and 232_448 == 227 * 1024
        assert intensity == f"{tile_intensity(high, wide):.1f}"


@pytest.mark.slow
def test_stages_without_empty_groups() -> None:
    (right,) = commands("stages.cu")
    assert right.profile["hazards"] == [] and 64 * 16 == 1024
    code = re.search(r"`stages\.cu`[^\n]*\n\n```cuda\n(.*?)```", TEXT, re.S)
    assert code
    options = [word if word != "EMPTY=1" else "EMPTY=0" for word in right.command[2:]]
    (found,) = run_profile(code[1], tuple(options)).profile["hazards"]
    assert (found["kind"], found["count"]) == ("RAW", 64) and "there are 64, read after write (RAW)" in SAID


def test_what_a_warp_reads_for_an_mma() -> None:
    for tile, loads, fronts, each, share, registers in rows("WM × WN"):
        wm, wn = map(int, tile.split(" × "))
        assert int(loads) == wm // 16 + wn // 16 and int(fronts) == 4 * int(loads)
        assert int(each) == mma_flops(wm, wn, 16) // 4096 and float(share) == int(fronts) / int(each)
        assert float(share) == 32 * (wm + wn) / (wm * wn) and int(registers) == wm * wn // 32


def test_numbers_of_the_kernel_to_read() -> None:
    assert mma_flops(64, 256, 16) == 524_288 == 128 * 4096 and (64 * 16 * 2, 16 * 256 * 2) == (2048, 8192)
    assert (2048 + 8192) / 128 == 80 and 80 / 128 == 0.625 and 64 * 256 / 128 == 128
    assert stage_bytes(128, 256, 64) == 49_152 and 4 * 49_152 == 192 * 1024
    assert 65_536 // 384 // 8 * 8 == 168 and 128 * 40 + 256 * 232 == 64_512 < 65_536
    assert 128 * 64 * 2 + 64 * 256 * 2 // 2 == 32_768
    assert tile_intensity(256, 256) == 128 and round(tile_intensity(128, 256)) == 85


HELPERS = """struct TensorMap { unsigned long long words[16]; };
struct Place { int row, col; };
constexpr int BM = 128, BN = 256, BK = 64, STAGES = 4, CLUSTER = 2, BOX = BK * 128;
constexpr int A_BYTES = BM * BK * 2, STAGE = A_BYTES + BK * BN * 2;
__device__ void wait(unsigned bar, int parity)
{
    asm volatile("{ .reg .pred done; AGAIN: mbarrier.try_wait.parity.WAYshared::cta.b64 done, [%0], %1;"
                 " @!done bra AGAIN; }" :: "r"(bar), "r"(parity) : "memory");
}
__device__ void expect(unsigned bar, int bytes);
__device__ void arrive(unsigned bar, int block);
__device__ void load(unsigned to, const TensorMap* map, unsigned bar, int x, int y);
__device__ void load_for_all(unsigned to, const TensorMap* map, unsigned bar, int x, int y);
__device__ Place place_of(int tile);
__device__ void wgmma_fence();
__device__ void wgmma_64x256x16(float (&sum)[128], unsigned long long a, unsigned long long b);
__device__ unsigned long long matrix(unsigned at, int one, int other);
__device__ void wgmma_commit();
__device__ void wgmma_wait_but(int groups);
__device__ void produce(TensorMap map_a, TensorMap map_b, unsigned base, unsigned full, unsigned empty, int tiles,
                        int steps, int rank)
{
    int stage = 0, parity = 1;
PRODUCER
}
__device__ void consume(unsigned base, unsigned full, unsigned empty, int steps, int mine, int thread)
{
    int stage = 0, parity = 0, before = 0;
    float sum[128] = {};
CONSUMER
}
"""


def test_the_loops_of_the_kernel_to_read_compile() -> None:
    """As far as a compiler can judge them: with functions for the single instructions."""
    page = (ROOT / "modules" / MODULE / "deeper" / "wgmma.en.md").read_text("utf-8")
    producer, consumer = re.findall(r"^```cuda\n(.*?)^```$", page, re.M | re.S)
    source = HELPERS.replace("PRODUCER", producer).replace("CONSUMER", consumer).replace("WAY", "")
    compile_source(source + 'extern "C" __global__ void nothing() {}\n', arch="sm_90a")


def test_a_wait_that_looks_more_careful() -> None:
    asks = HELPERS.partition("__device__ void expect")[0] + 'extern "C" __global__ void f(int p) { wait(1024, p); }\n'
    plain, careful = (machine_code(asks.replace("WAY", way)) for way in ("", "acquire.cluster."))
    assert "CCTL.IVALL" in careful and "CCTL.IVALL" not in plain


def test_every_heading_that_an_exercise_names_is_one_of_the_lesson() -> None:
    for path in (ROOT / "exercises" / MODULE).glob("*.yaml"):
        for headings in yaml.safe_load(path.read_text("utf-8")).get("read", {}).values():
            for language, heading in headings.items():
                assert f"## {heading}\n" in lesson_of(MODULE, language), (path.name, heading)


def test_the_figures_show_what_is_counted() -> None:
    words = (ROOT / "docs" / "figures" / "words_10.toml").read_text("utf-8")
    for form in FORMATS.values():
        assert f"{2**form.fraction:,} numbers" in words
    quads = [chunk_of(row, 2, 128) for row in range(8)]
    assert f"in quads {', '.join(map(str, quads))}, one wavefront" in words
    assert fragment_place("c", 13, 0) == (3, 2) and "Lane 13 is in row 3, the second pair" in words
    exact = Fraction(5.25 + 2.0**-19)
    assert exact.denominator == 2**19 and "Right of the 24th column stand two more columns" in words
