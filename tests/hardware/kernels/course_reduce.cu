/* The reduction ladder.  reduce0..reduce6-ish, my own typing */
extern "C" __global__ void reduce_interleaved_mod(const int *g_in, int *g_out, unsigned int n)
{
    extern __shared__ int sd[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sd[tid] = i < n ? g_in[i] : 0;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) sd[tid] += sd[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_out[blockIdx.x] = sd[0];
}

// bad bank conflicts
extern "C" __global__ void reduce_strided_index(const int *g_in, int *g_out, unsigned int n)
{
    extern __shared__ int sd[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sd[tid] = i < n ? g_in[i] : 0;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s <<= 1) {
        unsigned index = 2 * s * tid;
        if (index < blockDim.x) sd[index] += sd[index + s];
        __syncthreads();
    }
    if (tid == 0) g_out[blockIdx.x] = sd[0];
}

template <class T, class Op>
__device__ T block_fold(T v, T *scratch, Op op)
{
    const int t = threadIdx.x;
    scratch[t] = v;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) scratch[t] = op(scratch[t], scratch[t + half]);
        __syncthreads();
    }
    return scratch[0];
}

extern "C" __global__ void reduce_max_f64(const double *x, double *out, int n)
{
    __shared__ double scr[128];
    double best = -1e300;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        best = fmax(best, x[i]);
    best = block_fold(best, scr, [](double a, double b) { return a > b ? a : b; });
    if (threadIdx.x == 0) out[blockIdx.x] = best;
}

// argmin with two arrays
extern "C" __global__ void argmin_kernel(const float *v, float *bestV, int *bestI, int n)
{
    __shared__ float sv[96];
    __shared__ int si[96];
    int t = threadIdx.x;
    float mv = 3.4e38f; int mi = -1;
    int i = blockIdx.x * 96 + t;
    while (i < n) {
        if (v[i] < mv) { mv = v[i]; mi = i; }
        i += 96 * gridDim.x;
    }
    sv[t] = mv; si[t] = mi;
    __syncthreads();
    // 96 is not a power of two: round up halves
    int len = 96;
    while (len > 1) {
        int h = (len + 1) / 2;
        if (t + h < len) {
            if (sv[t + h] < sv[t] || (sv[t + h] == sv[t] && si[t + h] < si[t])) { sv[t] = sv[t + h]; si[t] = si[t + h]; }
        }
        __syncthreads();
        len = h;
    }
    if (t == 0) { bestV[blockIdx.x] = sv[0]; bestI[blockIdx.x] = si[0]; }
}

__inline__ __device__ float warpSum(float val)
{
#pragma unroll
    for (int mask = 16; mask > 0; mask /= 2) val += __shfl_xor_sync(0xFFFFFFFF, val, mask);
    return val;
}

extern "C" __global__ void dot_two_stage(const float4 *a, const float4 *b, float *result, int n4)
{
    static __shared__ float warpPart[32];
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
    float s = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
        float4 p = a[i], q = b[i];
        s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    s = warpSum(s);
    if (lane == 0) warpPart[wid] = s;
    __syncthreads();
    s = (threadIdx.x < blockDim.x / warpSize) ? warpPart[lane] : 0.f;
    if (wid == 0) s = warpSum(s);
    if (threadIdx.x == 0) atomicAdd(result, s);
}

// column sums of a row major matrix, 2D block
extern "C" __global__ void col_sums(const float *A, float *sums, int rows, int cols)
{
    __shared__ float p[8][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    float acc = 0;
    if (c < cols)
        for (int r = threadIdx.y; r < rows; r += 8) acc += A[r * cols + c];
    p[threadIdx.y][threadIdx.x] = acc;
    __syncthreads();
    if (threadIdx.y == 0 && c < cols) {
        for (int k = 1; k < 8; k++) acc += p[k][threadIdx.x];
        sums[c] = acc;
    }
}

// mean and variance of each row, student: everything in shared, thread 0 finishes
extern "C" __global__ void row_stats(const float *A, float *mean, float *var, int cols)
{
    __shared__ float S[2 * 64];
    int t = threadIdx.x;
    float a = 0, b = 0;
    const float *row = &A[blockIdx.x * cols];
    for (int c = t; c < cols; c += blockDim.x) { a += row[c]; b += row[c] * row[c]; }
    S[2 * t] = a;
    S[2 * t + 1] = b;
    __syncthreads();
    if (t == 0) {
        float sa = 0, sb = 0;
        for (int k = 0; k < 64; k++) { sa += S[2 * k]; sb += S[2 * k + 1]; }
        float m = sa / cols;
        mean[blockIdx.x] = m;
        var[blockIdx.x] = sb / cols - m * m;
    }
}

// volatile "last warp" unrolled, then with __syncwarp since Volta
extern "C" __global__ void reduce_last_warp(const float *in, float *out, int n)
{
    __shared__ float s[256];
    unsigned t = threadIdx.x, i = blockIdx.x * 512 + t;
    float v = 0;
    if (i < n) v = in[i];
    if (i + 256 < n) v += in[i + 256];
    s[t] = v; __syncthreads();
    if (t < 128) s[t] += s[t + 128]; __syncthreads();
    if (t < 64) s[t] += s[t + 64]; __syncthreads();
    if (t < 32) {
        volatile float *vs = s;
        float x = vs[t] + vs[t + 32];
        __syncwarp();
        for (int d = 16; d >= 1; d >>= 1) {
            vs[t] = x; __syncwarp();
            x += vs[t ^ d]; __syncwarp();
        }
        if (t == 0) out[blockIdx.x] = x;
    }
}
