#ifndef SECTION_SIZE
#define SECTION_SIZE 128
#endif
extern "C" __global__ void kogge_stone(const float *X, float *Y, unsigned int N)
{
    __shared__ float XY[SECTION_SIZE];
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) XY[threadIdx.x] = X[i]; else XY[threadIdx.x] = 0.0f;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp = 0;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    if (i < N) Y[i] = XY[threadIdx.x];
}
extern "C" __global__ void brent_kung(const int *X, int *Y, int *sums, unsigned int N)
{
    __shared__ int XY[2 * SECTION_SIZE];
    unsigned int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < N ? X[i] : 0;
    XY[threadIdx.x + blockDim.x] = i + blockDim.x < N ? X[i + blockDim.x] : 0;
    for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < 2 * blockDim.x) XY[index] += XY[index - stride];
    }
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < 2 * blockDim.x) XY[index + stride] += XY[index];
    }
    __syncthreads();
    if (i < N) Y[i] = XY[threadIdx.x];
    if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = XY[2 * blockDim.x - 1];
}
// Blelloch exclusive scan, conflict-free offsets
#define CFO(k) ((k) >> 5)
extern "C" __global__ void blelloch(int *g_odata, const int *g_idata, int n)
{
    extern __shared__ int temp[];
    int thid = threadIdx.x, offset = 1;
    const int base = blockIdx.x * n;
    int ai = thid, bi = thid + n / 2;
    temp[ai + CFO(ai)] = g_idata[base + ai];
    temp[bi + CFO(bi)] = g_idata[base + bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
            a += CFO(a); b += CFO(b);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (thid == 0) temp[n - 1 + CFO(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
            a += CFO(a); b += CFO(b);
            int t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    g_odata[base + ai] = temp[ai + CFO(ai)];
    g_odata[base + bi] = temp[bi + CFO(bi)];
}
// thread-coarsened three phase scan
#define CF 5
extern "C" __global__ void scan_three_phase(const int *in, int *out, int n)
{
    __shared__ int buf[64 * CF];
    __shared__ int ends[64];
    int seg = blockIdx.x * 64 * CF;
    for (int c = 0; c < CF; ++c) {
        int j = c * 64 + threadIdx.x;
        buf[j] = seg + j < n ? in[seg + j] : 0;
    }
    __syncthreads();
    int *mine = buf + threadIdx.x * CF;
    for (int c = 1; c < CF; ++c) mine[c] += mine[c - 1];
    ends[threadIdx.x] = mine[CF - 1];
    __syncthreads();
    for (int s = 1; s < 64; s <<= 1) {
        int v = threadIdx.x >= s ? ends[threadIdx.x - s] : 0;
        __syncthreads();
        ends[threadIdx.x] += v;
        __syncthreads();
    }
    if (threadIdx.x > 0) {
        int add = ends[threadIdx.x - 1];
        for (int c = 0; c < CF; ++c) mine[c] += add;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < 64 * CF && seg + j < n; j += 64) out[seg + j] = buf[j];
}
// shuffle scan + compaction of positives
extern "C" __global__ void compact_block(const float *in, float *out, int *count, int n)
{
    __shared__ int wsum[32];
    int t = threadIdx.x, lane = t % 32, w = t / 32, g = blockIdx.x * blockDim.x + t;
    float v = 0;
    if (g < n) v = in[g];
    int keep = v > 0.1f;
    unsigned ball = __ballot_sync(~0u, keep);
    int pos = __popc(ball & ((1u << lane) - 1));
    if (lane == 31) wsum[w] = pos + keep;
    __syncthreads();
    if (t < 32) {
        int x = t < blockDim.x / 32 ? wsum[t] : 0;
        for (int d = 1; d < 32; d *= 2) {
            int y = __shfl_up_sync(~0u, x, d);
            if (lane >= d) x += y;
        }
        wsum[t] = x;
    }
    __syncthreads();
    int off = w ? wsum[w - 1] : 0;
    if (keep) out[blockIdx.x * blockDim.x + off + pos] = v;
    if (t == 0) count[blockIdx.x] = wsum[31];
}
