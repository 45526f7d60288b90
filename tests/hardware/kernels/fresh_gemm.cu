// Matrix products as textbooks and first-year students write them: one tile a block, in many types and orders.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#ifndef COARSE_FACTOR
#define COARSE_FACTOR 4
#endif

// The tiled kernel of the textbook, for widths that are multiples of the tile.
extern "C" __global__ void MatrixMulKernel(float* M, float* N, float* P, int Width) {
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    float Pvalue = 0;
    for (int ph = 0; ph < Width / TILE_WIDTH; ++ph) {
        Mds[ty][tx] = M[Row * Width + ph * TILE_WIDTH + tx];
        Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * Width + Col];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            Pvalue += Mds[ty][k] * Nds[k][tx];
        }
        __syncthreads();
    }
    P[Row * Width + Col] = Pvalue;
}

// With boundary checks, any rectangle: P[j][l] = M[j][k] N[k][l].
extern "C" __global__ void matmul_boundary(const float* M, const float* N, float* P, int j, int k, int l) {
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TILE_WIDTH + ty;
    int Col = blockIdx.x * TILE_WIDTH + tx;
    float Pvalue = 0;
    for (int ph = 0; ph < ceilf(k / (float)TILE_WIDTH); ++ph) {
        if ((Row < j) && (ph * TILE_WIDTH + tx) < k)
            Mds[ty][tx] = M[Row * k + ph * TILE_WIDTH + tx];
        else
            Mds[ty][tx] = 0.0f;
        if ((ph * TILE_WIDTH + ty) < k && Col < l)
            Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * l + Col];
        else
            Nds[ty][tx] = 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i) Pvalue += Mds[ty][i] * Nds[i][tx];
        __syncthreads();
    }
    if (Row < j && Col < l) P[Row * l + Col] = Pvalue;
}

// Thread coarsening: a block makes COARSE_FACTOR neighbouring tiles.
extern "C" __global__ void matmul_coarsened(float* M, float* N, float* P, int width) {
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int colStart = blockIdx.x * TILE_WIDTH * COARSE_FACTOR + tx;
    float Pvalue[COARSE_FACTOR];
    for (int c = 0; c < COARSE_FACTOR; ++c) Pvalue[c] = 0.0f;
    for (int ph = 0; ph < width / TILE_WIDTH; ++ph) {
        Mds[ty][tx] = M[row * width + ph * TILE_WIDTH + tx];
        for (int c = 0; c < COARSE_FACTOR; ++c) {
            int col = colStart + c * TILE_WIDTH;
            Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * width + col];
            __syncthreads();
            for (int k = 0; k < TILE_WIDTH; ++k) Pvalue[c] += Mds[ty][k] * Nds[k][tx];
            __syncthreads();
        }
    }
    for (int c = 0; c < COARSE_FACTOR; ++c) P[row * width + colStart + c * TILE_WIDTH] = Pvalue[c];
}

// Exercises of the textbook: a thread makes a whole row, or a whole column.
extern "C" __global__ void matmul_row_a_thread(const float* M, const float* N, float* P, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    for (int col = 0; col < n; ++col) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += M[row * n + k] * N[k * n + col];
        P[row * n + col] = sum;
    }
}

extern "C" __global__ void matmul_column_a_thread(const float* M, const float* N, float* P, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= n) return;
    for (int row = 0; row < n; ++row) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += M[row * n + k] * N[k * n + col];
        P[row * n + col] = sum;
    }
}

// A times B transposed, both read row by row; the inner loop walks down a column of the tile.
extern "C" __global__ void gemm_nt(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                                   int M, int N, int K) {
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col0 = blockIdx.x * TILE_WIDTH;
    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[threadIdx.y][threadIdx.x] = A[row * K + k0 + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(col0 + threadIdx.y) * K + k0 + threadIdx.x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE_WIDTH; k++) acc += As[threadIdx.y][k] * Bs[threadIdx.x][k];
        __syncthreads();
    }
    C[row * N + col0 + threadIdx.x] = acc;
}

