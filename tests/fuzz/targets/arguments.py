"""What people type after `grader profile` and `grader explain`, and the arrays that they name there."""

from __future__ import annotations

import io

import numpy as np

from grader.cli.arguments import ARRAY_BYTES, BLOCK_LIMIT, build_arguments, parse_define, parse_dim3, parse_spec
from grader.failure import Failure
from grader.sass.matrix_instructions import instruction_of, nearest
from tests.fuzz.targets.target import Form, Target, file, text

_SPECS = (b"null", b"f32:1.5", b"i64:-0x10", b"u32:0b11", b"f32[8,8]=random", b"i32[4]=randint:256", b"u8[2]=iota",
          b"f16[1,2,3]=zeros", b"f64:nan", b"16,16,1", b"TILE=32", b"f32[2]=@missing.npy")  # fmt: skip
_SMALL = 1 << 16
_INSTRUCTIONS = (b"mma.m16n8k16.f16", b"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32", b"movmatrix",
                 b"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", b"HMMA.16816.F32 R8, R12, R20, R8",
                 b"LDSM.16.MT88.4", b"ldmatrix.x4.trans", b"DMMA.16x8x8")  # fmt: skip


def _argument(data: bytes) -> None:
    spec = text(data)
    for read in (parse_define, lambda s: parse_dim3(s, "--block", BLOCK_LIMIT, 1024)):
        try:
            read(spec)
        except Failure:
            pass
    found = parse_spec(spec)
    size = 1
    for extent in found.shape or ():
        size *= extent
    assert size <= ARRAY_BYTES
    if size <= _SMALL:
        build_arguments([spec], 0)


def _array(data: bytes) -> None:
    build_arguments([f"f32[2,3]=@{file('array.npy', data)}"], 0)


def _instruction(data: bytes) -> None:
    name = text(data)
    found = instruction_of(name)
    assert found is None or instruction_of(found.ptx) == found._replace(left_open="")
    assert len(nearest(name)) <= 3


def _arrays() -> list[bytes]:
    made = []
    for values in (np.zeros((2, 3), np.float32), np.zeros((3, 2), ">f4"), np.zeros(6, "f4,i4")):
        whole = io.BytesIO()
        np.save(whole, values)
        made.append(whole.getvalue())
    whole = io.BytesIO()
    np.savez(whole, a=np.zeros(2))
    return [*made, whole.getvalue()]


TARGETS = (
    Target("profile.argument", _argument, lambda: _SPECS, (Failure,), weight=1.5),
    Target("profile.array", _array, _arrays, (Failure,), Form.BYTES),
    Target("explain.instruction", _instruction, lambda: _INSTRUCTIONS, ()),
)
