// Sorting, merging, searching: networks, ranks, radix passes, binary searches.

extern "C" __global__ void bitonic_sort_shared(unsigned* keys) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = keys[blockIdx.x * 256 + t];
    __syncthreads();
    for (unsigned k = 2; k <= 256; k <<= 1)
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            unsigned other = t ^ j;
            if (other > t) {
                bool up = (t & k) == 0;
                if ((s[t] > s[other]) == up) {
                    unsigned x = s[t];
                    s[t] = s[other];
                    s[other] = x;
                }
            }
            __syncthreads();
        }
    keys[blockIdx.x * 256 + t] = s[t];
}

extern "C" __global__ void bitonic_step(float* data, int j, int k) {
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ j;
    if (other > i) {
        if ((i & k) == 0 && data[i] > data[other] || (i & k) != 0 && data[i] < data[other]) {
            float t = data[i];
            data[i] = data[other];
            data[other] = t;
        }
    }
}

extern "C" __global__ void odd_even_sort(int* data, int n) {
    int t = threadIdx.x;
    for (int phase = 0; phase < n; ++phase) {
        int i = 2 * t + (phase & 1);
        if (i + 1 < n && data[i] > data[i + 1]) {
            int x = data[i];
            data[i] = data[i + 1];
            data[i + 1] = x;
        }
        __syncthreads();
    }
}

extern "C" __global__ void rank_sort(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int j = 0; j < n; ++j) rank += in[j] < in[i] || (in[j] == in[i] && j < i);
    out[rank] = in[i];
}

__device__ int lower_bound(const int* a, int n, int key) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (a[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low;
}

__device__ int upper_bound(const int* a, int n, int key) {
    int low = 0;
    while (n > 0) {
        int half = n / 2;
        if (!(key < a[low + half])) {
            low += half + 1;
            n -= half + 1;
        } else n = half;
    }
    return low;
}

extern "C" __global__ void merge_by_rank(const int* a, int na, const int* b, int nb, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < na) out[i + lower_bound(b, nb, a[i])] = a[i];
    else if (i < na + nb) out[i - na + upper_bound(a, na, b[i - na])] = b[i - na];
}

__device__ int co_rank(int k, const int* a, int m, const int* b, int n) {
    int i = k < m ? k : m, j = k - i, i_low = max(0, k - n), j_low = max(0, k - m);
    while (true) {
        if (i > 0 && j < n && a[i - 1] > b[j]) {
            int delta = (i - i_low + 1) >> 1;
            j_low = j;
            j += delta;
            i -= delta;
        } else if (j > 0 && i < m && b[j - 1] >= a[i]) {
            int delta = (j - j_low + 1) >> 1;
            i_low = i;
            i += delta;
            j -= delta;
        } else return i;
    }
}

extern "C" __global__ void merge_path(const int* a, int m, const int* b, int n, int* out, int each) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int k = min(t * each, m + n), k_end = min(k + each, m + n);
    int i = co_rank(k, a, m, b, n), i_end = co_rank(k_end, a, m, b, n), j = k - i, j_end = k_end - i_end;
    while (i < i_end && j < j_end) out[k++] = a[i] <= b[j] ? a[i++] : b[j++];
    while (i < i_end) out[k++] = a[i++];
    while (j < j_end) out[k++] = b[j++];
}

extern "C" __global__ void merge_sort_bottom_up(int* data, int* scratch, int n) {
    int *from = data, *to = scratch;
    for (int width = 1; width < n; width *= 2) {
        for (int start = threadIdx.x * 2 * width; start < n; start += blockDim.x * 2 * width) {
            int middle = min(start + width, n), end = min(start + 2 * width, n), i = start, j = middle;
            for (int k = start; k < end; ++k)
                if (i < middle && (j >= end || from[i] <= from[j])) to[k] = from[i++];
                else to[k] = from[j++];
        }
        __syncthreads();
        int* t = from;
        from = to;
        to = t;
    }
    if (from != data)
        for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = from[i];
}

extern "C" __global__ void radix_sort_block(unsigned* keys, unsigned* values) {
    __shared__ unsigned k[128], v[128], counts[128];
    unsigned t = threadIdx.x, n = blockDim.x;
    k[t] = keys[t];
    v[t] = values[t];
    for (int bit = 0; bit < 12; ++bit) {
        __syncthreads();
        unsigned key = k[t], value = v[t], one = key >> bit & 1;
        counts[t] = one;
        for (unsigned d = 1; d < n; d <<= 1) {
            __syncthreads();
            unsigned x = t >= d ? counts[t - d] : 0;
            __syncthreads();
            counts[t] += x;
        }
        __syncthreads();
        unsigned ones = counts[n - 1], before = counts[t] - one;
        unsigned to = one ? n - ones + before : t - before;
        k[to] = key;
        v[to] = value;
    }
    __syncthreads();
    keys[t] = k[t];
    values[t] = v[t];
}

extern "C" __global__ void digit_counts(const unsigned* keys, int n, int shift, unsigned* counts) {
    __shared__ unsigned bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[(keys[i] >> shift) & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void counting_sort(const unsigned char* in, unsigned char* out, int n) {
    __shared__ int starts[256];
    int t = threadIdx.x;
    starts[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += 256) atomicAdd(&starts[in[i]], 1);
    __syncthreads();
    int mine = starts[t];
    for (int d = 1; d < 256; d *= 2) {
        int x = t >= d ? starts[t - d] : 0;
        __syncthreads();
        starts[t] += x;
        __syncthreads();
    }
    for (int k = 0, at = starts[t] - mine; k < mine; ++k) out[at + k] = (unsigned char)t;
}

extern "C" __global__ void binary_searches(const float* sorted, int n, const float* queries, int* found, int q) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= q) return;
    int low = 0, high = n - 1, at = -1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == queries[i]) {
            at = middle;
            break;
        }
        if (sorted[middle] < queries[i]) low = middle + 1;
        else high = middle - 1;
    }
    found[i] = at;
}

extern "C" __global__ void string_search(const char* text, int n, const char* pattern, int m, int* matches, int* count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + m > n) return;
    for (int k = 0; k < m; ++k)
        if (text[i + k] != pattern[k]) return;
    matches[atomicAdd(count, 1)] = i;
}

extern "C" __global__ void shell_sort_per_thread(short* data, int n) {
    short* mine = data + threadIdx.x * n;
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; ++i) {
            short v = mine[i];
            int j = i;
            for (; j >= gap && mine[j - gap] > v; j -= gap) mine[j] = mine[j - gap];
            mine[j] = v;
        }
}

extern "C" __global__ void top_k(const float* in, int n, float* out, int k) {
    __shared__ float best[64];
    __shared__ int where[64];
    extern __shared__ float copy[];
    int t = threadIdx.x;
    for (int i = t; i < n; i += 64) copy[i] = in[i];
    __syncthreads();
    for (int round = 0; round < k; ++round) {
        best[t] = -1e30f;
        where[t] = -1;
        for (int i = t; i < n; i += 64)
            if (copy[i] > best[t]) { best[t] = copy[i]; where[t] = i; }
        __syncthreads();
        for (int s = 32; s; s >>= 1) {
            if (t < s && best[t + s] > best[t]) { best[t] = best[t + s]; where[t] = where[t + s]; }
            __syncthreads();
        }
        if (t == 0) {
            out[round] = best[0];
            copy[where[0]] = -1e30f;
        }
        __syncthreads();
    }
}
