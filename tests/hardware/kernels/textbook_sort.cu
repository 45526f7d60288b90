// Sorting and merging, small enough to draw on the board.
#define FULL 0xffffffffu
#define SWAP(T, a, b) do { T _t = (a); (a) = (b); (b) = _t; } while (0)

// bitonic sort of a power of two in shared memory, two elements per thread
extern "C" __global__ void bitonic_shared(int* data, int n, int dir)
{
    extern __shared__ int s[];
    int* d = data + blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = d[i];
    for (int size = 2; size <= n; size <<= 1)
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            for (int t = threadIdx.x; t < n / 2; t += blockDim.x) {
                int pos = 2 * t - (t & (stride - 1));
                bool up = ((pos & size) == 0) == (dir != 0);
                if ((s[pos] > s[pos + stride]) == up) SWAP(int, s[pos], s[pos + stride]);
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) d[i] = s[i];
}

// 32 keys with values in a warp, nothing but shuffles
extern "C" __global__ void bitonic_warp(float* key, int* val)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float k = key[i];
    int v = val[i];
    for (int size = 2; size <= 32; size *= 2)
        for (int j = size / 2; j; j /= 2) {
            float ok = __shfl_xor_sync(FULL, k, j);
            int ov = __shfl_xor_sync(FULL, v, j);
            bool lower = (lane & j) == 0, up = (lane & size) == 0;
            bool take = lower == up ? (ok < k || (ok == k && ov < v)) : (ok > k || (ok == k && ov > v));
            if (take) { k = ok; v = ov; }
        }
    key[i] = k;
    val[i] = v;
}

// Batcher's odd-even merge sort, arbitrary length up to the block's double
extern "C" __global__ void odd_even_merge(unsigned short* data, int n)
{
    __shared__ unsigned short a[256];
    for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = data[blockIdx.x * n + i];
    __syncthreads();
    for (int p = 1; p < n; p <<= 1)
        for (int k = p; k >= 1; k >>= 1) {
            for (int x = threadIdx.x; x < n - k; x += blockDim.x) {
                int j0 = k % p;
                if (x < j0) continue;
                int off = (x - j0) % (2 * k);
                if (off >= k) continue;
                if (x / (2 * p) == (x + k) / (2 * p) && a[x] > a[x + k]) SWAP(unsigned short, a[x], a[x + k]);
            }
            __syncthreads();
        }
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[blockIdx.x * n + i] = a[i];
}

extern "C" __global__ void odd_even_transposition(int* data, int n)
{
    int sorted = 0, phase = 0;
    while (!sorted) {
        int moved = 0;
        for (int half = 0; half < 2; half++, phase ^= 1) {
            int i = 2 * threadIdx.x + phase;
            if (i + 1 < n && data[i] > data[i + 1]) { SWAP(int, data[i], data[i + 1]); moved = 1; }
            __syncthreads();
        }
        sorted = !__syncthreads_or(moved);
    }
}

extern "C" __global__ void rank_sort(const float* in, float* out, int n)
{
    __shared__ float tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, rank = 0;
    float v = i < n ? in[i] : 0.f;
    for (int b = 0; b < n; b += 64) {
        tile[threadIdx.x] = b + threadIdx.x < n ? in[b + threadIdx.x] : INFINITY;
        __syncthreads();
        int m = min(64, n - b);
        for (int j = 0; j < m; j++) rank += tile[j] < v || (tile[j] == v && b + j < i);
        __syncthreads();
    }
    if (i < n) out[rank] = v;
}

