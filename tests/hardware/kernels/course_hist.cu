extern "C" __global__ void histo_global(const unsigned char *buffer, int size, unsigned int *histo)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&histo[buffer[i]], 1);
        i += stride;
    }
}
extern "C" __global__ void histo_shared(const unsigned char *buffer, int size, unsigned int *histo)
{
    __shared__ unsigned int temp[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) temp[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < size; i += blockDim.x * gridDim.x)
        atomicAdd(&temp[buffer[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (temp[b]) atomicAdd(&(histo[b]), temp[b]);
}
// text histogram: letters in groups of 4 (a-d, e-h ...), privatised with coarsening by contiguous partition
extern "C" __global__ void histo_letters(const char *data, unsigned length, unsigned *histo)
{
    __shared__ unsigned h[7];
    if (threadIdx.x < 7) h[threadIdx.x] = 0u;
    __syncthreads();
    unsigned per = 4, tid = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned i = tid * per; i < min((tid + 1) * per, length); ++i) {
        int p = data[i] - 'a';
        if (p >= 0 && p < 26) atomicAdd(&h[p / 4], 1);
    }
    __syncthreads();
    if (threadIdx.x < 7) { unsigned v = h[threadIdx.x]; if (v > 0) atomicAdd(&histo[threadIdx.x], v); }
}
// no atomics: each thread own byte sub-histogram of 64 bins in shared (Podlozhnyuk-style)
extern "C" __global__ void histo64_bytes(const unsigned *d, unsigned *out, int nwords)
{
    __shared__ unsigned char h[64 * 64];
    unsigned *hw = (unsigned *)h;
    for (int i = threadIdx.x; i < 64 * 64 / 4; i += 64) hw[i] = 0;
    __syncthreads();
    unsigned char *mine = h + threadIdx.x;
    for (int i = blockIdx.x * 64 + threadIdx.x; i < nwords; i += gridDim.x * 64) {
        unsigned v = d[i];
        mine[((v >> 2) & 63) * 64]++;
        mine[((v >> 10) & 63) * 64]++;
    }
    __syncthreads();
    // bin t summed by thread t, starting place rotated
    int sum = 0;
    for (int k = 0; k < 64; k++) sum += h[threadIdx.x * 64 + ((k + threadIdx.x * 4) & 63)];
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// per-warp histograms, float value range
extern "C" __global__ void histo_warp_float(const float *__restrict__ v, int n, int *bins, int nb, float lo, float hi)
{
    extern __shared__ int wh[];   // warps * nb
    int nw = blockDim.x / 32, w = threadIdx.x / 32;
    for (int i = threadIdx.x; i < nw * nb; i += blockDim.x) wh[i] = 0;
    __syncthreads();
    float inv = nb / (hi - lo);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float x = v[i];
        if (x < lo || x >= hi) continue;
        int b = (int)((x - lo) * inv);
        if (b > nb - 1) b = nb - 1;
        atomicAdd(wh + w * nb + b, 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < nb; b += blockDim.x) {
        int s = 0;
        for (int k = 0; k < nw; ++k) s += wh[k * nb + b];
        bins[blockIdx.x * nb + b] = s;
    }
}
// 2D joint histogram of two images
extern "C" __global__ void joint_hist(const unsigned char *a, const unsigned char *b, unsigned *J, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        int p = a[y * w + x] >> 4, q = b[y * w + x] >> 4;
        atomicAdd(J + p * 16 + q, 1u);
    }
}
// count with ballot/popc, one bit at a time: counts of each 2-bit digit
extern "C" __global__ void digit_counts(const unsigned *keys, int *counts, int n, int shift)
{
    __shared__ int c[4][4];
    int g = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    bool in = g < n;
    unsigned d = in ? (keys[g] >> shift) & 3u : 0u;
    for (unsigned k = 0; k < 4; k++) {
        unsigned m = __ballot_sync(0xffffffff, in && d == k);
        if (lane == 0) c[w][k] = __popc(m);
    }
    __syncthreads();
    if (threadIdx.x < 4) {
        int s = 0;
        for (int k = 0; k < 4; k++) s += c[k][threadIdx.x];
        counts[threadIdx.x * gridDim.x + blockIdx.x] = s;
    }
}
