#include <cuda_pipeline.h>
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

extern "C" __global__ void mm_naive(const float *M, const float *N, float *P, int rows, int inner, int cols)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && col < cols) {
        float Pvalue = 0;
        for (int k = 0; k < inner; ++k) Pvalue += M[row * inner + k] * N[k * cols + col];
        P[row * cols + col] = Pvalue;
    }
}

extern "C" __global__ void mm_tiled_square(float *d_M, float *d_N, float *d_P, int Width)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty, Col = bx * TILE_WIDTH + tx;
    float Pvalue = 0;
    for (int m = 0; m < Width / TILE_WIDTH; ++m) {
        Mds[ty][tx] = d_M[Row * Width + m * TILE_WIDTH + tx];
        Nds[ty][tx] = d_N[(m * TILE_WIDTH + ty) * Width + Col];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) Pvalue += Mds[ty][k] * Nds[k][tx];
        __syncthreads();
    }
    d_P[Row * Width + Col] = Pvalue;
}

extern "C" __global__ void matrixMultiplyShared(const float *A, const float *B, float *C,
        int numARows, int numAColumns, int numBRows, int numBColumns, int numCRows, int numCColumns)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];
    int Row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int Col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float acc = 0.0;
    for (int p = 0; p < (numAColumns - 1) / TILE_WIDTH + 1; p++) {
        if (Row < numARows && p * TILE_WIDTH + threadIdx.x < numAColumns)
            sA[threadIdx.y][threadIdx.x] = A[Row * numAColumns + p * TILE_WIDTH + threadIdx.x];
        else
            sA[threadIdx.y][threadIdx.x] = 0.0;
        if (Col < numBColumns && p * TILE_WIDTH + threadIdx.y < numBRows)
            sB[threadIdx.y][threadIdx.x] = B[(p * TILE_WIDTH + threadIdx.y) * numBColumns + Col];
        else
            sB[threadIdx.y][threadIdx.x] = 0.0;
        __syncthreads();
        if (Row < numCRows && Col < numCColumns)
            for (int i = 0; i < TILE_WIDTH; i++) acc += sA[threadIdx.y][i] * sB[i][threadIdx.x];
        __syncthreads();
    }
    if (Row < numCRows && Col < numCColumns) C[Row * numCColumns + Col] = acc;
}

#define COARSE 4
extern "C" __global__ void mm_coarsened(const float *M, const float *N, float *P, int width)
{
    __shared__ float Ms[8][8], Ns[8][8];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 8 + ty;
    int colStart = blockIdx.x * 8 * COARSE + tx;
    float pv[COARSE];
    for (int c = 0; c < COARSE; ++c) pv[c] = 0.0f;
    for (int ph = 0; ph < width / 8; ++ph) {
        Ms[ty][tx] = M[row * width + ph * 8 + tx];
        for (int c = 0; c < COARSE; ++c) {
            int col = colStart + c * 8;
            Ns[ty][tx] = N[(ph * 8 + ty) * width + col];
            __syncthreads();
            for (int k = 0; k < 8; ++k) pv[c] += Ms[ty][k] * Ns[k][tx];
            __syncthreads();
        }
    }
    for (int c = 0; c < COARSE; ++c) P[row * width + colStart + c * 8] = pv[c];
}