// split by one bit after another (Satish); 128 keys in a block
__device__ int scan_excl_128(int v, int* total)
{
    __shared__ int ws[4];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5, x = v;
    for (int d = 1; d < 32; d *= 2) { int u = __shfl_up_sync(FULL, x, d); if (lane >= d) x += u; }
    if (lane == 31) ws[w] = x;
    __syncthreads();
    int add = 0, sum = 0;
    for (int k = 0; k < 4; k++) { if (k < w) add += ws[k]; sum += ws[k]; }
    *total = sum;
    __syncthreads();
    return x - v + add;
}
extern "C" __global__ void __launch_bounds__(128) radix_split_block(unsigned* keys, unsigned* perm, int bits)
{
    __shared__ unsigned sk[128], sv[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    unsigned k = keys[i], v = t;
    for (int b = 0; b < bits; b++) {
        int zero = !((k >> b) & 1), zeros;
        int before = scan_excl_128(zero, &zeros);
        int dst = zero ? before : zeros + t - before;
        sk[dst] = k;
        sv[dst] = v;
        __syncthreads();
        k = sk[t];
        v = sv[t];
        __syncthreads();
    }
    keys[i] = k;
    perm[i] = v;
}

// 4-bit LSD radix sort of a longer array by one block: ballots give ranks within warps
extern "C" __global__ void radix_4bit_one_block(unsigned* a, unsigned* b, int n, int passes)
{
    __shared__ unsigned cnt[16], base[16], wcnt[8][16];
    int t = threadIdx.x, lane = t & 31, w = t >> 5, nw = blockDim.x >> 5;
    unsigned *src = a, *dst = b;
    for (int p = 0; p < passes; p++) {
        int sh = 4 * p;
        if (t < 16) cnt[t] = 0;
        __syncthreads();
        for (int i = t; i < n; i += blockDim.x) atomicAdd(&cnt[(src[i] >> sh) & 15], 1);
        __syncthreads();
        if (t < 16) {
            unsigned s = 0;
            for (int k = 0; k < t; k++) s += cnt[k];
            base[t] = s;
        }
        __syncthreads();
        for (int start = 0; start < n; start += blockDim.x) {
            int i = start + t;
            unsigned key = i < n ? src[i] : 0, d = i < n ? (key >> sh) & 15 : 16, peers = FULL;
            for (int bit = 0; bit < 5; bit++) {
                unsigned vote = __ballot_sync(FULL, (d >> bit) & 1);
                peers &= ((d >> bit) & 1) ? vote : ~vote;
            }
            unsigned rank = __popc(peers & ((1u << lane) - 1));
            if (lane < 16) wcnt[w][lane] = 0;
            __syncwarp();
            if (d < 16 && rank == 0) wcnt[w][d] = __popc(peers);
            __syncthreads();
            if (d < 16) {
                unsigned o = base[d] + rank;
                for (int k = 0; k < w; k++) o += wcnt[k][d];
                dst[o] = key;
            }
            __syncthreads();
            if (t < 16) for (int k = 0; k < nw; k++) base[t] += wcnt[k][t];
            __syncthreads();
        }
        unsigned* x = src; src = dst; dst = x;
    }
}

// ------------------------------------------------------------- merging
__device__ int co_rank(int k, const int* A, int m, const int* B, int n)
{
    int i = k < m ? k : m, j = k - i;
    int i_low = 0 > (k - n) ? 0 : k - n, j_low = 0 > (k - m) ? 0 : k - m, delta;
    bool active = true;
    while (active) {
        if (i > 0 && j < n && A[i - 1] > B[j]) {
            delta = ((i - i_low + 1) >> 1);
            j_low = j;
            j += delta;
            i -= delta;
        } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
            delta = ((j - j_low + 1) >> 1);
            i_low = i;
            i += delta;
            j -= delta;
        } else active = false;
    }
    return i;
}
__device__ void merge_sequential(const int* A, int m, const int* B, int n, int* C)
{
    int i = 0, j = 0, k = 0;
    while (i < m && j < n) C[k++] = A[i] <= B[j] ? A[i++] : B[j++];
    if (i == m) while (j < n) C[k++] = B[j++];
    else while (i < m) C[k++] = A[i++];
}
// A and B hold 0, 1, 2 ...: stretched in place they are sorted keys with duplicates
extern "C" __global__ void stretch_and_merge(int* A, int m, int* B, int n, int* C, int per)
{
    for (int i = threadIdx.x; i < m; i += blockDim.x) A[i] = A[i] * 5 / 3;
    for (int i = threadIdx.x; i < n; i += blockDim.x) B[i] = B[i] * B[i] / 40;
    __syncthreads();
    int k0 = min((int)threadIdx.x * per, m + n), k1 = min(k0 + per, m + n);
    int i0 = co_rank(k0, A, m, B, n), i1 = co_rank(k1, A, m, B, n);
    merge_sequential(A + i0, i1 - i0, B + (k0 - i0), (k1 - i1) - (k0 - i0), C + k0);
}
// merge path: find where a diagonal crosses, several blocks, keys computed from the index
extern "C" __global__ void merge_path(const int* a, int na, const int* b, int nb, int ka, int kb, int* out, int* split)
{
    auto A = [&](int i) { return a[i] * ka; };
    auto B = [&](int j) { return b[j] * kb + 1; };
    int diag = blockIdx.x * blockDim.x + threadIdx.x;
    if (diag >= na + nb) return;
    int lo = max(0, diag - nb), hi = min(diag, na);
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (A(mid) <= B(diag - 1 - mid)) lo = mid + 1; else hi = mid;
    }
    int i = lo, j = diag - lo;
    split[diag] = i;
    out[diag] = (j >= nb || (i < na && A(i) <= B(j))) ? A(i) : B(j);
}
// bottom-up merge sort: thread per pair of runs, ping-pong in shared memory, n not a power of two
extern "C" __global__ void merge_sort_block(int* data, int n)
{
    extern __shared__ int buf[];
    int *src = buf, *dst = buf + n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) src[i] = data[i];
    __syncthreads();
    for (int w = 1; w < n; w *= 2) {
        for (int lo = threadIdx.x * 2 * w; lo < n; lo += blockDim.x * 2 * w) {
            int mid = min(lo + w, n), hi = min(lo + 2 * w, n);
            merge_sequential(src + lo, mid - lo, src + mid, hi - mid, dst + lo);
        }
        __syncthreads();
        int* t = src; src = dst; dst = t;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = src[i];
}
// each element finds its place in the other run by binary search
extern "C" __global__ void merge_sort_rank(const int* in, int* out, int n)
{
    __shared__ int a[2][128];
    int t = threadIdx.x, cur = 0;
    a[0][t] = in[blockIdx.x * n + t];
    __syncthreads();
    for (int w = 1; w < n; w <<= 1) {
        int run = t / w, other = (run ^ 1) * w, v = a[cur][t];
        int lo = 0, hi = w;
        while (lo < hi) {
            int mid = (lo + hi) / 2, x = a[cur][other + mid];
            bool before = (run & 1) ? x <= v : x < v;
            if (before) lo = mid + 1; else hi = mid;
        }
        a[cur ^ 1][(run & ~1) * w + (t - run * w) + lo] = v;
        __syncthreads();
        cur ^= 1;
    }
    out[blockIdx.x * n + t] = a[cur][t];
}

