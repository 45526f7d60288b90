"""The counts that the lessons of module 18 print are those of the course's models, its compiler and its profiler."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import yaml

from grader.course.composed import kernel_of_course
from grader.quiz.truth.filters import (
    between_texels,
    filter_products,
    halo_cost,
    mended,
    table_read,
)
from grader.quiz.truth.global_memory import strided_access
from grader.toolchain import CompileError, compile_source, disassemble
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import Profiled, profiled, run_profile

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "18_constant_memory_and_convolution"
TEXT = lesson_of(MODULE)
IMAGE = ("f32[32,96]=iota", "f32[32,96]=zeros", "i32:32", "i32:96")
VOLUME = ("f32[12,16,64]=iota", "f32[12,16,64]=zeros", "i32:64", "i32:16", "i32:12")


def rows(first_cell: str) -> list[list[str]]:
    """Cells of the body rows of a table, measured numbers without their marks."""
    return table_rows(re.sub(r"<!--.*?-->", "", TEXT), first_cell)


SAID = " ".join(re.sub(r"<!--.*?-->", "", TEXT).split())


def number(cell: str) -> int:
    return int(cell.split("=")[-1].replace(",", ""))


@cache
def counted(path: str, kernel: str, grid: str, block: str, arguments: tuple[str, ...], defines: tuple[str, ...] = ()
            ) -> Profiled:  # fmt: skip
    """A kernel of the course, or a source of the tests' own, under the profiler."""
    source = path if "\n" in path else kernel_of_course(ROOT / path).decode()
    options = [word for argument in arguments for word in ("--arg", argument)]
    options += [word for define in defines for word in ("--define", define)]
    run = run_profile(source, ("--kernel", kernel, "--grid", grid, "--block", block, *options))
    assert run.profile["hazards"] == [] and run.profile["faults"] == []
    return run


def instructions(run: Profiled) -> int:
    count: int = run.profile["totals"]["instructions"]["warp"]
    return count


def sectors(run: Profiled) -> int:
    found = run.profile["totals"]["global"]
    assert found["exact"]
    count: int = found["sectors"]
    return count


def commands(file: str) -> list[Profiled]:
    return [run for run in profiled(MODULE) if file in run.command]


def wrong(exercise: str, name: str) -> str:
    return f"tests/submissions/{MODULE}/{exercise}/wrong/{name}.cu"


def solved(exercise: str) -> str:
    return f"solutions/{MODULE}/{exercise}.cu"


def test_the_answers_to_the_first_questions() -> None:
    assert strided_access(1, offset=-1).sectors == 5 and "Five: 128 bytes" in SAID


@pytest.mark.slow
def test_three_reads_of_a_table() -> None:
    passes = []
    for run in commands("lookup.cu"):
        (row,) = (each for each in run.profile["lines"] if each["space"] == "constant")
        assert row["requests"] == 1 and row["excess"] == row["passes"] - 1
        passes.append(row["passes"])
    models = [table_read(*form) for form in (("same", 0), ("quotient", 8), ("multiple", 1))]
    assert passes == [each.passes for each in models] == [1, 4, 32] and "1, 4 and 32 **passes**" in SAID
    assert models[2].sectors == 4 and "answer the third with 4 sectors" in SAID


def test_borders_of_the_table_and_their_names() -> None:
    signal = "abcde"
    for row, border in zip(rows("border | before the first come"), ("zeros", "clamp", "wrap", "mirror"), strict=True):
        found = [mended(k, 5, border) for k in (-2, -1)]
        assert row[1] == " ".join("0" if each is None else signal[each] for each in found)
    assert np.pad([1, 2, 3], 2, mode="reflect").tolist()[:2] == [3, 2]
    assert np.pad([1, 2, 3], 2, mode="symmetric").tolist()[:2] == [2, 1]
    assert "c b | a b c (NumPy calls it `reflect`)" in SAID and "b a | a b c (NumPy: `symmetric`" in SAID


