// bitonic sort of a shared array, one block each
extern "C" __global__ void bitonic_shared(unsigned *g, int n)
{
    extern __shared__ unsigned sh[];
    unsigned *mine = g + blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sh[i] = mine[i];
    for (int k = 2; k <= n; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            for (int i = threadIdx.x; i < n; i += blockDim.x) {
                int ixj = i ^ j;
                if (ixj > i) {
                    unsigned a = sh[i], b = sh[ixj];
                    if (((i & k) == 0) ? (a > b) : (a < b)) { sh[i] = b; sh[ixj] = a; }
                }
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) mine[i] = sh[i];
}
__device__ inline void cmpswap(float &a, float &b, int &va, int &vb, bool up)
{
    if ((a > b) == up) {
        float t = a; a = b; b = t;
        int u = va; va = vb; vb = u;
    }
}
// key/value with the compact pair index (no idle threads)
extern "C" __global__ void bitonic_kv(float *keys, int *vals)
{
    __shared__ float K[256];
    __shared__ int V[256];
    int t = threadIdx.x, off = blockIdx.x * 256;
    K[t] = keys[off + t]; K[t + 128] = keys[off + t + 128];
    V[t] = vals[off + t]; V[t + 128] = vals[off + t + 128];
    for (unsigned size = 2; size < 256; size <<= 1) {
        bool dir = (t & (size / 2)) == 0;
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * t - (t & (stride - 1));
            cmpswap(K[pos], K[pos + stride], V[pos], V[pos + stride], dir);
        }
    }
    for (unsigned stride = 128; stride > 0; stride >>= 1) {
        __syncthreads();
        unsigned pos = 2 * t - (t & (stride - 1));
        cmpswap(K[pos], K[pos + stride], V[pos], V[pos + stride], true);
    }
    __syncthreads();
    keys[off + t] = K[t]; keys[off + t + 128] = K[t + 128];
    vals[off + t] = V[t]; vals[off + t + 128] = V[t + 128];
}
// one step of bitonic in global memory
extern "C" __global__ void bitonic_step(float *dev_values, int j, int k)
{
    unsigned int i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;
    if (ixj > i) {
        if ((i & k) == 0) {
            if (dev_values[i] > dev_values[ixj]) {
                float temp = dev_values[i];
                dev_values[i] = dev_values[ixj];
                dev_values[ixj] = temp;
            }
        }
        if ((i & k) != 0) {
            if (dev_values[i] < dev_values[ixj]) {
                float temp = dev_values[i];
                dev_values[i] = dev_values[ixj];
                dev_values[ixj] = temp;
            }
        }
    }
}
// odd-even transposition
extern "C" __global__ void odd_even_sort(int *a, int n)
{
    __shared__ int s[100];
    int *p = a + blockIdx.x * n;
    int id = threadIdx.x;
    if (2 * id < n) s[2 * id] = p[2 * id];
    if (2 * id + 1 < n) s[2 * id + 1] = p[2 * id + 1];
    __syncthreads();
    for (int phase = 0; phase < n; phase++) {
        int l = 2 * id + (phase % 2), r = l + 1;
        if (r < n && s[l] > s[r]) { int t = s[l]; s[l] = s[r]; s[r] = t; }
        __syncthreads();
    }
    if (2 * id < n) p[2 * id] = s[2 * id];
    if (2 * id + 1 < n) p[2 * id + 1] = s[2 * id + 1];
}
// rank sort
extern "C" __global__ void rank_sort(const float *in, float *out, int n)
{
    __shared__ float chunk[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    float me = i < n ? in[i] : 0;
    int rank = 0;
    for (int b = 0; b < n; b += 64) {
        if (b + threadIdx.x < n) chunk[threadIdx.x] = in[b + threadIdx.x];
        __syncthreads();
        int m = min(64, n - b);
        for (int k = 0; k < m; k++)
            if (chunk[k] < me || (chunk[k] == me && b + k < i)) rank++;
        __syncthreads();
    }
    if (i < n) out[rank] = me;
}
// merge two sorted runs by binary search; runs made from the index (a: 3i, b: 5i+1)
extern "C" __global__ void merge_by_search(int *out, int na, int nb)
{
    extern __shared__ int ab[];
    int *a = ab, *b = ab + na;
    for (int i = threadIdx.x; i < na; i += blockDim.x) a[i] = 3 * i + (int)blockIdx.x;
    for (int i = threadIdx.x; i < nb; i += blockDim.x) b[i] = 5 * i + 1;
    __syncthreads();
    int *dst = out + blockIdx.x * (na + nb);
    for (int i = threadIdx.x; i < na + nb; i += blockDim.x) {
        bool fromA = i < na;
        int key = fromA ? a[i] : b[i - na];
        const int *o = fromA ? b : a;
        int lo = 0, hi = fromA ? nb : na;
        while (lo < hi) {
            int mid = (lo + hi) >> 1;
            if (o[mid] < key || (!fromA && o[mid] == key)) lo = mid + 1;
            else hi = mid;
        }
        dst[(fromA ? i : i - na) + lo] = key;
    }
}
// radix sort, one bit a pass, all in one block (split primitive)
extern "C" __global__ void radix_split_block(unsigned *data, int bits)
{
    __shared__ unsigned key[128];
    __shared__ int scan[128];
    int t = threadIdx.x;
    unsigned k = data[blockIdx.x * 128 + t];
    for (int b = 0; b < bits; b++) {
        int e = !((k >> b) & 1);
        scan[t] = e;
        __syncthreads();
        for (int d = 1; d < 128; d <<= 1) {
            int v = t >= d ? scan[t - d] : 0;
            __syncthreads();
            scan[t] += v;
            __syncthreads();
        }
        int total = scan[127], before = scan[t] - e;
        int dst = e ? before : t - before + total;
        key[dst] = k;
        __syncthreads();
        k = key[t];
        __syncthreads();
    }
    data[blockIdx.x * 128 + t] = k;
}
// each thread insertion sorts its own column of shared memory
#ifndef LD
#define LD 64
#endif
extern "C" __global__ void insertion_columns(const int *in, int *out)
{
    __shared__ int s[16 * LD];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    for (int r = 0; r < 16; r++) s[r * LD + t] = in[base + r * 64 + t];
    for (int r = 1; r < 16; r++) {
        int x = s[r * LD + t], q = r - 1;
        while (q >= 0 && s[q * LD + t] > x) { s[(q + 1) * LD + t] = s[q * LD + t]; q--; }
        s[(q + 1) * LD + t] = x;
    }
    for (int r = 0; r < 16; r++) out[base + r * 64 + t] = s[r * LD + t];
}
// same, but the rows are contiguous per thread: 16-way trouble
extern "C" __global__ void insertion_rows(const int *in, int *out)
{
    __shared__ int s[64][16];
    int t = threadIdx.x;
    for (int r = 0; r < 16; r++) s[t][r] = in[(blockIdx.x * 64 + t) * 16 + r];
    for (int r = 1; r < 16; r++) {
        int x = s[t][r];
        int q;
        for (q = r - 1; q >= 0; q--) {
            if (s[t][q] <= x) break;
            s[t][q + 1] = s[t][q];
        }
        s[t][q + 1] = x;
    }
    for (int r = 0; r < 16; r++) out[(blockIdx.x * 64 + t) * 16 + r] = s[t][r];
}
