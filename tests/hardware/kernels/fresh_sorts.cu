// Sorting and counting: bitonic, odd-even, rank, radix, merge; histograms with every kind of bin.
#define CTA 128

__device__ inline void Comparator(unsigned& keyA, unsigned& valA, unsigned& keyB, unsigned& valB, unsigned dir) {
    unsigned t;
    if ((keyA > keyB) == dir) {
        t = keyA, keyA = keyB, keyB = t;
        t = valA, valA = valB, valB = t;
    }
}

extern "C" __global__ void bitonic_key_value(unsigned* keys, unsigned* values, unsigned arrayLength, unsigned dir) {
    __shared__ unsigned s_key[2 * CTA];
    __shared__ unsigned s_val[2 * CTA];
    keys += blockIdx.x * 2 * CTA + threadIdx.x, values += blockIdx.x * 2 * CTA + threadIdx.x;
    s_key[threadIdx.x] = keys[0], s_val[threadIdx.x] = values[0];
    s_key[threadIdx.x + CTA] = keys[CTA], s_val[threadIdx.x + CTA] = values[CTA];
    for (unsigned size = 2; size < arrayLength; size <<= 1) {
        unsigned ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }
    for (unsigned stride = arrayLength / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], dir);
    }
    __syncthreads();
    keys[0] = s_key[threadIdx.x], values[0] = s_val[threadIdx.x];
    keys[CTA] = s_key[threadIdx.x + CTA], values[CTA] = s_val[threadIdx.x + CTA];
}

template <typename T>
__device__ void bitonic_sort(T* s, int n) {
    for (int k = 2; k <= n; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            for (int i = threadIdx.x; i < n; i += blockDim.x) {
                int ixj = i ^ j;
                if (ixj > i) {
                    T a = s[i], b = s[ixj];
                    if ((i & k) == 0 ? a > b : a < b) {
                        s[i] = b;
                        s[ixj] = a;
                    }
                }
            }
            __syncthreads();
        }
    }
}

