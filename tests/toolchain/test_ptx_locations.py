"""The positions of the lines of a PTX text are those that the reader of its instructions gives them."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.toolchain import Program, compile_source
from grader.toolchain.ptx import Instruction, parse
from grader.toolchain.ptx_locations import Location, LocationsOfLines
from tests.simt.running import line_of

KERNELS = Path(__file__).resolve().parents[1] / "hardware" / "kernels"
FILES = ("sgemm_tiled", "textbook_sync", "textbook_cpp", "reductions", "mixed_flow", "course_sorting")
REDUCE = r"""
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ __forceinline__ int doubled(int x)
{
    return x + x;  // doubled
}
extern "C" __global__ void total(const int* in, int* out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int sum = cg::reduce(warp, in[threadIdx.x], cg::plus<int>());  // reduce
    if (warp.thread_rank() == 0)
        atomicAdd(out, doubled(sum));
}
extern "C" __global__ void other(int* out)
{
    out[threadIdx.x] = 1;
}
"""


def instructions(program: Program) -> list[Instruction]:
    return [each for function in parse(program.ptx, program.file) for each in function.instructions]


def compared(program: Program) -> list[Instruction]:
    """All instructions of a program, whose lines have their positions."""
    of_lines, found = LocationsOfLines(program.ptx, program.file), instructions(program)
    assert found
    wrong = [(i.text_line, i.text, i.location) for i in found if of_lines.at(i.text_line) != i.location]
    assert wrong == []
    return found


@pytest.mark.parametrize("name", FILES)
def test_every_instruction_of_a_file_has_the_position_of_its_line(name: str) -> None:
    path = KERNELS / f"{name}.cu"
    compared(compile_source(path.read_text("utf-8"), file=path.name))


def test_what_is_inlined_from_a_header_belongs_to_its_call() -> None:
    found = compared(compile_source(REDUCE, file="k.cu"))
    places = [each.location for each in found if each.location is not None]
    from_headers = {place.student_line for place in places if place.file != "k.cu"}
    assert line_of(REDUCE, "// reduce") in from_headers
    own = {place.line for place in places if place.file == "k.cu"}
    assert line_of(REDUCE, "// doubled") in own, "a function of the student's file is its own place"
    assert all(place.line == place.student_line for place in places if place.file == "k.cu")


HAND_MADE = """\
.version 8.7
.target sm_90
.file 1 "/tmp/k.cu"
.file 2 "/usr/include/header.h"
.visible .entry one()
{
    nop;
    .loc 1 5 3
    mov.u32 %r1, 0;
    .loc 2 70 9, function_name $L__info0, inlined_at 1 6 4
    mov.u32 %r2, 0;
    .loc 1 0 0
    mov.u32 %r3, 0;
    .loc 2 71 9
    ret;
}
.visible .entry two()
{
    nop;
    .loc\t1 9 1
    ret;
}
"""


def test_positions_begin_anew_with_every_function_and_hold_until_the_next() -> None:
    of_lines = LocationsOfLines(HAND_MADE, "k.cu")
    header = "/usr/include/header.h"
    expected = {
        1: None, 7: None, 8: Location("/tmp/k.cu", 5, 5), 9: Location("/tmp/k.cu", 5, 5), 11: Location(header, 70, 6),
        13: Location(header, 70, 6), 15: Location(header, 71, 6), 17: None, 19: None, 21: Location("/tmp/k.cu", 9, 9),
        1000: Location("/tmp/k.cu", 9, 9),
    }  # fmt: skip
    assert {line: of_lines.at(line) for line in expected} == expected
    assert of_lines.at(0) is None


def test_a_text_without_positions_has_none() -> None:
    assert LocationsOfLines("", "k.cu").at(1) is None
    assert LocationsOfLines(".version 8.7\n.target sm_90\n", "k.cu").at(2) is None
