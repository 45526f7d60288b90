#define LOG_NUM_BANKS 5
#define CFO(n) ((n) >> LOG_NUM_BANKS)

// Hillis-Steele double buffered
extern "C" __global__ void scan_hs(const float *in, float *out, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int base = blockIdx.x * n;
    int pout = 0, pin = 1;
    temp[thid] = (thid > 0) ? in[base + thid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset <<= 1) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
        else
            temp[pout * n + thid] = temp[pin * n + thid];
        __syncthreads();
    }
    out[base + thid] = temp[pout * n + thid];
}

// Blelloch, work efficient
#ifdef AVOID
#define IX(i) ((i) + CFO(i))
#else
#define IX(i) (i)
#endif
extern "C" __global__ void scan_blelloch(int *data, int n)
{
    extern __shared__ int t[];
    int th = threadIdx.x;
    int *d = data + blockIdx.x * n;
    int ai = th, bi = th + n / 2;
    t[IX(ai)] = d[ai];
    t[IX(bi)] = d[bi];
    int offset = 1;
    for (int k = n >> 1; k > 0; k >>= 1) {
        __syncthreads();
        if (th < k) {
            int a = offset * (2 * th + 1) - 1;
            int b = offset * (2 * th + 2) - 1;
            t[IX(b)] += t[IX(a)];
        }
        offset *= 2;
    }
    if (th == 0) t[IX(n - 1)] = 0;
    for (int k = 1; k < n; k *= 2) {
        offset >>= 1;
        __syncthreads();
        if (th < k) {
            int a = offset * (2 * th + 1) - 1;
            int b = offset * (2 * th + 2) - 1;
            int x = t[IX(a)];
            t[IX(a)] = t[IX(b)];
            t[IX(b)] += x;
        }
    }
    __syncthreads();
    d[ai] = t[IX(ai)];
    d[bi] = t[IX(bi)];
}

// Kogge-Stone in place with the two barriers, tail safe
extern "C" __global__ void kogge_stone(const int *X, int *Y, unsigned N)
{
    __shared__ int XY[80];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = (i < N) ? X[i] : 0;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int temp = 0;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    if (i < N) Y[i] = XY[threadIdx.x];
}

// Brent-Kung, inclusive, 2 elements per thread
extern "C" __global__ void brent_kung(const float *X, float *Y, int N)
{
    __shared__ float XY[128];
    unsigned int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) XY[threadIdx.x] = X[i]; else XY[threadIdx.x] = 0.f;
    if (i + blockDim.x < N) XY[threadIdx.x + blockDim.x] = X[i + blockDim.x]; else XY[threadIdx.x + blockDim.x] = 0.f;
    for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < 128) XY[index] += XY[index - stride];
    }
    for (int stride = 128 / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < 128) XY[index + stride] += XY[index];
    }
    __syncthreads();
    if (i < N) Y[i] = XY[threadIdx.x];
    if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}

// three phase: each thread serially scans its own chunk in shared (stride CH: conflicts when CH even)
#ifndef CH
#define CH 8
#endif
extern "C" __global__ void scan_three_phase(const int *in, int *out, int n)
{
    __shared__ int s[64 * CH];
    __shared__ int last[64];
    int base = blockIdx.x * 64 * CH;
    for (int k = 0; k < CH; k++) {
        int j = k * 64 + threadIdx.x;
        s[j] = base + j < n ? in[base + j] : 0;
    }
    __syncthreads();
    for (int k = 1; k < CH; ++k) s[threadIdx.x * CH + k] += s[threadIdx.x * CH + k - 1];
    last[threadIdx.x] = s[threadIdx.x * CH + CH - 1];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = threadIdx.x >= d ? last[threadIdx.x - d] : 0;
        __syncthreads();
        last[threadIdx.x] += v;
        __syncthreads();
    }
    if (threadIdx.x)
        for (int k = 0; k < CH; ++k) s[threadIdx.x * CH + k] += last[threadIdx.x - 1];
    __syncthreads();
    for (int k = 0; k < CH; k++) {
        int j = k * 64 + threadIdx.x;
        if (base + j < n) out[base + j] = s[j];
    }
}

// warp shuffle scan + block combine
extern "C" __global__ void scan_shfl(const unsigned *in, unsigned *out, unsigned *blockSums, int n)
{
    __shared__ unsigned ws[32];
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = blockDim.x >> 5;
    unsigned v = gid < n ? in[gid] : 0u;
    for (int d = 1; d < 32; d <<= 1) {
        unsigned u = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) ws[w] = v;
    __syncthreads();
    if (w == 0) {
        unsigned q = lane < nw ? ws[lane] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            unsigned u = __shfl_up_sync(~0u, q, d);
            if (lane >= d) q += u;
        }
        if (lane < nw) ws[lane] = q;
    }
    __syncthreads();
    if (w) v += ws[w - 1];
    if (gid < n) out[gid] = v;
    if (threadIdx.x == blockDim.x - 1) blockSums[blockIdx.x] = v;
}

// stream compaction inside a block: keep odd values, order kept
extern "C" __global__ void compact_odds(const int *in, int *out, int *counts, int n)
{
    __shared__ int pos[128];
    int t = threadIdx.x, g = blockIdx.x * 128 + t;
    int x = g < n ? in[g] : 0;
    int keep = x & 1;
    pos[t] = keep;
    __syncthreads();
    for (int d = 1; d < 128; d += d) {
        int add = 0;
        if (t - d >= 0) add = pos[t - d];
        __syncthreads();
        pos[t] += add;
        __syncthreads();
    }
    if (keep) out[blockIdx.x * 128 + pos[t] - 1] = x;
    if (t == 127) counts[blockIdx.x] = pos[127];
}

// 2D: integral image rows, one thread per row (terrible) and one per column (fine)
extern "C" __global__ void integral_rows(float *img, int w, int h)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= h) return;
    float run = 0;
    for (int x = 0; x < w; x++) { run += img[y * w + x]; img[y * w + x] = run; }
}
extern "C" __global__ void integral_cols(float *img, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w) return;
    for (int y = 1; y < h; y++) img[y * w + x] += img[(y - 1) * w + x];
}
