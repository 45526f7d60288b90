"""The instructions on matrices are found by every name that people and compilers write for them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.sass.listing import listing
from grader.sass.matrix_instructions import instruction_of, known, nearest
from grader.toolchain import compile_source
from tests.tiers import examples

NAMES = {
    "mma.m16n8k16.f16": "mma.m16n8k16.f16",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32": "mma.m16n8k16.f16",
    "  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4": "mma.m16n8k16.f16",
    "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16": "mma.m16n8k16.f16.f16",
    "mma.m16n8k16.f32.f16": "mma.m16n8k16.f16",
    "MMA.M16N8K16.F16": "mma.m16n8k16.f16",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32": "mma.m16n8k8.tf32",
    "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32": "mma.m16n8k32.s8.u8",
    "mma.m16n8k32.s8.u8": "mma.m16n8k32.s8.u8",
    "mma.m16n8k32.f32.e4m3": "mma.m16n8k32.e4m3",
    "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc": "mma.m16n8k256.b1",
    "mma.sync.aligned.m8n8k4.row.col.rn.f64.f64.f64.f64": "mma.m8n8k4.f64",
    "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16": "ldmatrix.x4.trans",
    "ldmatrix.sync.aligned.m8n8.x2.shared::cta.b16 {%r1, %r2}, [%r3];": "ldmatrix.x2",
    "ldmatrix.trans.x1": "ldmatrix.x1.trans",
    "stmatrix.sync.aligned.m8n8.x2.shared.b16": "stmatrix.x2",
    "movmatrix.sync.aligned.m8n8.trans.b16": "movmatrix.trans",
    "movmatrix": "movmatrix.trans",
    "HMMA.16816.F32 R8, R12, R20, R8": "mma.m16n8k16.f16",
    "@P0 HMMA.16816.F16 R8, R12, R20, R8": "mma.m16n8k16.f16.f16",
    "HMMA.1684.F32.TF32": "mma.m16n8k4.tf32",
    "IMMA.16832.S8.U8.SAT": "mma.m16n8k32.s8.u8",
    "DMMA.16x8x8": "mma.m16n8k8.f64",
    "BMMA.168256.AND.POPC": "mma.m16n8k256.b1",
    "LDSM.16.M88 R13, [R12]": "ldmatrix.x1",
    "LDSM.16.MT88.4 R8, [R12]": "ldmatrix.x4.trans",
    "STSM.16.M88.2 [R1], R2": "stmatrix.x2",
    "MOVM.16.MT88 R4, R3": "movmatrix.trans",
}
UNKNOWN = (
    "", ".", "mma", "mma.f16", "mma.m16n8k16", "mma.m16n8k4.f16", "mma.m16n8k16.f32", "mma.m16n8k16.f16.f16.f16",
    "mma.m16n8k16.f16.bf16", "mma.m16n8k16.f64.f16", "mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16", "mma.m16n8k8.m16n8k16.f16", "ldmatrix", "ldmatrix.x3",
    "ldmatrix.x1.x2", "movmatrix.x4", "HMMA", "HMMA.16816", "HMMA.888.F32", "IMMA.16832.S8", "LDSM.16.M816",
    "MOVM.16.M832", "FFMA R1, R2, R3, R4", "wmma", "wmma.m16n16k4.f16", "mma" + ".x" * 99,
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_an_instruction_is_found_by_what_people_and_compilers_write(name: str) -> None:
    found = instruction_of(name)
    assert found is not None and found.name == NAMES[name] and not found.left_open


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_no_such_instruction_is_not_found(name: str) -> None:
    assert instruction_of(name) is None


@pytest.mark.parametrize("name", known())
def test_short_and_whole_name_are_of_the_same_instruction(name: str) -> None:
    found = instruction_of(name)
    assert found is not None and found.name == name and instruction_of(found.ptx) == found


PARTS = st.sampled_from(".".join([*NAMES, *UNKNOWN]).split("."))


@examples(200)
@given(st.text(max_size=60) | st.lists(PARTS, max_size=14).map(".".join))
def test_any_text_is_an_instruction_that_its_name_finds_again_or_none(text: str) -> None:
    found = instruction_of(text)
    assert found is None or instruction_of(found.name) == found._replace(left_open="")
    assert len(nearest(text)) <= 3


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("mma.m16n8k16.fp16", "mma.m16n8k16.f16"), ("mma.half", "mma.m16n8k16.f16"), ("ldmatix.x4", "ldmatrix.x4"),
     ("ldmatrix", "ldmatrix.x1"), ("mma.sync.m16n8k16.tf32", "mma.m16n8k8.tf32")],
)  # fmt: skip
def test_the_nearest_name_is_among_those_that_are_told(typed: str, meant: str) -> None:
    assert instruction_of(typed) is None and meant in nearest(typed)


def test_nothing_is_near_to_what_is_no_instruction() -> None:
    assert nearest("vector_add") == ()


WMMA = {
    "wmma.m16n16k16.f16": ("half", 16, 16, 16, "float", "float"),
    "wmma.m32n8k16.f16": ("half", 32, 8, 16, "half", "half"),
    "wmma.m8n32k16.bf16": ("__nv_bfloat16", 8, 32, 16, "float", "float"),
    "wmma.m16n16k8.tf32": ("precision::tf32", 16, 16, 8, "float", "float"),
    "wmma.m16n16k16.s8": ("signed char", 16, 16, 16, "int", "int"),
    "wmma.m32n8k16.u8": ("unsigned char", 32, 8, 16, "int", "int"),
    "wmma.m8n8k4.f64": ("double", 8, 8, 4, "double", "double"),
}  # fmt: skip


@pytest.mark.parametrize("name", WMMA)
def test_a_compiler_makes_of_wmma_what_is_told(name: str) -> None:
    """fp16 sums are another instruction of the same layout of factors."""
    kind, m, n, k, sums, stored = WMMA[name]
    element = "float" if "tf32" in kind else kind
    program = compile_source(f"""#include <mma.h>
#include <cuda_bf16.h>
using namespace nvcuda::wmma;
extern "C" __global__ void k(const {element}* a, const {element}* b, {stored}* c) {{
    fragment<matrix_a, {m}, {n}, {k}, {kind}, row_major> fa;
    fragment<matrix_b, {m}, {n}, {k}, {kind}, col_major> fb;
    fragment<accumulator, {m}, {n}, {k}, {sums}> fc;
    fill_fragment(fc, ({sums})0.0f);
    load_matrix_sync(fa, a, {k});
    load_matrix_sync(fb, b, {k});
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(c, fc, {n}, mem_row_major);
}}""")
    told = instruction_of(name)
    made = [text for text in listing(program.cubin, "k").values() if re.match(r"[HIDB]MMA", text)]
    assert told is not None and told.left_open == name and made
    for text in made:
        found = instruction_of(text)
        assert found is not None and found.matrices[:2] == told.matrices[:2]
    written = re.findall(r"wmma\.(?:mma|load)\S+", program.ptx)
    assert written and all(getattr(instruction_of(each), "left_open", "") == name for each in written)
