// Linear algebra in one block or a few: matrix-vector products, triangles, factorisations, shortest paths.
#include <cuda_fp16.h>

// y = A x, a thread a row.
extern "C" __global__ void gemv_thread_row(const float* A, const float* x, float* y, int m, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m) {
        float dot = 0.0f;
        for (int col = 0; col < n; col++) dot += A[row * n + col] * x[col];
        y[row] = dot;
    }
}

// y = A^T x: neighbouring threads on neighbouring columns.
extern "C" __global__ void gemv_transposed(const float* __restrict__ A, const float* __restrict__ x,
                                           float* __restrict__ y, int m, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= n) return;
    float dot = 0.0f;
#pragma unroll 4
    for (int row = 0; row < m; row++) dot += A[row * n + col] * x[row];
    y[col] = dot;
}

__inline__ __device__ float warp_sum(float v) {
    for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}

// A warp a row, threadIdx.y picks the row.
extern "C" __global__ void gemv_warp_row(const float* A, const float* x, float* y, int m, int n) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= m) return;
    float dot = 0.0f;
    for (int col = threadIdx.x; col < n; col += 32) dot += A[row * n + col] * x[col];
    dot = warp_sum(dot);
    if (threadIdx.x == 0) y[row] = dot;
}

// The same with float4; n is a multiple of 4.
extern "C" __global__ void gemv_warp_row_float4(const float* A, const float* x, float* y, int m, int n) {
    const int lane = threadIdx.x & 31, row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (row >= m) return;
    const float4* a4 = reinterpret_cast<const float4*>(A + row * n);
    const float4* x4 = reinterpret_cast<const float4*>(x);
    float dot = 0.0f;
    for (int i = lane; i < n / 4; i += 32) {
        float4 a = __ldg(&a4[i]), b = __ldg(&x4[i]);
        dot += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    dot = warp_sum(dot);
    if (lane == 0) y[row] = dot;
}

// A block a row, summed in shared memory.
extern "C" __global__ void gemv_block_row(const double* A, const double* x, double* y, int n) {
    extern __shared__ double partial[];
    double sum = 0;
    for (int c = threadIdx.x; c < n; c += blockDim.x) sum += A[blockIdx.x * n + c] * x[c];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = partial[0];
}

// x in shared memory, piece by piece, for a column-major matrix.
extern "C" __global__ void gemv_shared_x(const float* A, const float* x, float* y, int m, int n) {
    __shared__ float piece[64];
    int row = blockIdx.x * 64 + threadIdx.x;
    float dot = 0.0f;
    for (int base = 0; base < n; base += 64) {
        piece[threadIdx.x] = base + threadIdx.x < n ? x[base + threadIdx.x] : 0.0f;
        __syncthreads();
        if (row < m)
            for (int k = 0; k < 64 && base + k < n; ++k) dot += A[(base + k) * m + row] * piece[k];
        __syncthreads();
    }
    if (row < m) y[row] = dot;
}

// Halves, eight at a time through an uint4.
extern "C" __global__ void gemv_half8(const uint4* A, const uint4* x, float* y, int n8) {
    float dot = 0.0f;
    for (int i = threadIdx.x; i < n8; i += 32) {
        uint4 pa = A[(blockIdx.x * blockDim.y + threadIdx.y) * n8 + i], px = x[i];
        const half2* a = reinterpret_cast<const half2*>(&pa);
        const half2* b = reinterpret_cast<const half2*>(&px);
        for (int j = 0; j < 4; ++j) {
            float2 u = __half22float2(a[j]), v = __half22float2(b[j]);
            dot += u.x * v.x + u.y * v.y;
        }
    }
    for (int mask = 16; mask; mask >>= 1) dot += __shfl_xor_sync(~0u, dot, mask);
    if (!threadIdx.x) y[blockIdx.x * blockDim.y + threadIdx.y] = dot;
}

// C = A A^T, lower triangle only; blocks above the diagonal have nothing to do.
extern "C" __global__ void syrk_lower(const float* A, float* C, int n, int k) {
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float rows[16][17], cols[16][17];
    int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < k; t += 16) {
        rows[threadIdx.y][threadIdx.x] = A[r * k + t + threadIdx.x];
        cols[threadIdx.y][threadIdx.x] = A[(blockIdx.x * 16 + threadIdx.y) * k + t + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += rows[threadIdx.y][i] * cols[threadIdx.x][i];
        __syncthreads();
    }
    if (c <= r) C[r * n + c] = sum;
}

// L x = b by forward substitution; the diagonal counts as n plus what is there.
extern "C" __global__ void forward_substitution(const float* L, const float* b, float* x, int n) {
    extern __shared__ float s[];
    int i = threadIdx.x;
    s[i] = b[i];
    __syncthreads();
    for (int k = 0; k < n; ++k) {
        if (i == k) s[k] /= n + L[k * n + k];
        __syncthreads();
        if (i > k) s[i] -= L[i * n + k] * s[k];
        __syncthreads();
    }
    x[i] = s[i];
}

// LU without pivoting of a diagonally dominant matrix, whole in shared memory.
extern "C" __global__ void lu_shared(const float* in, float* out, int n) {
    __shared__ float a[24][24];
    int j = threadIdx.x, i = threadIdx.y;
    a[i][j] = in[i * n + j] + (i == j ? n : 0);
    __syncthreads();
    for (int k = 0; k < n - 1; ++k) {
        if (j == k && i > k) a[i][k] /= a[k][k];
        __syncthreads();
        if (i > k && j > k) a[i][j] -= a[i][k] * a[k][j];
        __syncthreads();
    }
    out[i * n + j] = a[i][j];
}

// LU with partial pivoting, one thread a column; every thread looks for the pivot itself.
extern "C" __global__ void lu_pivot(const float* in, float* out, int* pivots, int n) {
    extern __shared__ float m[];
    for (int r = 0; r < n; ++r) m[r * n + threadIdx.x] = in[r * n + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < n; ++k) {
        int p = k;
        float best = fabsf(m[k * n + k]);
        for (int r = k + 1; r < n; ++r) {
            float v = fabsf(m[r * n + k]);
            if (v > best) best = v, p = r;
        }
        __syncthreads();
        if (p != k) {
            float t = m[k * n + threadIdx.x];
            m[k * n + threadIdx.x] = m[p * n + threadIdx.x];
            m[p * n + threadIdx.x] = t;
        }
        if (threadIdx.x == 0) pivots[k] = p;
        __syncthreads();
        if (threadIdx.x > k) m[threadIdx.x * n + k] /= m[k * n + k];
        __syncthreads();
        if (threadIdx.x > k)
            for (int r = k + 1; r < n; ++r) m[r * n + threadIdx.x] -= m[r * n + k] * m[k * n + threadIdx.x];
        __syncthreads();
    }
    for (int r = 0; r < n; ++r) out[r * n + threadIdx.x] = m[r * n + threadIdx.x];
}

// Cholesky factor of B B^T + n I, made and factored in shared memory by one warp.
extern "C" __global__ void cholesky_warp(const double* B, double* out, int n) {
    __shared__ double a[16][17];
    int t = threadIdx.x;
    for (int e = t; e < n * n; e += 32) {
        double s = e / n == e % n ? n : 0.0;
        for (int k = 0; k < n; ++k) s += B[e / n * n + k] * B[e % n * n + k];
        a[e / n][e % n] = s;
    }
    __syncwarp();
    for (int k = 0; k < n; ++k) {
        if (t == k) a[k][k] = sqrt(a[k][k]);
        __syncwarp();
        if (t > k && t < n) a[t][k] /= a[k][k];
        __syncwarp();
        if (t > k && t < n)
            for (int j = k + 1; j <= t; ++j) a[t][j] -= a[t][k] * a[j][k];
        __syncwarp();
    }
    for (int e = t; e < n * n; e += 32) out[e] = e % n <= e / n ? a[e / n][e % n] : 0.0;
}

// Gauss-Jordan inverse, [A | I] in dynamic shared memory.
extern "C" __global__ void gauss_jordan(const float* in, float* out, int n) {
    extern __shared__ float aug[];
    const int w = 2 * n, col = threadIdx.x;
    for (int r = threadIdx.y; r < n; r += blockDim.y)
        aug[r * w + col] = col < n ? in[r * n + col] + (r == col) * n : (col - n == r);
    __syncthreads();
    for (int p = 0; p < n; ++p) {
        float pivot = aug[p * w + p];
        __syncthreads();
        if (threadIdx.y == 0) aug[p * w + col] /= pivot;
        __syncthreads();
        for (int r = threadIdx.y; r < n; r += blockDim.y) {
            float factor = aug[r * w + p];
            __syncwarp();
            if (r != p && col != p) aug[r * w + col] -= factor * aug[p * w + col];
        }
        __syncthreads();
        for (int r = threadIdx.y; r < n; r += blockDim.y)
            if (r != p && col == p) aug[r * w + p] = 0.0f;
        __syncthreads();
    }
    if (col >= n)
        for (int r = threadIdx.y; r < n; r += blockDim.y) out[r * n + col - n] = aug[r * w + col];
}

// 3 x 3 determinants, nine floats a thread.
extern "C" __global__ void determinants_3x3(const float* m, float* det, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float* a = m + 9 * i;
    det[i] = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
             a[2] * (a[3] * a[7] - a[4] * a[6]);
}

// Tridiagonal systems, one a thread, neighbouring systems interleaved.
extern "C" __global__ void thomas(const float* lower, const float* upper, const float* rhs, float* x, float* c, int n,
                                  int systems) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    c[s] = upper[s] / 4.0f;
    x[s] = rhs[s] / 4.0f;
    for (int i = 1; i < n; ++i) {
        int at = i * systems + s, before = at - systems;
        float m = 1.0f / (4.0f - lower[at] * c[before]);
        c[at] = upper[at] * m;
        x[at] = (rhs[at] - lower[at] * x[before]) * m;
    }
    for (int i = n - 2; i >= 0; --i) x[i * systems + s] -= c[i * systems + s] * x[(i + 1) * systems + s];
}

