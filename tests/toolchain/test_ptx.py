"""Reading PTX: statements, operands, source positions, and names that braces keep apart."""

from __future__ import annotations

import pytest

from grader.toolchain.ptx import Function, Module, UnreadablePtx, parse

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"


def module(body: str, top: str = "", parameters: str = "", file: str = "kernel.cu") -> Module:
    text = f'{HEAD}{top}\n.visible .entry k({parameters})\n{{\n{body}\n}}\n.file 1 "kernel.cu"\n.file 2 "header.h"\n'
    return parse(text, file)


def function(body: str, top: str = "", parameters: str = "") -> Function:
    return module(body, top, parameters).functions["k"]


def texts(found: Function) -> list[str]:
    guards = (f"@{i.guard} " if i.guard else "" for i in found.instructions)
    return [f"{g}{i.text} {', '.join(i.operands)}".strip() for g, i in zip(guards, found.instructions, strict=True)]


def test_operands_split_at_commas_outside_brackets() -> None:
    found = function("ld.global.v2.f32 {%f1, %f2}, [%rd1+8];\nmad.lo.s32 %r1, %r2, -4, %r3;\nret;")
    assert [i.operands for i in found.instructions] == [("{%f1, %f2}", "[%rd1+8]"), ("%r1", "%r2", "-4", "%r3"), ()]
    assert found.instructions[0].opcode == ("ld", "global", "v2", "f32")


def test_guards_keep_their_negation() -> None:
    found = function("@%p1 bra $L;\n@!%p2 exit;\n$L:\nret;")
    assert [i.guard for i in found.instructions] == ["%p1", "!%p2", None]


def test_labels_point_at_the_instruction_that_follows() -> None:
    found = function("$A: $B: mov.u32 %r1, 1;\n$C:\nret;\n$END:")
    assert found.labels == {"$A": 0, "$B": 0, "$C": 1, "$END": 2}


def test_several_statements_on_a_line_and_one_over_many_lines() -> None:
    found = function("mov.u32 %r1, 1; mov.u32 %r2, 2;\nadd.s32\n\t%r3,\n\t%r1,\n\t%r2;\n/* a; b */ ret; // c;")
    assert texts(found) == ["mov.u32 %r1, 1", "mov.u32 %r2, 2", "add.s32 %r3, %r1, %r2", "ret"]


def test_instructions_know_their_line_of_the_text() -> None:
    text = HEAD + ".visible .entry k()\n{\nmov.u32 %r1, 1;\n\nret;\n}\n"
    lines = text.split("\n")
    for instruction in parse(text, "kernel.cu").functions["k"].instructions:
        assert lines[instruction.text_line - 1].startswith(instruction.text)


def test_positions_follow_loc_and_survive_what_the_compiler_made() -> None:
    found = function(".loc 1 7 3\nmov.u32 %r1, 1;\n.loc 1 0 0\nmov.u32 %r2, 1;\n.loc 1 9 1\nret;")
    assert [i.line for i in found.instructions] == [7, 7, 9]


def test_code_inlined_from_a_header_is_blamed_on_the_students_call() -> None:
    inlined = ".loc 2 300 5, function_name $L__info1, inlined_at 1 12 9\n"
    nested = ".loc 2 40 1, function_name $L__info2, inlined_at 2 300 5\n"
    found = function(f".loc 1 3 1\nmov.u32 %r1, 1;\n{inlined}mov.u32 %r2, 1;\n{nested}mov.u32 %r3, 1;\nret;")
    assert [i.line for i in found.instructions] == [3, 12, 12, 12]
    assert [(i.location.file, i.location.line) for i in found.instructions if i.location] == [
        ("kernel.cu", 3), ("header.h", 300), ("header.h", 40), ("header.h", 40)]  # fmt: skip


def test_a_students_own_inlined_function_keeps_its_own_line() -> None:
    found = function(".loc 1 3 1\nmov.u32 %r1, 1;\n.loc 1 20 5, function_name $L__info1, inlined_at 1 12 9\nret;")
    assert [i.line for i in found.instructions] == [3, 20]


