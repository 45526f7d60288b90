"""A kernel as basic blocks: cutting, inlining, memory layout, liveness and where lanes meet again."""

from __future__ import annotations

import pytest

from grader.simt.building import build
from grader.simt.kernel import End, Kernel
from grader.simt.ptx import Unsupported, parse


def kernel(body: str, top: str = "", parameters: str = "") -> Kernel:
    registers = ".reg .b32 %r<99>;\n.reg .b64 %rd<99>;\n.reg .pred %p<99>;\n"
    text = f'.version 9.0\n{top}\n.visible .entry k({parameters})\n{{\n{registers}{body}\n}}\n.file 1 "kernel.cu"\n'
    return build(parse(text, "kernel.cu"), "k")


def graph(found: Kernel) -> list[tuple[End, tuple[int, ...]]]:
    return [(b.end, b.next) for b in found.blocks]


def test_a_branch_has_its_target_first_and_the_fall_through_second() -> None:
    found = kernel("@%p1 bra $L;\nmov.u32 %r1, 1;\n$L:\nret;")
    assert graph(found)[:3] == [(End.BRANCH, (2, 1)), (End.JUMP, (2,)), (End.EXIT, ())]


@pytest.mark.parametrize(
    "guarded", ["st.global.u32 [%rd1], %r1;", "trap;", "bar.sync 0;", "red.global.add.u32 [%rd1], 1;"]
)
def test_a_guarded_instruction_with_an_effect_is_branched_around(guarded: str) -> None:
    found = kernel(f"mov.u32 %r1, 1;\n@%p1 {guarded}\nmov.u32 %r2, 2;\nret;")
    branch = next(b for b in found.blocks if b.end is End.BRANCH)
    assert branch.next == (branch.index + 1, branch.index + 2)
    assert branch.last is not None
    assert branch.last.guard == "%p1"
    assert not branch.is_source_branch
    guarded_block = found.blocks[branch.index + 1]
    assert guarded_block.last is None or guarded_block.last.guard is None
    assert guarded_block.size == 1


def test_a_guarded_exit_goes_on_for_the_others() -> None:
    found = kernel("@%p1 exit;\nmov.u32 %r1, 1;\nret;")
    assert graph(found)[:2] == [(End.EXIT, (1,)), (End.EXIT, ())]


def test_falling_off_the_end_exits() -> None:
    found = kernel("mov.u32 %r1, 1;")
    assert graph(found) == [(End.JUMP, (1,)), (End.EXIT, ())]


def test_a_switch_has_a_successor_for_every_entry() -> None:
    found = kernel("$T: .branchtargets $A, $B, $A;\nbrx.idx %r1, $T;\n$A:\nret;\n$B:\nret;")
    assert graph(found)[0] == (End.SWITCH, (1, 2, 1))


def test_values_live_across_blocks_are_known_and_no_others() -> None:
    found = kernel(
        "mov.u32 %r1, 1;\nmov.u32 %r2, 2;\n@%p1 bra $L;\nadd.s32 %r3, %r1, 1;\n$L:\nst.global.u32 [%rd1], %r1;\nret;"
    )
    assert found.blocks[0].live_in == {"%p1", "%rd1"}
    assert found.blocks[0].live_out == {"%r1", "%rd1"}


def test_a_guarded_write_keeps_the_old_value_alive() -> None:
    found = kernel("mov.u32 %r1, 1;\nbar.sync 0;\n@%p1 mov.u32 %r1, 2;\nst.global.u32 [%rd1], %r1;\nret;")
    assert "%r1" in found.blocks[0].live_out


def test_parameters_lie_at_their_alignment() -> None:
    found = kernel(
        "ret;", parameters=".param .u32 k_0,\n.param .u64 k_1,\n.param .u8 k_2,\n.param .align 16 .b8 k_3[16]"
    )
    assert found.parameters == [("k_0", 0, 4), ("k_1", 8, 8), ("k_2", 16, 1), ("k_3", 32, 16)]
    assert found.parameter_bytes == 48


