"""The models behind the quiz of module 18 agree with counting by hand, and with kernels that are profiled."""

from __future__ import annotations

import numpy as np
import pytest

from grader.quiz.truth import filters
from tests.modules.profiled import run_profile

LOOKUP = """__constant__ float table[256];
extern "C" __global__ void lookup(float* out) { int lane = threadIdx.x; out[lane] = table[ENTRY]; }
"""
HALO = """extern "C" __global__ void halo(const float* in, float* out)
{
    __shared__ float tile[HIGH + 2 * R][32 + 2 * R];
    const float* corner = in + (8 - R) * 48 + 8 - R;
    for (int k = threadIdx.y; k < HIGH + 2 * R; k += HIGH)
        for (int j = threadIdx.x; j < 32 + 2 * R; j += 32)
            tile[k][j] = corner[k * 48 + j];    // A
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k <= 2 * R; ++k)
        for (int j = 0; j <= 2 * R; ++j)
            sum += tile[threadIdx.y + k][threadIdx.x + j];    // B
    out[threadIdx.y * 32 + threadIdx.x] = sum;
}
"""


def test_reads_of_a_table_by_hand() -> None:
    assert [filters.table_read("quotient", n).passes for n in (1, 2, 8, 32)] == [32, 16, 4, 1]
    assert [filters.table_read("remainder", n).passes for n in (1, 4, 32)] == [1, 4, 32]
    assert filters.table_read("same", 7).excess == 0 and filters.table_read("multiple", 1).excess == 31
    assert filters.table_read("multiple", 0, 5).passes == 1
    assert filters.table_read("multiple", 8).sectors == 32 and filters.table_read("multiple", 1).sectors == 4
    with pytest.raises(ValueError, match="a form is one of"):
        filters.table_read("divided", 2)


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "form", "number"), [
    ("lane / 4", "quotient", 4), ("lane % 8", "remainder", 8), ("lane * 3", "multiple", 3),
])  # fmt: skip
def test_a_read_is_what_the_profiler_counts(entry: str, form: str, number: int) -> None:
    options = ("--kernel", "lookup", "--grid", "1", "--block", "32", "--define", f"ENTRY={entry}")
    (row,) = (
        line for line in run_profile(LOOKUP, (*options, "--arg", "f32[32]=zeros")).profile["lines"]
        if line["space"] == "constant"
    )  # fmt: skip
    found = filters.table_read(form, number)
    assert (row["requests"], row["passes"], row["excess"]) == (1, found.passes, found.excess)


def test_borders_by_hand() -> None:
    signal = np.arange(6)
    padded = {"clamp": "edge", "wrap": "wrap", "mirror": "reflect", "mirror_twice": "symmetric"}
    for border, mode in padded.items():
        around = np.pad(signal, 4, mode=mode)  # type: ignore[call-overload]
        assert [filters.mended(k, 6, border) for k in range(-4, 10)] == around.tolist(), border
    assert filters.mended(-1, 6, "zeros") is None and filters.mended(5, 6, "zeros") == 5
    with pytest.raises(ValueError, match="a border is one of"):
        filters.mended(-1, 6, "edge")


def test_tiles_with_a_halo_by_hand() -> None:
    found = filters.halo_cost(32, 8, 2)
    assert (found.cells, found.requests, found.sectors, found.direct) == (12 * 36, 24, 12 * 7, 8 * 25)
    assert filters.halo_cost(64, 4, 1).requests == 6 * 3
    with pytest.raises(ValueError, match="no whole warps"):
        filters.halo_cost(16, 16, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("high", "radius"), [(8, 1), (8, 4), (16, 2), (4, 8)])
def test_a_tile_costs_what_the_profiler_counts(high: int, radius: int) -> None:
    launch = ("--kernel", "halo", "--grid", "1", "--block", f"32,{high}", "--define", f"HIGH={high}")
    arguments = ("--define", f"R={radius}", "--arg", "f32[48,48]=iota", "--arg", f"f32[{high * 32}]=zeros")
    run, found = run_profile(HALO, (*launch, *arguments)), filters.halo_cost(32, high, radius)
    assert run.cost("global", "load", "// A")[:2] == (found.requests, found.sectors)
    assert run.cost("shared", "load", "// B")[0] == found.direct


def test_results_that_a_missing_part_spoils() -> None:
    assert [filters.spoiled(32, 8, r, "corners") for r in (1, 2, 3)] == [4, 16, 36]
    assert filters.spoiled(32, 8, 2, "left") == 16 and filters.spoiled(32, 8, 2, "above") == 64
    with pytest.raises(ValueError, match="a part of a halo"):
        filters.spoiled(32, 8, 2, "right")


def test_products_of_filters() -> None:
    assert (filters.filter_products(4), filters.filter_products(4, 1), filters.filter_products(2, 3)) == (81, 18, 30)


def test_reads_between_texels() -> None:
    texels = [10, 30, 20, 50]
    assert filters.between_texels(texels, 1.75) == 27.5 and filters.between_texels(texels, 1.5) == 30
    assert filters.between_texels(texels, 0.2) == 10 and filters.between_texels(texels, 9.0) == 50
    assert filters.between_texels([0, 256], 0.5 + 1 / 3) == 85  # a weight is a multiple of 1/256
