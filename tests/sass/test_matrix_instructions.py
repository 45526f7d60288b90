"""The instructions on matrices are found by every name that people and compilers write for them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.sass.listing import listing
from grader.sass.matrix_instructions import instruction_of, is_shown_nowhere, known, nearest, wmma_choices
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


# By what is asked for, the instruction and the wmma that is named beside it.
WMMA_NAMES = {
    "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16": ("mma.m16n8k16.f16.f16", "wmma.m16n16k16.f16.f16"),
    "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32": ("mma.m16n8k16.f16", "wmma.m16n16k16.f16"),
    "wmma.load.c.sync.aligned.row.m16n16k16.global.f16": ("mma.m16n8k16.f16.f16", "wmma.m16n16k16.f16.f16"),
    "wmma.store.d.sync.aligned.row.m16n16k16.shared.f16 [%r1], {%r2}": (
        "mma.m16n8k16.f16.f16", "wmma.m16n16k16.f16.f16"),
    "wmma.load.c.sync.aligned.row.m16n16k16.f32": ("mma.m16n8k16.f16", "wmma.m16n16k16.f16"),
    "wmma.store.d.sync.aligned.row.m16n16k8.f32": ("mma.m16n8k4.tf32", "wmma.m16n16k8.tf32"),
    "wmma.load.c.sync.aligned.row.m32n8k16.s32": ("mma.m16n8k16.s8", "wmma.m32n8k16.s8"),
    "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16": ("mma.m16n8k16.f16", "wmma.m16n16k16.f16"),
    "wmma.load.b.sync.aligned.col.m16n16k16.u8": ("mma.m16n8k16.u8", "wmma.m16n16k16.u8"),
    "wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32.satfinite": ("mma.m16n8k16.u8", "wmma.m16n16k16.u8"),
    "wmma.m16n16k16.f16.f16": ("mma.m16n8k16.f16.f16", "wmma.m16n16k16.f16.f16"),
    "wmma.m16n16k16.f32.f16": ("mma.m16n8k16.f16", "wmma.m16n16k16.f16"),
}  # fmt: skip


@pytest.mark.parametrize("name", WMMA_NAMES)
def test_a_wmma_keeps_the_type_of_its_sums(name: str) -> None:
    found = instruction_of(name)
    assert found is not None and (found.name, found.left_open) == WMMA_NAMES[name]


HALVES = ("m16n16k16.f16", "m16n16k16.bf16")
BYTES = ("m16n16k16.s8", "m16n16k16.u8")


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("wmma.m16n16k16.s32", BYTES), ("wmma.m16n16k16.f32", HALVES), ("wmma.m16n16k16", (*HALVES, *BYTES)),
        ("wmma.m16n16k8.f32", ("m16n16k8.tf32",)), ("wmma.m16n16k16.s4", (*HALVES, *BYTES)),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16", (*HALVES, *BYTES)),
        ("wmma.load.a.sync.aligned.row.m16n16k16.f32", HALVES),
        ("wmma.mma.m16n16k16.s8.u8", (*HALVES, *BYTES)), ("wmma.m16n16k16.f16.s8", (*HALVES, *BYTES)),
    ],
)  # fmt: skip
def test_a_wmma_that_does_not_name_its_factors_is_not_guessed(name: str, choices: tuple[str, ...]) -> None:
    assert instruction_of(name) is None
    assert wmma_choices(name) == tuple(f"wmma.{choice}" for choice in choices)


def test_all_choices_are_told_where_the_shape_is_none() -> None:
    every = wmma_choices("wmma.f16")
    assert len(every) == 14 and all(instruction_of(name) is not None for name in every)
    assert wmma_choices("mma.m16n8k16.f32") == ()


@pytest.mark.parametrize(
    "name",
    ["mma.sp.m16n8k32.f16", "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32",
     "HGMMA.64x64x16.F32", "@P0 QGMMA.64x8x32.F32.E4M3.E4M3", "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16",
     "wgmma.fence", "tcgen05.mma.cta_group::1.kind::f16", "UTCHMMA", "HMMA.SP.16832.F32", "IMMA.SP.16864.S8.S8"],
)  # fmt: skip
def test_products_of_another_making_are_known_as_such(name: str) -> None:
    assert instruction_of(name) is None and is_shown_nowhere(name)


@pytest.mark.parametrize("name", [*NAMES, *UNKNOWN, *WMMA_NAMES])
def test_others_are_not_taken_for_them(name: str) -> None:
    assert not is_shown_nowhere(name)


WMMA = {
    "wmma.m16n16k16.f16": ("half", 16, 16, 16, "float", "float"),
    "wmma.m32n8k16.f16.f16": ("half", 32, 8, 16, "half", "half"),
    "wmma.m8n32k16.bf16": ("__nv_bfloat16", 8, 32, 16, "float", "float"),
    "wmma.m16n16k8.tf32": ("precision::tf32", 16, 16, 8, "float", "float"),
    "wmma.m16n16k16.s8": ("signed char", 16, 16, 16, "int", "int"),
    "wmma.m32n8k16.u8": ("unsigned char", 32, 8, 16, "int", "int"),
    "wmma.m8n8k4.f64": ("double", 8, 8, 4, "double", "double"),
}  # fmt: skip


@pytest.mark.parametrize("name", WMMA)
def test_a_compiler_makes_of_wmma_what_is_told(name: str) -> None:
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
        assert found is not None and found.matrices == told.matrices
    written = re.findall(r"wmma\.(mma|load|store)(\S+)", program.ptx)
    parts = {"mma": slice(0, 3), "load": slice(0, 2), "store": slice(2, 3)}  # what each of them names
    assert {step for step, _ in written} == set(parts)
    for step, rest in written:
        found = instruction_of(f"wmma.{step}{rest}")
        assert found is not None and found.matrices[parts[step]] == told.matrices[parts[step]]
