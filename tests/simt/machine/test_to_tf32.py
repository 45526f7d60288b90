"""Floats rounded to TF32 by cvt: to the nearest of which the even one wins a tie, towards 0, and away from 0."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.simt.machine.running import computed
from tests.tiers import examples

WAYS = ("rna", "rn", "rz", "rn.relu", "rz.relu")
MEASURED = Path(__file__).with_name("to_tf32_h200.npz")  # by benchmarks/tf32_results.py
SOURCE = "".join(f"""
extern "C" __global__ void {way.replace(".", "_")}(unsigned* out, const float* in) {{
    unsigned r, i = blockIdx.x * blockDim.x + threadIdx.x;
    asm("cvt.{way}.tf32.f32 %0, %1;" : "=r"(r) : "f"(in[i]));
    out[i] = r;
}}""" for way in WAYS)  # fmt: skip
STEP = 1 << 13  # bits of a float that TF32 does not have


def rounded(bits: int, way: str) -> int:
    """Of the bits of a finite float, whose sizes are ordered as their bits are."""
    if "relu" in way and (bits >> 31 or not bits):
        return 0
    below = bits - bits % STEP
    rest = Fraction(bits % STEP, STEP)
    up = {"rna": rest >= Fraction(1, 2), "rz": False}.get(
        way.split(".")[0], rest > Fraction(1, 2) or (rest == Fraction(1, 2) and below // STEP % 2 == 1))  # fmt: skip
    return below + STEP * up


floats = st.integers(0, 0x7F7FFFFF).map(lambda bits: bits)
ties = st.integers(0, 0x7F7FFFFF // STEP - 1).map(lambda step: step * STEP + STEP // 2)


@examples(40)
@given(st.lists(st.tuples(st.one_of(floats, ties), st.booleans()), min_size=32, max_size=32), st.sampled_from(WAYS))
def test_a_float_becomes_its_neighbour_in_tf32(drawn: list[tuple[int, bool]], way: str) -> None:
    bits = np.array([size | negative << 31 for size, negative in drawn], np.uint32)
    given = {"out": np.zeros(32, np.uint32), "in": bits.view(np.float32)}
    found = computed(SOURCE, given, kernel=way.replace(".", "_"))
    assert found.tolist() == [rounded(int(each), way) for each in bits]


@pytest.mark.parametrize("way", WAYS)
def test_results_are_those_of_the_hardware(way: str) -> None:
    """Subnormals, infinities and NaN too, of which rna keeps the payload."""
    with np.load(MEASURED) as kept:
        operands, wanted = kept["operands"], kept[way]
    assert operands.size >= 2048
    given = {"out": np.zeros_like(operands), "in": operands.view(np.float32)}
    found = computed(SOURCE, given, kernel=way.replace(".", "_"), grid=operands.size // 128, block=128)
    other = np.flatnonzero(found != wanted)
    assert [(hex(operands[i]), hex(found[i]), hex(wanted[i])) for i in other] == []
