"""Compile errors, the kernel's name and signature, resources, machine code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grader.checks.base import Observations
from grader.checks.evaluate import evaluate
from grader.checks.interface import parameter_types
from grader.checks.local_memory import local_lines
from grader.checks.machine_code import matches
from grader.launch import AccessLine, Executed
from grader.problems import PROBLEMS
from grader.toolchain import compile_source
from grader.toolchain.program import CompileError, Diagnostic, MachineInstruction, Program, Resources
from grader.verdicts import CheckResult, Status
from tests.checks.specimens import KERNEL, exercise, observed, program, ptx, row
from tests.kernels import wrong_text


def checked(name: str, rule: dict[str, Any], compiled: Program, *accesses: AccessLine) -> CheckResult:
    spec = exercise({"correctness": {"points": 50}, name: {"points": 50} | rule})
    return evaluate(spec, observed(spec, compiled, accesses=accesses), "en")[2]


def compiles(compiled: Program | CompileError, lang: str = "en") -> CheckResult:
    return evaluate(exercise(), Observations(compiled), lang)[0]


def test_the_first_compile_error_is_told_and_every_line_noted() -> None:
    errors = (
        Diagnostic("warning", "variable is unused", "kernel.cu", 2, 1),
        Diagnostic("error", 'identifier "rwo" is undefined', "kernel.cu", 9, 5),
        Diagnostic("error", "expected an expression", "kernel.cu", 12, 1),
        Diagnostic("error", "in a header", "cuda_fp16.h", 700, 1),
    )
    result = compiles(CompileError(errors, ""))
    assert result.status is Status.FAIL
    assert 'line 9: identifier "rwo" is undefined' in result.message
    assert "2 more" in result.message
    assert [note.line for note in result.lines] == [9, 12]


def test_a_compile_error_without_diagnostics_shows_the_log() -> None:
    assert "ptxas died" in compiles(CompileError((), "ptxas died")).message


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    ("name", "part"),
    [("_Z11sgemm_tiledPKf", 'extern "C"'), ("sgemm_tield", "sgemm_tield"), ("transpose", "transpose")],
)
def test_a_kernel_of_another_name_is_explained(name: str, part: str, lang: str) -> None:
    result = compiles(program(name), lang)
    assert result.status is Status.FAIL
    assert part in result.message
    assert KERNEL in result.message


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_file_without_kernels_is_explained(lang: str) -> None:
    empty = Program("", "kernel.cu", "sm_90", "", "", b"", "", (), {}, {})
    assert "__global__" in compiles(empty, lang).message


GOOD = ("u64",) * 3 + ("u32",) * 6 + ("f32",) * 2


@pytest.mark.parametrize(
    ("types", "part"),
    [
        (GOOD[:-1], "10 parameters instead of 11"),
        ((*GOOD[:3], "u64", *GOOD[4:]), "Parameter 4"),
        ((*GOOD[:9], "f64", "f32"), "Parameter 10"),
        (("u32", *GOOD[1:]), "Parameter 1"),
    ],
)
def test_a_changed_signature_fails_and_shows_the_wanted_one(types: tuple[str, ...], part: str) -> None:
    result = compiles(program(text=ptx(types=types)))
    assert result.status is Status.FAIL
    assert part in result.message
    assert ", ".join(PROBLEMS["sgemm"].signature) in result.message


def test_parameters_are_read_from_every_way_ptx_declares_them() -> None:
    text = ".entry k(\n .param .u64 .ptr .align 1 k_0,\n .param .align 8 .b8 k_1[16],\n .param .s32 k_2)\n{"
    assert parameter_types(text, "k") == ("x64", "b8[16]", "x32")
    assert parameter_types(".entry k\n{", "k") == ()


def test_resources_are_held_to_each_limit() -> None:
    used = Resources(registers=40, shared_bytes=2048, local_bytes=64, spill_bytes=8)
    assert (
        checked("resources", {"registers_at_most": 40, "shared_bytes_at_least": 2048}, program()).status is Status.PASS
    )
    limits = {
        "registers_at_most": 39,
        "local_bytes_at_most": 0,
        "spill_bytes_at_most": 0,
        "shared_bytes_at_most": 2047,
        "shared_bytes_at_least": 2049,
    }
    for name, limit in limits.items():
        result = checked("resources", {name: limit}, program(resources=used))
        assert result.status is Status.FAIL, name
        assert result.target == {name: limit}


def test_local_memory_is_traced_to_its_lines() -> None:
    code = (
        MachineInstruction(0, "STL", 4, file="kernel.cu", line=8),
        MachineInstruction(16, "LDL", 4, file="kernel.cu", line=11),
    )
    used = Resources(40, 0, 64, 0)
    result = checked("resources", {"local_bytes_at_most": 0}, program(resources=used, code=code))
    assert [note.line for note in result.lines] == [8, 11]


CODE = (
    MachineInstruction(0, "LDS", 16, file="kernel.cu", line=21),
    MachineInstruction(16, "LDS", 4, file="kernel.cu", line=22),
    MachineInstruction(32, "FFMA", file="kernel.cu", line=22),
)


@pytest.mark.parametrize(
    ("rule", "status"),
    [
        ({"require": ["LDS", "FFMA"]}, Status.PASS),
        ({"require": ["LDS.128"]}, Status.PASS),
        ({"require": ["LDS.64"]}, Status.FAIL),
        ({"forbid": ["LDL"]}, Status.PASS),
        ({"forbid": ["LDS"]}, Status.FAIL),
        ({"require": ["LDG"], "forbid": ["FFMA"]}, Status.FAIL),
    ],
)
def test_machine_code_is_searched_for_instructions(rule: dict[str, Any], status: Status) -> None:
    executed = row(21, 32, width=16), row(22, 32)
    assert checked("machine_code", rule, program(code=CODE), *executed).status is status


@pytest.mark.parametrize(
    ("accesses", "passes"),
    [
        ((), False),
        ((row(21, 32, width=16),), True),
        ((row(21, 32, width=16, requests=0),), False),
        ((row(21, 32, width=8),), False),
        ((row(21, 32, width=16, operation="store"),), False),
        ((row(21, 32, width=16, space="global"),), False),
    ],
)
def test_a_wide_load_that_no_case_comes_to_is_none(accesses: tuple[AccessLine, ...], passes: bool) -> None:
    result = checked("machine_code", {"require": ["LDS.128"]}, program(code=CODE), *accesses)
    assert result.status is (Status.PASS if passes else Status.FAIL)
    assert passes or "no case ever gets there: LDS.128" in result.message
    assert checked("machine_code", {"require": ["FFMA"]}, program(code=CODE), *accesses).status is Status.PASS


@pytest.mark.parametrize(("executed", "passes"), [
    ((), True),    # nobody has looked
    ((Executed(48, 23, "@!P1 HMMA.16816.F32 R4, R8, R2, R4", 6, 192, 192),), True),
    ((Executed(48, 23, "HMMA.16816.F32 R4, R8, R2, R4", 0, 0, 0),), False),
    ((Executed(32, 22, "FFMA R5, R8, R6, R5", 6, 192, 192),), False),
])  # fmt: skip
def test_an_instruction_that_no_warp_comes_to_is_none(executed: tuple[Executed, ...], passes: bool) -> None:
    spec = exercise({"correctness": {"points": 50}, "machine_code": {"points": 50, "require": ["HMMA"]}})
    seen = observed(spec, program(code=(*CODE, MachineInstruction(48, "HMMA", file="kernel.cu", line=23))))
    first = seen.runs[0]
    assert first.result is not None
    first = replace(first, result=replace(first.result, executed=executed))
    result = evaluate(spec, replace(seen, runs=(first, *seen.runs[1:])), "en")[2]
    assert result.status is (Status.PASS if passes else Status.FAIL)
    assert passes or "no case ever gets there: HMMA" in result.message


def run_of(*names: str) -> tuple[MachineInstruction, ...]:
    """Instructions by opcode, with the bytes of a lane behind a colon."""
    parts = [name.partition(":") for name in names]
    return tuple(MachineInstruction(16 * n, op, int(width or 0) or None) for n, (op, _, width) in enumerate(parts))


@pytest.mark.parametrize(("names", "most"), [
    (("LDG:16", "IADD3", "LDG:16", "STG:16", "STG:16"), 2),
    (("LDG:16", "STG:16", "LDG:16", "STG:16"), 1),
    (("LDG:16", "LDG:4", "LDG:4", "LDG:16", "STG:4"), 2),
    (("LDG:16", "STS:16", "LDG:16"), 2),
    (("LDG:4", "LDG:4"), 0),
])  # fmt: skip
def test_loads_are_in_flight_together_up_to_the_next_store(names: tuple[str, ...], most: int) -> None:
    code = run_of(*names)
    rule = {"in_a_row": {"LDG.128": 2}}
    result = checked("machine_code", rule, program(code=code))
    assert result.status is (Status.PASS if most >= 2 else Status.FAIL)
    assert result.measured == {"LDG.128_in_a_row": most}
    assert most >= 2 or f"{most} LDG.128 in a row before a store, wanted are at least 2" in result.message


def test_forbidden_instructions_are_traced_to_their_lines() -> None:
    result = checked("machine_code", {"forbid": ["LDS"]}, program(code=CODE))
    assert [(note.line, note.message) for note in result.lines] == [
        (21, "This line became LDS.128."),
        (22, "This line became LDS."),
    ]
    assert result.measured == {"LDS": 2}


@pytest.mark.parametrize(
    ("name", "wanted", "match"),
    [("LDS.64", "LDS", True), ("LDS", "LDS.64", False), ("LDSM", "LDS", False), ("LDS.128", "LDS.128", True)],
)
def test_instruction_names_match_by_their_parts(name: str, wanted: str, match: bool) -> None:
    assert matches(name, wanted) is match


def test_an_array_in_local_memory_is_blamed_on_the_index_that_is_known_only_at_run_time() -> None:
    source = wrong_text("07_register_blocking", "sgemm_register_blocked", "sums_indexed_at_run_time")
    built = compile_source(source, file="kernel.cu")
    found = list(local_lines(built, "sgemm_register_blocked"))
    line = source[: source.index("sum[m][n] += a[m] * b[n];")].count("\n") + 1
    assert [each for each, reason in found if reason == "index"] == [line]
    assert found[0] == (line, "index")
    declared = source[: source.index("int thread = ty")].count("\n") + 1
    assert dict(found)[declared] == "spill"


THROUGH = {
    "a reference": ("float& cell = sum[m][n];\nfloat product = a[m] * b[n];\ncell += product;", "cell += product;"),
    "a pointer": ("float* cell = &sum[m][n];\n*cell = *cell + a[m] * b[n];", "*cell = *cell + a[m] * b[n];"),
    "three lines": ("sum[m]\n[n] +=\na[m] * b[n];", "[n] +="),
}


@pytest.mark.slow
@pytest.mark.parametrize("way", THROUGH)
def test_the_index_is_found_where_the_element_is_used_through_something_else(way: str) -> None:
    """And never a line whose indices are constants, such as that of the fragments."""
    lines, used = THROUGH[way]
    source = wrong_text("07_register_blocking", "sgemm_register_blocked", "sums_indexed_at_run_time")
    source = source.replace("sum[m][n] += a[m] * b[n];", f"{{ {lines} }}")
    found = list(local_lines(compile_source(source, file="kernel.cu"), "sgemm_register_blocked"))
    assert [source.split("\n")[line - 1].strip(" {}") for line, reason in found if reason == "index"] == [used]


def test_without_an_array_local_memory_is_a_lack_of_registers_and_needs_no_ptx() -> None:
    code = (MachineInstruction(0, "STL", 4, file="kernel.cu", line=7),)
    assert list(local_lines(program(code=code), KERNEL)) == [(7, "access")]
    assert list(local_lines(replace(program(code=code), ptx="?!"), KERNEL)) == [(7, "access")]
