"""Arguments that are read in other pieces than they were stored in arrive unchanged."""

from __future__ import annotations

import numpy as np
import pytest

from grader.simt.inlining import Flat
from grader.simt.kernel import parameter_slots
from grader.simt.ptx import TYPE_BYTES, Instruction
from grader.simt.struct_splitting import cut_where_they_differ
from tests.simt.running import run

I4, U8 = np.int32, np.uint64


def moves(*moved: tuple[str, str, int]) -> Flat:
    """A list of loads and stores of the parameter p: ("ld" or "st", type, offset)."""
    instructions = []
    for name, kind, offset in moved:
        operands = ("%r1", f"[p+{offset}]")
        instructions.append(Instruction((name, "param", kind), operands if name == "ld" else operands[::-1]))
    return Flat(instructions, labels={"end": len(instructions)})


@pytest.mark.parametrize(
    ("pieces", "differ"),
    [
        ([("st", "b32", 0), ("ld", "b32", 0)], False),
        ([("st", "b32", 0), ("ld", "u16", 0)], False),  # the low part
        ([("st", "b32", 0), ("ld", "u16", 2)], True),
        ([("st", "b8", 0), ("st", "b8", 1), ("ld", "u16", 0)], True),
        ([("st", "b64", 0), ("ld", "f32", 4)], True),
        ([("st", "b32", 0), ("st", "b16", 2), ("ld", "b32", 0)], True),
        ([("ld", "b64", 0)], False),  # a parameter of the kernel itself
        ([("st", "b32", 0), ("ld", "b32", 4)], False),  # what nobody stored
    ],
)
def test_only_differing_pieces_are_cut(pieces: list[tuple[str, str, int]], differ: bool) -> None:
    flat = moves(*pieces)
    before = list(flat.instructions)
    cut_where_they_differ(flat)
    assert (flat.instructions != before) is differ
    assert flat.labels["end"] == len(flat.instructions)
    if differ:
        sizes = {
            TYPE_BYTES[i.opcode[-1]]
            for i in flat.instructions
            if i.opcode[1] == "param" and parameter_slots(i)[0].startswith("p+")
        }
        assert sizes == {1}


def test_what_is_passed_on_is_cut_on_both_sides() -> None:
    flat = moves(("st", "b8", 0), ("st", "b8", 1))
    flat.instructions.append(Instruction(("pass", "b16"), ("q+4", "p+0")))
    flat.instructions.append(Instruction(("ld", "param", "u16"), ("%r2", "[q+4]")))
    cut_where_they_differ(flat)
    passed = [i.operands for i in flat.instructions if i.opcode == ("pass", "b8")]
    assert passed == [("q+4", "p+0"), ("q+5", "p+1")]
    assert [i.operands[1] for i in flat.instructions if i.opcode == ("ld", "param", "b8")] == ["[q+4]", "[q+5]"]


SOURCE = r"""
struct Signed { signed char c[4]; short s[2]; double d; float f[2]; };
__device__ __noinline__ long long words(Signed x, int which) {
    long long q[3];
    memcpy(q, &x, sizeof x);
    return q[which];
}
__device__ __noinline__ Signed made(int t) {
    Signed x;
    for (int i = 0; i < 4; ++i) x.c[i] = t * (i + 1) - 60;
    x.s[0] = -t;
    x.s[1] = t * 1000;
    x.d = t * -0.5;
    x.f[0] = t + 0.25f;
    x.f[1] = -t;
    return x;
}
extern "C" __global__ void k(long long* out) {
    int t = threadIdx.x;
    for (int i = 0; i < 3; ++i) out[3 * t + i] = words(made(t), i);
}
"""


def test_a_struct_seen_as_words_keeps_every_byte() -> None:
    kind = np.dtype([("c", "i1", 4), ("s", "i2", 2), ("d", "f8"), ("f", "f4", 2)])
    wanted, t = np.zeros(32, kind), np.arange(32)
    wanted["c"] = (t[:, None] * np.arange(1, 5) - 60).astype(np.int8)
    wanted["s"] = np.stack([-t, t * 1000], 1).astype(np.int16)
    wanted["d"], wanted["f"] = t * -0.5, np.stack([t + 0.25, -t], 1)
    result = run(SOURCE, {"out": np.zeros(96, np.int64)})
    assert result.faults == ()
    assert result.outputs[0].tolist() == wanted.view(np.int64).tolist()
