// divergence, hoisting, sinking ... what the compiler does with loads

// load only needed in one branch
extern "C" __global__ void fl_sink(const float* a, const float* b, float* o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float va = a[i];
    float vb = b[i];            // needed only when va>0
    float r;
    if (va > 0.f) r = va * vb + 1.f;
    else r = va - 2.f;
    o[i] = r;
}

// the same load in both branches
extern "C" __global__ void fl_both(const int* key, const float* tab, float* o, int n)
{
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < n) {
        if (key[i] & 1) {
            float t = tab[key[i] >> 1];
            o[i] = t * t;
        } else {
            float t = tab[key[i] >> 1];
            o[i] = -t;
            if (t < 0) o[n + i] = t;
        }
    }
}

// ternaries over loads: value of a load, address of a load
extern "C" __global__ void fl_ternary(const int* a, const int* b, int* o, int n, int pivot)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int l = i > 0 ? a[i < n ? i - 1 : 0] : 0;
    int r = i < n - 1 ? a[i + 1] : 0;
    int m = i < n ? a[i] : -1;
    const int* p = (m > pivot) ? a : b;
    int q = p[m < 0 ? 0 : m % n];
    int w = (m & 2) ? b[i % n] : b[(n - 1) - i % n];
    if (i < n) o[i] = l + 2 * m + r + (q ^ w);
}

// loop invariant loads: through pointers that may alias and ones that may not
extern "C" __global__ void fl_invariant(float* out, const float* scale, const float* __restrict__ bias, const float* x, int n, int m)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    for (int k = 0; k < m; k++) {
        out[k * n + t] = x[k * n + t] * scale[blockIdx.x] + bias[t & 7];
    }
}

// shared-memory invariant load in a loop with stores to shared in between
extern "C" __global__ void fl_invariant_sh(const int* in, int* out, int rounds)
{
    __shared__ int param[4];
    __shared__ int data[192];
    const int t = threadIdx.x;
    if (t < 4) param[t] = in[t] | 1;
    data[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int k = 0; k < rounds; ++k) {
        int v = data[t] * param[0] + param[k & 3];
        data[t] = v ^ (v >> 7);
        if (v % param[1] == 0) data[t] += param[2];
    }
    out[blockIdx.x * blockDim.x + t] = data[t];
}

// lanes with differing trip counts, unrolled
extern "C" __global__ void fl_trips(const int* len, const float* pool, float* o, int n, int poolsz)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int L = len[i];
    int start = (i * 37) % (poolsz - 64);
    float s = 0.f;
#pragma unroll 4
    for (int k = 0; k < L; k++) s += pool[start + k] * (k & 1 ? -1.f : 1.f);
    o[i] = s;
}

extern "C" __global__ void fl_trips_sh(const int* len, float* o, int n)
{
    __shared__ float s[512];
    for (int k = threadIdx.x; k < 512; k += blockDim.x) s[k] = 1.0f / (k + 1);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int L = i < n ? len[i] : 0;
    float r = 0;
#pragma unroll 8
    for (int k = 0; k < L; ++k) r += s[(k * (1 + (threadIdx.x & 3)) + threadIdx.x) & 511];
    if (L > 0) o[i] = r / L;
}

// Collatz-like walk with while / break / continue
extern "C" __global__ void fl_walk(const unsigned* next, unsigned* hops, unsigned n, unsigned limit)
{
    for (unsigned s = blockIdx.x * blockDim.x + threadIdx.x; s < n; s += blockDim.x * gridDim.x) {
        unsigned p = s, c = 0, fuel = 100;
        do {
            p = next[p];
            if (p % 11 == 3) continue;
            if (p % 13 == 5) break;
            ++c;
        } while (p != s && c < limit && --fuel);
        hops[s] = c * 1000 + p % 1000;
    }
}

// short-circuit conditions that guard loads
extern "C" __global__ void fl_shortcircuit(const int* a, const int* b, const int* c, unsigned char* flag, int n, int lo, int hi)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && a[i] > lo && (b[a[i]] < hi || c[i] == 7))
        flag[i] = 1;
    else if (i < n && (a[i] == 0 || (i > 0 && c[i - 1] > c[i] && b[i] != c[i])))
        flag[i] = 2;
}

// nested divergent loops over a ragged structure
extern "C" __global__ void fl_nested(const int* rlen, const int* clen, const double* v, double* o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double acc = 0;
    for (int r = 0; r < rlen[i]; ++r) {
        int k = (i + r) % n;
        for (int c = clen[k]; c > 0; c -= 2) {
            double x = v[(k * 8 + c) % n];
            if (x < -0.5) break;
            acc += x;
            if (acc > 3.0) { acc -= v[r]; goto done; }
        }
    }
done:
    o[i] = acc;
}

// a switch with five cases, some with loads of different widths
extern "C" __global__ void fl_vm(const unsigned char* prog, const int* mem, int* o, int plen, int msz)
{
    __shared__ int stack[8][64];
    const int t = threadIdx.x;
    int sp = 0, acc = t + blockIdx.x;
    for (int pc = 0; pc < plen; ++pc) {
        unsigned op = (prog[pc] + (t >> 3)) % 5u;
        switch (op) {
        case 0: acc = mem[(unsigned)(acc * 7 + t) % msz]; break;
        case 1: if (sp < 8) stack[sp++][t] = acc; break;
        case 2: if (sp > 0) acc += stack[--sp][t]; break;
        case 3: acc = acc * 3 + 1; break;
        case 4: { const short* sm = (const short*)mem; acc ^= sm[(unsigned)acc % (2u * msz)]; }
        }
    }
    o[blockIdx.x * blockDim.x + t] = acc;
}

// early returns of different sorts, then a warp-level vote among those that stay
extern "C" __global__ void fl_early(const float* x, int* o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    if (v < -0.8f) { o[i] = -1; return; }
    int c = 0;
    for (int k = 1; k < 9; ++k) {
        if (i + k >= n) return;
        float w = x[i + k];
        if (w > 0.9f) { o[i] = 100 + k; return; }
        c += w > v;
    }
    o[i] = c;
}

// pointer-chasing list merge: binary search in shared (keys = i*i)
extern "C" __global__ void fl_bsearch(const int* q, int* pos, int nq)
{
    __shared__ int key[300];
    for (int k = threadIdx.x; k < 300; k += blockDim.x) key[k] = k * k / 3;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nq) {
        int x = q[i], lo = 0, hi = 300;
        while (lo < hi) {
            int mid = (lo + hi) >> 1;
            if (key[mid] < x) lo = mid + 1; else hi = mid;
        }
        pos[i] = (lo < 300 && key[lo] == x) ? lo : ~lo;
    }
}
