"""The counts that the lessons of module 05 print are those of the course's own models and of its profiler."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import yaml

from docs import measured
from grader.course.lessons import pages
from grader.quiz.truth.costs import GlobalCost
from grader.quiz.truth.global_memory import aligned_rows, matrix_access, strided_access
from grader.toolchain import compile_source
from grader.toolchain.disassembly import disassemble, nvdisasm
from tests.kernels import wrong_text
from tests.modules.lesson_tables import lesson_of, table_rows
from tests.modules.profiled import Profiled, profiled

pytestmark = pytest.mark.share(3, guard="lessons")

ROOT = Path(__file__).resolve().parents[2]
MODULE = "05_memory_coalescing"
TEXT = lesson_of(MODULE)
PAGES = pages(ROOT / "modules" / MODULE, "en")
rows = partial(table_rows, TEXT)
WARPS, STEPS = 4096 * 4096 // 32, 4096


def step(block: tuple[int, int]) -> GlobalCost:
    """One k of the naive kernel, of a warp that is as many columns wide as the block."""
    return matrix_access(block, 4096, "ty", 0) + matrix_access(block, 4096, 0, "tx")


FOUR_STEPS: dict[str, Callable[[], GlobalCost]] = {
    "scalar": lambda: step((16, 16)).times(4),
    "turned": lambda: step((2, 16)).times(4),
    "wide A": lambda: matrix_access((16, 16), 1024, "ty", 0, 16) + matrix_access((16, 16), 1024, 0, "tx").times(4),
    "wide A and BT": lambda: matrix_access((16, 16), 1024, "ty", 0, 16) + matrix_access((16, 16), 1024, "tx", 0, 16),
}


def test_the_patterns_of_one_request() -> None:
    costs = [strided_access(*given) for given in ((1,), (-1, 4, 31), (1, 4, 1), (2,), (0,), (32,))]
    for row, cost in zip(rows("one float a lane, 32 lanes"), costs, strict=True):
        assert [cell.split("= ")[-1] for cell in row[2:]] == [str(n) for n in (cost.sectors, cost.lines, cost.excess)]


def test_what_the_core_says_of_the_rows_of_a_matrix() -> None:
    """In a row of 64 floats: a warp of 2 x 16 in the simulation, and of 16 x 2 before it."""
    two, sixteen = (matrix_access(shape, 64, "ty", "tx") for shape in ((16, 2), (2, 16)))
    vector = matrix_access((16, 2), 64, 0, "tx")
    assert "2 + 2 = 4 sectors in two lines" in TEXT and (two.sectors, two.lines, two.excess) == (4, 2, 0)
    assert "2 sectors in one line" in TEXT and (vector.sectors, vector.lines) == (2, 1)
    assert f"16 requests and 8 × (4 + 2) = {8 * (two + vector).sectors} sectors of loads" in TEXT
    assert f"8 requests and {8 * two.sectors} sectors of stores" in TEXT
    assert f"Eight warps, {sixteen.sectors} sectors each to store: {8 * sixteen.sectors}." in TEXT
    assert "Sixteen rows of two cost 16 + 1 = 17, two rows of sixteen 2 + 2 = 4." in TEXT
    assert [step((wide, 32 // wide)).sectors for wide in (2, 16)] == [17, 4]
    assert "each of the three is one line" in TEXT
    assert {matrix_access((64, 1), 64, 0, "tx").lines, matrix_access((64, 1), 64, "ty", "tx").lines} == {1}


@pytest.mark.parametrize("stride", range(1, 40))
def test_the_closed_form_of_a_stride(stride: int) -> None:
    assert strided_access(stride).sectors == min(4 * stride, 32)


def test_the_shapes_of_a_warp() -> None:
    for shape, *cells in rows("shape of the warp, rows × columns"):
        high, wide = map(int, shape.split(" × "))
        a, b = matrix_access((wide, high), 4096, "ty", 0), matrix_access((wide, high), 4096, 0, "tx")
        both = a + b
        assert list(map(int, cells)) == [a.sectors, b.sectors, both.sectors, both.excess, both.lines]


def test_the_rows_that_may_be_read_as_float4() -> None:
    for row, byte, pieces, may in rows("row"):
        assert int(byte) == 4 * int(row) * 50 and float(pieces) == int(byte) / 16
        assert (int(row) in aligned_rows(50, 4, 16)) == (may == "yes")


def test_the_four_kernels_of_the_simulation() -> None:
    table = {row[0]: list(map(int, row[1:])) for row in rows("kernel | requests")}
    assert list(table) == list(FOUR_STEPS)
    for name, cost in FOUR_STEPS.items():
        assert table[name] == [cost().requests, cost().sectors, cost().lines]
    assert FOUR_STEPS["wide A and BT"]().excess == 0


def of_page(name: str, kernel: str) -> list[Profiled]:
    """The commands of a page that profile a kernel, in its order."""
    commands = {page.name: re.findall(r"^grader profile", page.read_text("utf-8"), re.M) for page in PAGES}
    names = [page for page, found in commands.items() for _ in found]
    runs = zip(names, profiled(MODULE), strict=True)
    return [run for page, run in runs if page == name and run.option("--kernel") == kernel]


def told(run: Profiled, *kinds: str) -> list[str]:
    return [" / ".join(map(str, run.cost("global", kind))) for kind in kinds or ("load", "store")]


@pytest.mark.slow
def test_the_profiler_finds_the_patterns() -> None:
    wanted = rows("kernel | OFFSET | STRIDE")
    for run, (_, offset, stride, load, store) in zip(of_page("by_hand.en.md", "pattern"), wanted, strict=True):
        assert (run.defined("OFFSET") or "0", run.defined("STRIDE") or "1") == (offset, stride)
        assert told(run) == [load, store]


@pytest.mark.slow
def test_the_profiler_finds_the_four_kernels() -> None:
    wanted = rows("kernel | loads: requests / sectors / excess")
    runs = [run for run in profiled(MODULE) if run.option("--kernel") in ("scalar", "turned", "wide_a", "wide_both")]
    for run, (kernel, load, store) in zip(runs, wanted, strict=True):
        assert run.option("--kernel") == kernel.strip("`")
        assert told(run) == [load, store]


@pytest.mark.slow
def test_the_profiler_finds_what_the_core_says() -> None:
    run_of_eight, one_off, field = of_page("lesson.en.md", "pattern")
    assert told(run_of_eight) == told(field) == ["1 / 32 / 28", "1 / 4 / 0"]
    assert told(one_off) == ["1 / 5 / 1", "1 / 4 / 0"]
    assert "The load: 1 request, 32 sectors. The store, to neighbours: 4." in TEXT
    assert "32 sectors instead of 4." in TEXT
    two_wide, sixteen_wide = of_page("lesson.en.md", "add_to_rows")
    assert told(two_wide) == ["16 / 136 / 96", "8 / 128 / 96"]
    assert told(sixteen_wide) == ["16 / 48 / 0", "8 / 32 / 0"]
    (scale,) = of_page("lesson.en.md", "scale")
    assert told(scale) == ["8 / 128 / 0", "8 / 128 / 0"] and "8 requests, 128 sectors: 32 lanes × 16 bytes" in TEXT


@pytest.mark.slow
def test_the_profiler_finds_the_sectors_of_both_layouts() -> None:
    runs = {run.option("--kernel"): run.profile["totals"]["global"] for run in profiled(MODULE)}
    useful = 1024 * 3 * 4  # x and vx read, x written
    for row, kernel in zip(rows("layout"), ("move_structures", "move_arrays"), strict=True):
        total = runs[kernel]
        each = useful / total["sectors"]
        assert row[1:] == [str(total["requests"]), f"{total['sectors']:,}", f"{each:.0f} of 32"]


def test_what_a_particle_costs_each_way() -> None:
    """Sectors for a warp's particles, divided by how many it has."""
    ways = [
        (8 * strided_access(8).sectors, 8 * strided_access(1).sectors, 32),
        (2 * strided_access(2, 16).sectors, 8 * strided_access(1).sectors, 32),
        (strided_access(1).sectors, 8 * strided_access(1, lanes=4).sectors, 4),
        (strided_access(1, 16).sectors, 4 * 2 * strided_access(1, lanes=16).sectors, 16),
    ]
    for row, (read, written, particles) in zip(rows("a thread takes"), ways, strict=True):
        each = [read / particles, written / particles, (read + written) / particles]
        assert [float(cell) for cell in row[1:]] == each


