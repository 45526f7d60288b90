"""What fuzzing once found, each in its shortest form."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from grader.launch import Argument, ArgumentMismatch, LaunchRequest, LaunchResult
from grader.simt import emulator
from grader.simt.launch_state import Limits
from grader.simt.printf import format_printf
from grader.simt.ptx import Unsupported
from tests.simt.fuzzing.contract import BARE, in_memory, in_time
from tests.simt.fuzzing.grammar import ADD_ONE
from tests.simt.fuzzing.launches import kernels
from tests.simt.running import Array, outputs

HEAD = f".version 9.0\n.target sm_90\n.address_size 64\n{ADD_ONE}"
BEGINNING = """.reg .pred %p<4>;
.reg .b16 %rs<4>;
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
.reg .f32 %f<4>;
.shared .align 16 .b8 tile[256];
ld.param.u64 %rd1, [k_0];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd1, %rd1, %rd2;
setp.lt.u32 %p1, %r1, 7;
"""
CALL = """{
.param .b32 argument;
.param .b32 result;
st.param.b32 [argument], 5;
@!%p1 call (result), f, (argument);
ld.param.b32 %r2, [result];
}"""


def text(body: str, top: str = "", parameters: str = ".param .u64 k_0") -> str:
    """A program whose kernel k does `body`, with %rd1 at the thread's own word and %p1 for the first seven threads."""
    return f'{HEAD}{top}\n.visible .entry k({parameters})\n{{\n{BEGINNING}{body}\nret;\n}}\n.file 1 "kernel.cu"\n'


def result(ptx: str) -> LaunchResult:
    """One warp over 40 words that count from 0; what cannot be loaded is a fault, as it is for students."""

    def work() -> LaunchResult:
        try:
            ready = emulator.load(replace(BARE, ptx=ptx), "k")
        except Unsupported as construct:
            return emulator.unsupported(construct)
        given = (Argument("words", np.arange(40, dtype=np.int32)),)
        return emulator.launch(ready, LaunchRequest("k", (1, 1, 1), (32, 1, 1), given), Limits(1 << 20, 1.0))

    with in_memory():
        return in_time(work)


def words(body: str, top: str = "") -> Array:
    """The words of the threads after a run that found nothing wrong."""
    return outputs(result(text(body + "\nst.global.u32 [%rd1], %r2;", top)))[:32]