extern "C" __global__ void bitonic_float(float* data) {
    __shared__ float s[256];
    s[threadIdx.x] = data[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    bitonic_sort(s, 256);
    data[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void bitonic_long(unsigned long long* data) {
    extern __shared__ unsigned long long keys[];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) keys[i] = data[i];
    __syncthreads();
    bitonic_sort(keys, 256);
    for (int i = threadIdx.x; i < 256; i += blockDim.x) data[i] = keys[i];
}

extern "C" __global__ void bitonic_shorts(unsigned short* data) {
    __shared__ unsigned short s[128];
    s[threadIdx.x] = data[threadIdx.x], s[threadIdx.x + 64] = data[threadIdx.x + 64];
    __syncthreads();
    bitonic_sort(s, 128);
    data[threadIdx.x] = s[threadIdx.x], data[threadIdx.x + 64] = s[threadIdx.x + 64];
}

// One step of a bitonic sort in global memory.
extern "C" __global__ void bitonic_sort_step(float* dev_values, int j, int k) {
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

// Thirty-two keys in the registers of a warp.
extern "C" __global__ void bitonic_warp(const int* in, int* out) {
    int lane = threadIdx.x & 31, v = in[blockIdx.x * blockDim.x + threadIdx.x];
#pragma unroll
    for (int k = 2; k <= 32; k <<= 1)
#pragma unroll
        for (int j = k >> 1; j; j >>= 1) {
            int other = __shfl_xor_sync(0xffffffff, v, j);
            bool up = (lane & k) == 0, lower = (lane & j) == 0;
            v = lower == up ? min(v, other) : max(v, other);
        }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

extern "C" __global__ void odd_even_sort(int* data, int n) {
    extern __shared__ int a[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = data[i];
    __syncthreads();
    for (int phase = 0; phase < n; ++phase) {
        int i = 2 * threadIdx.x + phase % 2;
        if (i + 1 < n && a[i] > a[i + 1]) {
            int t = a[i];
            a[i] = a[i + 1];
            a[i + 1] = t;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = a[i];
}

// Rank by counting what is smaller, a tile of keys at a time.
extern "C" __global__ void rank_sort(const double* in, double* out, int n) {
    __shared__ double tile[64];
    int i = blockIdx.x * 64 + threadIdx.x, rank = 0;
    double mine = i < n ? in[i] : 0;
    for (int base = 0; base < n; base += 64) {
        if (base + threadIdx.x < n) tile[threadIdx.x] = in[base + threadIdx.x];
        __syncthreads();
        int many = min(64, n - base);
        for (int k = 0; k < many; ++k) rank += tile[k] < mine || (tile[k] == mine && base + k < i);
        __syncthreads();
    }
    if (i < n) out[rank] = mine;
}

// A thread sorts sixteen numbers of its own by insertion, in local memory.
extern "C" __global__ void insertion_sorts(const int* in, int* out, int n) {
    int v[16], t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < 16; ++i) v[i] = in[i * n + t];
    for (int i = 1; i < 16; ++i) {
        int key = v[i], j = i - 1;
        while (j >= 0 && v[j] > key) v[j + 1] = v[j], --j;
        v[j + 1] = key;
    }
    for (int i = 0; i < 16; ++i) out[i * n + t] = v[i];
}

// Eight passes of one bit each, ranks by ballot and a sum over the warps.
extern "C" __global__ void radix_by_ballots(unsigned* data) {
    __shared__ unsigned keys[CTA];
    __shared__ int zeros[CTA / 32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    unsigned key = data[t];
    for (int bit = 0; bit < 8; ++bit) {
        bool zero = !(key >> bit & 1);
        unsigned votes = __ballot_sync(0xffffffff, zero);
        if (lane == 0) zeros[warp] = __popc(votes);
        __syncthreads();
        int before = __popc(votes & ((1u << lane) - 1)), total = 0;
        for (int w = 0; w < CTA / 32; ++w) {
            if (w < warp) before += zeros[w];
            total += zeros[w];
        }
        keys[zero ? before : total + t - before] = key;
        __syncthreads();
        key = keys[t];
        __syncthreads();
    }
    data[t] = key;
}

// One digit of four bits: counters digit by digit, thread by thread, then a scan, then the scatter.
extern "C" __global__ void radix_pass_4(const unsigned* in, unsigned* out, int shift) {
    __shared__ unsigned short count[16][64];
    __shared__ int base[17];
    int t = threadIdx.x;
    for (int d = 0; d < 16; ++d) count[d][t] = 0;
    unsigned mine[4];
    for (int k = 0; k < 4; ++k) {
        mine[k] = in[t * 4 + k];
        ++count[mine[k] >> shift & 15][t];
    }
    __syncthreads();
    if (t < 16) {
        unsigned short sum = 0;
        for (int i = 0; i < 64; ++i) {
            unsigned short c = count[t][i];
            count[t][i] = sum;
            sum += c;
        }
        base[t + 1] = sum;
    }
    if (t == 0) base[0] = 0;
    __syncthreads();
    if (t == 0)
        for (int d = 1; d <= 16; ++d) base[d] += base[d - 1];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
        int d = mine[k] >> shift & 15;
        out[base[d] + count[d][t]++] = mine[k];
    }
}

__device__ int co_rank(int k, const int* A, int m, const int* B, int n) {
    int i = k < m ? k : m, j = k - i;
    int i_low = 0 > (k - n) ? 0 : k - n, j_low = 0 > (k - m) ? 0 : k - m, delta;
    while (true) {
        if (i > 0 && j < n && A[i - 1] > B[j]) {
            delta = ((i - i_low + 1) >> 1);
            j_low = j;
            j = j + delta;
            i = i - delta;
        } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
            delta = ((j - j_low + 1) >> 1);
            i_low = i;
            i = i + delta;
            j = j - delta;
        } else {
            return i;
        }
    }
}

extern "C" __global__ void merge_basic(const int* A, int m, const int* B, int n, int* C) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int each = (m + n + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);
    int k = min(tid * each, m + n), next = min((tid + 1) * each, m + n);
    int i = co_rank(k, A, m, B, n), iEnd = co_rank(next, A, m, B, n), j = k - i, jEnd = next - iEnd;
    while (i < iEnd && j < jEnd) C[k++] = A[i] <= B[j] ? A[i++] : B[j++];
    while (i < iEnd) C[k++] = A[i++];
    while (j < jEnd) C[k++] = B[j++];
}

// Merge path inside a block: both lists in shared memory, a diagonal a thread.
extern "C" __global__ void merge_shared(const int* A, int m, const int* B, int n, int* C) {
    extern __shared__ int both[];
    for (int i = threadIdx.x; i < m + n; i += blockDim.x) both[i] = i < m ? A[i] : B[i - m];
    __syncthreads();
    const int *a = both, *b = both + m;
    for (int k = threadIdx.x; k < m + n; k += blockDim.x) {
        int low = max(0, k - n), high = min(k, m);
        while (low < high) {
            int mid = (low + high) / 2;
            if (a[mid] <= b[k - 1 - mid]) low = mid + 1;
            else high = mid;
        }
        C[k] = low < m && (k - low >= n || a[low] <= b[k - low]) ? a[low] : b[k - low];
    }
}

// Binary search of many keys in a sorted list.
extern "C" __global__ void lower_bounds(const int* sorted, int n, const int* keys, int* places, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int first = 0, length = n, key = keys[i];
    while (length > 0) {
        int half = length / 2;
        if (__ldg(sorted + first + half) < key) first += half + 1, length -= half + 1;
        else length = half;
    }
    places[i] = first;
}

extern "C" __global__ void histo_global(const char* data, unsigned int length, unsigned int* histo) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        int alphabet_position = data[i] - 'a';
        if (alphabet_position >= 0 && alphabet_position < 26) atomicAdd(&(histo[alphabet_position / 4]), 1);
    }
}

extern "C" __global__ void histo_private_coarse(const unsigned char* data, unsigned length, unsigned* histo) {
    __shared__ unsigned int histo_s[64];
    for (unsigned bin = threadIdx.x; bin < 64; bin += blockDim.x) histo_s[bin] = 0u;
    __syncthreads();
    unsigned accumulator = 0;
    int prev = -1;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x) {
        int bin = data[i] / 4;
        if (bin == prev) {
            ++accumulator;
        } else {
            if (accumulator > 0) atomicAdd(&(histo_s[prev]), accumulator);
            accumulator = 1;
            prev = bin;
        }
    }
    if (accumulator > 0) atomicAdd(&(histo_s[prev]), accumulator);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 64; bin += blockDim.x)
        if (histo_s[bin] > 0) atomicAdd(&(histo[bin]), histo_s[bin]);
}