// ------------------------------------------------------------- a thread sorts alone
__device__ void quicksort(int* a, int lo, int hi)
{
    if (lo >= hi) return;
    int p = a[(lo + hi) >> 1], i = lo, j = hi;
    while (i <= j) {
        while (a[i] < p) i++;
        while (a[j] > p) j--;
        if (i <= j) { SWAP(int, a[i], a[j]); i++; j--; }
    }
    quicksort(a, lo, j);
    quicksort(a, i, hi);
}
extern "C" __global__ void quicksort_recursive(int* data, int len, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) quicksort(data + t * len, 0, len - 1);
}
// the stack by hand, in local memory; small parts by insertion
extern "C" __global__ void quicksort_stack(short* data, int len, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    short* a = data + t * len;
    struct { short lo, hi; } st[32];
    int top = 0;
    st[top].lo = 0; st[top++].hi = len - 1;
    while (top) {
        int lo = st[--top].lo, hi = st[top].hi;
        if (hi - lo < 6) {
            for (int i = lo + 1; i <= hi; i++) {
                short v = a[i];
                int j = i - 1;
                for (; j >= lo && a[j] > v; j--) a[j + 1] = a[j];
                a[j + 1] = v;
            }
            continue;
        }
        int m = (lo + hi) / 2;
        if (a[m] < a[lo]) SWAP(short, a[m], a[lo]);
        if (a[hi] < a[lo]) SWAP(short, a[hi], a[lo]);
        if (a[hi] < a[m]) SWAP(short, a[hi], a[m]);
        short p = a[m];
        int i = lo, j = hi;
        while (i <= j) {
            while (a[i] < p) ++i;
            while (p < a[j]) --j;
            if (i <= j) { SWAP(short, a[i], a[j]); ++i; --j; }
        }
        if (lo < j) { st[top].lo = lo; st[top++].hi = j; }
        if (i < hi) { st[top].lo = i; st[top++].hi = hi; }
    }
}
extern "C" __global__ void heapsort_threads(float* data, int len, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float* a = data + t * len;
    auto sift = [a](int root, int end) {
        for (;;) {
            int c = 2 * root + 1;
            if (c > end) return;
            if (c < end && a[c] < a[c + 1]) c++;
            if (a[root] >= a[c]) return;
            SWAP(float, a[root], a[c]);
            root = c;
        }
    };
    for (int s = len / 2 - 1; s >= 0; s--) sift(s, len - 1);
    for (int e = len - 1; e > 0; e--) { SWAP(float, a[0], a[e]); sift(0, e - 1); }
}
extern "C" __global__ void shell_sort_local(const unsigned char* in, unsigned char* out, int n)
{
    unsigned char a[40];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    for (int i = 0; i < 40; i++) a[i] = in[t * 40 + i];
    const int gaps[4] = {13, 4, 2, 1};
    for (int g = 0; g < 4; g++)
        for (int i = gaps[g]; i < 40; i++) {
            unsigned char v = a[i];
            int j = i;
            while (j >= gaps[g] && a[j - gaps[g]] > v) { a[j] = a[j - gaps[g]]; j -= gaps[g]; }
            a[j] = v;
        }
    for (int i = 0; i < 40; i++) out[t * 40 + i] = a[i];
}
extern "C" __global__ void quickselect(int* data, int len, const int* k, int* kth, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int* a = data + t * len, lo = 0, hi = len - 1, want = k[t] % len;
    while (lo < hi) {
        int p = a[hi], s = lo;
        for (int i = lo; i < hi; i++) if (a[i] < p) { SWAP(int, a[i], a[s]); s++; }
        SWAP(int, a[s], a[hi]);
        if (s == want) break;
        if (s < want) lo = s + 1; else hi = s - 1;
    }
    kth[t] = a[want];
}