// Parallel cyclic reduction of one tridiagonal system of blockDim.x rows with a diagonal of 4.
extern "C" __global__ void cyclic_reduction(const float* lower, const float* upper, const float* rhs, float* x) {
    __shared__ float a[128], b[128], c[128], d[128];
    int i = threadIdx.x, n = blockDim.x;
    a[i] = i ? lower[i] : 0.0f, b[i] = 4.0f, c[i] = i < n - 1 ? upper[i] : 0.0f, d[i] = rhs[i];
    __syncthreads();
    for (int s = 1; s < n; s *= 2) {
        int up = i - s, down = i + s;
        float k1 = up >= 0 ? a[i] / b[up] : 0.0f;
        float k2 = down < n ? c[i] / b[down] : 0.0f;
        float na = up >= 0 ? -a[up] * k1 : 0.0f;
        float nc = down < n ? -c[down] * k2 : 0.0f;
        float nb = b[i] - (up >= 0 ? c[up] * k1 : 0.0f) - (down < n ? a[down] * k2 : 0.0f);
        float nd = d[i] - (up >= 0 ? d[up] * k1 : 0.0f) - (down < n ? d[down] * k2 : 0.0f);
        __syncthreads();
        a[i] = na, b[i] = nb, c[i] = nc, d[i] = nd;
        __syncthreads();
    }
    x[i] = d[i] / b[i];
}

