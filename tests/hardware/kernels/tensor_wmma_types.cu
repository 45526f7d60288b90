// wmma of bytes, TF32 and doubles.
#include <mma.h>
using namespace nvcuda;
#ifndef SM
#define SM 16
#endif
#ifndef SN
#define SN 16
#endif
#ifndef BYTE
#define BYTE schar
#endif
#ifndef A_COL
#define A_COL 0
#endif
#ifndef B_COL
#define B_COL 1
#endif
typedef signed char schar;
typedef unsigned char uchar;
#if A_COL
typedef wmma::col_major LA;
#else
typedef wmma::row_major LA;
#endif
#if B_COL
typedef wmma::col_major LB;
#else
typedef wmma::row_major LB;
#endif

// operands lie tile after tile (SM x 16 and 16 x SN), so that each tile starts on 32 bytes
extern "C" __global__ void wmma_bytes(const BYTE* A, const BYTE* B, int* C, int N, int steps)
{
    int tr = blockIdx.y, tc = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (tc * SN >= N) return;
    wmma::fragment<wmma::matrix_a, SM, SN, 16, BYTE, LA> a;
    wmma::fragment<wmma::matrix_b, SM, SN, 16, BYTE, LB> b;
    wmma::fragment<wmma::accumulator, SM, SN, 16, int> c;
    wmma::fill_fragment(c, 0);
    for (int s = 0; s < steps; s++) {
        wmma::load_matrix_sync(a, A + (tr * steps + s) * SM * 16, A_COL ? SM : 16);
        wmma::load_matrix_sync(b, B + (tc * steps + s) * SN * 16, B_COL ? 16 : SN);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + tr * SM * N + tc * SN, c, N, wmma::mem_row_major);
}
// requantised: a shift and a clamp on the fragment, stored as 32-bit column-major
extern "C" __global__ void wmma_bytes_clamped(const BYTE* A, const BYTE* B, int* C, int shift, int top)
{
    wmma::fragment<wmma::matrix_a, SM, SN, 16, BYTE, LA> a;
    wmma::fragment<wmma::matrix_b, SM, SN, 16, BYTE, LB> b;
    wmma::fragment<wmma::accumulator, SM, SN, 16, int> c;
    int t = blockIdx.x;
    wmma::load_matrix_sync(c, C + t * SM * SN, SM, wmma::mem_col_major);
    wmma::load_matrix_sync(a, A + t * SM * 16, A_COL ? SM : 16);
    wmma::load_matrix_sync(b, B + t * SN * 16, B_COL ? 16 : SN);
    wmma::mma_sync(c, a, b, c);
    for (int i = 0; i < c.num_elements; i++) c.x[i] = min(max(c.x[i] >> shift, -top), top);
    wmma::store_matrix_sync(C + t * SM * SN, c, SM, wmma::mem_col_major);
}
extern "C" __global__ void wmma_tf32_gemm(const float* A, const float* B, float* C, int N, int K, int lda, int ldb)
{
    int r = blockIdx.y * 16, c = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 16;
    if (c >= N) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, LA> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, LB> b;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc;
    wmma::fill_fragment(acc, 0.f);
    for (int k = 0; k < K; k += 8) {
        wmma::load_matrix_sync(a, A_COL ? A + k * lda + r : A + r * lda + k, lda);
        wmma::load_matrix_sync(b, B_COL ? B + c * ldb + k : B + k * ldb + c, ldb);
        for (int i = 0; i < a.num_elements; i++) a.x[i] = wmma::__float_to_tf32(a.x[i]);
        for (int i = 0; i < b.num_elements; i++) b.x[i] = wmma::__float_to_tf32(b.x[i]);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(C + r * N + c, acc, N, wmma::mem_row_major);
}
// each float is split into a large and a small TF32 number: nearly the precision of float
extern "C" __global__ void wmma_tf32_three(const float* A, const float* B, float* C, int K)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, LA> a, da;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, LB> b, db;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc;
    wmma::fill_fragment(acc, 0.f);
    for (int k = 0; k < K; k += 8) {
        wmma::load_matrix_sync(a, A_COL ? A + k * 16 : A + k, A_COL ? 16 : K);
        wmma::load_matrix_sync(b, B_COL ? B + k : B + k * 16, B_COL ? K : 16);
        for (int i = 0; i < a.num_elements; i++) {
            float x = a.x[i];
            a.x[i] = wmma::__float_to_tf32(x);
            da.x[i] = wmma::__float_to_tf32(x - a.x[i]);
        }
        for (int i = 0; i < b.num_elements; i++) {
            float x = b.x[i];
            b.x[i] = wmma::__float_to_tf32(x);
            db.x[i] = wmma::__float_to_tf32(x - b.x[i]);
        }
        wmma::mma_sync(acc, da, b, acc);
        wmma::mma_sync(acc, a, db, acc);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(C, acc, 16, wmma::mem_row_major);
}
extern "C" __global__ void wmma_double_gemm(const double* A, const double* B, double* C, int N, int K, int lda, int ldb)
{
    int r = blockIdx.y * 8, c = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 8;
    if (c >= N) return;
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, LA> a;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, LB> b;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc;
    wmma::fill_fragment(acc, 0.0);
    for (int k = 0; k < K; k += 4) {
        wmma::load_matrix_sync(a, A_COL ? A + k * lda + r : A + r * lda + k, lda);
        wmma::load_matrix_sync(b, B_COL ? B + c * ldb + k : B + k * ldb + c, ldb);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(C + r * N + c, acc, N, wmma::mem_row_major);
}
// tiles of doubles in shared memory, skewed by two
extern "C" __global__ void wmma_double_shared(const double* A, const double* B, double* C, int N, int K)
{
    __shared__ __align__(32) double sa[16][16 + 4], sb[16][16 + 4];
    int w = threadIdx.x / 32, wr = w / 2 * 8, wc = w % 2 * 8, r0 = blockIdx.y * 16, c0 = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc;
    wmma::fill_fragment(acc, 0.0);
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = threadIdx.x; i < 256; i += blockDim.x) {
            sa[i / 16][i % 16] = A[(r0 + i / 16) * K + k0 + i % 16];
            sb[i / 16][i % 16] = B[(k0 + i / 16) * N + c0 + i % 16];
        }
        __syncthreads();
        for (int k = 0; k < 16; k += 4) {
            wmma::load_matrix_sync(a, &sa[wr][k], 20);
            wmma::load_matrix_sync(b, &sb[k][wc], 20);
            wmma::mma_sync(acc, a, b, acc);
        }
        __syncthreads();
    }
    wmma::store_matrix_sync(C + (r0 + wr) * N + c0 + wc, acc, N, wmma::mem_row_major);
}
