// mma.sync of 16-bit operands and TF32 with fragments gathered by hand from global memory. A is row-major, B is given
// as rows of its columns (N x K); a warp makes 16 x 8 of C.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef unsigned u32;
#define TILE                                                                                                          \
    int l = threadIdx.x % 32, g = l / 4, t = l % 4;                                                                   \
    int r = blockIdx.y * 16 + g, n0 = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 8, n = n0 + g;            \
    if (n0 >= N) return;
#define TWO(p) (*(const u32*)(p))
#define KEEP(c, ldc)                                                                                                  \
    C[r * ldc + n0 + 2 * t] = c[0], C[r * ldc + n0 + 2 * t + 1] = c[1];                                               \
    C[(r + 8) * ldc + n0 + 2 * t] = c[2], C[(r + 8) * ldc + n0 + 2 * t + 1] = c[3];
#define MMA16(shape, types, c, a0, a1, a2, a3, b0, b1)                                                                \
    asm volatile("mma.sync.aligned." shape ".row.col." types " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                                     \
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1))
#define MMA8(shape, types, c, a0, a1, b0)                                                                             \
    asm volatile("mma.sync.aligned." shape ".row.col." types " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"          \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                                     \
                 : "r"(a0), "r"(a1), "r"(b0))

extern "C" __global__ void mma_f16_k16(const half* A, const half* B, float* C, int N, int K, int lda, int ldb, int ldc)
{
    TILE
    float c[4] = {};
    for (int k = 2 * t; k < K; k += 16)
        MMA16("m16n8k16", "f32.f16.f16.f32", c, TWO(A + r * lda + k), TWO(A + (r + 8) * lda + k),
              TWO(A + r * lda + k + 8), TWO(A + (r + 8) * lda + k + 8), TWO(B + n * ldb + k), TWO(B + n * ldb + k + 8));
    KEEP(c, ldc)
}
extern "C" __global__ void mma_f16_k8(const half* A, const half* B, float* C, int N, int K, int lda, int ldb, int ldc)
{
    TILE
    float c[4] = {1.f, -1.f, 0.5f, -0.5f};
    for (int k = 2 * t; k < K; k += 8)
        MMA8("m16n8k8", "f32.f16.f16.f32", c, TWO(A + r * lda + k), TWO(A + (r + 8) * lda + k), TWO(B + n * ldb + k));
    KEEP(c, ldc)
}
extern "C" __global__ void mma_f16_k16_half(const half* A, const half* B, half* C, int N, int K, int lda, int ldb,
    int ldc)
{
    TILE
    u32 c0 = 0, c1 = 0;
    for (int k = 2 * t; k < K; k += 16)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
                     : "+r"(c0), "+r"(c1)
                     : "r"(TWO(A + r * lda + k)), "r"(TWO(A + (r + 8) * lda + k)), "r"(TWO(A + r * lda + k + 8)),
                       "r"(TWO(A + (r + 8) * lda + k + 8)), "r"(TWO(B + n * ldb + k)), "r"(TWO(B + n * ldb + k + 8)));
    *(u32*)(C + r * ldc + n0 + 2 * t) = c0;
    *(u32*)(C + (r + 8) * ldc + n0 + 2 * t) = c1;
}
extern "C" __global__ void mma_f16_k8_half(const half* A, const half* B, half* C, int N, int K, int lda, int ldb,
    int ldc)
{
    TILE
    u32 c0 = 0, c1 = 0;
    for (int k = 2 * t; k < K; k += 8)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};"
                     : "+r"(c0), "+r"(c1)
                     : "r"(TWO(A + r * lda + k)), "r"(TWO(A + (r + 8) * lda + k)), "r"(TWO(B + n * ldb + k)));
    *(u32*)(C + r * ldc + n0 + 2 * t) = c0;
    *(u32*)(C + (r + 8) * ldc + n0 + 2 * t) = c1;
}
// floats are rounded to bfloat16 on the way
__device__ __forceinline__ u32 bf2(const float* p)
{
    __nv_bfloat162 v = __floats2bfloat162_rn(p[0], p[1]);
    return *(u32*)&v;
}
extern "C" __global__ void mma_bf16_k16(const float* A, const float* B, float* C, int N, int K, int lda, int ldb,
    int ldc)
{
    TILE
    float c[4] = {};
    for (int k = 2 * t; k < K; k += 16)
        MMA16("m16n8k16", "f32.bf16.bf16.f32", c, bf2(A + r * lda + k), bf2(A + (r + 8) * lda + k),
              bf2(A + r * lda + k + 8), bf2(A + (r + 8) * lda + k + 8), bf2(B + n * ldb + k), bf2(B + n * ldb + k + 8));
    KEEP(c, ldc)
}
extern "C" __global__ void mma_bf16_k8_bits(const u32* A, const u32* B, float* C, int N, int K2)
{
    // the operands are bits already, two to a word: K2 words a row
    TILE
    float c[4] = {};
    for (int k = t; k < K2; k += 4)
        MMA8("m16n8k8", "f32.bf16.bf16.f32", c, A[r * K2 + k] & 0x3effbf7fu, A[(r + 8) * K2 + k] & 0xbf7f3f7fu,
             B[n * K2 + k] & 0x3f7fbf7fu);
    KEEP(c, N)
}
__device__ __forceinline__ u32 tf(float x)
{
    u32 r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}