def test_parameters_have_natural_or_stated_size_and_alignment() -> None:
    found = function("ret;", parameters=(".param .u64 .ptr .global .align 4 k_0,\n.param .f32 k_1,\n"
                                         ".param .align 8 .b8 k_2[24]"))  # fmt: skip
    assert [(p.name, p.size, p.align) for p in found.parameters] == [("k_0", 8, 8), ("k_1", 4, 4), ("k_2", 24, 8)]


def test_variables_of_every_space_with_initialisers_over_lines() -> None:
    top = (".global .align 4 .b8 table[8] = {1, 2,\n3, 4, 5, 6, 7, 8};\n"
           ".const .align 8 .f64 pi = 0d400921FB54442D18;\n.shared .align 16 .b8 tile[1024];\n"
           ".extern .shared .align 4 .b8 dynamic[];\n.global .u32 counter;")  # fmt: skip
    found = {v.name: v for v in module("ret;", top).variables}
    assert {n: (v.space, v.size, v.align) for n, v in found.items()} == {
        "table": ("global", 8, 4), "pi": ("const", 8, 8), "tile": ("shared", 1024, 16), "dynamic": ("shared", 0, 4),
        "counter": ("global", 4, 4)}  # fmt: skip
    assert found["table"].initial == "{1, 2, 3, 4, 5, 6, 7, 8}"
    assert found["counter"].initial is None


def test_branch_tables_belong_to_their_label() -> None:
    found = function("$TABLE: .branchtargets $A, $B;\nbrx.idx %r1, $TABLE;\n$A:\nret;\n$B:\nret;")
    assert found.branch_targets == {"$TABLE": ("$A", "$B")}


def test_device_functions_have_returns_and_parameters() -> None:
    top = ".func (.param .b32 f_ret) f(.param .b32 f_0, .param .b64 f_1)\n{\nret;\n}\n.func g()\n;"
    found = module("ret;", top).functions
    assert ([p.name for p in found["f"].returns], [p.name for p in found["f"].parameters]) == (
        ["f_ret"],
        ["f_0", "f_1"],
    )
    assert "g" not in found  # only declared
    assert module("ret;", top).kernels == ["k"]


def test_calls_keep_their_groups_together() -> None:
    found = function("call.uni (retval0),\nf,\n(\nparam0,\nparam1\n);\nret;")
    assert found.instructions[0].operands == ("(retval0)", "f", "( param0, param1 )")


def test_registers_declared_within_braces_are_their_own() -> None:
    body = (".reg .b32 %r<9>;\n{.reg .pred p; .reg .b32 t<2>;\nsetp.eq.s32 p, %r1, 0;\n@p mov.b32 t1, %r1;\n}\n"
            "{.reg .pred p;\nsetp.ne.s32 p, %r1, 0;\n@!p mov.b32 %r2, 5;\n}\nret;")  # fmt: skip
    found = function(body)
    first, moved, second, chosen, _ = found.instructions
    assert first.operands[0] == moved.guard
    assert chosen.guard == f"!{second.operands[0]}"
    assert len({first.operands[0], second.operands[0], moved.operands[0], "%r2"}) == 4
    assert all(name.startswith("%") for name in (first.operands[0], moved.operands[0]))


def test_parameters_of_two_calls_are_not_the_same() -> None:
    call = "{\n.param .b%d param0;\nst.param.b%d [param0+0], %%r1;\ncall.uni f, (param0);\n}\n"
    found = function(call % (32, 32) + call % (64, 64) + "ret;")
    names = [i.operands[0] for i in found.instructions if i.opcode[0] == "st"]
    assert len(set(names)) == 2
    passed = [i.operands[1].strip("()") for i in found.instructions if i.opcode[0] == "call"]
    assert [f"[{name}+0]" for name in passed] == names


def test_what_is_no_statement_is_named_with_its_line() -> None:
    with pytest.raises(UnreadablePtx, match="%r1 = 5") as caught:
        function(".loc 1 8 1\nmov.u32 %r1, 0;\n%r1 = 5;\nret;")
    assert caught.value.line == 8
