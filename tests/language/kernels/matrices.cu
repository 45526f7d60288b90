// Matrix multiplication rung by rung, transposes in every variant, small dense solvers.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K, float alpha, float beta) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = alpha * sum + beta * C[row * N + col];
    }
}

extern "C" __global__ void sgemm_coalesced(const float* A, const float* B, float* C, int M, int N, int K) {
    const int row = blockIdx.y * 16 + threadIdx.x / 16, col = blockIdx.x * 16 + threadIdx.x % 16;
    if (row >= M || col >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
}

template <int TILE>
__device__ void tiled(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
        int ka = t * TILE + threadIdx.x, kb = t * TILE + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        b[threadIdx.y][threadIdx.x] = kb < K && col < N ? B[kb * N + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = sum;
}

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K) {
    tiled<16>(A, B, C, M, N, K);
}

extern "C" __global__ void sgemm_thread_column(const float* A, const float* B, float* C, int M, int N, int K) {
    // 32 x 32 tile of C, steps of 8, each thread 4 rows of one column.
    __shared__ float a[32 * 8], b[8 * 32];
    const int t = threadIdx.x, tc = t % 32, tr = t / 32;
    A += blockIdx.y * 32 * K;
    B += blockIdx.x * 32;
    C += blockIdx.y * 32 * N + blockIdx.x * 32;
    float sums[4] = {0.0f};
    for (int k0 = 0; k0 < K; k0 += 8) {
        a[t] = A[(t / 8) * K + t % 8];
        b[t] = B[(t / 32) * N + t % 32];
        __syncthreads();
        A += 8;
        B += 8 * N;
        for (int k = 0; k < 8; ++k) {
            float kept = b[k * 32 + tc];
            for (int r = 0; r < 4; ++r) sums[r] += a[(tr * 4 + r) * 8 + k] * kept;
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; ++r) C[(tr * 4 + r) * N + tc] = sums[r];
}

extern "C" __global__ void sgemm_thread_tile(const float* A, const float* B, float* C, int M, int N, int K) {
    // 64 x 64 tile, steps of 8, 256 threads of 4 x 4, strided loads.
    __shared__ float a[64][8], b[8][64];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
    float sums[4][4] = {}, m[4], n[4];
    for (int k0 = 0; k0 < K; k0 += 8) {
        for (int i = t; i < 512; i += 256) {
            a[i / 8][i % 8] = row0 + i / 8 < M ? A[(row0 + i / 8) * K + k0 + i % 8] : 0.0f;
            b[i / 64][i % 64] = col0 + i % 64 < N ? B[(k0 + i / 64) * N + col0 + i % 64] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < 8; ++k) {
            for (int i = 0; i < 4; ++i) m[i] = a[ty * 4 + i][k];
            for (int j = 0; j < 4; ++j) n[j] = b[k][tx * 4 + j];
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) sums[i][j] += m[i] * n[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            if (row0 + ty * 4 + i < M && col0 + tx * 4 + j < N) C[(row0 + ty * 4 + i) * N + col0 + tx * 4 + j] = sums[i][j];
}

extern "C" __global__ void __launch_bounds__(64) sgemm_vectorised(const float* A, const float* B, float* C, int M, int N, int K) {
    // 32 x 32 tile, steps of 8, 64 threads of 4 x 4; A stored transposed, float4 everywhere.
    __shared__ __align__(16) float a[8 * 32], b[8 * 32];
    const int t = threadIdx.x, tx = t % 8, ty = t / 8;
    A += blockIdx.y * 32 * K;
    B += blockIdx.x * 32;
    C += blockIdx.y * 32 * N + blockIdx.x * 32;
    float sums[16] = {0.0f}, m[4], n[4];
    for (int k0 = 0; k0 < K; k0 += 8, A += 8, B += 8 * N) {
        float4 v = reinterpret_cast<const float4*>(&A[(t / 2) * K + (t % 2) * 4])[0];
        a[((t % 2) * 4 + 0) * 32 + t / 2] = v.x;
        a[((t % 2) * 4 + 1) * 32 + t / 2] = v.y;
        a[((t % 2) * 4 + 2) * 32 + t / 2] = v.z;
        a[((t % 2) * 4 + 3) * 32 + t / 2] = v.w;
        reinterpret_cast<float4*>(&b[(t / 8) * 32 + (t % 8) * 4])[0] = reinterpret_cast<const float4*>(&B[(t / 8) * N + (t % 8) * 4])[0];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            *(float4*)m = *(float4*)&a[k * 32 + ty * 4];
            *(float4*)n = *(float4*)&b[k * 32 + tx * 4];
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) sums[i * 4 + j] += m[i] * n[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        reinterpret_cast<float4*>(&C[(ty * 4 + i) * N + tx * 4])[0] = make_float4(sums[i * 4], sums[i * 4 + 1], sums[i * 4 + 2], sums[i * 4 + 3]);
}

extern "C" __global__ void sgemm_double_buffered(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float a[2][16][17], b[2][16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx, now = 0;
    a[0][tx][ty] = A[row * K + tx];
    b[0][ty][tx] = B[ty * N + col];
    __syncthreads();
    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += 16, now ^= 1) {
        if (k0 + 16 < K) {
            a[now ^ 1][tx][ty] = A[row * K + k0 + 16 + tx];
            b[now ^ 1][ty][tx] = B[(k0 + 16 + ty) * N + col];
        }
        for (int k = 0; k < 16; ++k) sum = fmaf(a[now][k][ty], b[now][k][tx], sum);
        __syncthreads();
    }
    C[row * N + col] = sum;
}

extern "C" __global__ void sgemm_split_k(const float* A, const float* B, float* C, int M, int N, int K) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    int part = (K + gridDim.z - 1) / gridDim.z, begin = blockIdx.z * part, end = min(K, begin + part);
    if (row >= M || col >= N) return;
    float sum = 0.0f;
    for (int k = begin; k < end; ++k) sum += A[row * K + k] * B[k * N + col];
    atomicAdd(&C[row * N + col], sum);
}

extern "C" __global__ void sgemm_warp_tiled(const float* A, const float* B, float* C, int M, int N, int K) {
    // Each warp computes 8 x 16, each lane 2 x 2.
    __shared__ float a[16][8], b[8][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, wr = warp / 2 * 8, wc = warp % 2 * 16, lr = lane / 8 * 2, lc = lane % 8 * 2;
    float sums[2][2] = {{0, 0}, {0, 0}};
    for (int k0 = 0; k0 < K; k0 += 8) {
        a[threadIdx.x / 8][threadIdx.x % 8] = A[(blockIdx.y * 16 + threadIdx.x / 8) * K + k0 + threadIdx.x % 8];
        for (int i = threadIdx.x; i < 256; i += 128) b[i / 32][i % 32] = B[(k0 + i / 32) * N + blockIdx.x * 32 + i % 32];
        __syncthreads();
        for (int k = 0; k < 8; ++k)
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j) sums[i][j] += a[wr + lr + i][k] * b[k][wc + lc + j];
        __syncthreads();
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) C[(blockIdx.y * 16 + wr + lr + i) * N + blockIdx.x * 32 + wc + lc + j] = sums[i][j];
}

extern "C" __global__ void dgemm_tiled(const double* A, const double* B, double* C, int n) {
    __shared__ double a[8][8], b[8][8];
    int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
    double sum = 0.0;
    for (int t = 0; t < n; t += 8) {
        a[threadIdx.y][threadIdx.x] = A[row * n + t + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < 8; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

extern "C" __global__ void int8_gemm(const char4* A, const char4* B, int* C, int M, int N, int K4) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    int sum = 0;
    for (int k = 0; k < K4; ++k)
        sum = __dp4a(*reinterpret_cast<const int*>(&A[row * K4 + k]), *reinterpret_cast<const int*>(&B[col * K4 + k]), sum);
    C[row * N + col] = sum;
}

extern "C" __global__ void matrix_vector(const float* A, const float* x, float* y, int M, int N) {
    extern __shared__ float xs[];
    for (int i = threadIdx.x; i < N; i += blockDim.x) xs[i] = x[i];
    __syncthreads();
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M) {
        float sum = 0.0f;
        for (int c = 0; c < N; ++c) sum += A[row * N + c] * xs[c];
        y[row] = sum;
    }
}

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}

extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transpose_swizzled(const float* in, float* out, int n) {
    __shared__ float tile[32][32];
    int x = threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8) tile[y][x ^ y] = in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8) out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x][y ^ x];
}

extern "C" __global__ void transpose_diagonal(const float* in, float* out, int n) {
    __shared__ float tile[16][17];
    int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    tile[threadIdx.y][threadIdx.x] = in[(by * 16 + threadIdx.y) * n + bx * 16 + threadIdx.x];
    __syncthreads();
    out[(bx * 16 + threadIdx.y) * n + by * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void transpose_in_place(float* data, int n) {
    __shared__ float a[16][17], b[16][17];
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    if (bx < by) return;
    a[ty][tx] = data[(by * 16 + ty) * n + bx * 16 + tx];
    b[ty][tx] = data[(bx * 16 + ty) * n + by * 16 + tx];
    __syncthreads();
    data[(bx * 16 + ty) * n + by * 16 + tx] = a[tx][ty];
    data[(by * 16 + ty) * n + bx * 16 + tx] = b[tx][ty];
}

extern "C" __global__ void gauss_jordan(const double* systems, double* solutions, int n) {
    extern __shared__ double augmented[];
    int c = threadIdx.x, w = n + 1;
    const double* system = systems + blockIdx.x * n * w;
    for (int i = c; i < n * w; i += blockDim.x) augmented[i] = system[i];
    __syncthreads();
    for (int p = 0; p < n; ++p) {
        double pivot = augmented[p * w + p];
        __syncthreads();
        if (c < w) augmented[p * w + c] /= pivot;
        __syncthreads();
        for (int r = 0; r < n; ++r) {
            if (r == p) continue;
            double factor = augmented[r * w + p];
            __syncthreads();
            if (c < w) augmented[r * w + c] -= factor * augmented[p * w + c];
            __syncthreads();
        }
    }
    if (c < n) solutions[blockIdx.x * n + c] = augmented[c * w + n];
}

extern "C" __global__ void cholesky_per_thread(const float* in, float* out, int n) {
    float l[5][5];
    const float* a = in + threadIdx.x * 25;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j <= i; ++j) {
            float sum = a[i * 5 + j];
            for (int k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
            l[i][j] = i == j ? sqrtf(sum) : sum / l[j][j];
        }
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j) out[threadIdx.x * 25 + i * 5 + j] = j <= i ? l[i][j] : 0.0f;
}
