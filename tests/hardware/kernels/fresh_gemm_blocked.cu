// SGEMM the way performance engineers optimise it: register tiles, vector loads, warp tiles, split K, double buffers.
#include <cuda_pipeline.h>

#ifndef BM
#define BM 64
#endif
#ifndef BN
#define BN 64
#endif
#ifndef BK
#define BK 8
#endif
#ifndef TM
#define TM 8
#endif
#ifndef TN
#define TN 8
#endif
#define BLOCKSIZE 32
#define FETCH_FLOAT4(pointer) (reinterpret_cast<float4*>(&(pointer))[0])

typedef unsigned int uint;  // Linux headers bring it to nvcc, NVRTC has none

// Kernel 1: neighbouring threads on neighbouring rows.
extern "C" __global__ void sgemm_naive_rows(int M, int N, int K, float alpha, const float* A, const float* B,
                                            float beta, float* C) {
    const uint x = blockIdx.x * blockDim.x + threadIdx.x;
    const uint y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < M && y < N) {
        float tmp = 0.0;
        for (int i = 0; i < K; ++i) {
            tmp += A[x * K + i] * B[i * N + y];
        }
        C[x * N + y] = alpha * tmp + beta * C[x * N + y];
    }
}

// Kernel 2: a line of threads cut into rows.
extern "C" __global__ void sgemm_coalesced(int M, int N, int K, float alpha, const float* A, const float* B,
                                           float beta, float* C) {
    const int cRow = blockIdx.x * BLOCKSIZE + (threadIdx.x / BLOCKSIZE);
    const int cCol = blockIdx.y * BLOCKSIZE + (threadIdx.x % BLOCKSIZE);
    if (cRow < M && cCol < N) {
        float tmp = 0.0;
        for (int i = 0; i < K; ++i) {
            tmp += A[cRow * K + i] * B[i * N + cCol];
        }
        C[cRow * N + cCol] = alpha * tmp + beta * C[cRow * N + cCol];
    }
}

// Kernel 3: shared tiles, flat arrays.
extern "C" __global__ void sgemm_shared(int M, int N, int K, float alpha, const float* A, const float* B, float beta,
                                        float* C) {
    const uint cRow = blockIdx.x;
    const uint cCol = blockIdx.y;
    __shared__ float As[BLOCKSIZE * BLOCKSIZE];
    __shared__ float Bs[BLOCKSIZE * BLOCKSIZE];
    const uint threadCol = threadIdx.x % BLOCKSIZE;
    const uint threadRow = threadIdx.x / BLOCKSIZE;
    A += cRow * BLOCKSIZE * K;
    B += cCol * BLOCKSIZE;
    C += cRow * BLOCKSIZE * N + cCol * BLOCKSIZE;
    float tmp = 0.0;
    for (int bkIdx = 0; bkIdx < K; bkIdx += BLOCKSIZE) {
        As[threadRow * BLOCKSIZE + threadCol] = A[threadRow * K + threadCol];
        Bs[threadRow * BLOCKSIZE + threadCol] = B[threadRow * N + threadCol];
        __syncthreads();
        A += BLOCKSIZE;
        B += BLOCKSIZE * N;
        for (int dotIdx = 0; dotIdx < BLOCKSIZE; ++dotIdx) {
            tmp += As[threadRow * BLOCKSIZE + dotIdx] * Bs[dotIdx * BLOCKSIZE + threadCol];
        }
        __syncthreads();
    }
    C[threadRow * N + threadCol] = alpha * tmp + beta * C[threadRow * N + threadCol];
}

