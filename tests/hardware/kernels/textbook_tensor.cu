// Tensor cores: the wmma interface first, then mma.sync with ldmatrix by hand.
#include <mma.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
using namespace nvcuda;
#define FULL 0xffffffffu

// one warp per 16x16 tile of C; A row-major, B row-major, sizes multiples of 16
extern "C" __global__ void wmma_half(const half* A, const half* B, float* C, int M, int N, int K, float alpha, float beta)
{
    int wm = (blockIdx.x * blockDim.x + threadIdx.x) / 32, wn = blockIdx.y * blockDim.y + threadIdx.y;
    if (wm * 16 >= M || wn * 16 >= N) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc, c;
    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + wm * 16 * K + k, K);
        wmma::load_matrix_sync(b, B + k * N + wn * 16, N);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::load_matrix_sync(c, C + wm * 16 * N + wn * 16, N, wmma::mem_row_major);
    for (int i = 0; i < c.num_elements; i++) c.x[i] = alpha * acc.x[i] + beta * c.x[i];
    wmma::store_matrix_sync(C + wm * 16 * N + wn * 16, c, N, wmma::mem_row_major);
}
// small whole numbers are exact in half, and their sums in float
extern "C" __global__ void wmma_half_integers(const int* A, const int* B, float* C)
{
    __shared__ __align__(32) half sa[16 * 24];
    __shared__ __align__(32) half sb[16 * 24];
    for (int i = threadIdx.x; i < 256; i += 32) {
        sa[i / 16 * 24 + i % 16] = __int2half_rn(A[blockIdx.x * 256 + i] - 20);
        sb[i / 16 * 24 + i % 16] = __int2half_rn(B[blockIdx.x * 256 + i] - 20);
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 7.0f);
    wmma::load_matrix_sync(a, sa, 24);
    wmma::load_matrix_sync(b, sb, 24);
    wmma::mma_sync(c, a, b, c);
    for (int i = 0; i < c.num_elements; i++) c.x[i] = fmaxf(c.x[i], 0.f);
    wmma::store_matrix_sync(C + blockIdx.x * 256, c, 16, wmma::mem_col_major);
}
extern "C" __global__ void wmma_half_acc_32x8(const half* A, const half* B, half* C)
{
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 32, 8, 16, half> c;
    wmma::fill_fragment(c, __float2half(0.f));
    wmma::load_matrix_sync(a, A, 16);
    wmma::load_matrix_sync(b, B, 16);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(C, c, 8, wmma::mem_row_major);
}
extern "C" __global__ void wmma_bf16_8x32(const __nv_bfloat16* A, const __nv_bfloat16* B, float* C, int steps)
{
    wmma::fragment<wmma::matrix_a, 8, 32, 16, __nv_bfloat16, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, __nv_bfloat16, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 8, 32, 16, float> c;
    wmma::fill_fragment(c, 0.f);
    for (int k = 0; k < steps; k++) {
        wmma::load_matrix_sync(a, A + k * 16, steps * 16);
        wmma::load_matrix_sync(b, B + k * 16 * 32, 32);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C, c, 32, wmma::mem_row_major);
}
// operands are stored tile by tile, so that every tile starts on a boundary
extern "C" __global__ void wmma_int8(const signed char* A, const signed char* B, int* C, int N, int K)
{
    int wm = blockIdx.y, wn = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> c;
    wmma::fill_fragment(c, wm * 10 + wn);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(a, A + wm * 16 * K + k * 16, 16);
        wmma::load_matrix_sync(b, B + wn * 16 * K + k * 16, 16);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + wm * 16 * N + wn * 16, c, N, wmma::mem_row_major);
}
extern "C" __global__ void wmma_uint8_32x8(const unsigned char* A, const unsigned char* B, int* C)
{
    wmma::fragment<wmma::matrix_a, 32, 8, 16, unsigned char, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, unsigned char, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 32, 8, 16, int> c;
    wmma::load_matrix_sync(c, C, 8, wmma::mem_row_major);
    wmma::load_matrix_sync(a, A, 16);
    wmma::load_matrix_sync(b, B, 16);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(C, c, 8, wmma::mem_row_major);
}
extern "C" __global__ void wmma_double(const double* A, const double* B, double* C, int K)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> c;
    wmma::fill_fragment(c, 0.0);
    for (int k = 0; k < K; k += 4) {
        wmma::load_matrix_sync(a, A + blockIdx.x * 8 * K + k, K);
        wmma::load_matrix_sync(b, B + k * 8, 8);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + blockIdx.x * 64, c, 8, wmma::mem_row_major);
}
extern "C" __global__ void wmma_tf32(const float* A, const float* B, float* C, int K)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;
    wmma::fill_fragment(c, 0.f);
    for (int k = 0; k < K; k += 8) {
        wmma::load_matrix_sync(a, A + k, K);
        wmma::load_matrix_sync(b, B + blockIdx.x * 16 * K + k, K);
        for (int i = 0; i < a.num_elements; i++) a.x[i] = wmma::__float_to_tf32(a.x[i]);
        for (int i = 0; i < b.num_elements; i++) b.x[i] = wmma::__float_to_tf32(b.x[i]);
        wmma::mma_sync(c, a, b, c);
    }
    wmma::store_matrix_sync(C + blockIdx.x * 256, c, 16, wmma::mem_row_major);
}
// four warps share tiles through shared memory with a skewed leading dimension
extern "C" __global__ void wmma_shared_tiles(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ __align__(32) half As[32][16 + 8];
    __shared__ __align__(32) half Bs[16][32 + 8];
    int w = threadIdx.x / 32, wr = w / 2, wc = w % 2, row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.f);
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = threadIdx.x; i < 512; i += 128) {
            As[i / 16][i % 16] = A[(row0 + i / 16) * K + k0 + i % 16];
            Bs[i / 32][i % 32] = B[(k0 + i / 32) * N + col0 + i % 32];
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
        wmma::load_matrix_sync(a, &As[wr * 16][0], 24);
        wmma::load_matrix_sync(b, &Bs[0][wc * 16], 40);
        wmma::mma_sync(c, a, b, c);
        __syncthreads();
    }
    wmma::store_matrix_sync(C + (row0 + wr * 16) * N + col0 + wc * 16, c, N, wmma::mem_row_major);
}

