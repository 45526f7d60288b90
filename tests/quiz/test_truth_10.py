"""The models behind the quiz of module 10 agree with counting by hand, the emulator's tensor core and the profiler."""

from __future__ import annotations

import math

import numpy as np
import pytest

from grader.quiz.truth import tensor_cores
from grader.simt.machine import matrices
from tests.modules.profiled import run_profile

RANDOM = np.random.default_rng(10)


def registers(values: np.ndarray, matrix: str, count: int, size: int = 2) -> list[np.ndarray]:
    """A matrix of unsigned integers of `size` bytes, dealt out to a warp by the model."""
    found = [np.zeros((1, 32), np.uint32) for _ in range(count)]
    for register in range(count):
        for lane in range(32):
            for part in range(4 // size):
                value = int(values[tensor_cores.fragment_place(matrix, lane, register, part, size)])
                found[register][0, lane] |= np.uint32(value << 8 * size * part)
    return found


@pytest.mark.parametrize(("kind", "shape", "depth", "size", "of_a", "of_b"), [
    ("F16", "1688", 8, 2, 2, 1), ("F16", "16816", 16, 2, 4, 2),
    ("TF32", "1684", 4, 4, 2, 1), ("TF32", "1688", 8, 4, 4, 2),
])  # fmt: skip
def test_fragments_lie_where_the_tensor_core_takes_them(
    kind: str, shape: str, depth: int, size: int, of_a: int, of_b: int
) -> None:
    a, b = RANDOM.integers(-9, 9, (16, depth)), RANDOM.integers(-9, 9, (depth, 8))
    real, bits = (np.float16, np.uint16) if size == 2 else (np.float32, np.uint32)
    parts = [registers(m.astype(real).view(bits), name, n, size) for m, name, n in ((a, "a", of_a), (b, "b", of_b))]
    sums = matrices.half_product(kind, shape, *parts, [np.zeros((1, 32), np.uint32)] * 4, False)
    found = np.zeros((16, 8))
    for register in range(4):
        for lane in range(32):
            found[tensor_cores.fragment_place("c", lane, register)] = sums[register].view(np.float32)[0, lane]
    assert found.tolist() == (a @ b).tolist()


def test_holders_are_the_inverse_of_places() -> None:
    for matrix, rows, cols, count in (("a", 16, 16, 4), ("b", 16, 8, 2), ("c", 16, 8, 4)):
        for row in range(rows):
            for col in range(cols):
                has = tensor_cores.holder(matrix, row, col)
                assert has.register < count
                assert tensor_cores.fragment_place(matrix, has.lane, has.register, has.part) == (row, col)
    with pytest.raises(ValueError, match="no register holds"):
        tensor_cores.holder("c", 16, 0)
    with pytest.raises(ValueError, match='"a", "b" or "c"'):
        tensor_cores.fragment_place("d", 0, 0)


def test_formats_by_hand() -> None:
    forms = tensor_cores.FORMATS
    assert forms["fp16"].largest == float(np.finfo(np.float16).max) == 65_504
    assert forms["fp32"].largest == float(np.finfo(np.float32).max)
    assert forms["fp16"].least == -14 and forms["bf16"].least == -126
    assert [forms[name].products for name in ("fp32", "tf32", "fp16", "bf16")] == [48, 22, 22, 16]
    assert tensor_cores.step_power(1.0, "bf16") == -7 and tensor_cores.step_power(3000, "fp16") == 1
    with pytest.raises(ValueError, match="a format is one of"):
        tensor_cores.float_format("fp8")


def test_rounding_as_numpy_and_by_hand() -> None:
    for value in (*RANDOM.uniform(-6e4, 6e4, 200), *RANDOM.uniform(-1e-5, 1e-5, 200)):
        assert tensor_cores.rounded(value, "fp16") == float(np.float16(value))
        assert tensor_cores.rounded(value, "fp32") == float(np.float32(value))
    assert tensor_cores.rounded(2049, "tf32", "away") == 2050 and tensor_cores.rounded(2049, "tf32") == 2048
    assert tensor_cores.rounded(-2049, "tf32", "away") == -2050 and tensor_cores.rounded(-2051, "tf32", "cut") == -2050
    assert tensor_cores.rounded(-1e6, "fp16") == -math.inf
    with pytest.raises(ValueError, match="ties go"):
        tensor_cores.rounded(1.0, "fp16", "up")


def test_sums_of_a_tensor_core() -> None:
    assert tensor_cores.tensor_sum([(3, 4), (-5, 2)], 1.5) == 3.5
    assert tensor_cores.tensor_sum([(4096, 4096), (1, 1), (-4096, 4096)]) == 1
    assert tensor_cores.tensor_sum([(8192, 8192), (1, 1), (-8192, 8192)], name="bf16") == 0
    total = 1020.0
    for _ in range(40):
        total = tensor_cores.tensor_sum([(1 / 32, 1.0)] * 16, total, half=True)
    assert total == 1024, "halves are 1 apart from there on"
    with pytest.raises(ValueError, match="at most 16"):
        tensor_cores.tensor_sum([(1, 1)] * 17)


def test_sums_in_half_step_by_step() -> None:
    total = 0.0
    for _ in range(100):
        total = tensor_cores.tensor_sum([(5 / 16, 1.0)] * 16, total, half=True)
    assert tensor_cores.half_sum(5.0, 100) == total == 500
    assert tensor_cores.half_sum(1.0, 3000) == 2048


def test_every_error_is_below_its_bound() -> None:
    for half in (False, True):
        found = tensor_cores.errors_against_depth(512, half)
        assert list(found) == [16, 32, 64, 128, 256, 512]
        assert all(0 < error < tensor_cores.sum_bound(depth, half) for depth, error in found.items())
    assert tensor_cores.sum_bound(16) == 5.25 * 2**-23


def test_formats_that_fit() -> None:
    assert tensor_cores.input_bound("fp16") == 2**-10 and tensor_cores.input_bound("bf16") == 2**-7
    assert tensor_cores.fitting_format(100, 0.002, 4096) == "fp16"
    assert tensor_cores.fitting_format(1e6, 0.01, 4096) == "bf16"
    assert tensor_cores.fitting_format(1e6, 0.002, 4096) == "tf32"
    assert tensor_cores.fitting_format(1e6, 0.0001, 4096) == "none"


def test_loads_of_matrices_by_hand() -> None:
    strides = (8, 16, 24, 32, 40, 48, 64, 72, 80)
    assert [tensor_cores.matrix_load(2 * stride).wavefronts for stride in strides] == [4, 8, 4, 16, 4, 8, 32, 4, 8]
    assert tensor_cores.matrix_load(128, tiles=1).excess == 7
    for row_bytes in (32, 64, 128, 256, 512):
        for chunk in range(row_bytes // 16):
            assert tensor_cores.matrix_load(row_bytes, True, 4, chunk).wavefronts == 4, (row_bytes, chunk)
    with pytest.raises(ValueError, match="no swizzle"):
        tensor_cores.chunk_of(0, 0, 144)


ROWS = """extern "C" __global__ void rows(unsigned* out)
{
    __shared__ __align__(128) unsigned short tile[32 * STRIDE];
    for (int i = threadIdx.x; i < 32 * STRIDE; i += 32) tile[i] = i;
    __syncwarp();
    unsigned from = __cvta_generic_to_shared(tile + threadIdx.x * STRIDE + PLACE), r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(from) : "memory");    // A
    out[threadIdx.x] = r[0] + r[1] + r[2] + r[3];
}
"""


@pytest.mark.slow
@pytest.mark.parametrize(("stride", "swizzle"), [(32, ""), (48, ""), (64, ""), (88, ""), (64, "7"), (32, "half")])
def test_loads_of_matrices_are_what_the_profiler_counts(stride: int, swizzle: str) -> None:
    moved = {"": "0", "7": "(2 ^ threadIdx.x % 8) * 8", "half": "(2 ^ threadIdx.x / 2 % 4) * 8"}[swizzle]
    options = ("--define", f"STRIDE={stride}", "--define", f"PLACE={moved}", "--arg", "u32[32]=zeros")
    run = run_profile(ROWS, ("--kernel", "rows", "--grid", "1", "--block", "32", *options))
    found = tensor_cores.matrix_load(2 * stride, bool(swizzle), 4, 2 if swizzle else 0)
    assert run.cost("shared", "load", "// A") == (1, found.wavefronts, found.excess)


def test_units_from_global_memory() -> None:
    assert [tensor_cores.fragment_from_global(leading).sectors for leading in (8, 16, 24, 64)] == [4, 8, 8, 8]


def test_tiles_of_a_block() -> None:
    assert tensor_cores.mma_flops(16, 8, 16) == 4096 and tensor_cores.stage_bytes(128, 128, 32) == 16_384
    assert tensor_cores.tile_intensity(128, 128) == 64 and round(tensor_cores.tile_intensity(128, 256), 1) == 85.3