// Floyd-Warshall inside one tile, then of the tiles in its row and column.
extern "C" __global__ void floyd_diagonal(int* dist, int n, int base) {
    __shared__ int d[16][16];
    int *cell = &dist[(base + threadIdx.y) * n + base + threadIdx.x], y = threadIdx.y, x = threadIdx.x;
    d[y][x] = *cell;
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
        int through = d[y][k] + d[k][x];
        __syncthreads();
        if (through < d[y][x]) d[y][x] = through;
        __syncthreads();
    }
    *cell = d[y][x];
}

extern "C" __global__ void floyd_cross(int* dist, int n, int base) {
    if (blockIdx.x * 16 == base) return;
    __shared__ int pivot[16][16], tile[16][16];
    int x = threadIdx.x, y = threadIdx.y, other = blockIdx.x * 16;
    int row = blockIdx.y == 0 ? base : other, col = blockIdx.y == 0 ? other : base;
    pivot[y][x] = dist[(base + y) * n + base + x];
    int mine = tile[y][x] = dist[(row + y) * n + col + x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
        int through = blockIdx.y == 0 ? pivot[y][k] + tile[k][x] : tile[y][k] + pivot[k][x];
        mine = min(mine, through);
        __syncthreads();
        tile[y][x] = mine;
        __syncthreads();
    }
    dist[(row + y) * n + col + x] = mine;
}

// Rank-1 update, a column of eight a thread.
extern "C" __global__ void ger(float* A, const float* x, const float* y, float alpha, int m, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, top = blockIdx.y * 8;
    if (col >= n) return;
    float yc = alpha * y[col];
#pragma unroll
    for (int i = 0; i < 8; ++i)
        if (top + i < m) A[(top + i) * n + col] += x[top + i] * yc;
}
