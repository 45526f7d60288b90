#include <cuda_fp16.h>
// exercise: measure conflicts for stride S
#ifndef S
#define S 2
#endif
extern "C" __global__ void smem_stride(float *out, int reps)
{
    __shared__ float buf[64 * S];
    for (int i = threadIdx.x; i < 64 * S; i += blockDim.x) buf[i] = i * 0.5f;
    __syncthreads();
    float a = 0;
    int p = threadIdx.x * S;
    for (int r = 0; r < reps; r++) {
        a += buf[p];
        p = (p + S * 3) % (64 * S);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
// one column of a matrix by a warp, type double
extern "C" __global__ void column_walk(const double *in, double *out)
{
    __shared__ double m[32][32];
    int t = threadIdx.x, w = threadIdx.y;
    for (int r = w; r < 32; r += blockDim.y) m[r][t] = in[(blockIdx.x * 32 + r) * 32 + t];
    __syncthreads();
    double s = 0;
    for (int c = w; c < 32; c += blockDim.y) s += m[t][c] * (c + 1);
    __syncthreads();
    m[t][w] = s;
    __syncthreads();
    if (w == 0) {
        for (int k = 1; k < blockDim.y; k++) s += m[t][k];
        out[blockIdx.x * 32 + t] = s;
    }
}
// float3/float4/short/half arrays in shared
extern "C" __global__ void shared_types(const float *in, float *out)
{
    __shared__ float3 f3[64];
    __shared__ float4 f4[64];
    __shared__ short h2[128];
    __shared__ __half hh[64];
    int t = threadIdx.x, g = blockIdx.x * 64 + t;
    float v = in[g];
    f3[t] = make_float3(v, v * 2, v * 3);
    f4[63 - t] = make_float4(v, -v, v + 1, v - 1);
    h2[2 * t] = (short)(v * 100);
    h2[2 * t + 1] = (short)t;
    hh[(t * 5) % 64] = __float2half(v);
    __syncthreads();
    int q = (t * 3) & 63;
    float3 a = f3[q];
    float4 b = f4[q ^ 1];
    out[g] = a.x + a.z + b.y + b.w + h2[t] + h2[127 - t] + __half2float(hh[q]);
}
// a lookup table with random indices
extern "C" __global__ void table_lookup(const int *idx, const int *table, int *out, int n, int tsize)
{
    extern __shared__ int tb[];
    for (int i = threadIdx.x; i < tsize; i += blockDim.x) tb[i] = table[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int p = idx[i];
        for (int hop = 0; hop < 6; hop++) p = tb[p];   // pointer chase
        out[i] = p;
    }
}
// matrix diag / antidiagonal / row rotations
extern "C" __global__ void diag_games(const int *in, int *out, int variant)
{
    __shared__ int m[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    m[y][x] = in[blockIdx.x * 256 + y * 16 + x];
    __syncthreads();
    int v;
    if (variant == 0) v = m[x][(x + y) & 15];
    else if (variant == 1) v = m[15 - x][15 - y];
    else v = m[(x * 3 + y) & 15][(x + y * 5) & 15];
    out[blockIdx.x * 256 + y * 16 + x] = v;
}
// ring buffer queue, odd sized block
extern "C" __global__ void moving_average_ring(const float *x, float *y, int n, int win)
{
    extern __shared__ float ring[];    // blockDim.x * win, one ring for each thread, thread-major
    float *mine = ring + threadIdx.x * win;
    int chains = gridDim.x * blockDim.x, c = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < win; k++) mine[k] = 0;
    float s = 0; int head = 0;
    for (int i = c, step = 0; i < n; i += chains, step++) {
        s -= mine[head];
        mine[head] = x[i];
        s += mine[head];
        head = head + 1 == win ? 0 : head + 1;
        y[i] = s / min(step + 1, win);
    }
}
// FFT-like butterflies (Walsh-Hadamard)
extern "C" __global__ void fwht(float *data, int logn)
{
    extern __shared__ float f[];
    int n = 1 << logn;
    float *g = data + blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) f[i] = g[i];
    for (int s = 0; s < logn; s++) {
        __syncthreads();
        int len = 1 << s;
        for (int p = threadIdx.x; p < n / 2; p += blockDim.x) {
            int lo = p & (len - 1), i = ((p ^ lo) << 1) | lo;
            float a = f[i], b = f[i + len];
            f[i] = a + b; f[i + len] = a - b;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) g[i] = f[i];
}
// radix-2 FFT with complex in shared and bit reversal
extern "C" __global__ void fft64(const float2 *in, float2 *out)
{
    __shared__ float2 z[2][64];
    int t = threadIdx.x, row = threadIdx.y;
    int g = (blockIdx.x * 2 + row) * 64;
    z[row][__brev(t) >> 26] = in[g + t];
    z[row][__brev(t + 32) >> 26] = in[g + t + 32];
    __syncthreads();
    for (int m = 1; m < 64; m <<= 1) {
        int j = t & (m - 1), i = ((t - j) << 1) + j;
        float sn, cs;
        sincospif(-(float)j / m, &sn, &cs);
        float2 a = z[row][i], b = z[row][i + m];
        float2 w = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
        z[row][i] = make_float2(a.x + w.x, a.y + w.y);
        z[row][i + m] = make_float2(a.x - w.x, a.y - w.y);
        __syncthreads();
    }
    out[g + t] = z[row][t];
    out[g + t + 32] = z[row][t + 32];
}
// Gaussian elimination without pivoting of a diagonally dominant matrix in shared
extern "C" __global__ void lu_small(const float *A, float *LU, int n)
{
    extern __shared__ float a[];
    int t = threadIdx.x;
    for (int k = t; k < n * n; k += blockDim.x) a[k] = A[blockIdx.x * n * n + k] + (k / n == k % n ? n : 0);
    __syncthreads();
    for (int k = 0; k < n - 1; k++) {
        for (int i = k + 1 + t; i < n; i += blockDim.x) a[i * n + k] /= a[k * n + k];
        __syncthreads();
        for (int e = t; e < (n - k - 1) * (n - k - 1); e += blockDim.x) {
            int i = k + 1 + e / (n - k - 1), j = k + 1 + e % (n - k - 1);
            a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
        __syncthreads();
    }
    for (int k = t; k < n * n; k += blockDim.x) LU[blockIdx.x * n * n + k] = a[k];
}
// thread-per-row forward substitution: L in shared, broadcast + diverge
extern "C" __global__ void lower_solve_block(const float *L, float *b, int n)
{
    __shared__ float x[48];
    int r = threadIdx.x;
    float v = r < n ? b[blockIdx.x * n + r] : 0;
    for (int c = 0; c < n; c++) {
        if (r == c) x[c] = v / (1.5f + L[c * n + c]);
        __syncthreads();
        if (r > c && r < n) v -= L[r * n + c] * x[c];
    }
    if (r < n) b[blockIdx.x * n + r] = x[r];
}
// Floyd-Warshall tile, in-place in shared with ints
extern "C" __global__ void floyd_tile(int *D, int n)
{
    __shared__ int d[20][20];
    int i = threadIdx.y, j = threadIdx.x;
    d[i][j] = i == j ? 0 : D[blockIdx.x * n * n + i * n + j] + 1;
    __syncthreads();
    for (int k = 0; k < n; ++k) {
        int via = d[i][k] + d[k][j];
        __syncthreads();
        if (via < d[i][j]) d[i][j] = via;
        __syncthreads();
    }
    D[blockIdx.x * n * n + i * n + j] = d[i][j];
}