def test_static_shared_variables_start_on_16_bytes_and_dynamic_ones_follow_them() -> None:
    top = ".shared .align 4 .b8 a[20];\n.extern .shared .align 4 .b8 d[];\n.shared .align 4 .b8 b[4];"
    found = kernel("mov.u64 %rd1, a;\nmov.u64 %rd1, b;\nmov.u64 %rd1, d;\nret;", top)
    assert found.shared == {"a": (0, 20), "b": (32, 4), "d": (48, 0)}
    assert found.static_shared_bytes == 48


def test_local_memory_is_whole_sixteens() -> None:
    assert kernel(".local .align 4 .b8 __local_depot0[20];\nret;").local_bytes == 32


CALLED = """.func (.param .b32 f_ret) f(.param .b32 f_0)
{
.reg .b32 %r<9>;
ld.param.u32 %r1, [f_0];
add.s32 %r2, %r1, 1;
st.param.b32 [f_ret+0], %r2;
ret;
}
"""
CALL = """{
.param .b32 param0;
st.param.b32 [param0+0], %r1;
.param .b32 retval0;
call.uni (retval0), f, (param0);
ld.param.b32 %r1, [retval0+0];
}
"""


def test_calls_become_copies_with_registers_of_their_own() -> None:
    found = kernel(CALL + CALL + "ret;", CALLED)
    adds = [i for b in found.blocks for i in b.instructions if i.opcode[0] == "add"]
    assert len(adds) == 2
    assert not set(adds[0].operands) & set(adds[1].operands) - {"1"}
    assert "call" not in {i.opcode[0] for b in found.blocks for i in b.instructions}


def test_a_function_that_calls_itself_is_really_called() -> None:
    found = kernel(CALL + "ret;", CALLED.replace("add.s32 %r2, %r1, 1;", CALL))
    calls = [b for b in found.blocks if b.end is End.CALL]
    assert len(calls) == 2
    assert len({b.callee for b in calls}) == 1
    assert End.RETURN in {b.end for b in found.blocks}


def test_what_cannot_be_called_is_named() -> None:
    with pytest.raises(Unsupported, match="function pointer"):
        kernel("call (retval0), %rd1, (param0), prototype_0;\nret;")
    with pytest.raises(Unsupported, match="`g`"):
        kernel("call.uni g, ();\nret;")


@pytest.mark.parametrize("declared", [".reg .b32 0;", ".param .b32 0;"])
@pytest.mark.parametrize("first", ["", CALL], ids=["", "called"])
def test_an_address_whose_number_is_the_name_of_something_is_refused(declared: str, first: str) -> None:
    """A copy of a function has names of its own, and so the number is none any more."""
    body = CALLED.replace("add.s32 %r2, %r1, 1;", f"{declared}\n{first}{CALL}")
    with pytest.raises(Unsupported, match=r"^the (address|register) "):
        kernel(CALL + "ret;", body)


def test_structured_code_runs_in_program_order() -> None:
    found = kernel("@%p1 bra $ELSE;\nmov.u32 %r1, 1;\nbra $END;\n$ELSE:\nmov.u32 %r1, 2;\n$END:\nret;")
    assert found.priorities == list(range(len(found.blocks)))


def test_a_meeting_point_that_comes_first_in_the_text_still_runs_last() -> None:
    # Both sides of the branch jump back to $MEET, which stands before them.
    found = kernel(
        "bra $START;\n$MEET:\nret;\n$START:\n@%p1 bra $A;\n"
        "mov.u32 %r1, 1;\nbra $MEET;\n$A:\nmov.u32 %r1, 2;\nbra $MEET;"
    )
    meeting = 1
    assert all(found.priorities[meeting] > found.priorities[b] for b in (0, 2, 3, 4))
