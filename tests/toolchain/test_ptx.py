"""Reading PTX: statements, operands, source positions, and names that braces keep apart."""

from __future__ import annotations

from grader.toolchain.ptx import Function, is_integer, parse, registers_in

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"


def functions(body: str, top: str = "") -> dict[str, Function]:
    text = f'{HEAD}{top}\n.visible .entry k()\n{{\n{body}\n}}\n.file 1 "kernel.cu"\n.file 2 "header.h"\n'
    return {each.name: each for each in parse(text, "kernel.cu")}


def function(body: str) -> Function:
    return functions(body)["k"]


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


def test_several_statements_on_a_line_and_one_over_many_lines() -> None:
    found = function("mov.u32 %r1, 1; mov.u32 %r2, 2;\nadd.s32\n\t%r3,\n\t%r1,\n\t%r2;\n/* a; b */ ret; // c;")
    assert texts(found) == ["mov.u32 %r1, 1", "mov.u32 %r2, 2", "add.s32 %r3, %r1, %r2", "ret"]


def test_instructions_know_their_line_of_the_text() -> None:
    text = HEAD + ".visible .entry k()\n{\nmov.u32 %r1, 1;\n\nret;\n}\n"
    lines = text.split("\n")
    for instruction in parse(text, "kernel.cu")[0].instructions:
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


def test_labels_and_what_is_no_instruction_are_left_out() -> None:
    body = "$A: $B: mov.u32 %r1, 1;\n$C:\n%r1 = 5;\n$T: .branchtargets $A, $C;\n.reg .b32 %r<9>;\nret;\n$END:"
    found = function(body)
    assert texts(found) == ["mov.u32 %r1, 1", "ret"]


def test_functions_with_a_body_are_kernels_or_not() -> None:
    top = (".func (.param .b32 f_ret) f(.param .b32 f_0, .param .b64 f_1)\n{\nret;\n}\n.func g()\n;\n"
           ".global .align 4 .b8 table[8] = {1, 2,\n3, 4, 5, 6, 7, 8};")  # fmt: skip
    assert [(each.name, each.is_kernel) for each in functions("ret;", top).values()] == [("f", False), ("k", True)]


def test_a_body_that_does_not_end_is_read_to_the_end_of_the_text() -> None:
    (found,) = parse(".entry k()\n{\nmov.u32 %r1, 1;\n", "kernel.cu")
    assert texts(found) == ["mov.u32 %r1, 1"]


def test_operands_are_registers_and_integers() -> None:
    assert registers_in("[%rd1+4]") == ["%rd1"] and registers_in("{%f1, %f2}") == ["%f1", "%f2"]
    assert registers_in("!%p1") == ["%p1"] and registers_in("%tid.x") == ["%tid.x"] and registers_in("12") == []
    assert all(map(is_integer, ("0", "-12", "0x1F", "017", "0b101", "4294967295U")))
    assert not any(map(is_integer, ("", "0f3F800000", "1.5", "%r1", "08", "$L")))
