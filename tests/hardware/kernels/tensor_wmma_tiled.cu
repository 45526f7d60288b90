// wmma with tiles in shared memory: skews, prefetching, epilogues, batches, chains, triangles.
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;
#ifndef SKEW
#define SKEW 8
#endif
#ifndef BK
#define BK 32
#endif
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> FragA;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> FragB;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> FragBt;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> FragC;

// 64 x 64 of C, four warps with 32 x 32 each
extern "C" __global__ void wmma_tiled(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ __align__(32) half sa[64][BK + SKEW], sb[BK][64 + SKEW];
    int tid = threadIdx.x, w = tid / 32, wr = w / 2 * 32, wc = w % 2 * 32, r0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
    FragC acc[2][2];
    for (int i = 0; i < 4; i++) wmma::fill_fragment(acc[i / 2][i % 2], 0.f);
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < 64 * BK / 8; i += 128) {
            int r = i / (BK / 8), c = i % (BK / 8) * 8;
            *(int4*)&sa[r][c] = *(const int4*)(A + (r0 + r) * K + k0 + c);
        }
        for (int i = tid; i < BK * 8; i += 128)
            *(int4*)&sb[i / 8][i % 8 * 8] = *(const int4*)(B + (k0 + i / 8) * N + c0 + i % 8 * 8);
        __syncthreads();
        for (int k = 0; k < BK; k += 16) {
            FragA a[2];
            FragB b[2];
            for (int i = 0; i < 2; i++) wmma::load_matrix_sync(a[i], &sa[wr + i * 16][k], BK + SKEW);
            for (int j = 0; j < 2; j++) wmma::load_matrix_sync(b[j], &sb[k][wc + j * 16], 64 + SKEW);
            for (int i = 0; i < 4; i++) wmma::mma_sync(acc[i / 2][i % 2], a[i / 2], b[i % 2], acc[i / 2][i % 2]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        wmma::store_matrix_sync(C + (r0 + wr + i / 2 * 16) * N + c0 + wc + i % 2 * 16, acc[i / 2][i % 2], N,
                                wmma::mem_row_major);
}
// the next tile waits in registers while this one is multiplied; 32 x 32 of C
extern "C" __global__ void wmma_prefetched(const half* A, const half* Bt, float* C, int N, int K)
{
    __shared__ __align__(32) half sa[2][32][16 + SKEW], sb[2][32][16 + SKEW];
    int tid = threadIdx.x, w = tid / 32, wr = w / 2 * 16, wc = w % 2 * 16, r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    int r = tid % 64 / 2, c = tid % 2 * 8;  // the first 64 threads carry A, the others B
    const half* from = tid < 64 ? A + (r0 + r) * K + c : Bt + (c0 + r) * K + c;
    FragA a;
    FragBt b;
    FragC acc;
    wmma::fill_fragment(acc, 0.f);
    int4 next = *(const int4*)from;
    for (int k0 = 0, now = 0; k0 < K; k0 += 16, now ^= 1) {
        *(int4*)(tid < 64 ? &sa[now][r][c] : &sb[now][r][c]) = next;
        __syncthreads();
        if (k0 + 16 < K) next = *(const int4*)(from + k0 + 16);
        wmma::load_matrix_sync(a, &sa[now][wr][0], 16 + SKEW);
        wmma::load_matrix_sync(b, &sb[now][wc][0], 16 + SKEW);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(C + (r0 + wr) * N + c0 + wc, acc, N, wmma::mem_row_major);
}
// relu(A B + bias) + residual, through a tile of floats in shared memory; bias and residual whole numbers
extern "C" __global__ void wmma_bias_relu_residual(const half* A, const half* B, const float* bias, const float* extra,
                                                   float* C, int N, int K)
{
    __shared__ __align__(32) float tile[4][16][16 + SKEW];
    int w = threadIdx.x / 32, l = threadIdx.x % 32, r0 = blockIdx.y * 16, c0 = (blockIdx.x * 4 + w) * 16;
    FragA a;
    FragB b;
    FragC acc;
    wmma::fill_fragment(acc, 0.f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + r0 * K + k, K);
        wmma::load_matrix_sync(b, B + k * N + c0, N);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(&tile[w][0][0], acc, 16 + SKEW, wmma::mem_row_major);
    __syncwarp();
    for (int i = l; i < 256; i += 32) {
        int at = (r0 + i / 16) * N + c0 + i % 16;
        C[at] = fmaxf(tile[w][i / 16][i % 16] + bias[c0 + i % 16], 0.f) + extra[at];
    }
}
// many small products: matrix z of A by matrix z of B
extern "C" __global__ void wmma_batched(const half* A, const half* B, float* C, int n, int sa, int sb, int sc)
{
    A += blockIdx.z * sa, B += blockIdx.z * sb, C += blockIdx.z * sc;
    int tiles = n / 16;
    for (int t = threadIdx.x / 32; t < tiles * tiles; t += blockDim.x / 32) {
        int r = t / tiles * 16, c = t % tiles * 16;
        FragA a;
        FragB b;
        FragC acc;
        wmma::fill_fragment(acc, 0.f);
        for (int k = 0; k < n; k += 16) {
            wmma::load_matrix_sync(a, A + r * n + k, n);
            wmma::load_matrix_sync(b, B + k * n + c, n);
            wmma::mma_sync(acc, a, b, acc);
        }
        wmma::store_matrix_sync(C + r * n + c, acc, n, wmma::mem_row_major);
    }
}
// blockIdx.z takes a part of K; whole numbers, so that the order of the atomics does not show
extern "C" __global__ void wmma_split_k(const half* A, const half* B, float* C, int N, int K, int part)
{
    __shared__ __align__(32) float tile[16][16];
    int r0 = blockIdx.y * 16, c0 = blockIdx.x * 16, from = blockIdx.z * part, to = min(from + part, K);
    FragA a;
    FragB b;
    FragC acc;
    wmma::fill_fragment(acc, 0.f);
    for (int k = from; k < to; k += 16) {
        wmma::load_matrix_sync(a, A + r0 * K + k, K);
        wmma::load_matrix_sync(b, B + k * N + c0, N);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(&tile[0][0], acc, 16, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < 256; i += 32) atomicAdd(C + (r0 + i / 16) * N + c0 + i % 16, tile[i / 16][i % 16]);
}
// C = alpha A B + beta C on the fragments
extern "C" __global__ void wmma_alpha_beta(const half* A, const half* B, float* C, int N, int K, float alpha,
    float beta)
{
    int r0 = blockIdx.y * 16, c0 = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 16;
    if (c0 >= N) return;
    FragA a;
    FragB b;
    FragC acc, c;
    wmma::fill_fragment(acc, 0.f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + r0 * K + k, K);
        wmma::load_matrix_sync(b, B + k * N + c0, N);
        wmma::mma_sync(acc, a, b, acc);
    }
    float* mine = C + r0 * N + c0;
    wmma::load_matrix_sync(c, mine, N, wmma::mem_row_major);
    for (int i = 0; i < c.num_elements; i++) c.x[i] = alpha * acc.x[i] + beta * c.x[i];
    wmma::store_matrix_sync(mine, c, N, wmma::mem_row_major);
}
// (A B) D: the product goes back to half through shared memory, 16 x n times n x 16 times 16 x 16
extern "C" __global__ void wmma_chain(const half* A, const half* B, const half* D, float* C, int n)
{
    __shared__ __align__(32) float f[16][16];
    __shared__ __align__(32) half h[16][16];
    FragA a;
    FragB b;
    FragC acc;
    wmma::fill_fragment(acc, 0.f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(a, A + blockIdx.x * 16 * n + k, n);
        wmma::load_matrix_sync(b, B + k * 16, 16);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(&f[0][0], acc, 16, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < 256; i += 32) h[i / 16][i % 16] = __float2half_rn(f[i / 16][i % 16]);
    __syncwarp();
    wmma::load_matrix_sync(a, &h[0][0], 16);
    wmma::load_matrix_sync(b, D, 16);
    wmma::fill_fragment(acc, 0.f);
    wmma::mma_sync(acc, a, b, acc);
    wmma::store_matrix_sync(C + blockIdx.x * 256, acc, 16, wmma::mem_row_major);
}
// the lower triangle of A A^T; the same rows are read as rows and as columns
extern "C" __global__ void wmma_syrk(const half* A, float* C, int n, int K)
{
    if (blockIdx.x > blockIdx.y) return;
    int r0 = blockIdx.y * 16, c0 = blockIdx.x * 16;
    FragA a;
    FragBt b;
    FragC acc;
    wmma::fill_fragment(acc, 0.f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + r0 * K + k, K);
        wmma::load_matrix_sync(b, A + c0 * K + k, K);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(C + r0 * n + c0, acc, n, wmma::mem_row_major);
}
// multiplied by the identity and stored by columns: a transposition
extern "C" __global__ void wmma_transposed(const half* A, float* C, int n)
{
    __shared__ __align__(32) half one[256];
    for (int i = threadIdx.x; i < 256; i += 32) one[i] = __float2half(i / 16 == i % 16 ? 1.f : 0.f);
    __syncwarp();
    FragA a;
    FragB b;
    FragC acc;
    wmma::fill_fragment(acc, 0.f);
    wmma::load_matrix_sync(a, A + blockIdx.y * 16 * n + blockIdx.x * 16, n);
    wmma::load_matrix_sync(b, one, 16);
    wmma::mma_sync(acc, a, b, acc);
    wmma::store_matrix_sync(C + blockIdx.x * 16 * n + blockIdx.y * 16, acc, n, wmma::mem_col_major);
}
// 256 numbers a warp: inclusive sums by a triangle of ones from both sides (whole numbers)
extern "C" __global__ void wmma_scan256(const half* in, float* out)
{
    __shared__ __align__(32) half upper[16][16];
    __shared__ __align__(32) float rows[16][16];
    int l = threadIdx.x;
    for (int i = l; i < 256; i += 32) upper[i / 16][i % 16] = __float2half(i / 16 <= i % 16 ? 1.f : 0.f);
    __syncwarp();
    FragA x;
    FragB u;
    FragC s;
    wmma::fill_fragment(s, 0.f);
    wmma::load_matrix_sync(x, in + blockIdx.x * 256, 16);
    wmma::load_matrix_sync(u, &upper[0][0], 16);
    wmma::mma_sync(s, x, u, s);
    wmma::store_matrix_sync(&rows[0][0], s, 16, wmma::mem_row_major);
    __syncwarp();
    float before = 0.f;
    for (int r = 0; r < 16; r++) {
        if (l < 16) out[blockIdx.x * 256 + r * 16 + l] = rows[r][l] + before;
        before += rows[r][15];
    }
}
// sums of rows of 16: times ones, one column is kept
extern "C" __global__ void wmma_row_sums(const half* in, float* out, int width)
{
    __shared__ __align__(32) float tile[8][16][16];
    int w = threadIdx.x / 32, l = threadIdx.x % 32, rows = (blockIdx.x * (blockDim.x / 32) + w) * 16;
    FragA a;
    FragB one;
    FragC s;
    wmma::fill_fragment(one, __float2half(1.f));
    wmma::fill_fragment(s, 0.f);
    for (int k = 0; k < width; k += 16) {
        wmma::load_matrix_sync(a, in + rows * width + k, width);
        wmma::mma_sync(s, a, one, s);
    }
    wmma::store_matrix_sync(&tile[w][0][0], s, 16, wmma::mem_row_major);
    __syncwarp();
    if (l < 16) out[rows + l] = tile[w][l][0];
}