// Kernel 4: a column of TM results a thread. BM * BK == BN * BK == threads.
extern "C" __global__ void sgemm_1d_blocktiling(int M, int N, int K, float alpha, const float* A, const float* B,
                                                float beta, float* C) {
    const uint cRow = blockIdx.y;
    const uint cCol = blockIdx.x;
    const int threadCol = threadIdx.x % BN;
    const int threadRow = threadIdx.x / BN;
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    A += cRow * BM * K;
    B += cCol * BN;
    C += cRow * BM * N + cCol * BN;
    const uint innerColA = threadIdx.x % BK;
    const uint innerRowA = threadIdx.x / BK;
    const uint innerColB = threadIdx.x % BN;
    const uint innerRowB = threadIdx.x / BN;
    float threadResults[TM] = {0.0};
    for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
        As[innerRowA * BK + innerColA] = A[innerRowA * K + innerColA];
        Bs[innerRowB * BN + innerColB] = B[innerRowB * N + innerColB];
        __syncthreads();
        A += BK;
        B += BK * N;
        for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
            float tmpB = Bs[dotIdx * BN + threadCol];
            for (uint resIdx = 0; resIdx < TM; ++resIdx) {
                threadResults[resIdx] += As[(threadRow * TM + resIdx) * BK + dotIdx] * tmpB;
            }
        }
        __syncthreads();
    }
    for (uint resIdx = 0; resIdx < TM; ++resIdx) {
        C[(threadRow * TM + resIdx) * N + threadCol] =
            alpha * threadResults[resIdx] + beta * C[(threadRow * TM + resIdx) * N + threadCol];
    }
}

// Kernel 5: a TM x TN square a thread, loads in strides.
extern "C" __global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
    sgemm_2d_blocktiling(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
    const uint cRow = blockIdx.y;
    const uint cCol = blockIdx.x;
    const uint numThreadsBlocktile = BM * BN / (TM * TN);
    const int threadCol = threadIdx.x % (BN / TN);
    const int threadRow = threadIdx.x / (BN / TN);
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    A += cRow * BM * K;
    B += cCol * BN;
    C += cRow * BM * N + cCol * BN;
    const uint innerRowA = threadIdx.x / BK, innerColA = threadIdx.x % BK;
    const uint strideA = numThreadsBlocktile / BK;
    const uint innerRowB = threadIdx.x / BN, innerColB = threadIdx.x % BN;
    const uint strideB = numThreadsBlocktile / BN;
    float threadResults[TM * TN] = {0.0};
    float regM[TM] = {0.0};
    float regN[TN] = {0.0};
    for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
        for (uint loadOffset = 0; loadOffset < BM; loadOffset += strideA) {
            As[(innerRowA + loadOffset) * BK + innerColA] = A[(innerRowA + loadOffset) * K + innerColA];
        }
        for (uint loadOffset = 0; loadOffset < BK; loadOffset += strideB) {
            Bs[(innerRowB + loadOffset) * BN + innerColB] = B[(innerRowB + loadOffset) * N + innerColB];
        }
        __syncthreads();
        A += BK;
        B += BK * N;
        for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
            for (uint i = 0; i < TM; ++i) {
                regM[i] = As[(threadRow * TM + i) * BK + dotIdx];
            }
            for (uint i = 0; i < TN; ++i) {
                regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
            }
            for (uint resIdxM = 0; resIdxM < TM; ++resIdxM) {
                for (uint resIdxN = 0; resIdxN < TN; ++resIdxN) {
                    threadResults[resIdxM * TN + resIdxN] += regM[resIdxM] * regN[resIdxN];
                }
            }
        }
        __syncthreads();
    }
    for (uint resIdxM = 0; resIdxM < TM; ++resIdxM) {
        for (uint resIdxN = 0; resIdxN < TN; ++resIdxN) {
            C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN] =
                alpha * threadResults[resIdxM * TN + resIdxN] +
                beta * C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN];
        }
    }
}