@pytest.mark.slow
def test_a_halo_of_one_and_of_four() -> None:
    for run, row in zip(commands("halo.cu"), rows("radius | cells"), strict=True):
        radius = int(row[0])
        assert run.defined("R") == str(radius)
        found = halo_cost(32, 8, radius)
        assert [number(row[k]) for k in (1, 3, 4, 5)] == [found.cells, found.requests, found.sectors, found.direct]
        assert row[2] == f"{found.cells / 256:.2f}"
        assert run.cost("global", "load", "// A")[:2] == (found.requests, found.sectors)
        assert run.cost("shared", "load", "// B")[0] == found.direct
    assert "Line A: 20 requests" in SAID and "10 × 7 = **70 sectors**" in SAID
    assert "8 warps × 9 neighbours = 72 requests" in SAID and "20 in place of 72" in SAID


STRUCT = "struct:" + ",".join(["f32:1"] * 9)


@pytest.mark.slow
def test_weights_by_name_by_value_and_by_pointer() -> None:
    code = re.search(r"`weights\.cu`:\n\n```cuda\n(.*?)```", TEXT, re.S)
    assert code
    kernels = (("by_name", ()), ("by_value", (STRUCT,)), ("by_pointer", ("f32[9]=iota",)))
    for (kernel, more), row in zip(kernels, rows("weights | warp instructions, unrolled | not unrolled"), strict=True):
        arguments = ("f32[40]=iota", "f32[32]=zeros", *more)
        runs = [counted(code[1], kernel, "1", "32", arguments, (f"ROUNDS={rounds}",)) for rounds in (9, 1)]
        assert [int(cell) for cell in row[1:3]] == [instructions(run) for run in runs]
        assert {run.profile["totals"]["global"]["requests"] for run in runs} == {int(row[3])}
        if kernel == "by_name":
            assert [instructions(run) for run in runs] == [32, 93] and "**93** warp instructions become **32**" in SAID
            assert [instructions(run) for run in commands("weights.cu")] == [32, 93]


def machine_code(source: str, kernel: str) -> str:
    """Of one kernel of a source."""
    return disassemble(compile_source(source)).partition(f"\n{kernel}:\n")[2].partition(".L_x_end")[0]


def test_the_machine_code_of_a_weight() -> None:
    code = re.search(r"`weights\.cu`:\n\n```cuda\n(.*?)```", TEXT, re.S)
    assert code
    rolled, unrolled = (machine_code(code[1].replace("ROUNDS", n), "by_name").split("EXIT")[0] for n in ("1", "9"))
    assert re.search(r"LDG\.E R2, .*\n(?:.*\n)*?.*ULDC UR5, c\[0x3\]\[UR4\]", rolled)
    assert "FFMA R7, R2, UR5, R7" in rolled and "FFMA R7, R2, UR5, R7" in SAID.replace("   ", " ")
    loop = re.findall(r"/\*[0-9a-f]{4}\*/", rolled.partition("IMAD.WIDE")[2].partition("BRA")[0])
    assert len(loop) + 1 == 9 and "81 are in the loop, 9 a round" in SAID  # the branch is the one that is not found
    assert len(re.findall(r"ULDC\.64 \w+, c\[0x3\]", unrolled)) == 4
    conv1d = disassemble(compile_source((ROOT / solved("conv1d_constant")).read_text("utf-8")))
    loads = re.findall(r"(ULDC\S*) \w+, c\[0x3\]\[0x", conv1d)
    assert loads == 4 * ["ULDC.64"] + ["ULDC"] and "cost five loads a warp" in SAID


def test_what_the_compiler_says_of_too_many_constants() -> None:
    source = '__constant__ float t[{}]; extern "C" __global__ void f(float* o, int i) {{ o[0] = t[i]; }}'
    compile_source(source.format(16_384))
    assert "16,384 floats compile" in SAID
    with pytest.raises(CompileError, match=re.escape("too much global constant data (0x10004 bytes, 0x10000 max)")):
        compile_source(source.format(16_385))


