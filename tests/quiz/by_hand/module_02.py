"""The quiz of module 02, counted by hand."""

from __future__ import annotations

import re
from functools import cache
from typing import cast

import numpy as np

from grader.quiz.items import KINDS, Level
from grader.quiz.key import Blanks, Cells, Quantity
from grader.quiz.variants import DrawnItem
from grader.toolchain import compile_source
from tests.quiz.by_hand.counting import registers_of_a_warp
from tests.quiz.by_hand.reading import check_term, numbers, right_texts
from tests.quiz.checking import Check, Expected

compiled = cache(compile_source)


def warps_of_an_sm(registers: int) -> int:
    """Warps that the four quarters of the register file hold: registers a thread rounded up to 8."""
    return 4 * (16384 // (32 * -(-registers // 8) * 8))


def check_who_decides(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    first, ptxas = ("double", "inlined"), ("registers", "LDS.128", "spilled")
    if any(word in item.prompt.en for word in ptxas):
        assert right.startswith("ptxas")
    else:
        assert right.startswith("The first" if any(word in item.prompt.en for word in first) else "Either")


def check_which_instructions(item: DrawnItem) -> None:
    """Ask the compiler."""
    (code,) = re.findall(r"```cuda\n(.*)\n```", item.prompt.en)
    kernel = f'extern "C" __global__ void k(float a, float b, float c, float* out) {{ float y; {code} out[0] = y; }}'
    made = compiled(kernel, fmad="-fmad=false" not in item.prompt.en)
    opcodes = {i.name for i in made.machine_code["k"]} & {"FFMA", "FMUL", "FADD"}
    (right,) = right_texts(item)
    assert right.startswith("One `FFMA`, with one" if opcodes == {"FFMA"} else "One `FMUL` and one `FADD`")
    assert opcodes in ({"FFMA"}, {"FMUL", "FADD"})


def check_register_table(item: DrawnItem) -> None:
    registers, threads = numbers(r"reports (\d+) registers.*block has (\d+) threads", item.prompt.en)
    blocks = min(warps_of_an_sm(registers), 64) // (threads // 32)
    assert blocks  # such a kernel can be launched
    warp = registers_of_a_warp(registers)
    assert cast(Cells, item.key).rows == ((warp,), (blocks,), (100 * blocks * threads / 2048,))


def check_two_roundings(item: DrawnItem) -> None:
    (k,) = numbers(r"a = b = 1 \+ (\d+)", item.prompt.en)
    a = np.float32(1 + k * 2.0**-12)
    c = np.float32(-(1 + 2 * k * 2.0**-12))
    twice = float(a * a + c) * 2.0**24
    once = (float(a) * float(a) + float(c)) * 2.0**24  # a float64 holds every bit
    assert cast(Cells, item.key).rows == ((twice,), (once,))
    assert twice != once


def check_asm_blanks(item: DrawnItem) -> None:
    """Put together, it compiles, and to the instruction that was asked for."""
    accepted = [forms[0] for forms in cast(Blanks, item.key).accepted]
    (statement,) = re.findall(r"```cuda\n(.*)\n```", item.prompt.en)
    for place, form in enumerate(accepted, 1):
        statement = statement.replace(f"___({place})___", form)
    names = re.findall(r'"\+?f"\((\w+)\)', statement)
    source = f"""extern "C" __global__ void k(float {names[0]}, float {names[1]}, float {names[2]}, float* out)
    {{ {statement} out[0] = {names[0]}; }}"""
    made = compiled(source, fmad=False)
    rounding = {"nearest": "rn", "zero": "rz", "minus": "rm", "plus": "rp"}
    (wanted,) = [code for word, code in rounding.items() if word in item.prompt.en]
    assert f"fma.{wanted}.f32" in made.ptx
    assert [i.name for i in made.machine_code["k"]].count("FFMA") == 1


def check_read_ptx(item: DrawnItem) -> None:
    block, size, thread = numbers(r"x = (\d+), blockDim.x = (\d+) and threadIdx.x = (\d+)", item.prompt.en)
    (offset,) = numbers(r"%rd3\+(\d+)", item.prompt.en)
    assert cast(Quantity, item.key).value == 4 * (block * size + thread) + offset


def check_resource_report(item: DrawnItem) -> None:
    (spill,) = numbers(r"(\d+) spill bytes", item.prompt.en)
    right = " ".join(right_texts(item))
    assert "`LDL` or `STL`" in right
    assert ("needed an address" in right) == (spill == 0)
    assert ("More values are alive" in right) == ("relaxing" in right) == (spill > 0)
    assert "not cached" not in right and "proof" not in right


def check_local_sectors(item: DrawnItem) -> None:
    run, elements = numbers(r"\(i / (\d+)\) % (\d+)", item.prompt.en)
    touched = {(lane // run % elements, lane // 8) for lane in range(32)}
    assert cast(Quantity, item.key).value == len(touched)


def check_launch_bounds_verdict(item: DrawnItem) -> None:
    registers, blocks = numbers(r"takes (\d+) registers.*__launch_bounds__\(256, (\d+)\)", item.prompt.en)
    (right,) = right_texts(item)
    (cap,) = numbers(r"falls to (\d+) registers", right)
    assert right.startswith("Try it and time it")
    assert cap % 8 == 0 and cap < registers
    assert warps_of_an_sm(cap) // 8 == blocks
    assert f"becomes {100 * blocks * 8 / 64:g} %" in right


CHECKS: dict[str, Check] = {
    "term": check_term,
    "who_decides": check_who_decides,
    "which_instructions": check_which_instructions,
    "register_table": check_register_table,
    "two_roundings": check_two_roundings,
    "asm_blanks": check_asm_blanks,
    "read_ptx": check_read_ptx,
    "resource_report": check_resource_report,
    "local_sectors": check_local_sectors,
    "launch_bounds_verdict": check_launch_bounds_verdict,
}

EXPECTED = Expected(levels=frozenset(Level) - {Level.CREATE}, kinds=frozenset(KINDS) - {"order"}, same_words=0)