// Kernel 6: float4 loads, A transposed on its way into shared memory. BM * BK == BN * BK == 4 * threads.
extern "C" __global__ void sgemm_vectorize(int M, int N, int K, float alpha, float* A, float* B, float beta,
                                           float* C) {
    const uint cRow = blockIdx.y;
    const uint cCol = blockIdx.x;
    const int threadCol = threadIdx.x % (BN / TN);
    const int threadRow = threadIdx.x / (BN / TN);
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    A += cRow * BM * K;
    B += cCol * BN;
    C += cRow * BM * N + cCol * BN;
    const uint innerRowA = threadIdx.x / (BK / 4), innerColA = threadIdx.x % (BK / 4);
    const uint innerRowB = threadIdx.x / (BN / 4), innerColB = threadIdx.x % (BN / 4);
    const uint strideA = BM * BN / (TM * TN) / (BK / 4), strideB = BM * BN / (TM * TN) / (BN / 4);
    float threadResults[TM * TN] = {0.0};
    float regM[TM] = {0.0};
    float regN[TN] = {0.0};
    for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
        for (uint offset = 0; offset < BM; offset += strideA) {
            float4 tmp = reinterpret_cast<float4*>(&A[(innerRowA + offset) * K + innerColA * 4])[0];
            As[(innerColA * 4 + 0) * BM + innerRowA + offset] = tmp.x;
            As[(innerColA * 4 + 1) * BM + innerRowA + offset] = tmp.y;
            As[(innerColA * 4 + 2) * BM + innerRowA + offset] = tmp.z;
            As[(innerColA * 4 + 3) * BM + innerRowA + offset] = tmp.w;
        }
        for (uint offset = 0; offset < BK; offset += strideB) {
            reinterpret_cast<float4*>(&Bs[(innerRowB + offset) * BN + innerColB * 4])[0] =
                reinterpret_cast<float4*>(&B[(innerRowB + offset) * N + innerColB * 4])[0];
        }
        __syncthreads();
        A += BK;
        B += BK * N;
        for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
            for (uint i = 0; i < TM; ++i) regM[i] = As[dotIdx * BM + threadRow * TM + i];
            for (uint i = 0; i < TN; ++i) regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
            for (uint m = 0; m < TM; ++m)
                for (uint n = 0; n < TN; ++n) threadResults[m * TN + n] += regM[m] * regN[n];
        }
        __syncthreads();
    }
    for (uint resIdxM = 0; resIdxM < TM; resIdxM += 1) {
        for (uint resIdxN = 0; resIdxN < TN; resIdxN += 4) {
            float4 tmp = reinterpret_cast<float4*>(&C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN])[0];
            tmp.x = alpha * threadResults[resIdxM * TN + resIdxN] + beta * tmp.x;
            tmp.y = alpha * threadResults[resIdxM * TN + resIdxN + 1] + beta * tmp.y;
            tmp.z = alpha * threadResults[resIdxM * TN + resIdxN + 2] + beta * tmp.z;
            tmp.w = alpha * threadResults[resIdxM * TN + resIdxN + 3] + beta * tmp.w;
            reinterpret_cast<float4*>(&C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN])[0] = tmp;
        }
    }
}

// Warp tiles in small: a 64 x 64 block tile, four warps of 32 x 32, a lane holds two rows of four by two of four.
extern "C" __global__ void sgemm_warptiling(int M, int N, int K, const float* A, const float* B, float* C) {
    __shared__ float As[16 * 64];
    __shared__ float Bs[16 * 64];
    const uint warpIdx = threadIdx.x / 32, lane = threadIdx.x % 32;
    const uint warpRow = warpIdx / 2, warpCol = warpIdx % 2;
    const uint laneRow = lane / 8, laneCol = lane % 8;
    A += blockIdx.y * 64 * K;
    B += blockIdx.x * 64;
    C += (blockIdx.y * 64 + warpRow * 32) * N + blockIdx.x * 64 + warpCol * 32;
    float acc[8][4] = {};
    for (int k0 = 0; k0 < K; k0 += 16, A += 16, B += 16 * N) {
        for (uint i = threadIdx.x; i < 64 * 4; i += 128) {
            const float4 a = reinterpret_cast<const float4*>(A + (i / 4) * K)[i % 4];
            As[(i % 4 * 4 + 0) * 64 + i / 4] = a.x;
            As[(i % 4 * 4 + 1) * 64 + i / 4] = a.y;
            As[(i % 4 * 4 + 2) * 64 + i / 4] = a.z;
            As[(i % 4 * 4 + 3) * 64 + i / 4] = a.w;
        }
        for (uint i = threadIdx.x; i < 16 * 16; i += 128)
            reinterpret_cast<float4*>(Bs)[i] = reinterpret_cast<const float4*>(B + (i / 16) * N)[i % 16];
        __syncthreads();
        for (int k = 0; k < 16; ++k) {
            float a[8], b[4];
            for (int s = 0; s < 2; ++s)
                for (int i = 0; i < 4; ++i) a[s * 4 + i] = As[k * 64 + warpRow * 32 + s * 16 + laneRow * 4 + i];
            for (int j = 0; j < 4; ++j) b[j] = Bs[k * 64 + warpCol * 32 + laneCol * 4 + j];
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 4; ++j) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; ++i) {
        float4 out = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(C + (i / 4 * 16 + laneRow * 4 + i % 4) * N + laneCol * 4) = out;
    }
}