extern "C" __global__ void gemm_nt_padded(const float* __restrict__ A, const float* __restrict__ B,
                                          float* __restrict__ C, int M, int N, int K) {
    __shared__ float As[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];
    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col0 = blockIdx.x * TILE_WIDTH;
    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[threadIdx.y][threadIdx.x] = A[row * K + k0 + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(col0 + threadIdx.y) * K + k0 + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < TILE_WIDTH; k++) acc += As[threadIdx.y][k] * Bs[threadIdx.x][k];
        __syncthreads();
    }
    C[row * N + col0 + threadIdx.x] = acc;
}

// A transposed times B: the tile of A lies as it is read, the inner loop broadcasts.
extern "C" __global__ void gemm_tn(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                                   int M, int N, int K) {
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    const int row0 = blockIdx.y * TILE_WIDTH;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float acc = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[threadIdx.y][threadIdx.x] = A[(k0 + threadIdx.y) * M + row0 + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * N + col];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++) acc += As[k][threadIdx.y] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    C[(row0 + threadIdx.y) * N + col] = acc;
}

extern "C" __global__ void dgemm_tile(const double* A, const double* B, double* C, int n, double alpha, double beta) {
    __shared__ double As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];
    int i = blockIdx.y * TILE_WIDTH + threadIdx.y, j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    double sum = 0.0;
    for (int t = 0; t < n; t += TILE_WIDTH) {
        As[threadIdx.y][threadIdx.x] = A[i * n + (t + threadIdx.x)];
        Bs[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + j];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    C[i * n + j] = alpha * sum + beta * C[i * n + j];
}