@pytest.mark.parametrize(("kernel", "high", "wide"), [("naive_rows", 16, 2), ("naive_16", 2, 16), ("naive_32", 1, 32)])
def test_what_was_derived_is_what_was_counted(kernel: str, high: int, wide: int) -> None:
    one, store = step((wide, high)), matrix_access((wide, high), 4096, "ty", "tx")
    assert WARPS * (STEPS * one.sectors + store.sectors) == measured.counted(kernel, "global_cost")
    title = {"naive_rows": "naive, threadIdx.x on rows"}.get(kernel, f"naive, {wide} × {wide} block")
    assert f"| {title} | {one.sectors} | {WARPS * STEPS:,} × {one.sectors} + {WARPS:,} × {store.sectors} |" in TEXT
    assert f"| {title} | {one.lines} | <!--= line_ms({one.lines}, 4096) -->" in TEXT


def test_what_was_derived_for_float4_is_what_was_counted() -> None:
    four = FOUR_STEPS["wide A"]()
    assert WARPS * (STEPS // 4 * four.sectors + 4) == measured.counted("float4_on_a", "global_cost")
    assert four.sectors / 4 == 2.5 and four.lines / 4 == 1.5
    assert "| 6 / 4 = 1.5 | <!--= line_ms(1.5, 4096) -->" in TEXT


def test_lines_put_the_four_kernels_in_the_order_of_the_clock_and_bound_them() -> None:
    lines = {"naive_rows": 17, "naive_16": 3, "naive_32": 2, "float4_on_a": 1.5}
    times = {kernel: measured.ms(kernel, 4096) for kernel in lines}
    assert sorted(lines, key=lambda k: lines[k]) == sorted(times, key=lambda k: times[k])
    assert all(measured.line_ms(count, 4096) < times[kernel] for kernel, count in lines.items())
    assert measured.counted("naive_16", "global_cost") < measured.counted("naive_32", "global_cost")


def test_the_words_beside_the_model_and_the_clock_fit_them() -> None:
    """Sentences that compare without printing the quotient."""
    fill = {"naive_rows": 17, "naive_16": 3, "naive_32": 2, "float4_on_a": 1.5}
    fill = {kernel: measured.line_ms(lines, 4096) / measured.ms(kernel, 4096) for kernel, lines in fill.items()}
    assert (
        "The two kernels that ask for most lines run within a few percent of the bound, the other two do not." in TEXT
    )
    assert min(fill["naive_rows"], fill["naive_16"]) > 0.95 and max(fill["naive_32"], fill["float4_on_a"]) < 0.8
    assert "faster, but not twice as fast" in TEXT and "far from twice as fast" in TEXT
    gains = [measured.ms("naive_16", n) / measured.ms("float4_on_a", n) for n in (1024, 2048, 4096)]
    assert all(1 < gain < 1.5 for gain in gains)
    assert "What else there is grows faster than the work, at least from N = 2048 to N = 4096" in TEXT
    assert measured.line_ms(1.5, 4096) == pytest.approx(8 * measured.line_ms(1.5, 2048))
    left = [measured.ms("float4_on_a", n) - measured.line_ms(1.5, n) for n in (2048, 4096)]
    assert left[1] > 8 * left[0] and measured.ms("float4_on_a", 4096) > 8 * measured.ms("float4_on_a", 2048)
    assert "bored in all four" in TEXT and max(map(measured.dram_rate, fill)) < 480
    assert "the last two only just: lines make them 2 / 1.5 = 1.33 apart" in TEXT and f"{2 / 1.5:.2f}" == "1.33"
    assert 1 < measured.ms("naive_32", 4096) / measured.ms("float4_on_a", 4096) < 1.1
    assert "reaches an eighth of the copy" in TEXT
    assert 8 * measured.gigabytes("transpose_naive") == pytest.approx(measured.copy_rate(), rel=0.05)


SPEED_ROWS = {
    "`sgemm_coalesced`, the solution": ("sgemm_coalesced", "solution"),
    "`sgemm_coalesced`, as you get it: neighbours down a column": ("sgemm_coalesced", "slow"),
    "`sgemm_float4`, the solution": ("sgemm_float4", "solution"),
    "`sgemm_float4`, one float at a time": ("sgemm_float4", "slow"),
}


def test_what_the_lesson_says_of_the_speed_checks_is_what_they_ask() -> None:
    table = {row[0]: row[1:] for row in rows("kernel | time, ms")}
    assert table.keys() == SPEED_ROWS.keys()
    for title, (exercise, run) in SPEED_ROWS.items():
        spec = yaml.safe_load((ROOT / "exercises" / MODULE / f"{exercise}.yaml").read_text(encoding="utf-8"))
        speed = spec["checks"]["speed"]
        assert sum(check["points"] for check in spec["checks"].values()) == 100 and speed["points"] == 15
        assert speed["size"] == dict.fromkeys("MNK", 4096)
        assert table[title][-2:] == [f"{speed['full']:.2f}", f"{speed['zero']:.2f}"]
        call = f"'{exercise}'" if run == "solution" else f"'{exercise}', '{run}'"
        assert all(call + ")" in cell for cell in table[title][:3])
        for language, heading in spec["read"]["speed"].items():
            lesson = lesson_of(MODULE, language)
            assert f"## {heading}\n" in lesson and "`speed`" in lesson.partition(f"## {heading}\n")[2]
    assert "15 of the 100 points each" in TEXT
    assert "(contest_ratio('sgemm_float4', 'slow') - 0.77) / (0.93 - 0.77)" in TEXT  # the limits of its row


def test_the_slow_kernel_of_the_first_exercise_is_the_file_that_a_student_gets() -> None:
    """So "as you get it" is what was timed, and its warps are those of x on rows."""
    slow = wrong_text(MODULE, "sgemm_coalesced", "neighbours_down_a_column")
    given = (ROOT / "exercises" / MODULE / "sgemm_coalesced.cu").read_text("utf-8")
    code = [re.findall(r"\S+", re.sub(r"//.*", "", text)) for text in (slow, given)]
    assert code[0] == code[1]
    assert measured.contest_ms("sgemm_coalesced", "slow") == pytest.approx(measured.ms("naive_rows", 4096), rel=0.01)
    assert measured.contest_ms("sgemm_coalesced") == pytest.approx(measured.ms("naive_16", 4096), rel=0.01)


def test_the_pipe_of_l1_is_as_busy_as_the_lines_say_but_for_wide_loads() -> None:
    for kernel, lines in (("naive_16", 3), ("naive_32", 2)):
        assert measured.busy(kernel, "l1_pipe") == pytest.approx(
            100 * measured.line_ms(lines, 4096) / measured.ms(kernel, 4096), abs=1.5
        )
    cycles = (
        measured.busy("float4_on_a", "l1_pipe") / 100 * measured.ms("float4_on_a", 4096) / measured.line_ms(0.25, 4096)
    )
    assert cycles == pytest.approx(
        32 * 16 / 128 + 4, rel=0.02
    )  # A's 512 bytes at 128 a cycle, and a line of B four times
    assert "a load of 16 bytes a lane hands over 512 bytes, and takes four cycles for its two lines" in TEXT


def test_the_transposed_b_takes_longer_than_its_bound_and_than_plain_b() -> None:
    both, plain = (measured.turn_ms("transposed_b", name) for name in ("float4_on_both", "float4_on_a"))
    assert both > measured.line_ms(4.5, 4096) > plain
    assert "Measured were <!--= turn_ms('transposed_b', 'float4_on_both') -->" in TEXT


PROMISES = {
    "`float*` promises 4": ("const float* in", "const float* p = in + 4 * threadIdx.x;", 4),
    "`__builtin_assume_aligned(in, 16)`": (
        "const float* in",
        "const float* p = static_cast<const float*>(__builtin_assume_aligned(in, 16)) + 4 * threadIdx.x;",
        1,
    ),
}


@pytest.mark.parametrize("promise", PROMISES)
def test_the_compiler_merges_loads_whose_alignment_is_promised(promise: str) -> None:
    parameter, pointer, loads = PROMISES[promise]
    body = f"{pointer} out[threadIdx.x] = p[0] + p[1] + p[2] + p[3];"
    merged_into(f'extern "C" __global__ void k({parameter}, float* out) {{ {body} }}', loads)
    assert promise in TEXT


def merged_into(source: str, loads: int) -> None:
    found = [i.name for i in compile_source(source).machine_code["k"] if i.name.startswith("LDG")]
    assert found == (["LDG.128"] if loads == 1 else loads * ["LDG"])


@pytest.mark.parametrize(("align", "loads"), [("__align__(16) ", 1), ("", 4)])
def test_an_aligned_struct_of_four_floats_is_one_load(align: str, loads: int) -> None:
    body = "out[threadIdx.x] = in[threadIdx.x].a + in[threadIdx.x].b + in[threadIdx.x].c + in[threadIdx.x].d;"
    struct = f"struct {align}Four {{ float a, b, c, d; }};"
    merged_into(f'{struct} extern "C" __global__ void k(const Four* in, float* out) {{ {body} }}', loads)
    assert "so does a `struct __align__(16)` of four floats" in TEXT


def test_the_different_sectors_of_two_layouts() -> None:
    """1,024 particles of 32 bytes, of which x (the first float) and vx (the fourth) are read and x is written."""
    structures = {field: {(32 * i + 4 * at) // 32 for i in range(1024)} for field, at in (("x", 0), ("vx", 3))}
    arrays = {field: {(4 * (1024 * at + i)) // 32 for i in range(1024)} for field, at in (("x", 0), ("vx", 1))}
    read = [len(layout["x"] | layout["vx"]) for layout in (structures, arrays)]
    written = [len(layout["x"]) for layout in (structures, arrays)]
    assert f"{read[0]:,} are read instead of {read[1]}, four times as many" in TEXT and read[0] == 4 * read[1]
    assert f"and {written[0]:,} written instead of {written[1]}." in TEXT


def test_the_transpose_without_a_tile() -> None:
    requests = 8192 * 8192 // 32
    for kernel, stride in (("transpose_naive", 8192), ("transpose_across", 1)):
        assert requests * (4 + strided_access(stride).sectors) == measured.counted(kernel, "global_cost")
        assert requests * 8 == measured.counted(kernel, "global_ideal")


LOADS = {
    "one `float`": ("const float* in", "float v = in[threadIdx.x]; out[threadIdx.x] = v;"),
    "one `float4`": (
        "const float* in",
        "float4 v = reinterpret_cast<const float4*>(in)[threadIdx.x]; out[threadIdx.x] = v.x * v.y * v.z * v.w;",
    ),
}
LOADS["one `float4` through `const float* __restrict__`"] = ("const float* __restrict__ in", LOADS["one `float4`"][1])


@pytest.mark.parametrize("load", LOADS)
def test_what_the_compiler_makes_of_a_load(load: str) -> None:
    parameter, body = LOADS[load]
    program = compile_source(f'extern "C" __global__ void k({parameter}, float* out) {{ {body} }}')
    (row,) = (row for row in rows("in the source") if row[0] == load)
    ptx, machine = (cell.strip("`") for cell in row[1:])
    assert re.findall(r"ld\.global\S*", program.ptx) == [ptx]
    assert [i.name for i in program.machine_code["k"] if i.name.startswith("LDG")] == [
        machine.replace(".E", "").replace(".CONSTANT", "")
    ]
    if nvdisasm() is not None:
        assert re.findall(r"\bLDG\S*", str(disassemble(program))) == [machine]


def test_what_is_to_be_recalled() -> None:
    """Bandwidths in TB/s as NVIDIA names them: a matrix of 4096 x 4096 floats read once."""
    size = 4 * 4096 * 4096
    times = [f"{size / (rate * 1e6):.1f}" for rate in (1.56, 2.04, 4.8)]
    assert f"{size:,} bytes: {times[0]}, {times[1]} and {times[2]} microseconds" in TEXT
    assert "1024 / 4 = 256 rounds" in TEXT and "1023 / 4 = 255 rounds, and 3 elements" in TEXT


def test_the_list_does_not_fit_into_l2() -> None:
    """What the lesson supposes where it multiplies the latency of device memory by the length of a list."""
    results = ROOT / "benchmarks" / "results"
    found = json.loads((results / f"latency_{measured.GPU}.json").read_text("utf-8"))
    assert "scattered over 128 MiB, more than L2 holds" in TEXT and 2**20 * 128 == 128 << 20 > found["l2_bytes"]
    assert "its nodes 128 bytes apart" in TEXT and found["latencies"]["device_memory"]["bytes"] > found["l2_bytes"]