// Split K: blockIdx.z takes a slice and adds its share to C.
extern "C" __global__ void sgemm_split_k_atomic(const float* A, const float* B, float* C, int M, int N, int K,
                                                int slice) {
    __shared__ float As[16][16], Bs[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    int first = blockIdx.z * slice, last = min(first + slice, K);
    float sum = 0;
    for (int t = first; t < last; t += 16) {
        As[threadIdx.y][threadIdx.x] = t + threadIdx.x < last ? A[row * K + t + threadIdx.x] : 0.f;
        Bs[threadIdx.y][threadIdx.x] = t + threadIdx.y < last ? B[(t + threadIdx.y) * N + col] : 0.f;
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }
    atomicAdd(&C[row * N + col], sum);
}

// The next tile waits in registers while this one is multiplied.
extern "C" __global__ void sgemm_register_prefetch(const float* __restrict__ A, const float* __restrict__ B,
                                                   float* __restrict__ C, int N, int K) {
    __shared__ __align__(16) float As[2][8][32];
    __shared__ __align__(16) float Bs[2][8][32];
    const int tid = threadIdx.x, tr = tid / 8 * 4, tc = tid % 8 * 4;  // 64 threads, 4 x 4 each
    const float* a = A + (blockIdx.y * 32 + tid / 2) * K + tid % 2 * 4;
    const float* b = B + (tid / 8) * N + blockIdx.x * 32 + tid % 8 * 4;
    float c[4][4] = {};
    float4 nextA = *(const float4*)a, nextB = *(const float4*)b;
    int stage = 0;
    for (int k0 = 0; k0 < K; k0 += 8) {
        As[stage][tid % 2 * 4 + 0][tid / 2] = nextA.x;
        As[stage][tid % 2 * 4 + 1][tid / 2] = nextA.y;
        As[stage][tid % 2 * 4 + 2][tid / 2] = nextA.z;
        As[stage][tid % 2 * 4 + 3][tid / 2] = nextA.w;
        *(float4*)&Bs[stage][tid / 8][tid % 8 * 4] = nextB;
        __syncthreads();
        if (k0 + 8 < K) {
            nextA = *(const float4*)(a + k0 + 8);
            nextB = *(const float4*)(b + (k0 + 8) * N);
        }
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float4 x = FETCH_FLOAT4(As[stage][k][tr]);
            float4 y = FETCH_FLOAT4(Bs[stage][k][tc]);
            float u[4] = {x.x, x.y, x.z, x.w}, v[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) c[i][j] += u[i] * v[j];
        }
        stage ^= 1;
    }
    for (int i = 0; i < 4; ++i)
        FETCH_FLOAT4(C[(blockIdx.y * 32 + tr + i) * N + blockIdx.x * 32 + tc]) =
            make_float4(c[i][0], c[i][1], c[i][2], c[i][3]);
}

// Two stages filled by asynchronous copies.
extern "C" __global__ void sgemm_async_stages(const float* A, const float* B, float* C, int N, int K) {
    __shared__ alignas(16) float As[2][32][16];
    __shared__ alignas(16) float Bs[2][16][32];
    const int tid = threadIdx.y * 16 + threadIdx.x;  // 16 x 8 threads, 4 x 2 each
    auto fill = [&](int stage, int k0) {
        int r = tid / 4, c = tid % 4 * 4;
        __pipeline_memcpy_async(&As[stage][r][c], &A[(blockIdx.y * 32 + r) * K + k0 + c], 16);
        r = tid / 8, c = tid % 8 * 4;
        __pipeline_memcpy_async(&Bs[stage][r][c], &B[(k0 + r) * N + blockIdx.x * 32 + c], 16);
        __pipeline_commit();
    };
    float acc[4][2] = {};
    fill(0, 0);
    for (int k0 = 0, stage = 0; k0 < K; k0 += 16, stage ^= 1) {
        if (k0 + 16 < K) {
            fill(stage ^ 1, k0 + 16);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 2; ++j)
                    acc[i][j] += As[stage][threadIdx.y * 4 + i][k] * Bs[stage][k][threadIdx.x + j * 16];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
            C[(blockIdx.y * 32 + threadIdx.y * 4 + i) * N + blockIdx.x * 32 + threadIdx.x + j * 16] = acc[i][j];
}
