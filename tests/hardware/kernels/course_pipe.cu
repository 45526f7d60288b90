#include <cuda_pipeline.h>
#include <cooperative_groups.h>
// copy in, double; 4 bytes a thread
extern "C" __global__ void async_copy4(const float *in, float *out, int n)
{
    __shared__ float s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n) __pipeline_memcpy_async(&s[threadIdx.x], &in[i], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int m = min(128, n - blockIdx.x * 128);
    if (i < n) out[i] = s[threadIdx.x] + s[(threadIdx.x + 1) % m];
}
// double-buffered sum of rows with 16 byte copies
extern "C" __global__ void async_rows16(const float4 *in, float *out, int rows)
{
    __shared__ float4 buf[2][64];
    int t = threadIdx.x;
    const float4 *src = in + (size_t)blockIdx.x * rows * 64;
    __pipeline_memcpy_async(&buf[0][t], src + t, 16);
    __pipeline_commit();
    float acc = 0;
    for (int r = 0; r < rows; ++r) {
        if (r + 1 < rows) __pipeline_memcpy_async(&buf[(r + 1) & 1][t], src + (r + 1) * 64 + t, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        // read somebody else's float4, one component
        const float *flat = reinterpret_cast<const float *>(buf[r & 1]);
        acc += flat[t] * flat[255 - t];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = acc;
}
// three stage ring, gemm 32x32 out with 16 threads x 16, 2x2 each, K slices of 8
extern "C" __global__ void gemm_async3(const float *A, const float *B, float *C, int N, int K)
{
    constexpr int ST = 3, BK = 8;
    __shared__ float As[ST][32][BK];
    __shared__ float Bs[ST][BK][32];
    int tid = threadIdx.y * 16 + threadIdx.x;
    int row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
    auto fetch = [&](int slice) {
        if (slice * BK < K) {
            int s = slice % ST;
            int r = tid / 8, k = tid % 8;
            __pipeline_memcpy_async(&As[s][r][k], A + (row0 + r) * K + slice * BK + k, 4);
            int kr = tid / 32, c = tid % 32;
            __pipeline_memcpy_async(&Bs[s][kr][c], B + (slice * BK + kr) * N + col0 + c, 4);
        }
        __pipeline_commit();
    };
    fetch(0);
    fetch(1);
    float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
    for (int sl = 0; sl < K / BK; ++sl) {
        fetch(sl + 2);
        __pipeline_wait_prior(2);
        __syncthreads();
        int s = sl % ST;
        for (int k = 0; k < BK; ++k) {
            float a0 = As[s][threadIdx.y * 2][k], a1 = As[s][threadIdx.y * 2 + 1][k];
            float b0 = Bs[s][k][threadIdx.x * 2], b1 = Bs[s][k][threadIdx.x * 2 + 1];
            c00 += a0 * b0; c01 += a0 * b1; c10 += a1 * b0; c11 += a1 * b1;
        }
        __syncthreads();
    }
    float *p = C + (row0 + threadIdx.y * 2) * N + col0 + threadIdx.x * 2;
    p[0] = c00; p[1] = c01; p[N] = c10; p[N + 1] = c11;
}
// 8-byte copies, stencil on it, halo by plain loads
extern "C" __global__ void async_stencil8(const double *in, double *out, int n)
{
    __shared__ __align__(16) double s[96 + 2];
    int g = blockIdx.x * 96 + threadIdx.x;
    if (g < n) __pipeline_memcpy_async(&s[threadIdx.x + 1], &in[g], 8);
    else s[threadIdx.x + 1] = 0;
    __pipeline_commit();
    if (threadIdx.x == 0) s[0] = g ? in[g - 1] : 0.0;
    if (threadIdx.x == 95) s[97] = g + 1 < n ? in[g + 1] : 0.0;
    __pipeline_wait_prior(0);
    __syncthreads();
    if (g < n) out[g] = 0.25 * s[threadIdx.x] + 0.5 * s[threadIdx.x + 1] + 0.25 * s[threadIdx.x + 2];
}
// register double buffering (no cp.async), prefetch into regs
extern "C" __global__ void mm_prefetch(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[2][16][16], b[2][16][17];
    int x = threadIdx.x, y = threadIdx.y;
    int r = blockIdx.y * 16 + y, c = blockIdx.x * 16 + x;
    float ra = A[r * n + x], rb = B[y * n + c], acc = 0;
    int nb = n / 16;
    for (int t = 0; t < nb; t++) {
        int cur = t & 1;
        a[cur][y][x] = ra;
        b[cur][x][y] = rb;
        __syncthreads();
        if (t + 1 < nb) {
            ra = A[r * n + (t + 1) * 16 + x];
            rb = B[((t + 1) * 16 + y) * n + c];
        }
#pragma unroll 8
        for (int k = 0; k < 16; k++) acc += a[cur][y][k] * b[cur][x][k];
    }
    C[r * n + c] = acc;
}
// async copy with permuted (swizzled) destination, transposing 16x16 float4 chunks
extern "C" __global__ void async_swizzle(const float4 *in, float4 *out)
{
    __shared__ float4 s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    size_t o = (size_t)blockIdx.x * 256;
    __pipeline_memcpy_async(&s[y][x ^ (y & 7)], in + o + y * 16 + x, sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[o + y * 16 + x] = s[x][y ^ (x & 7)];
}