REFUSED = {
    "register_of_two_small_floats": (".reg .e4m3x2 %q<2>;\nmov.b16 %q1, %rs1;", ".reg .e4m3x2 %q<2>"),
    "registers_of_two_types": (".reg .pred %r<4>;\nmov.u32 %r2, 1;", ".reg .pred %r<4>"),
    # Reading: what once was a KeyError, an IndexError, a ValueError or a StopIteration.
    "jump_to_nowhere": ("bra $nowhere;", "`bra $nowhere`"),
    "jump_without_a_label": ("bra;", "`bra` with 0 operands"),
    "jump_in_braces_without_a_label": ("{\nbra;\n}", "`bra` with 0 operands"),
    "table_of_nowhere": ("$t: .branchtargets $a;\nbrx.idx %r1, $t;", "`brx.idx %r1, $t`"),
    "table_of_nothing": ("$t: .branchtargets;\nbrx.idx %r1, $t;", "`.branchtargets`"),
    "table_without_a_label": ("$t: membar.cta;\n.branchtargets $t;", "`.branchtargets $t`"),
    "opcode_without_operands": ("discard;", "`discard`"),
    "call_of_nothing": ("call;", "`call` without a function"),
    "call_with_too_few_arguments": ("call (r), f, ();", "a call of `f` with 0 arguments"),
    "call_with_a_register": ("call (%r1), f, (%tid.x);", "`%r1` in the call of `f`"),
    "hint_with_a_strange_operand": ("prefetch.global.L2 [%rd1], %tid.w;", "`prefetch.global.L2`"),
    "load_beyond_a_parameter": ("ld.param.u32 %r2, [k_0+8];", "`ld.param.u32 %r2, [k_0+8]`"),
    "load_of_a_parameter_by_register": ("ld.param.u32 %r2, [%laneid];", "a run-time index into a parameter"),
    "load_of_a_parameter_with_a_policy": ("ld.param.u32 %r2, [k_0], %rd1;", "`ld.param.u32 %r2, [k_0], %rd1`"),
    "register_without_a_name": (".reg .b32 ,;", "`.reg .b32 ,`"),
    "alignment_of_zero": (".local .align 0 .b8 l[4];", "`.local .align 0 .b8 l[4]`"),
    "offset_that_is_no_number": ("ld.global.u32 %r2, [%rd1+08];", "the address [%rd1+08]"),
    "offset_of_5000_digits": (f"ld.global.u32 %r2, [%rd1+{'9' * 5000}];", "the address [%rd1+999"),
    "float_of_12_digits": ("add.f32 %f1, %f2, 0f3F8000000000;", "the operand `0f3F8000000000`"),
    "address_beyond_64_bits": ("mov.u64 %rd3, tile+99999999999999999999;", "the operand `tile+9999"),
    "statement_that_stands_for_the_end": ("end of body;", "the instruction `end`"),
    "opcodes_of_the_emulator_itself": ("return;", "the instruction `return`"),
    # Running: what once was a TypeError, a KeyError or a ValueError in the middle of a block.
    "mask_register_of_no_kind": ("mov.u32 %r2, %lanemask_xx;", "`%lanemask_xx`"),
    "coordinate_of_no_axis": ("mov.u32 %r2, %ntid.w;", "`%ntid.w`"),
    "special_register_written_to": ("mov.u32 %tid.x, 4;", "`%tid.x`"),
    "integer_as_predicate": ("selp.b32 %r2, 1, 2, %r1;", "the operand `%r1` of `selp.b32`"),
    "integer_as_guard": ("@%r1 membar.cta;", "the guard `%r1`"),
    "predicate_as_integer": ("neg.s32 %r2, %p1;", "the operand `%p1` of `neg.s32`"),
    "logic_on_floats": ("and.f32 %f1, %f2, %f3;", "`and.f32`"),
    "product_of_128_bits": ("mul.wide.u64 %rd3, %rd1, %rd2;", "`mul.wide.u64`"),
    "more_registers_than_elements": ("ld.global.v2.u32 {%r2, %r3, %r4, %r5}, [%rd1];", "`ld.global.v2.u32 {%r2"),
    "sum_of_two_into_one": ("atom.global.add.v2.f32 %f1, [%rd1], {%f1, %f2};", "`atom.global.add.v2.f32 %f1"),
    "sum_of_two_of_four": ("red.global.add.v2.f32 [%rd1], {%f1, %f1, %f2, %f2};", "`red.global.add.v2.f32 [%rd1]"),
    "sum_of_a_pair": ("atom.global.add.f32 %f1, [%rd1], {%f1, %f2};", "`atom.global.add.f32 %f1"),
    "sum_of_two_words": ("red.global.add.v2.u32 [%rd1], {%r1, %r1};", "`red.global.add.v2.u32 [%rd1]"),
    "largest_of_two": ("red.global.max.v2.f16 [%rd1], {%rs1, %rs1};", "`red.global.max.v2.f16`"),
    "exchange_with_nothing": ("atom.global.cas.b32 %r2, [%rd1], 0;", "`atom.global.cas.b32` with 3 operands"),
    "word_in_three_parts": ("mov.b32 {%rs1, %rs2, %rs3}, %r1;", "`{%rs1, %rs2, %rs3}`"),
    "pair_of_one": ("cvt.rn.f16x2.f32 %r2, %f1;", "`cvt.rn.f16x2.f32` with 2 operands"),
    "register_of_128_bits": (".reg .b128 %q<2>;\n@%p1 mov.b128 %q1, 0;", "`mov.b128`"),
    "barrier_of_no_mode": ("bar.red.xor.pred %p1, 0, %p1;", "`bar.red.xor.pred`"),
    "copy_of_three_bytes": ("cp.async.ca.shared.global [tile], [%rd1], 3;", "`cp.async.ca.shared.global [tile]"),
    "wait_for_4294967295_groups": ("cp.async.wait_group 4294967295;", "`cp.async.wait_group 4294967295`"),
    # Wrong without a word: a part of the instruction was overlooked.
    "video_instruction_of_two_types": ("vadd.s32.s32 %r2, %r1, %r1;", "`vadd.s32.s32"),
    "part_that_no_register_has": ("vadd.s32.s32.s32 %r2, %r1.h2, %r1;", "`vadd.s32.s32.s32"),
    "guarded_call": (CALL, "the guarded call of `f`"),
    "packing_conversion": ("cvt.pack.sat.s16.s32.b32 %r2, %r1, %r1, 0;", "`cvt.pack.sat.s16.s32.b32`"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_by_name(name: str) -> None:
    body, words = REFUSED[name]
    (fault,) = result(text(f".loc 1 7 1\n{body}")).faults
    assert (fault.kind, fault.line) == ("unsupported", 7)
    assert words in str(fault.details["construct"])


TOPS = {
    "kernel_of_another_name": (".visible .entry k2() { ret; }", "a program without the kernel `k`"),
    "function_without_a_name": (".func (.param .b32 a) { ret; }", "the PTX statement `"),
    "float_in_an_integer": (".global .u32 g = 0f7F800000;", "the initial value `0f7F800000` of `g`"),
    "string_as_initial_value": ('.global .b8 g[4] = {"text"};', "the initial value `"),
    "functions_that_double_40_times": (
        ".func g0() { ret; }" + "".join(f".func g{i}() {{ call g{i - 1}; call g{i - 1}; }}" for i in range(1, 41)),
        "more than 20,000 calls",
    ),
    "functions_900_deep": (
        ".func g0() { ret; }" + "".join(f".func g{i}() {{ call g{i - 1}; ret; }}" for i in range(1, 901)),
        "200 within each other",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TOPS)
def test_what_stands_around_a_kernel_is_refused_by_name(name: str) -> None:
    top, words = TOPS[name]
    last = next((f"g{i}" for i in (900, 40) if f"func g{i}(" in top), None)
    ptx = text(f"call {last};" if last else "", top)
    (fault,) = result(ptx.replace(".entry k(", ".entry kk(") if "k2" in top else ptx).faults
    assert fault.kind == "unsupported"
    assert words in str(fault.details["construct"])


def test_parameters_over_the_limit_are_refused() -> None:
    (fault,) = result(text("", parameters=".param .u64 k_0,\n.param .b8 big[99999999999]")).faults
    assert "bytes of parameters" in str(fault.details["construct"])


@pytest.mark.parametrize("variable", [".global .b8 v[99999999999];", ".const .b8 v[999999][999999][9] = {1};"])
def test_variables_over_the_limit_cannot_be_launched(variable: str) -> None:
    (fault,) = result(text("", top=variable)).faults
    assert (fault.kind, "__device__ variables" in fault.message) == ("launch_configuration", True)


def test_clusters_of_no_blocks_cannot_be_launched() -> None:
    ptx = text("").replace(")\n{", ")\n.explicitcluster\n.reqnctapercluster 0, 1, 1\n{")
    assert "reqnctapercluster" in ptx
    (fault,) = result(ptx).faults
    assert (fault.kind, "clusters of (0, 1, 1) blocks" in fault.message) == ("launch_configuration", True)


def test_local_memory_over_the_limit_cannot_be_launched() -> None:
    (fault,) = result(text(".local .align 4 .b8 l[600000];")).faults
    assert (fault.kind, "local memory" in fault.message) == ("launch_configuration", True)


def test_a_message_shows_the_beginning_of_a_long_name() -> None:
    (fault,) = result(text(f"frob.{'x' * 9000} %r1;")).faults
    assert len(fault.message) < 200


def test_octal_and_binary_offsets() -> None:
    assert words("ld.global.u32 %r2, [%rd1+010];").tolist() == list(range(2, 34))
    assert words("ld.global.u32 %r2, [%rd1+0b100];").tolist() == list(range(1, 33))


def test_a_comment_over_several_lines() -> None:
    assert set(words("/* mov.u32 %r2, 3;\n*/ mov.u32 %r2, /* 5\n */ 4;")) == {4}


def test_a_vector_variable_is_as_large_as_its_elements() -> None:
    assert result(text(".shared .v4 .f64 w;\nst.shared.u32 [w+28], 6;")).faults == ()


def test_a_guarded_jump_by_table_is_taken_by_some_lanes() -> None:
    body = "mov.u32 %r2, 0;\n$t: .branchtargets $a, $b;\n@%p1 brx.idx %r2, $t;\nmov.u32 %r2, 7;\n$a:\n$b:"
    assert words(body).tolist() == [0] * 7 + [7] * 25


def test_an_index_beyond_a_table_stays_in_the_kernel() -> None:
    assert set(words("mov.u32 %r2, 1;\n$t: .branchtargets $a, $b;\nbrx.idx %r1, $t;\n$a:\n$b:")) == {1}


def test_initial_values_of_every_width() -> None:
    top = (".global .bf16x2 pair[2] = {1, 2};\n.global .f32 half = 0f3F000000;\n.global .f64 five = 5;\n"
           ".global .u64 chain[2] = {generic(pair)+4, chain+8};")  # fmt: skip
    assert set(words("ld.global.u64 %rd3, [chain];\nld.u32 %r2, [%rd3];", top)) == {2}
    assert set(words("ld.global.u32 %r2, [half];", top)) == {0x3F000000}
    assert set(words("ld.global.u32 %r2, [five+4];", top)) == {0x40140000}


@pytest.mark.slow
def test_thousands_of_branches_load_in_time() -> None:
    steps = (f"setp.eq.s32 %p2, %r1, {i};\n@%p2 bra $L{i};\nadd.s32 %r2, %r2, 1;\n$L{i}:" for i in range(4000))
    in_time(lambda: emulator.load(replace(BARE, ptx=text("\n".join(steps))), "k"))


@pytest.mark.parametrize(
    ("template", "slots", "printed"),
    [
        ("%*d|", [-4, 5], "5   |"),
        ("%.*f", [-4, 0, 0, 0x40080000], "3.000000"),
        ("%.f", [0, 0x40080000], "3"),
        ("%2147483647d", [4], " " * 4095 + "4"),
        ("%.2147483647d", [4], "0" * 4095 + "4"),
    ],
)
def test_widths_and_precisions_that_python_has_none_of(template: str, slots: list[int], printed: str) -> None:
    assert format_printf(template, np.array(slots, np.int32).view(np.uint8), lambda _: "") == printed


def launched(kernel: str, *values: object, grid: object = (1, 1, 1), block: object = (32, 1, 1), shared: object = 0
             ) -> LaunchResult:  # fmt: skip
    ready = next(k for k in kernels() if k.kernel.name == kernel)
    arguments = tuple(Argument(f"argument {i}", value) for i, value in enumerate(values))  # type: ignore[arg-type]
    request = LaunchRequest(kernel, grid, block, arguments, shared)  # type: ignore[arg-type]
    with in_memory():
        return in_time(lambda: emulator.launch(ready, request, Limits(1 << 22, 1.0)))


@pytest.mark.parametrize(
    ("options", "words"),
    [({"block": (1 << 40, 1 << 40, 1)}, "1,024 threads"), ({"shared": -1}, "less than none")],
)
def test_configurations_that_no_device_has(options: dict[str, object], words: str) -> None:
    (fault,) = launched("nothing", **options).faults
    assert (fault.kind, words in fault.message) == ("launch_configuration", True)


@pytest.mark.parametrize(
    "options", [{"grid": (1, 1)}, {"grid": 1}, {"block": (1.0, 1, 1)}, {"shared": None}, {"grid": (1 << 70, 1, 1)}]
)
def test_configurations_that_are_no_integers(options: dict[str, object]) -> None:
    with pytest.raises(ArgumentMismatch, match="integers"):
        launched("nothing", **options)


@pytest.mark.parametrize("value", [5, 1.5, "text", [1, 2], np.array([None]), np.zeros(3, "V0")])
def test_arguments_that_numpy_does_not_hold(value: object) -> None:
    with pytest.raises(ArgumentMismatch, match="argument 0"):
        launched("unguarded", value)


def test_blocks_that_need_much_memory_run_a_few_at_a_time() -> None:
    local = launched("large_local", np.zeros(256, np.int32), np.int32(1), grid=(16, 1, 1), block=(256, 1, 1))
    shared = launched("dynamic_shared", np.zeros(32, np.int32), np.int32(64), grid=(1000, 1, 1), shared=200_000)
    assert [local.faults, shared.faults] == [(), ()]
