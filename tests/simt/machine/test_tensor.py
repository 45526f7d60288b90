"""Tensor cores in machine code, against sums in float64."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from grader.simt import emulator
from tests.simt.machine.running import Array, computed, request, rows_of, run
from tests.simt.running import compiled

SOURCE = r"""
#include <mma.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
using namespace nvcuda;
#define KERNEL(NAME) extern "C" __global__ void NAME

// One warp a tile of C; all matrices row by row.
KERNEL(product)(float* C, const half* A, const half* B, int N, int K) {
    __shared__ __align__(32) half tile[16 * 24];
    int row = blockIdx.y * 16, column = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(c, C + row * N + column, N, wmma::mem_row_major);
    for (int k = 0; k < K; k += 16) {
        for (int i = threadIdx.x; i < 256; i += 32) tile[i / 16 * 24 + i % 16] = A[(row + i / 16) * K + k + i % 16];
        __syncwarp();
        wmma::load_matrix_sync(a, tile, 24);
        wmma::load_matrix_sync(b, B + k * N + column, N);
        wmma::mma_sync(c, a, b, c);
        __syncwarp();
    }
    wmma::store_matrix_sync(C + row * N + column, c, N, wmma::mem_row_major);
}
KERNEL(in_columns)(half* C, const half* A, const half* B) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> c;
    wmma::fill_fragment(c, __float2half(1.0f));
    wmma::load_matrix_sync(a, A, 16);
    wmma::load_matrix_sync(b, B, 16);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(C, c, 16, wmma::mem_col_major);
}
KERNEL(brains)(float* C, const __nv_bfloat16* A, const __nv_bfloat16* B) {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, __nv_bfloat16, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, __nv_bfloat16, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 8, 32, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    wmma::load_matrix_sync(a, A, 16);
    wmma::load_matrix_sync(b, B, 32);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(C, c, 32, wmma::mem_row_major);
}
KERNEL(bytes)(int* C, const signed char* A, const signed char* B) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> c;
    wmma::fill_fragment(c, 5);
    wmma::load_matrix_sync(a, A, 16);
    wmma::load_matrix_sync(b, B, 16);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(C, c, 16, wmma::mem_row_major);
}
KERNEL(doubles)(double* C, const double* A, const double* B) {
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> c;
    wmma::fill_fragment(c, 0.25);
    wmma::load_matrix_sync(a, A, 4);
    wmma::load_matrix_sync(b, B, 8);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(C, c, 8, wmma::mem_row_major);
}
// Four tiles of 8x8 halves: register k of lane l holds elements 2l and 2l+1 of tile k.
KERNEL(tiles)(unsigned* out, const half* in) {
    __shared__ __align__(16) half rows[32 * 8];
    for (int i = threadIdx.x; i < 256; i += 32) rows[i] = in[i];
    __syncwarp();
    unsigned at = (unsigned)__cvta_generic_to_shared(rows + 8 * threadIdx.x), r[4], t[4], one;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3]) : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(one) : "r"(at));
    for (int k = 0; k < 4; ++k) {
        out[32 * k + threadIdx.x] = r[k];
        out[128 + 32 * k + threadIdx.x] = t[k];
    }
    out[256 + threadIdx.x] = one;
}
KERNEL(stored_tiles)(half* out, const unsigned* in) {
    __shared__ __align__(16) half rows[16 * 8];
    unsigned at = (unsigned)__cvta_generic_to_shared(rows + 8 * (threadIdx.x % 16));
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1,%2};"
                 :: "r"(at), "r"(in[threadIdx.x]), "r"(in[32 + threadIdx.x]) : "memory");
    __syncwarp();
    for (int i = threadIdx.x; i < 128; i += 32) out[i] = rows[i];
}
"""
RANDOM = np.random.default_rng(5)


def matrix(rows: int, columns: int) -> Array:
    return RANDOM.uniform(-2, 2, (rows, columns)).astype(np.float16)


def brains(values: Array) -> Array:
    """Bits of bfloat16 for numbers that it has."""
    return np.asarray(values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


@pytest.mark.parametrize(("m", "n", "k"), [(16, 16, 16), (32, 48, 64)])
def test_a_product_of_halves_is_summed_in_float(m: int, n: int, k: int) -> None:
    a, b, c = matrix(m, k), matrix(k, n), RANDOM.uniform(-1, 1, (m, n)).astype(np.float32)
    given = {"C": c.ravel(), "A": a.ravel(), "B": b.ravel(), "N": n, "K": k}
    result = run(SOURCE, given, kernel="product", grid=(n // 16, m // 16))
    assert result.faults == ()
    wanted = c + a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(result.outputs[0].reshape(m, n), wanted, rtol=1e-5, atol=2e-5)
    assert sum(row.inst_executed for row in rows_of(result, "HMMA")) == 2 * (m // 16) * (n // 16) * (k // 16)


def test_a_product_of_small_whole_numbers_is_exact() -> None:
    a, b = (RANDOM.integers(-20, 20, (16, 16)) for _ in range(2))
    given = {"C": np.full(256, 3, np.float32), "A": a.ravel().astype(np.float16), "B": b.ravel().astype(np.float16)}
    out = computed(SOURCE, given | {"N": 16, "K": 16}, kernel="product")
    assert out.reshape(16, 16).tolist() == (3 + a @ b).tolist()


def test_a_product_in_columns_with_sums_in_half() -> None:
    a, b = matrix(16, 16), matrix(16, 16)
    given = {"C": np.zeros(256, np.float16), "A": a.ravel(), "B": b.ravel()}
    out = computed(SOURCE, given, kernel="in_columns").reshape(16, 16).T
    wanted = 1 + a.T.astype(np.float64) @ b.T.astype(np.float64)
    np.testing.assert_allclose(out.astype(np.float64), wanted, rtol=2e-3, atol=2e-2)


def test_a_product_of_brain_floats() -> None:
    a, b = RANDOM.integers(-100, 100, (8, 16)), RANDOM.integers(-100, 100, (16, 32))
    given = {"C": np.zeros(256, np.float32), "A": brains(a.ravel()), "B": brains(b.ravel())}
    assert computed(SOURCE, given, kernel="brains").reshape(8, 32).tolist() == (a @ b).tolist()


def test_a_product_of_bytes() -> None:
    a, b = RANDOM.integers(-128, 128, (16, 16)), RANDOM.integers(-128, 128, (16, 16))
    given = {"C": np.zeros(256, np.int32), "A": a.ravel().astype(np.int8), "B": b.T.ravel().astype(np.int8)}
    assert computed(SOURCE, given, kernel="bytes").reshape(16, 16).tolist() == (5 + a @ b).tolist()


def test_a_product_of_doubles() -> None:
    a, b = RANDOM.normal(size=(8, 4)), RANDOM.normal(size=(4, 8))
    given = {"C": np.zeros(64), "A": a.ravel(), "B": b.ravel()}
    out = computed(SOURCE, given, kernel="doubles").reshape(8, 8)
    np.testing.assert_allclose(out, 0.25 + a @ b, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("guard", [7, 0], ids=["always", "guarded"])
def test_a_product_of_doubles_that_is_thrown_away(guard: int) -> None:
    """With RZ for its target: the registers of A and B, which the sums would take the place of, are what is stored, and
    no other register is written."""
    program = compiled(SOURCE)
    code = emulator.load(program, "doubles").code
    word = next(at for at in range(0, len(code.text), 16) if code.text[at : at + 2] == b"\x3f\x72")  # DMMA
    cubin = bytearray(program.cubin)
    start = program.cubin.index(code.text) + word
    cubin[start + 1] = guard << 4 | 2
    cubin[start + 2] = 255
    a, b = RANDOM.normal(size=(8, 4)), RANDOM.normal(size=(4, 8))
    given = {"C": np.zeros(64), "A": a.ravel(), "B": b.ravel()}
    loaded = emulator.load(replace(program, cubin=bytes(cubin)), "doubles")
    steps = (step for block in loaded.analysis(detailed=False).blocks.values() for step in block.steps)
    assert [step.writes for step in steps if step.instruction.opcode == "DMMA"] == [set()]
    result = emulator.launch(loaded, request("doubles", 1, 32, given))
    assert result.faults == ()
    assert result.outputs[0].reshape(8, 4, 2).tolist() == np.stack([a, b.T], axis=-1).tolist()


def test_lanes_load_their_elements_of_tiles() -> None:
    values = np.arange(256, dtype=np.uint16) * 251
    out = computed(SOURCE, {"out": np.zeros(288, np.uint32), "in": values.view(np.float16)}, kernel="tiles")
    tiles = values.reshape(4, 8, 8)
    plain, turned = np.ascontiguousarray(tiles).view(np.uint32), tiles.transpose(0, 2, 1).copy().view(np.uint32)
    assert out[:128].tolist() == plain.ravel().tolist()
    assert out[128:256].tolist() == turned.ravel().tolist()
    assert out[256:].tolist() == plain[0].ravel().tolist()


def test_lanes_store_their_elements_of_tiles() -> None:
    values = np.arange(128, dtype=np.uint16) * 251
    given = {"out": np.zeros(128, np.float16), "in": values.view(np.uint32)}
    out = computed(SOURCE, given, kernel="stored_tiles")
    assert out.view(np.uint16).tolist() == values.tolist()