extern "C" __global__ void mma_tf32_k8(const float* A, const float* B, float* C, int N, int K, int lda, int ldb,
    int ldc)
{
    TILE
    float c[4] = {};
    for (int k = t; k < K; k += 8)
        MMA16("m16n8k8", "f32.tf32.tf32.f32", c, tf(A[r * lda + k]), tf(A[(r + 8) * lda + k]), tf(A[r * lda + k + 4]),
              tf(A[(r + 8) * lda + k + 4]), tf(B[n * ldb + k]), tf(B[n * ldb + k + 4]));
    KEEP(c, ldc)
}
extern "C" __global__ void mma_tf32_k4(const float* A, const float* B, float* C, int N, int K, int lda, int ldb,
    int ldc)
{
    TILE
    float c[4] = {};
    for (int k = t; k < K; k += 4)
        MMA8("m16n8k4", "f32.tf32.tf32.f32", c, tf(A[r * lda + k]), tf(A[(r + 8) * lda + k]), tf(B[n * ldb + k]));
    KEEP(c, ldc)
}
// floats handed over as they are: the tensor core looks at the upper 19 bits only
extern "C" __global__ void mma_tf32_unrounded(const float* A, const float* B, float* C, int N, int K)
{
    TILE
    float c[4] = {};
    for (int k = t; k < K; k += 8)
        MMA16("m16n8k8", "f32.tf32.tf32.f32", c, __float_as_uint(A[r * K + k]), __float_as_uint(A[(r + 8) * K + k]),
              __float_as_uint(A[r * K + k + 4]), __float_as_uint(A[(r + 8) * K + k + 4]),
              __float_as_uint(B[n * K + k]), __float_as_uint(B[n * K + k + 4]));
    KEEP(c, N)
}
// B row-major (K x N): its halves lie apart and are packed by hand
extern "C" __global__ void mma_f16_b_rows(const half* A, const half* B, float* C, int N, int K, int lda, int ldb,
    int ldc)
{
    TILE
    float c[4] = {};
    for (int k = 2 * t; k < K; k += 16) {
        __half2 b0 = __halves2half2(B[k * ldb + n], B[(k + 1) * ldb + n]);
        __half2 b1 = __halves2half2(B[(k + 8) * ldb + n], B[(k + 9) * ldb + n]);
        MMA16("m16n8k16", "f32.f16.f16.f32", c, TWO(A + r * lda + k), TWO(A + (r + 8) * lda + k),
              TWO(A + r * lda + k + 8), TWO(A + (r + 8) * lda + k + 8), TWO(&b0), TWO(&b1));
    }
    KEEP(c, ldc)
}
// any M, N, K: what lies outside is zero
extern "C" __global__ void mma_f16_ragged(const half* A, const half* B, float* C, int M, int N, int K)
{
    TILE
    auto two = [=](const half* p, int row, int rows, int k) {
        half z = __ushort_as_half(0), x = row < rows && k < K ? p[row * K + k] : z;
        __half2 v = __halves2half2(x, row < rows && k + 1 < K ? p[row * K + k + 1] : z);
        return TWO(&v);
    };
    float c[4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        int k = k0 + 2 * t;
        MMA16("m16n8k16", "f32.f16.f16.f32", c, two(A, r, M, k), two(A, r + 8, M, k), two(A, r, M, k + 8),
              two(A, r + 8, M, k + 8), two(B, n, N, k), two(B, n, N, k + 8));
    }
    for (int i = 0; i < 4; i++) {
        int row = r + i / 2 * 8, col = n0 + 2 * t + i % 2;
        if (row < M && col < N) C[row * N + col] = c[i];
    }
}
// the K of a warp's tile is divided among the warps of the block, the parts are added in shared memory
extern "C" __global__ void mma_f16_warps_split(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ float part[8][16][8];
    int w = threadIdx.x / 32, l = threadIdx.x % 32, g = l / 4, t = l % 4, r = blockIdx.y * 16 + g,
        n = blockIdx.x * 8 + g;
    float c[4] = {};
    for (int k = w * 16 + 2 * t; k < K; k += blockDim.x / 2)
        MMA16("m16n8k16", "f32.f16.f16.f32", c, TWO(A + r * K + k), TWO(A + (r + 8) * K + k), TWO(A + r * K + k + 8),
              TWO(A + (r + 8) * K + k + 8), TWO(B + n * K + k), TWO(B + n * K + k + 8));
    *(float2*)&part[w][g][2 * t] = make_float2(c[0], c[1]);
    *(float2*)&part[w][g + 8][2 * t] = make_float2(c[2], c[3]);
    __syncthreads();
    for (int i = threadIdx.x; i < 128; i += blockDim.x) {
        float sum = 0.f;
        for (int p = 0; p < blockDim.x / 32; p++) sum += part[p][i / 8][i % 8];
        C[(blockIdx.y * 16 + i / 8) * N + blockIdx.x * 8 + i % 8] = sum;
    }
}
// a wide tile: one A fragment against four of B, and K in a permuted order so that loads are of 8 bytes
extern "C" __global__ void mma_f16_wide_loads(const half* A, const half* B, float* C, int N, int K)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, r = blockIdx.y * 16 + g, n0 = blockIdx.x * 32;
    float c[4][4] = {};
    for (int k = 4 * t; k < K; k += 16) {
        uint2 lo = *(const uint2*)(A + r * K + k), hi = *(const uint2*)(A + (r + 8) * K + k);
        for (int j = 0; j < 4; j++) {
            uint2 b = *(const uint2*)(B + (n0 + j * 8 + g) * K + k);
            MMA16("m16n8k16", "f32.f16.f16.f32", c[j], lo.x, hi.x, lo.y, hi.y, b.x, b.y);
        }
    }
    for (int j = 0; j < 4; j++) {
        *(float2*)(C + r * N + n0 + j * 8 + 2 * t) = make_float2(c[j][0], c[j][1]);
        *(float2*)(C + (r + 8) * N + n0 + j * 8 + 2 * t) = make_float2(c[j][2], c[j][3]);
    }
}