@pytest.mark.slow
def test_a_filter_with_a_tile_and_one_without() -> None:
    tiled = counted(solved("conv2d_halo"), "conv2d_halo", "3,4", "32,8", IMAGE)
    plain = counted(wrong("conv2d_halo", "no_tile"), "conv2d_halo", "3,4", "32,8", IMAGE)
    stores = 32 * 96 // 8
    assert (sectors(tiled) - stores, sectors(plain) - stores) == (836, 10_472)
    assert tiled.profile["totals"]["shared"]["excess"] == 0 and "no conflicts, no padding" in SAID
    assert 96 * 25 == 2400 and "2,400 requests come from shared memory" in SAID
    assert "global memory gives 836 sectors" in SAID and "each neighbour for itself takes 10,472" in SAID
    assert f"takes {instructions(tiled):,} warp instructions, and the one without {instructions(plain):,}" in SAID


def test_products_of_separable_filters() -> None:
    assert (filter_products(4), filter_products(4, 1)) == (81, 18) and "**18 products in place of 81**" in SAID
    assert 9 * 40 / 32 + 9 == 20.25 and 9 * 16 / 8 + 9 == 27
    assert "9 × 1.25 + 9 = 20.25" in SAID and "9 × 2 + 9 = 27" in SAID
    spread = np.arange(-4, 5)
    square = spread[:, None] ** 2 + spread**2
    kernels = (
        np.outer([1, 0, -1], [1, 2, 1]), np.outer([1, 4, 6, 4, 1], [1, 4, 6, 4, 1]),
        np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]]), (square - 2 * 1.4**2) * np.exp(-square / (2 * 1.4**2)),
        square <= 16, np.random.default_rng(18).random((9, 9)),
    )  # fmt: skip
    for row, kernel in zip(rows("filter | side"), kernels, strict=True):
        side, rank = len(kernel), int(np.linalg.matrix_rank(kernel.astype(float)))
        products = [filter_products(side // 2), filter_products(side // 2, rank)]
        assert [int(cell) for cell in row[1:]] == [side, rank, *products], row
    sharpen = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
    assert np.linalg.matrix_rank(sharpen) == 2
    u, s, v = np.linalg.svd(kernels[-1])
    assert abs(kernels[-1] - u[:, :5] * s[:5] @ v[:5]).max() <= s[5]


@pytest.mark.slow
def test_four_results_of_a_thread_read_33_words() -> None:
    run = counted(solved("conv2d_separable"), "conv2d_separable", "2,2", "32,8",
                  ("f32[64,64]=iota", "f32[64,64]=zeros", "i32:64", "i32:64"))  # fmt: skip
    requests = run.profile["totals"]["shared"]["requests"]
    assert requests == 4 * (40 * 2 + 40 * 9 + 40 + 8 * 33) and "33 words in place of 36" in SAID


@pytest.mark.slow
def test_a_march_and_each_neighbour_for_itself() -> None:
    march = counted(solved("stencil3d_registers"), "stencil3d_registers", "2,2", "32,8", VOLUME)
    plain = counted(wrong("stencil3d_registers", "no_shared_memory"), "stencil3d_registers", "2,2", "32,8", VOLUME)
    once = 2 * 64 * 16 * 12 // 8
    assert (sectors(march), sectors(plain), once) == (3648, 12_224, 3072)
    assert "3,648 sectors for loads and stores, where each neighbour for itself takes 12,224" in SAID
    assert "once over everything is 3,072" in SAID and f"{1000 / 512:.2f} loads each" in SAID


def test_floats_and_sectors_of_marching_blocks() -> None:
    ways = rows("way | floats an element")
    assert ways[0][1] == "7" and ways[0][2] == f"30 / 4 = {30 / 4:.2f}"
    assert strided_access(1).sectors * 5 + 2 * strided_access(1, offset=-1).sectors == 30
    assert ways[1][1] == f"1000 / 512 = {1000 / 512:.2f}" and 10**3 == 1000
    for row, (wide, high) in zip(ways[2:], ((32, 8), (32, 32)), strict=True):
        own, around = wide * high, 2 * high + 2 * wide
        assert row[1] == f"{own + around} / {own} = {(own + around) / own + 1e-9:.2f}"
        least, touched = own // 8, own // 8 + 2 * high + 2 * wide // 8
        assert row[2] == f"{touched} / {least} = {touched / least:.2f}"
    assert 4 + 6 == 10 and 10 / 8 == 1.25 and "1.25 FLOP for each byte" in SAID and 60 / 4 == 15
    assert round(34 * 10 / 256, 2) == 1.33 and "34 × 10 elements, 1.33 times as many" in SAID


@pytest.mark.slow
def test_windows_and_prefix_sums() -> None:
    code = re.search(r"`windows\.cu`:\n\n```cuda\n(.*?)```", TEXT, re.S)
    assert code
    found = {}
    for radius in (1, 10, 100):
        arguments = ("i32[3,1024]=randint:9", "i32[3,1024]=zeros", "i32:3", "i32:1024", f"i32:{radius}")
        window = counted(code[1], "windows", "3", "256", arguments)
        scan = counted(solved("box_filter_scan"), "box_filter_scan", "3", "256", arguments)
        found[radius] = [instructions(window), sectors(window), instructions(scan), sectors(scan)]
    for row in rows("radius | instructions"):
        assert [number(cell) for cell in row[1:]] == found[int(row[0])]
    for row in rows("radius | window anew: instructions"):
        assert [number(cell) for cell in row[1:]] == found[int(row[0])][::2]
    slope = (found[10][0] - found[1][0]) / 9
    assert 6.5 < 1 + (found[10][2] - found[1][0]) / slope < 8 and "Up to a radius of about 7" in SAID
    (run,) = commands("windows.cu")
    assert instructions(run) == found[10][0]


def test_what_differences_of_floats_keep() -> None:
    for row in rows("elements of the row"):
        power = int(row[0].removeprefix("2^"))
        values = np.random.default_rng(18).random(2**power, np.float32)
        prefix = np.concatenate([[np.float32(0)], np.add.accumulate(values, dtype=np.float32)])
        exact = np.convolve(values.astype(float), np.ones(21), "valid")
        anew = np.zeros(len(exact), np.float32)
        for k in range(21):
            anew += values[k : k + len(exact)]
        errors = [abs(prefix[21:] - prefix[:-21] - exact).max(), abs(anew - exact).max()]
        assert [float(cell) for cell in row[1:]] == pytest.approx(errors, rel=0.05), row
        if power == 20:
            assert 523_500 < prefix[-1] < 524_500 and np.spacing(prefix[-1]) == 1 / 32


def test_weights_of_a_texture() -> None:
    for x, exact, kept in rows("x | exact weight"):
        weight = float(x) - 0.5 - int(float(x) - 0.5)
        assert weight == pytest.approx(float(exact))
        steps = int(kept.split(" /")[0])
        first = int(float(x) - 0.5)
        assert between_texels([0.0] * (first + 1) + [256.0] + [0.0] * 2, float(x)) == steps
    assert f"77 / 256 = {77 / 256:.5f}" in SAID and round(100 / 512, 1) == 0.2


def test_the_work_of_a_zoom() -> None:
    header = (ROOT / "exercises" / MODULE / "texture_zoom.yaml").read_text("utf-8")
    assert "4,080, or 51 for each of 80 warps" in header and 80 * 51 == 4080
    assert "51 instructions for a result" in SAID and "4,080 for 80 warps" in SAID


FIVE = """extern "C" __global__ void five(const float* in, float* out, int rows, int cols)
{
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0.0f;
    for (int y = row - 2; y <= row + 2; ++y)
        for (int x = col - 2; x <= col + 2; ++x)
            sum += READ;
    out[row * cols + col] = sum;
}
"""
FIVE_TILED = """extern "C" __global__ void five(const float* in, float* out, int rows, int cols)
{
    __shared__ float tile[12][36];
    int left = blockIdx.x * 32 - 2, top = blockIdx.y * 8 - 2;
    for (int i = threadIdx.y; i < 12; i += 8)
        for (int j = threadIdx.x; j < 36; j += 32) {
            int y = top + i, x = left + j;
            tile[i][j] = READ;
        }
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            sum += tile[threadIdx.y + i][threadIdx.x + j];
    out[(blockIdx.y * 8 + threadIdx.y) * cols + blockIdx.x * 32 + threadIdx.x] = sum;
}
"""
READS = (
    "in[(y + 2) * (cols + 4) + x + 2]",
    "y >= 0 && y < rows && x >= 0 && x < cols ? in[y * cols + x] : 0.0f",
    "in[min(max(y, 0), rows - 1) * cols + min(max(x, 0), cols - 1)]",
    "in[(rows - 1 - abs(rows - 1 - abs(y))) * cols + cols - 1 - abs(cols - 1 - abs(x))]",
    "in[(y + rows) % rows * cols + (x + cols) % cols]",
)


@pytest.mark.slow
def test_the_cost_of_borders() -> None:
    arguments = ("f32[36,100]=iota", "f32[32,96]=zeros", "i32:32", "i32:96")
    for row, read in zip(rows("border | each result reads 25 elements from global memory"), READS, strict=True):
        found = [
            instructions(counted(text.replace("READ", read), "five", "3,4", "32,8", arguments))
            for text in (FIVE, FIVE_TILED)
        ]
        assert [number(cell) for cell in row[1:]] == found, row
    assert 12 * 36 == 432 and "each of 432 cells once" in SAID


@pytest.mark.slow
def test_the_filters_that_are_measured_by_counting() -> None:
    known = yaml.safe_load((ROOT / "benchmarks" / "kernels.yaml").read_text("utf-8"))
    ways = ("global", "global_unrolled", "constant", "constant_unrolled", "by_value", "halo", "rows")
    for row, way in zip(rows("filter | 3 × 3: instructions"), ways, strict=True):
        for side, cells in ((3, row[1:3]), (9, row[3:])):
            if (entry := known.get(f"convolution_{way}_{side}")) is None:
                assert cells == ["–", "–"]
                continue
            defines = tuple(f"{key}={value}" for key, value in entry.get("compile", {}).get("defines", {}).items())
            grid = f"3,{32 // min(entry['launch']['tile']['rows'], 32)}"
            more = 9 * ("f32:1",) if way == "by_value" else ()
            run = counted(entry["source"], entry["kernel"], grid, "32,8", IMAGE + more, defines)
            assert [number(cell) for cell in cells] == [instructions(run), sectors(run)], (way, side)


def test_accesses_of_a_famous_example() -> None:
    assert len(rows("the claim")) == 9
    reads = 1000 * 1000 * 9
    assert f"1000 × 1000 × 9 = {reads:,}" in SAID and f"100 filters: {100 * reads:,}" in SAID
    assert f"{reads // 32:,} and {100 * reads // 32:,}" in SAID


def test_what_the_lesson_says_of_the_speed_check_is_what_it_asks() -> None:
    spec = yaml.safe_load((ROOT / "exercises" / MODULE / "conv2d_separable.yaml").read_text("utf-8"))
    speed = spec["checks"]["speed"]
    assert f"all points from {speed['full']:.2f} of the copy, none up to {speed['zero']:.2f}" in SAID
    assert (speed["baseline"], speed["slow"]) == ("device_copy", "wrong/global_memory")
    for language, heading in spec["read"]["speed"].items():
        assert f"## {heading}\n" in lesson_of(MODULE, language)


def test_every_heading_that_an_exercise_names_is_one_of_the_lesson() -> None:
    for path in (ROOT / "exercises" / MODULE).glob("*.yaml"):
        for headings in yaml.safe_load(path.read_text("utf-8"))["read"].values():
            for language, heading in headings.items():
                assert f"## {heading}\n" in lesson_of(MODULE, language), (path.name, heading)


def test_the_figures_show_what_is_counted() -> None:
    words = (ROOT / "docs" / "figures" / "words_18.toml").read_text("utf-8")
    assert "60 cells loaded by 32 threads in four rounds" in words and (8 + 2) * (4 + 2) == 60
    ways = ([2] * 8, [lane // 4 + 1 for lane in range(8)], [3 * lane % 8 for lane in range(8)])
    assert [len(set(index)) for index in ways] == [1, 2, 8]
    assert between_texels([10, 30, 20, 50], 1.75) == 27.5 and "27.5" in words
