extern "C" __global__ void bitonic_step(int *dev, int j, int k, int n)
{
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;
    if (ixj > i && ixj < n) {
        if ((i & k) == 0) {
            if (dev[i] > dev[ixj]) { int t = dev[i]; dev[i] = dev[ixj]; dev[ixj] = t; }
        } else {
            if (dev[i] < dev[ixj]) { int t = dev[i]; dev[i] = dev[ixj]; dev[ixj] = t; }
        }
    }
}
template <class K> __device__ inline void cmpex(K &a, K &b, bool up) { if ((a > b) == up) { K t = a; a = b; b = t; } }
extern "C" __global__ void bitonic_shared(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[256];
    const unsigned *src = in + blockIdx.x * 256;
    s[threadIdx.x] = src[threadIdx.x];
    s[threadIdx.x + 128] = src[threadIdx.x + 128];
    for (unsigned size = 2; size <= 256; size <<= 1) {
        bool up = ((threadIdx.x & (size / 2)) == 0);
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            cmpex(s[pos], s[pos + stride], up);
        }
    }
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
    out[blockIdx.x * 256 + threadIdx.x + 128] = s[threadIdx.x + 128];
}
extern "C" __global__ void oddeven_sort(float *a, int n)
{
    extern __shared__ float v[];
    float *seg = a + blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] = seg[i];
    __syncthreads();
    for (int p = 0; p < n; ++p) {
        int l = 2 * threadIdx.x + (p & 1);
        if (l + 1 < n) {
            float x = v[l], y = v[l + 1];
            if (x > y) { v[l] = y; v[l + 1] = x; }
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) seg[i] = v[i];
}
// rank sort: each thread finds its place by counting
extern "C" __global__ void rank_sort(const int *keys, int *sorted, int n)
{
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int me = i < n ? keys[i] : 0, rank = 0;
    for (int base = 0; base < n; base += 64) {
        if (threadIdx.x < 64 && base + threadIdx.x < n) tile[threadIdx.x] = keys[base + threadIdx.x];
        __syncthreads();
        int lim = min(64, n - base);
        for (int k = 0; k < lim; ++k) rank += tile[k] < me || (tile[k] == me && base + k < i);
        __syncthreads();
    }
    if (i < n) sorted[rank] = me;
}
// merge by binary search (co-rank); A[i]=3i, B[j]=5j+1 are sorted
__device__ int co_rank(int k, const int *A, int m, const int *B, int n)
{
    int i = k < m ? k : m, j = k - i;
    int i_low = 0 > (k - n) ? 0 : k - n, j_low = 0 > (k - m) ? 0 : k - m;
    bool active = true;
    while (active) {
        if (i > 0 && j < n && A[i - 1] > B[j]) {
            int d = (i - i_low + 1) >> 1;
            j_low = j; j += d; i -= d;
        } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
            int d = (j - j_low + 1) >> 1;
            i_low = i; i += d; j -= d;
        } else active = false;
    }
    return i;
}
extern "C" __global__ void merge_corank(const int *a0, const int *b0, int m, int n, int *C)
{
    __shared__ int A[200], B[200];
    for (int i = threadIdx.x; i < m; i += blockDim.x) A[i] = 3 * a0[i];
    for (int i = threadIdx.x; i < n; i += blockDim.x) B[i] = 5 * b0[i] + 1;
    __syncthreads();
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int per = (m + n + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);
    int k0 = min(tid * per, m + n), k1 = min((tid + 1) * per, m + n);
    int i = co_rank(k0, A, m, B, n), ie = co_rank(k1, A, m, B, n);
    int j = k0 - i, je = k1 - ie;
    for (int k = k0; k < k1; ++k) {
        if (i < ie && (j >= je || A[i] <= B[j])) C[k] = A[i++];
        else C[k] = B[j++];
    }
}
// one radix pass by one bit within a block
extern "C" __global__ void radix_block(unsigned *d, int bits)
{
    __shared__ unsigned key[128], sc[128];
    unsigned t = threadIdx.x;
    unsigned k = d[blockIdx.x * 128 + t];
    for (int b = 0; b < bits; b++) {
        unsigned one = (k >> b) & 1u;
        sc[t] = one;
        __syncthreads();
        for (unsigned s = 1; s < 128; s <<= 1) {
            unsigned v = 0;
            if (t >= s) v = sc[t - s];
            __syncthreads();
            sc[t] += v;
            __syncthreads();
        }
        unsigned ones = sc[127], before = sc[t] - one;
        unsigned dst = one ? 128 - ones + before : t - before;
        key[dst] = k;
        __syncthreads();
        k = key[t];
        __syncthreads();
    }
    d[blockIdx.x * 128 + t] = k;
}