// ------------------------------------------------------------------ ldmatrix and mma.sync
__device__ __forceinline__ unsigned saddr(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

extern "C" __global__ void ldmatrix_dump(const unsigned short* in, unsigned* out)
{
    __shared__ __align__(16) unsigned short s[32][16];          // 32 rows, eight used on the left and right
    int l = threadIdx.x;
    for (int i = l; i < 512; i += 32) s[i / 16][i % 16] = in[i];
    __syncwarp();
    unsigned r[4], t[4], p[2], q;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(saddr(&s[l][0])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3]) : "r"(saddr(&s[31 - l][8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(p[0]), "=r"(p[1]) : "r"(saddr(&s[l & 15][(l & 1) * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(q) : "r"(saddr(&s[(l & 7) * 4][8])));
    for (int k = 0; k < 4; k++) { out[k * 32 + l] = r[k]; out[(4 + k) * 32 + l] = t[k]; }
    out[8 * 32 + l] = p[0]; out[9 * 32 + l] = p[1]; out[10 * 32 + l] = q;
}
extern "C" __global__ void stmatrix_dump(const unsigned* in, unsigned short* out)
{
    __shared__ __align__(16) unsigned short s[64][8];
    int l = threadIdx.x;
    unsigned a = in[l], b = in[32 + l], c = in[64 + l], d = in[96 + l];
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(saddr(&s[l][0])), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(saddr(&s[63 - l][0])), "r"(d), "r"(c), "r"(b), "r"(a) : "memory");
    __syncwarp();
    for (int i = l; i < 512; i += 32) out[i] = s[i / 8][i % 8];
}
// m16n8k16, whole numbers so that the answer is exact; C = A (16 x K) * B (K x 8)
extern "C" __global__ void mma_f16_ldmatrix(const int* A, const int* B, float* C, int K)
{
    __shared__ __align__(16) half sa[16][16 + 8], sb[16][8];
    int l = threadIdx.x;
    float c[4] = {0.f, 0.f, 0.f, 0.f};
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = l; i < 256; i += 32) sa[i / 16][i % 16] = __int2half_rn(A[(blockIdx.x * 16 + i / 16) * K + k0 + i % 16] - 8);
        for (int i = l; i < 128; i += 32) sb[i / 8][i % 8] = __int2half_rn(B[(k0 + i / 8) * 8 + i % 8] - 8);
        __syncwarp();
        unsigned a[4], b[2];
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(saddr(&sa[l % 16][l / 16 * 8])));
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(b[0]), "=r"(b[1]) : "r"(saddr(&sb[l % 16][0])));
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
        __syncwarp();
    }
    int g = l / 4, t = l % 4;
    float* o = C + blockIdx.x * 128;
    o[g * 8 + t * 2] = c[0]; o[g * 8 + t * 2 + 1] = c[1]; o[(g + 8) * 8 + t * 2] = c[2]; o[(g + 8) * 8 + t * 2 + 1] = c[3];
}
extern "C" __global__ void mma_f16_f16acc(const unsigned* A, const unsigned* B, unsigned* C)
{
    int l = threadIdx.x;
    unsigned c0 = 0, c1 = 0;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
                 : "+r"(c0), "+r"(c1) : "r"(A[l * 4]), "r"(A[l * 4 + 1]), "r"(A[l * 4 + 2]), "r"(A[l * 4 + 3]), "r"(B[l * 2]), "r"(B[l * 2 + 1]));
    C[l * 2] = c0; C[l * 2 + 1] = c1;
}
extern "C" __global__ void mma_bf16_k8(const int* A, const int* B, float* C)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    auto pack = [](int x, int y) { return (unsigned)__bfloat16_as_ushort(__int2bfloat16_rn(x)) | (unsigned)__bfloat16_as_ushort(__int2bfloat16_rn(y)) << 16; };
    unsigned a0 = pack(A[g * 8 + 2 * t], A[g * 8 + 2 * t + 1]), a1 = pack(A[(g + 8) * 8 + 2 * t], A[(g + 8) * 8 + 2 * t + 1]);
    unsigned b = pack(B[2 * t * 8 + g], B[(2 * t + 1) * 8 + g]);
    float c[4] = {1.f, 2.f, 3.f, 4.f};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a0), "r"(a1), "r"(b));
    for (int k = 0; k < 4; k++) C[l * 4 + k] = c[k];
}
extern "C" __global__ void mma_tf32_k8(const int* A, const int* B, float* C)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    auto tf = [](int v) { unsigned r; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"((float)v)); return r; };
    unsigned a0 = tf(A[g * 8 + t]), a1 = tf(A[(g + 8) * 8 + t]), a2 = tf(A[g * 8 + t + 4]), a3 = tf(A[(g + 8) * 8 + t + 4]);
    unsigned b0 = tf(B[t * 8 + g]), b1 = tf(B[(t + 4) * 8 + g]);
    float c[4] = {};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    C[g * 8 + 2 * t] = c[0]; C[g * 8 + 2 * t + 1] = c[1]; C[(g + 8) * 8 + 2 * t] = c[2]; C[(g + 8) * 8 + 2 * t + 1] = c[3];
}
extern "C" __global__ void mma_s8_k32(const int* A, const int* B, int* C, int K4)
{
    // A is 16 x K4 words of four bytes, B is 8 x K4 words (transposed)
    int l = threadIdx.x, g = l / 4, t = l % 4, c0 = 0, c1 = 0, c2 = 0, c3 = 0;
    A += blockIdx.x * 16 * K4;
    for (int k = 0; k < K4; k += 8)
        asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)
                     : "r"(A[g * K4 + k + t]), "r"(A[(g + 8) * K4 + k + t]), "r"(A[g * K4 + k + t + 4]), "r"(A[(g + 8) * K4 + k + t + 4]), "r"(B[g * K4 + k + t]), "r"(B[g * K4 + k + t + 4]));
    C += blockIdx.x * 128;
    C[g * 8 + 2 * t] = c0; C[g * 8 + 2 * t + 1] = c1; C[(g + 8) * 8 + 2 * t] = c2; C[(g + 8) * 8 + 2 * t + 1] = c3;
}
extern "C" __global__ void mma_u8_s8_satfinite(const int* A, const int* B, int* C)
{
    int l = threadIdx.x, c[4] = {2147480000, -5, 2147480000, l};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(A[l * 2]), "r"(A[l * 2 + 1]), "r"(B[l]));
    for (int k = 0; k < 4; k++) C[l * 4 + k] = c[k];
}
extern "C" __global__ void mma_f64_m8n8k4(const double* A, const double* B, double* C, int K)
{
    int l = threadIdx.x, g = l / 4, t = l % 4;
    double c0 = 0, c1 = 0;
    for (int k = 0; k < K; k += 4) {
        double a = A[g * K + k + t], b = B[(k + t) * 8 + g];
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(c0), "+d"(c1) : "d"(a), "d"(b));
    }
    C[g * 8 + 2 * t] = c0; C[g * 8 + 2 * t + 1] = c1;
}
// hamming-like products of bit matrices
extern "C" __global__ void mma_b1_and_popc(const unsigned* A, const unsigned* B, int* C)
{
    int l = threadIdx.x, c[4] = {0, 0, 0, 0};
    asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) : "r"(A[l * 4]), "r"(A[l * 4 + 1]), "r"(A[l * 4 + 2]), "r"(A[l * 4 + 3]), "r"(B[l * 2]), "r"(B[l * 2 + 1]));
    for (int k = 0; k < 4; k++) C[l * 4 + k] = c[k];
}
// a block of 2 x 2 warps, 32 x 32 of C, cp.async double buffer, swizzled ldmatrix, whole numbers below 8 as half
extern "C" __global__ void hgemm_pipelined(const half* A, const half* Bt, float* C, int N, int K)
{
    __shared__ __align__(128) half sa[2][32 * 32], sb[2][32 * 32];
    int tid = threadIdx.x, w = tid / 32, l = tid % 32, wr = w / 2 * 16, wc = w % 2 * 16, row0 = blockIdx.y * 32, col0 = blockIdx.x * 32, tiles = K / 32;
    // 16-byte piece c of row r lives at piece c ^ ((r >> 1) & 3)
    auto at = [](half* s, int r, int c) { return s + r * 32 + ((c ^ ((r >> 1) & 3)) * 8); };
    auto fetch = [&](int tile, int b) {
        int r = tid / 4, c = tid % 4;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(saddr(at(sa[b], r, c))), "l"(A + (row0 + r) * K + tile * 32 + c * 8) : "memory");
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(saddr(at(sb[b], r, c))), "l"(Bt + (col0 + r) * K + tile * 32 + c * 8) : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    float acc[2][4] = {};
    fetch(0, 0);
    for (int tile = 0; tile < tiles; ++tile) {
        if (tile + 1 < tiles) {
            fetch(tile + 1, (tile + 1) & 1);
            asm volatile("cp.async.wait_group 1;" ::: "memory");
        } else asm volatile("cp.async.wait_all;" ::: "memory");
        __syncthreads();
        half *a0 = sa[tile & 1], *b0 = sb[tile & 1];
        for (int kk = 0; kk < 4; kk += 2) {
            unsigned a[4], b[4];
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(saddr(at(a0, wr + l % 16, kk + l / 16))) : "memory");
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(b[0]), "=r"(b[1]), "=r"(b[2]), "=r"(b[3]) : "r"(saddr(at(b0, wc + l % 8 + l / 16 * 8, kk + (l / 8 & 1)))) : "memory");
            for (int j = 0; j < 2; j++)
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+f"(acc[j][0]), "+f"(acc[j][1]), "+f"(acc[j][2]), "+f"(acc[j][3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[2 * j]), "r"(b[2 * j + 1]));
        }
        __syncthreads();
    }
    int g = l / 4, t = l % 4;
    for (int j = 0; j < 2; j++) {
        float* o = C + (row0 + wr + g) * N + col0 + wc + j * 8 + 2 * t;
        *(float2*)o = make_float2(acc[j][0], acc[j][1]);
        *(float2*)(o + 8 * N) = make_float2(acc[j][2], acc[j][3]);
    }
}