// Halves in shared memory, float in the accumulator.
extern "C" __global__ void hgemm_tile(const __half* A, const __half* B, __half* C, int n) {
    __shared__ __half As[TILE_WIDTH][TILE_WIDTH];
    __shared__ __half Bs[TILE_WIDTH][TILE_WIDTH];
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y, col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float acc = 0.0f;
    for (int t = 0; t < n; t += TILE_WIDTH) {
        As[threadIdx.y][threadIdx.x] = A[row * n + t + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += __half2float(As[threadIdx.y][k]) * __half2float(Bs[k][threadIdx.x]);
        __syncthreads();
    }
    C[row * n + col] = __float2half(acc);
}

// Two columns a thread, as half2.
extern "C" __global__ void hgemm_half2(const __half* A, const half2* B, half2* C, int M, int N, int K) {
    __shared__ __half As[16][32];
    __shared__ half2 Bs[32][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col2 = blockIdx.x * 16 + tx, N2 = N / 2;
    half2 acc = __float2half2_rn(0.0f);
    for (int k0 = 0; k0 < K; k0 += 32) {
        As[ty][tx] = A[row * K + k0 + tx];
        As[ty][tx + 16] = A[row * K + k0 + tx + 16];
        Bs[ty][tx] = B[(k0 + ty) * N2 + col2];
        Bs[ty + 16][tx] = B[(k0 + ty + 16) * N2 + col2];
        __syncthreads();
        for (int k = 0; k < 32; ++k) acc = __hfma2(__half2half2(As[ty][k]), Bs[k][tx], acc);
        __syncthreads();
    }
    C[row * N2 + col2] = acc;
}

extern "C" __global__ void bgemm_tile(const __nv_bfloat16* A, const __nv_bfloat16* B, float* C, int n) {
    __shared__ __nv_bfloat16 As[16][16 + 2];
    __shared__ __nv_bfloat16 Bs[16][16 + 2];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float acc = 0.0f;
    for (int t = 0; t < n; t += 16) {
        As[threadIdx.y][threadIdx.x] = A[row * n + t + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            acc += __bfloat162float(As[threadIdx.y][k]) * __bfloat162float(Bs[k][threadIdx.x]);
        __syncthreads();
    }
    C[row * n + col] = acc;
}

// Bytes, one a thread and tile.
extern "C" __global__ void igemm_bytes(const signed char* A, const signed char* B, int* C, int n) {
    __shared__ signed char As[32][32];
    __shared__ signed char Bs[32][32];
    int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    int sum = 0;
    for (int t = 0; t < n; t += 32) {
        As[threadIdx.y][threadIdx.x] = A[row * n + t + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < 32; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

// Four bytes a word along k; B comes transposed.
extern "C" __global__ void igemm_dp4a(const int* A, const int* Bt, int* C, int N, int K4) {
    __shared__ int As[16][17];
    __shared__ int Bs[16][17];
    int row = blockIdx.y * 16 + threadIdx.y, col0 = blockIdx.x * 16;
    int sum = 0;
    for (int t = 0; t < K4; t += 16) {
        As[threadIdx.y][threadIdx.x] = A[row * K4 + t + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = Bt[(col0 + threadIdx.y) * K4 + t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum = __dp4a(As[threadIdx.y][k], Bs[threadIdx.x][k], sum);
        __syncthreads();
    }
    C[row * N + col0 + threadIdx.x] = sum;
}

// Complex numbers as float2.
extern "C" __global__ void cgemm_tile(const float2* A, const float2* B, float2* C, int n) {
    __shared__ float2 As[16][16];
    __shared__ float2 Bs[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float2 sum = make_float2(0.0f, 0.0f);
    for (int t = 0; t < n; t += 16) {
        As[threadIdx.y][threadIdx.x] = A[row * n + t + threadIdx.x];
        Bs[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            float2 a = As[threadIdx.y][k];
            float2 b = Bs[k][threadIdx.x];
            sum.x += a.x * b.x - a.y * b.y;
            sum.y += a.x * b.y + a.y * b.x;
        }
        __syncthreads();
    }
    C[row * n + col] = sum;
}

// One batch member a block in z.
extern "C" __global__ void gemm_batched(const float* A, const float* B, float* C, int n, long long stride) {
    __shared__ float As[8][32], Bs[32][8];
    A += blockIdx.z * stride, B += blockIdx.z * stride, C += blockIdx.z * stride;
    int tid = threadIdx.y * 8 + threadIdx.x;  // 8 x 8 threads make an 8 x 8 tile, 32 deep
    int row0 = blockIdx.y * 8, col0 = blockIdx.x * 8;
    float sum = 0.0f;
    for (int t = 0; t < n; t += 32) {
        for (int i = tid; i < 8 * 32; i += 64) As[i / 32][i % 32] = A[(row0 + i / 32) * n + t + i % 32];
        for (int i = tid; i < 32 * 8; i += 64) Bs[i / 8][i % 8] = B[(t + i / 8) * n + col0 + i % 8];
        __syncthreads();
        for (int k = 0; k < 32; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    C[(row0 + threadIdx.y) * n + col0 + threadIdx.x] = sum;
}

// Many tiny matrices: threadIdx.z picks the matrix, the whole product lives in one block.
extern "C" __global__ void gemm_4x4_many(const float* A, const float* B, float* C, int count) {
    __shared__ float a[16][4][4], b[16][4][4];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int matrix = blockIdx.x * blockDim.z + z;
    if (matrix < count) {
        a[z][y][x] = A[matrix * 16 + y * 4 + x];
        b[z][y][x] = B[matrix * 16 + y * 4 + x];
    }
    __syncthreads();
    if (matrix >= count) return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) sum += a[z][y][k] * b[z][k][x];
    C[matrix * 16 + y * 4 + x] = sum;
}

// The classic sample: a template over the tile, pointers walking through the tiles.
template <int BLOCK_SIZE>
__device__ void matrixMulBody(float* C, const float* A, const float* B, int wA, int wB) {
    int tx = threadIdx.x, ty = threadIdx.y;
    int aBegin = wA * BLOCK_SIZE * blockIdx.y, aEnd = aBegin + wA - 1, aStep = BLOCK_SIZE;
    int bBegin = BLOCK_SIZE * blockIdx.x, bStep = BLOCK_SIZE * wB;
    float Csub = 0;
    for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[ty][tx] = A[a + wA * ty + tx];
        Bs[ty][tx] = B[b + wB * ty + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BLOCK_SIZE; ++k) {
            Csub += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }
    int c = wB * BLOCK_SIZE * blockIdx.y + BLOCK_SIZE * blockIdx.x;
    C[c + wB * ty + tx] = Csub;
}

extern "C" __global__ void matrixMul8(float* C, const float* A, const float* B, int wA, int wB) {
    matrixMulBody<8>(C, A, B, wA, wB);
}

extern "C" __global__ void matrixMul32(float* C, const float* A, const float* B, int wA, int wB) {
    matrixMulBody<32>(C, A, B, wA, wB);
}
