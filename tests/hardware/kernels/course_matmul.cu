// Lab 3: matrix multiplication, several versions
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// v0: the obvious thing
extern "C" __global__ void MatrixMulKernel(float* M, float* N, float* P, int Width) {
    int Row = blockIdx.y * blockDim.y + threadIdx.y;
    int Col = blockIdx.x * blockDim.x + threadIdx.x;
    if ((Row < Width) && (Col < Width)) {
        float Pvalue = 0;
        for (int k = 0; k < Width; ++k) {
            Pvalue += M[Row * Width + k] * N[k * Width + Col];
        }
        P[Row * Width + Col] = Pvalue;
    }
}

// v0 but my x and y are mixed up (still right, just slow)
extern "C" __global__ void matmul_swapped(const float *a, const float *b, float *c, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // row!!
    int j = blockIdx.y * blockDim.y + threadIdx.y;  // col
    if (i >= m) return;
    if (j >= n) return;
    c[i * n + j] = 0.0f;
    for (int p = 0; p < k; p++)
        c[i * n + j] = c[i * n + j] + a[i * k + p] * b[p * n + j];
}

// v1: tiles, any size
extern "C" __global__ void tiled_any(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                                     int rowsA, int colsA, int colsB)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.f;
    for (int t = 0; t < (colsA + TILE_WIDTH - 1) / TILE_WIDTH; ++t) {
        if (row < rowsA && t * TILE_WIDTH + tx < colsA)
            sA[ty][tx] = A[row * colsA + t * TILE_WIDTH + tx];
        else
            sA[ty][tx] = 0.f;
        if (col < colsB && t * TILE_WIDTH + ty < colsA)
            sB[ty][tx] = B[(t * TILE_WIDTH + ty) * colsB + col];
        else
            sB[ty][tx] = 0.f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            acc += sA[ty][k] * sB[k][tx];
        __syncthreads();
    }
    if (row < rowsA && col < colsB) C[row * colsB + col] = acc;
}

// v2: B tile kept transposed "because the inner loop reads along rows"
extern "C" __global__ void tiled_bt(const float *A, const float *B, float *C, int n)
{
    __shared__ float as[32][32], bt[32][32];
    int r = blockIdx.y * 32 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    float s = 0;
    for (int base = 0; base < n; base += 32) {
        as[threadIdx.y][threadIdx.x] = A[r * n + base + threadIdx.x];
        bt[threadIdx.x][threadIdx.y] = B[(base + threadIdx.y) * n + c];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; ++k) s += as[threadIdx.y][k] * bt[threadIdx.x][k];
        __syncthreads();
    }
    C[r * n + c] = s;
}

// v3: each thread does a 4x4 patch. 16x16 threads -> 64x64 of C
extern "C" __global__ void sgemm_4x4(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    const int BM = 64, BN = 64, BK = 8;
    __shared__ float As[BK][BM + 4];
    __shared__ float Bs[BK][BN];
    const unsigned tid = threadIdx.x;
    const unsigned tr = tid / 16, tc = tid % 16;
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;
    float acc[4][4] = {};
    float ra[4], rb[4];
    for (int k0 = 0; k0 < K; k0 += BK) {
        // 512 elements of A, 256 threads, float2 each
        unsigned ar = tid / 4, ac = (tid % 4) * 2;
        float2 v = *reinterpret_cast<const float2 *>(&A[ar * K + ac]);
        As[ac][ar] = v.x;
        As[ac + 1][ar] = v.y;
        unsigned br = tid / 32, bc = (tid % 32) * 2;
        *reinterpret_cast<float2 *>(&Bs[br][bc]) = *reinterpret_cast<const float2 *>(&B[br * N + bc]);
        __syncthreads();
        A += BK;
        B += BK * N;
        #pragma unroll
        for (int k = 0; k < BK; ++k) {
            #pragma unroll
            for (int i = 0; i < 4; ++i) ra[i] = As[k][tr * 4 + i];
            #pragma unroll
            for (int i = 0; i < 4; ++i) rb[i] = Bs[k][tc + 16 * i];
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            unsigned o = (tr * 4 + i) * N + tc + 16 * j;
            C[o] = alpha * acc[i][j] + beta * C[o];
        }
}

// v4: double, 8x32 block, only A in shared, B straight from L2
extern "C" __global__ void dgemm_half_shared(const double *__restrict__ A, const double *__restrict__ B, double *C, int M, int N, int K)
{
    extern __shared__ double rowsOfA[];   // blockDim.y * K
    int tx = threadIdx.x, ty = threadIdx.y;
    int y = blockIdx.y * blockDim.y + ty;
    for (int k = tx; k < K; k += blockDim.x)
        rowsOfA[ty * K + k] = (y < M) ? A[y * K + k] : 0.0;
    __syncthreads();
    int x = blockIdx.x * blockDim.x + tx;
    if (y < M && x < N) {
        double sum = 0.0;
        int k = 0;
        while (k < K) {
            sum = fma(rowsOfA[ty * K + k], B[(size_t)k * N + x], sum);
            ++k;
        }
        C[(size_t)y * N + x] = sum;
    }
}

// coarsened in x only (PMPP style)
#define COARSE 3
extern "C" __global__ void mm_coarse(float *M, float *N, float *P, int width)
{
    __shared__ float Mds[8][8];
    __shared__ float Nds[8][8];
    int ty = threadIdx.y, tx = threadIdx.x;
    int row = blockIdx.y * 8 + ty;
    int colStart = blockIdx.x * 8 * COARSE + tx;
    float Pv[COARSE];
    for (int c = 0; c < COARSE; ++c) Pv[c] = 0.0f;
    for (int ph = 0; ph < width / 8; ++ph) {
        Mds[ty][tx] = M[row * width + ph * 8 + tx];
        for (int c = 0; c < COARSE; ++c) {
            int col = colStart + c * 8;
            Nds[ty][tx] = N[(ph * 8 + ty) * width + col];
            __syncthreads();
            for (int k = 0; k < 8; ++k) Pv[c] += Mds[ty][k] * Nds[k][tx];
            __syncthreads();
        }
    }
    for (int c = 0; c < COARSE; ++c) P[row * width + colStart + c * 8] = Pv[c];
}

// symmetric rank-k: only lower triangle of C = A * A^T
extern "C" __global__ void syrk_lower(const float *A, float *C, unsigned n, unsigned k)
{
    unsigned i = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j <= i) {
        const float *pi = A + i * k, *pj = A + j * k;
        float s = 0;
        for (unsigned p = 0; p != k; ++p) s += *pi++ * *pj++;
        C[i * n + j] = s;
    }
}

// y = A x, one thread per row / one warp per row
extern "C" __global__ void matvec_thread_row(const float *A, const float *x, float *y, int rows, int cols)
{
    int r = blockDim.x * blockIdx.x + threadIdx.x;
    if (r < rows) {
        float t = 0;
        for (int c = 0; c < cols; c++) t += A[r * cols + c] * x[c];
        y[r] = t;
    }
}
extern "C" __global__ void matvec_warp_row(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (warp >= rows) return;
    float t = 0;
    for (int c = lane; c < cols; c += 32) t += __ldg(A + warp * cols + c) * __ldg(x + c);
    for (int o = 16; o; o >>= 1) t += __shfl_down_sync(0xffffffffu, t, o);
    if (!lane) y[warp] = t;
}
