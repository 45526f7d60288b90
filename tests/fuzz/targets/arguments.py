"""What people type after `grader profile`, and the arrays that they name there."""

from __future__ import annotations

import io

import numpy as np

from grader.cli.arguments import ARRAY_BYTES, BLOCK_LIMIT, build_arguments, parse_define, parse_dim3, parse_spec
from grader.failure import Failure
from tests.fuzz.targets.target import Form, Target, file, text

_SPECS = (b"null", b"f32:1.5", b"i64:-0x10", b"u32:0b11", b"f32[8,8]=random", b"i32[4]=randint:256", b"u8[2]=iota",
          b"f16[1,2,3]=zeros", b"f64:nan", b"16,16,1", b"TILE=32", b"f32[2]=@missing.npy")  # fmt: skip
_SMALL = 1 << 16


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
)