// A histogram a warp, four bytes a load.
extern "C" __global__ void histo_per_warp(const unsigned* words, int n, unsigned* partial) {
    __shared__ unsigned s_Hist[4 * 256];
    for (int i = threadIdx.x; i < 4 * 256; i += blockDim.x) s_Hist[i] = 0;
    __syncthreads();
    unsigned* s_WarpHist = s_Hist + (threadIdx.x >> 5) * 256;
    for (int pos = blockIdx.x * blockDim.x + threadIdx.x; pos < n; pos += blockDim.x * gridDim.x) {
        unsigned data = words[pos];
        atomicAdd(s_WarpHist + (data >> 0 & 0xFFU), 1);
        atomicAdd(s_WarpHist + (data >> 8 & 0xFFU), 1);
        atomicAdd(s_WarpHist + (data >> 16 & 0xFFU), 1);
        atomicAdd(s_WarpHist + (data >> 24 & 0xFFU), 1);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < 4; w++) sum += s_Hist[bin + w * 256];
        partial[blockIdx.x * 256 + bin] = sum;
    }
}

// A byte counter for every thread and bin, threads interleaved so that a warp spreads over the banks.
extern "C" __global__ void histo64_bytes(const unsigned char* data, int n, int* out) {
    __shared__ unsigned char s_Hist[64 * 64];
    const unsigned threadPos = ((threadIdx.x & ~63) | ((threadIdx.x & 15) << 2) | ((threadIdx.x & 48) >> 4));
    for (int i = 0; i < 64 * 64 / 4 / 64; i++) ((unsigned*)s_Hist)[threadIdx.x + i * 64] = 0;
    __syncthreads();
    for (int pos = threadIdx.x; pos < n; pos += 64) s_Hist[threadPos + (data[pos] >> 2) * 64]++;
    __syncthreads();
    unsigned char* s_HistBase = s_Hist + threadIdx.x * 64;
    unsigned sum = 0, pos = 4 * (threadIdx.x & 15);
    for (int i = 0; i < 16; i++) {
        sum += s_HistBase[pos + 0] + s_HistBase[pos + 1] + s_HistBase[pos + 2] + s_HistBase[pos + 3];
        pos = (pos + 4) & 63;
    }
    out[threadIdx.x] = sum;
}

// Two bins of 16 bits in a word.
extern "C" __global__ void histo_packed(const unsigned char* data, int n, unsigned short* out) {
    __shared__ unsigned packed[128];
    if (threadIdx.x < 128) packed[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&packed[data[i] / 2], data[i] & 1 ? 65536u : 1u);
    __syncthreads();
    const unsigned short* bins = reinterpret_cast<const unsigned short*>(packed);
    out[threadIdx.x] = bins[threadIdx.x];
}

// Lanes with the same key find each other; one of them adds for all.
extern "C" __global__ void histo_matched(const int* keys, int* bins, int n) {
    __shared__ int s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned here = __activemask();
        unsigned same = __match_any_sync(here, keys[i]);
        if (__ffs(same) - 1 == threadIdx.x % 32) atomicAdd(s + keys[i], __popc(same));
    }
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(bins + threadIdx.x, s[threadIdx.x]);
}

// Weighted bins of floats, two dimensions.
extern "C" __global__ void histo_weights_2d(const float2* points, const float* weights, float* bins, int n) {
    __shared__ float s[8][8];
    s[threadIdx.x / 8][threadIdx.x % 8] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64 * gridDim.x) {
        int x = (points[i].x + 1) * 4, y = (points[i].y + 1) * 4;
        atomicAdd(&s[y][x], weights[i]);
    }
    __syncthreads();
    atomicAdd(bins + threadIdx.x, s[threadIdx.x / 8][threadIdx.x % 8]);
}