// register blocking 4x4 per thread, 32x32 block tile, BK=8; 64 threads
extern "C" __global__ void sgemm_reg(int M, int N, int K, const float *A, const float *B, float *C)
{
    const int BM = 32, BN = 32, BK = 8, TM = 4, TN = 4;
    __shared__ float As[BK * BM];
    __shared__ float Bs[BK * BN];
    const int threadCol = threadIdx.x % (BN / TN), threadRow = threadIdx.x / (BN / TN);
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;
    const int irA = threadIdx.x / (BK / 4), icA = threadIdx.x % (BK / 4);
    const int irB = threadIdx.x / (BN / 4), icB = threadIdx.x % (BN / 4);
    float res[TM * TN] = {0.0f};
    float regM[TM], regN[TN];
    for (int bk = 0; bk < K; bk += BK) {
        float4 t = reinterpret_cast<const float4 *>(&A[irA * K + icA * 4])[0];
        As[(icA * 4 + 0) * BM + irA] = t.x;
        As[(icA * 4 + 1) * BM + irA] = t.y;
        As[(icA * 4 + 2) * BM + irA] = t.z;
        As[(icA * 4 + 3) * BM + irA] = t.w;
        reinterpret_cast<float4 *>(&Bs[irB * BN + icB * 4])[0] = reinterpret_cast<const float4 *>(&B[irB * N + icB * 4])[0];
        __syncthreads();
        A += BK;
        B += BK * N;
        for (int d = 0; d < BK; ++d) {
            for (int i = 0; i < TM; ++i) regM[i] = As[d * BM + threadRow * TM + i];
            for (int i = 0; i < TN; ++i) regN[i] = Bs[d * BN + threadCol * TN + i];
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j) res[i * TN + j] += regM[i] * regN[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            C[(threadRow * TM + i) * N + threadCol * TN + j] += res[i * TN + j];
}

// double buffered with register prefetch
extern "C" __global__ void mm_dbuf(const float * __restrict__ A, const float * __restrict__ B, float * __restrict__ C, int n)
{
    __shared__ float sa[2][TILE_WIDTH][TILE_WIDTH + 1], sb[2][TILE_WIDTH][TILE_WIDTH + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + y, c = blockIdx.x * TILE_WIDTH + x;
    const int nt = (n + TILE_WIDTH - 1) / TILE_WIDTH;
    int cur = 0;
    sa[0][y][x] = (r < n && x < n) ? A[r * n + x] : 0.f;
    sb[0][y][x] = (y < n && c < n) ? B[y * n + c] : 0.f;
    __syncthreads();
    float sum = 0.f;
    for (int t = 0; t < nt; ++t) {
        float pa = 0.f, pb = 0.f;
        if (t + 1 < nt) {
            int ka = (t + 1) * TILE_WIDTH + x, kb = (t + 1) * TILE_WIDTH + y;
            if (r < n && ka < n) pa = A[r * n + ka];
            if (c < n && kb < n) pb = B[kb * n + c];
        }
#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k) sum = fmaf(sa[cur][y][k], sb[cur][k][x], sum);
        if (t + 1 < nt) {
            sa[cur ^ 1][y][x] = pa;
            sb[cur ^ 1][y][x] = pb;
        }
        __syncthreads();
        cur ^= 1;
    }
    if (r < n && c < n) C[r * n + c] = sum;
}

// cp.async, two stages, whole tiles only
extern "C" __global__ void mm_async(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[2][16][16];
    __shared__ float b[2][16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    __pipeline_memcpy_async(&a[0][ty][tx], &A[row * n + tx], sizeof(float));
    __pipeline_memcpy_async(&b[0][ty][tx], &B[ty * n + col], sizeof(float));
    __pipeline_commit();
    float s = 0;
    int tiles = n / 16;
    for (int t = 0; t < tiles; t++) {
        if (t + 1 < tiles) {
            __pipeline_memcpy_async(&a[(t + 1) & 1][ty][tx], &A[row * n + (t + 1) * 16 + tx], sizeof(float));
            __pipeline_memcpy_async(&b[(t + 1) & 1][ty][tx], &B[((t + 1) * 16 + ty) * n + col], sizeof(float));
            __pipeline_commit();
            __pipeline_wait_prior(1);
        } else
            __pipeline_wait_prior(0);
        __syncthreads();
        for (int k = 0; k < 16; k++) s += a[t & 1][ty][k] * b[t & 1][k][tx];
        __syncthreads();
    }
    C[row * n + col] = s;
}

// A * A^T, lower triangle only, early exit of the upper blocks
extern "C" __global__ void syrk_lower(const float *A, float *C, int n, int k)
{
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float P[TILE_WIDTH][TILE_WIDTH], Q[TILE_WIDTH][TILE_WIDTH];
    int i = blockIdx.y * TILE_WIDTH + threadIdx.y, j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float acc = 0;
    for (int k0 = 0; k0 < k; k0 += TILE_WIDTH) {
        int kk = k0 + threadIdx.x;
        P[threadIdx.y][threadIdx.x] = (i < n && kk < k) ? A[i * k + kk] : 0;
        int jr = blockIdx.x * TILE_WIDTH + threadIdx.y;
        Q[threadIdx.y][threadIdx.x] = (jr < n && kk < k) ? A[jr * k + kk] : 0;
        __syncthreads();
        for (int q = 0; q < TILE_WIDTH; q++) acc += P[threadIdx.y][q] * Q[threadIdx.x][q];
        __syncthreads();
    }
    if (i < n && j <= i) C[i * n + j] = acc;
}
