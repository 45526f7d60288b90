"""What the lessons of module 02 print: listings, registers and roundings are those of compiler, emulator and models."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from grader.launch import Argument, LaunchRequest
from grader.occupancy import registers_per_warp
from grader.quiz.truth import numbers, processor
from grader.simt import emulator
from grader.toolchain import Program, compile_source, disassemble
from tests.modules.lesson_tables import lesson_of
from tests.modules.profiled import profiled
from tests.quiz.quizzes import quiz_of

pytestmark = pytest.mark.share(3, guard="lessons")

MODULE = "02_source_to_machine_code"
ROOT = Path(__file__).resolve().parents[2]
TEXT = lesson_of(MODULE)
F32_ARITHMETIC = re.compile(r"^(?:fma|mul|add|sub)(?:\.rn)?\.f32\b")


def rows(first_cell: str) -> list[list[str]]:
    """Cells of the body rows of the table whose header starts with first_cell."""
    table = re.search(rf"^\| {re.escape(first_cell)} \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, flags=re.M)
    assert table, first_cell
    return [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in table[1].strip().splitlines()]


def block(tag: str) -> list[str]:
    """The lines of the only code block with that tag."""
    (found,) = re.findall(rf"^```{tag}\n(.*?)^```$", TEXT, flags=re.M | re.S)
    return str(found).splitlines()


@cache
def program(kernel: str, fmad: bool = True, **defines: str) -> Program:
    """The code block of the lesson that defines a kernel, compiled."""
    (source,) = [code for code in re.findall(r"^```cuda\n(.*?)^```$", TEXT, flags=re.M | re.S) if f" {kernel}(" in code]
    return compile_source(source, fmad=fmad, defines=defines)


def ptx_lines(made: Program, kernel: str) -> list[str]:
    """The PTX instructions of a kernel, white space squeezed."""
    start = made.ptx.index(f".entry {kernel}(")
    body = made.ptx[made.ptx.index("{", start) : made.ptx.index("\n}", start)]
    lines = (" ".join(line.split()) for line in body.splitlines())
    return [line for line in lines if re.match(r"(?:@!?%p\d+ )?[a-z].*;$", line)]


def sass_lines(made: Program, kernel: str) -> list[str]:
    """The machine instructions of a kernel up to its last EXIT, white space squeezed."""
    (listing,) = re.findall(rf"^\.text\.{kernel}:\n(.*?)(?=^//-|\Z)", disassemble(made), flags=re.M | re.S)
    found = [" ".join(line.split()) for line in re.findall(r"/\*[0-9a-f]{4}\*/\s+([^;]+);", str(listing))]
    last = max(i for i, line in enumerate(found) if line.endswith("EXIT"))
    return found[: last + 1]


def opcodes(made: Program, kernel: str) -> Counter[str]:
    return Counter(i.name for i in made.machine_code[kernel])


def test_the_listings_are_what_the_compiler_emits() -> None:
    made = program("scale_add")
    assert block("ptx") == ptx_lines(made, "scale_add")
    assert block("sass") == sass_lines(made, "scale_add")
    (chosen,) = re.findall(r"^```text\nsource +PTX +machine code\n(.*?)^```$", TEXT, flags=re.M | re.S)
    for line in chosen.splitlines():
        ptx, code = re.split(r"  +", line)[-2:]
        assert f"{ptx};" in block("ptx") and code in block("sass"), line
    assert f"the machine code, {len(block('sass'))} instructions" in TEXT
    assert f"Here {len(block('ptx'))} became {len(block('sass'))}" in TEXT
    virtual = {r for line in block("ptx") for r in re.findall(r"%(?:f|r|rd)\d+", line)}
    assert f"{len(virtual)} virtual registers" in TEXT
    assert f"ptxas reports {made.kernels['scale_add'].registers} registers" in TEXT


def test_four_shared_accesses_become_one_and_global_loads_stay() -> None:
    made, kernel = program("four_neighbours"), "four_neighbours"
    ptx, code = ptx_lines(made, kernel), opcodes(made, kernel)
    assert [line.split()[0] for line in ptx].count("ld.global.f32") == code["LDG"] == 4
    assert [line.split()[0] for line in ptx].count("st.shared.f32") == 4 and code["STS.128"] == 1 and not code["STS"]
    assert [line.split()[0] for line in ptx].count("ld.shared.f32") == 4 and code["LDS.128"] == 1 and not code["LDS"]
    assert not any("bra" in line for line in ptx)  # the loop is unrolled


def test_the_first_compiler_decides_on_the_width_of_global_loads_alone() -> None:
    """Where the alignment is promised its PTX has the wide load, so no text may give all merged loads to ptxas."""
    struct = "struct __align__(16) Four { float a, b, c, d; };"
    body = "Four f = in[threadIdx.x]; out[threadIdx.x] = f.a + f.b + f.c + f.d;"
    made = compile_source(f'{struct} extern "C" __global__ void k(const Four* in, float* out) {{ {body} }}')
    assert re.findall(r"ld\.global\S*", made.ptx) == ["ld.global.v4.f32"]
    assert [i.name for i in made.machine_code["k"] if i.name.startswith("LDG")] == ["LDG.128"]
    others = ((ROOT / "modules" / MODULE / name).read_text("utf-8") for name in ("quiz.yaml", "open_questions.yaml"))
    said = " ".join(" ".join((TEXT, *others)).split())
    assert "width of a load" not in said and "width of loads" not in said
    assert not re.search(r"merged loads(?! from shared)|merges, moves and drops loads", said)


def test_ptxas_unrolls_a_loop_further() -> None:
    (loop,) = re.findall(r"^ptxas unrolls as well\. Of `(for .*?;)`", TEXT, flags=re.M)
    kernel = f'extern "C" __global__ void k(float s, float* out, int n) {{ {loop} out[threadIdx.x] = s; }}'
    made = compile_source(kernel)
    found = (made.ptx.count("fma.rn.f32"), [i.name for i in made.machine_code["k"]].count("FFMA"))
    assert found == (5, 29)
    assert re.search(r"5 `fma` in the PTX.*29 `FFMA`", TEXT)


def test_who_contracts_what() -> None:
    table = rows("source | option")
    assert len(table) == 6
    for source, option, ptx, code in table:
        text = 'extern "C" __global__ void one(float a, float b, float c, float* out) { out[threadIdx.x] = %s; }'
        made = compile_source(text % source.strip("`"), fmad=option == "none")
        arithmetic = [m[0] for line in ptx_lines(made, "one") if (m := F32_ARITHMETIC.match(line))]
        assert arithmetic == re.findall(r"`([^`]+)`", ptx), source
        shown = [i.name for i in made.machine_code["one"] if i.name in ("FFMA", "FMUL", "FADD")]
        assert shown == re.findall(r"`([^`]+)`", code), source


@pytest.mark.slow
def test_which_square_is_fused_depends_on_what_else_is_stored() -> None:
    x = float(np.float32(1 + 5 * 2.0**-14))
    square = numbers.rounded_twice(x, x, 0.0)
    expected = (
        ("", r"FFMA R\d+, (R\d+), \1, -R\d+$", numbers.rounded_once(x, x, -square)),
        ("out[0] = a * a;", r"FFMA R\d+, -(R\d+), \1, R\d+$", numbers.rounded_once(-x, x, square)),
        ("out[0] = a * a; out[1] = b * b;", r"FADD R\d+, R\d+, -R\d+$", square - square),
    )
    table = rows("the kernel also stores")
    for row, (besides, last, value) in zip(table, expected, strict=True):
        text = 'extern "C" __global__ void one(float a, float b, float* out) { %s out[2] = a * a - b * b; }'
        lines = [s for s in sass_lines(compile_source(text % besides), "one") if s[:4] in ("FFMA", "FMUL", "FADD")]
        assert [line.split()[0] for line in lines] == re.findall(r"`(\w+)`", row[1])
        assert re.match(last, lines[-1]), row
        assert int(row[3].replace("\N{MINUS SIGN}", "-")) == value * 2**28


def test_the_emulator_rounds_as_the_machine_code_that_ptxas_contracts() -> None:
    source = 'extern "C" __global__ void one(float x, float y, float* out) { out[0] = x * x - y * y; }'
    kernel = emulator.load(compile_source(source), "one")
    x = np.float32(1 + 5 * 2.0**-14)
    given = (Argument("x", x), Argument("y", x), Argument("out", np.ones(1, np.float32)))
    result = emulator.launch(kernel, LaunchRequest("one", (1, 1, 1), (1, 1, 1), given))
    assert result.outputs[2][0] == np.float32(float(x) * float(x) - float(x * x)) != 0.0


def test_the_staircase_of_registers() -> None:
    table = rows("registers R, block of 256")
    assert [int(row[0]) for row in table] == [32, 40, 64, 80, 90, 128, 129, 255]
    for row in table:
        registers = int(row[0])
        assert row[1:] == staircase(registers)


def staircase(registers: int) -> list[str]:
    """Registers of a warp, warps that they allow, blocks of 256 and occupancy, as the lesson writes them."""
    warp = registers_per_warp(registers)
    held = processor.occupancy("sm_90", 256, registers)
    return [f"{warp:,}", str(4 * (16384 // warp)), str(held.blocks), f"{100 * held.share:g} %"]


def test_the_solution_of_the_register_table() -> None:
    table = rows("R")
    assert [row[0] for row in table] == ["90", "128", "64", "32"]
    for row in table:
        assert int(row[1]) * 32 == registers_per_warp(int(row[0]))
        assert row[2:] == staircase(int(row[0]))


@pytest.mark.parametrize(("registers", "blocks"), [(97, 2), (128, 2), (129, 1)])
def test_the_steps_that_a_question_asks_for(registers: int, blocks: int) -> None:
    assert processor.occupancy("sm_90", 256, registers).blocks == blocks


SUMS = "sum[keys[row * cols + col]] += values[row * cols + col];"
LOOP = "for (int k = 0; k < BUCKETS; ++k) if (k == key) sum[k] += value;"
CONSTANT = "{{ int key = keys[row * cols + col]; float value = values[row * cols + col];\n{0}\n" + LOOP + " }}"
READ = """extern "C" __global__ void by_key(const int* keys, const float* in, float* out, int n, int m)
{{
    int i = threadIdx.x;
    float x[16];
    for (int k = 0; k < 16; ++k)
        x[k] = in[k * n + i];
    {0}
}}"""
ONCE = "out[i] = x[keys[i]];"
IN_A_LOOP = """float s = 0.0f;
    #pragma unroll 1
    for (int j = 0; j < m; ++j)
        s += x[keys[j * n + i]];
    out[i] = s;"""


def test_which_arrays_are_in_local_memory() -> None:
    by_key = program("by_key").source
    variants = (
        compile_source(by_key),
        compile_source(by_key, defines={"BUCKETS": "4"}),
        compile_source(READ.format(ONCE)),
        compile_source(READ.format(IN_A_LOOP)),
        compile_source(by_key.replace(SUMS, CONSTANT.format("#pragma unroll"))),
        compile_source(by_key.replace(SUMS, CONSTANT.format("#pragma unroll 1"))),
        compile_source(by_key.replace(SUMS, CONSTANT.format(""))),
    )
    table = rows("an array of one thread")
    assert len(table) == len(variants)
    for row, made in zip(table, variants, strict=True):
        assert (row[1] == "local") == ("local." in " ".join(ptx_lines(made, "by_key"))), row
        assert made.kernels["by_key"].local_bytes == int(row[2].strip("*")), row
        assert made.kernels["by_key"].spill_bytes == 0, row


def test_small_arrays_come_back_as_comparisons_and_conditional_moves() -> None:
    lines = sass_lines(program("by_key", BUCKETS="4"), "by_key")
    assert any(line.startswith("ISETP.EQ") for line in lines)
    assert any(re.match(r"@P\d (?:MOV|IMAD\.MOV)", line) for line in lines)


@pytest.mark.slow
def test_the_profiler_finds_the_resources() -> None:
    """Every row of the two tables is what a command of the lesson reports, and every command has its row."""
    tables = rows("kernel | asked for") + rows("kernel | with")
    runs = [run for run in profiled(MODULE) if run.option("--kernel") in ("reverse_columns", "by_key")]
    found = {(row[0].strip("`"), row[1].strip("`")): row[2:] for row in tables}
    assert len(found) == len(tables) == 7
    asked = []
    for run in runs:
        define = [f"{name}={value}" for name in ("BLOCKS", "BUCKETS") if (value := run.defined(name))]
        asked.append((run.option("--kernel"), (define or ["nothing"])[0]))
        seen = run.profile["resources"]
        share = processor.occupancy("sm_90", int(run.option("--block") or 0), seen["registers"]).share
        shown = [str(seen[name]) for name in ("registers", "local_bytes", "spill_bytes")]
        assert found[asked[-1]] == [*shown, f"{100 * share:g} %"], run.command  # type: ignore[index]
    assert set(asked) == set(found)


@pytest.mark.slow
def test_the_profiler_finds_one_request_and_four_wavefronts() -> None:
    (run,) = [run for run in profiled(MODULE) if run.option("--kernel") == "four_neighbours"]
    assert run.cost("shared", "load") == run.cost("shared", "store") == (1, 4, 0)
    assert "One request, four wavefronts." in TEXT


@pytest.mark.parametrize("operation", ["reads", "writes"])
@pytest.mark.parametrize(
    ("width", "wide", "count"), [(4, ".128", 1), (8, ".128", 1), (6, ".64", 2), (5, "", 4), (7, "", 4)]
)
def test_how_wide_a_shared_load_is_follows_from_the_length_of_a_row(
    operation: str, width: int, wide: str, count: int
) -> None:
    source = program("four_neighbours").source.replace("tile[32][4]", f"tile[32][{width}]")
    name = {"reads": "LDS", "writes": "STS"}[operation] + wide
    assert opcodes(compile_source(source), "four_neighbours")[name] == count


def test_a_constant_without_its_f() -> None:
    """0.1 pulls a product into double precision, 0.5 does not, and a sum behind the product does."""

    def made(value: str) -> tuple[list[str], list[str]]:
        text = 'extern "C" __global__ void one(const float* in, float* out) { int i = threadIdx.x; out[i] = %s; }'
        compiled = compile_source(text % value)
        ptx = [line.split()[0] for line in ptx_lines(compiled, "one") if re.match(r"(?:cvt|mul|fma)\S*\.f\d\d ", line)]
        code = [re.sub(r"^@!?P\d ", "", line).split()[0] for line in sass_lines(compiled, "one")]
        return ptx, [name for name in code if re.match("F2F|D|F[A-Z]+$", name)]

    ptx, code = made("0.1 * in[i]")
    assert ptx == ["cvt.f64.f32", "mul.f64", "cvt.rn.f32.f64"] and code == ["F2F.F64.F32", "DMUL", "F2F.F32.F64"]
    assert ", ".join(f"`{name}`" for name in ptx) in TEXT and ", ".join(f"`{name}`" for name in code) in TEXT
    assert made("0.1f * in[i]")[1] == made("0.5 * in[i]")[1] == ["FMUL"]
    assert made("2.0 * in[i] + 1.0")[1] == ["F2F.F64.F32", "DFMA", "F2F.F32.F64"]


def test_the_roundings_of_the_simulation() -> None:
    kernel = emulator.load(program("rounding"), "rounding")
    x = np.float32(1.00030517578125)
    assert float(x) == 1 + 5 * 2.0**-14
    given = (Argument("x", x), Argument("c", np.float32(-1)), Argument("out", np.zeros(4, np.float32)))
    result = emulator.launch(kernel, LaunchRequest("rounding", (1, 1, 1), (1, 1, 1), given))
    units = [int(v) for v in result.outputs[2].astype(np.float64) * 2.0**28]
    assert f"**{units[0]}, {units[1]}, {units[2]} and −{-units[3]}**" in TEXT


def test_the_roundings_with_binary_digits() -> None:
    """The command behind the example passes its very numbers, and prints what was worked out."""
    (x, c) = re.findall(
        r"^grader profile rounding.cu .*--arg f32:(1\.0002\d+) --arg f32:(-1\.0004\d+) ", TEXT, flags=re.M
    )[0]
    assert (float(x), float(c)) == (1 + 2.0**-12, -(1 + 2.0**-11))
    kernel = emulator.load(program("rounding"), "rounding")
    given = (Argument("x", np.float32(x)), Argument("c", np.float32(c)), Argument("out", np.ones(4, np.float32)))
    result = emulator.launch(kernel, LaunchRequest("rounding", (1, 1, 1), (1, 1, 1), given))
    assert list(result.outputs[2][:2]) == [0.0, 2.0**-24]


def test_the_roundings_by_hand() -> None:
    a, c = np.float32(1 + 2.0**-12), np.float32(-(1 + 2.0**-11))
    assert np.float32(a * a) + c == 0
    assert numbers.rounded_once(float(a), float(a), float(c)) == 2.0**-24
    x = float(np.float32(1 + 5 * 2.0**-14))
    square = numbers.rounded_twice(x, x, 0.0)
    assert numbers.rounded_once(x, x, -square) == -7 * 2.0**-28


def test_the_inline_assembly_that_is_shown_compiles() -> None:
    (code,) = [c for c in re.findall(r"^```cuda\n(.*?)^```$", TEXT, flags=re.M | re.S) if "%%clock" in c]
    source = f'extern "C" __global__ void shown(float p, float q, float* out) {{ {code} out[ticks] = chopped; }}'
    lines = ptx_lines(compile_source(source), "shown")
    assert any("mul.rz.f32" in line for line in lines) and any("%clock" in line for line in lines)


def test_picking_one_of_four_needs_no_local_memory() -> None:
    (code,) = [c for c in re.findall(r"^```cuda\n(.*?)^```$", TEXT, flags=re.M | re.S) if "picked" in c]
    source = (
        'extern "C" __global__ void pick(float wa, float wb, float wc, float wd, const int* at, float* out) {'
        f"int which = at[threadIdx.x]; {code} out[threadIdx.x] = picked; }}"
    )
    made = compile_source(source)
    assert "local." not in made.ptx and made.kernels["pick"].local_bytes == 0
    assert not any(" bra " in line for line in ptx_lines(made, "pick"))


def test_the_quiz_says_of_occupancy_and_spills_what_the_lesson_measured() -> None:
    measured = rows("kernel | registers | spill bytes")
    full, *quarter = ([re.sub(r"<!--.*?-->| %", "", cell) for cell in row[1:]] for row in measured)
    assert len(quarter) == 2 and float(full[2]) > 95 and all(20 < float(row[2]) < 26 for row in quarter)
    assert all(float(row[3]) > float(full[3]) for row in quarter), "the two with a quarter of the warps are faster"
    assert [row[1] for row in (full, *quarter)] == ["0"] * 3, "and none of the three spills"
    (item,) = (item for item in quiz_of(MODULE).items if item.id == "launch_bounds_verdict")
    said = item.explanation.en
    assert "all but fills an SM is the slowest" in said
    assert "the two faster ones have a quarter of its warps. No kernel of the three spills." in said


def test_where_the_parameters_of_the_listing_go() -> None:
    """x, y, a and b to registers of the thread, n and blockIdx.x to uniform ones."""
    loads = [line for line in block("sass") if re.search(r"c\[0x0\]\[0x2[12]", line)]
    assert [line.split(",")[0] for line in loads] == ["ULDC UR4", "LDC.64 R2", "LDC.64 R4", "LDC.64 R8"]
    assert "S2UR UR4, SR_CTAID.X" in block("sass")
    assert "into R2 – R5, R8 and R9, which do" in TEXT