extern "C" __global__ void counting_sort_block(const unsigned char* in, unsigned char* out, int n)
{
    __shared__ int c[64];
    int t = threadIdx.x;
    in += blockIdx.x * n; out += blockIdx.x * n;
    if (t < 64) c[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) atomicAdd(&c[in[i] & 63], 1);
    __syncthreads();
    if (t < 64) {
        int from = 0;
        for (int k = 0; k < t; k++) from += c[k];
        for (int k = 0; k < c[t]; k++) out[from + k] = t;
    }
}

// the eight largest of a row: every lane keeps its best, the warp pulls winners one by one
extern "C" __global__ void topk_rows(const float* in, float* val, int* idx, int cols)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float* r = in + row * cols;
    float best[3] = {-9.f, -9.f, -9.f};
    int at[3] = {-1, -1, -1};
    for (int j = lane, s = 0; j < cols && s < 3; j += 32, s++) { best[s] = r[j]; at[s] = j; }
    for (int k = 0; k < 8; k++) {
        float m = best[0];
        int a = at[0];
        for (int s = 1; s < 3; s++) if (best[s] > m) { m = best[s]; a = at[s]; }
        for (int o = 16; o; o >>= 1) {
            float om = __shfl_xor_sync(FULL, m, o);
            int oa = __shfl_xor_sync(FULL, a, o);
            if (om > m || (om == m && oa > a)) { m = om; a = oa; }
        }
        for (int s = 0; s < 3; s++) if (at[s] == a) best[s] = -9.f;
        if (lane == 0) { val[row * 8 + k] = m; idx[row * 8 + k] = a; }
    }
}

extern "C" __global__ void lower_upper_bound(const int* sorted, int n, int step, const int* q, int* lo, int* hi, int nq)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= nq) return;
    int key = q[t], a = 0, len = n;
    while (len > 0) {
        int h = len / 2;
        if (sorted[a + h] / step < key) { a += h + 1; len -= h + 1; } else len = h;
    }
    lo[t] = a;
    int l = a, r = n;
    while (l != r) { int m = l + (r - l) / 2; if (sorted[m] / step <= key) l = m + 1; else r = m; }
    hi[t] = l;
}
