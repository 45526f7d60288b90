"""The quiz of module 02: every variant is valid, and its answers are those of a count by hand.

The checks read the numbers back from the English prompt, as a student does, and compute without the models.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from grader.quiz.items import Level, Quiz
from grader.quiz.key import Blanks, Cells, Letters, Quantity, Term
from grader.quiz.load import load_quiz
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw
from grader.toolchain import compile_source

MODULE_02 = Path(__file__).parents[2] / "modules" / "02_source_to_machine_code"
HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")


def numbers(pattern: str, text: str) -> list[int]:
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return [int(group.replace(",", "")) for group in found.groups()]


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def warps_of_an_sm(registers: int) -> int:
    """Warps that the four quarters of the register file hold: registers a thread rounded up to 8."""
    return 4 * (16384 // (32 * -(-registers // 8) * 8))


def check_term(item: DrawnItem) -> None:
    accepted = cast(Term, item.key).accepted
    assert accepted


def check_who_decides(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    first, ptxas = ("unrolled", "inlined"), ("registers", "LDS.128", "spilled")
    if any(word in item.prompt.en for word in ptxas):
        assert right.startswith("ptxas")
    else:
        assert right.startswith("The first" if any(word in item.prompt.en for word in first) else "Either")


def check_which_instructions(item: DrawnItem) -> None:
    """Ask the compiler."""
    (code,) = re.findall(r"```cuda\n(.*)\n```", item.prompt.en)
    kernel = f'extern "C" __global__ void k(float a, float b, float c, float* out) {{ float y; {code} out[0] = y; }}'
    made = compile_source(kernel, fmad="-fmad=false" not in item.prompt.en)
    opcodes = {i.name for i in made.machine_code["k"]} & {"FFMA", "FMUL", "FADD"}
    (right,) = right_texts(item)
    assert right.startswith("One `FFMA`, with one" if opcodes == {"FFMA"} else "One `FMUL` and one `FADD`")
    assert opcodes in ({"FFMA"}, {"FMUL", "FADD"})


def check_register_table(item: DrawnItem) -> None:
    registers, threads = numbers(r"reports (\d+) registers.*block has (\d+) threads", item.prompt.en)
    blocks = min(warps_of_an_sm(registers), 64) // (threads // 32)
    warp = 256 * -(-32 * registers // 256)
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
    made = compile_source(source, fmad=False)
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


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
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


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return load_quiz(MODULE_02 / "quiz.yaml")


@pytest.fixture(scope="module")
def drawn(quiz: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz, seed) for seed in range(60)]


def test_variants_are_valid_and_their_answers_those_of_a_count_by_hand(drawn: list[DrawnQuiz]) -> None:
    seen: set[str] = set()
    for one in drawn:
        for item in one.items:
            if item.prompt.en not in seen:
                CHECKS[item.id](item)
            seen.add(item.prompt.en)
            texts = [item.prompt, item.explanation, *(option.text for option in item.options)]
            assert not any(LEFTOVER.search(text.ko + text.en) for text in texts), item.id
            assert all(HANGUL.search(text.ko) and not HANGUL.search(text.en) for text in texts), item.id
            for shown in ([o.text.ko for o in item.options], [o.text.en for o in item.options]):
                assert len(set(shown)) == len(shown)
        perfect = score_quiz(one, {item.id: item.key.example for item in one.items})
        assert perfect.score == perfect.max_score


def test_the_items_are_of_every_level_up_to_evaluate_and_of_mixed_kinds(quiz: Quiz) -> None:
    assert [item.points for item in quiz.items] == [1] * 10
    assert {item.level for item in quiz.items} == set(Level) - {Level.CREATE}
    assert {item.kind for item in quiz.items} == {"choice", "choices", "number", "text", "blanks", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    variants = [len({one.items[n].prompt.en for one in drawn}) for n in range(10)]
    assert min(variants) >= 4


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_item_points_to_a_section_of_the_lesson(drawn: list[DrawnQuiz], lang: str) -> None:
    lesson = (MODULE_02 / f"lesson.{lang}.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="([\w-]+)"', lesson))
    assert {item.section for one in drawn for item in one.items} <= anchors
