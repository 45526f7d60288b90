// data movement: permutes, swizzled transposes, packed records, hash and codecs
#include <cuda_fp16.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct FastDiv { // magic division, as frameworks do on the host; computed here per thread
    unsigned d, m, s;
    __device__ explicit FastDiv(unsigned div) : d(div) { for (s = 0; s < 32; s++) if ((1u << s) >= d) break; unsigned long long one = 1; m = (unsigned)(((one << 32) * ((one << s) - d)) / d + 1); }
    __device__ unsigned div(unsigned n) const { return (__umulhi(n, m) + n) >> s; }
};
extern "C" __global__ void permute4d(const float* in, float* out, int d0, int d1, int d2, int d3, int perm)
{
    // perm: digits of base 4, output axis k takes input axis (perm >> 2k) & 3
    int dims[4] = {d0, d1, d2, d3};
    int instr[4] = {d1 * d2 * d3, d2 * d3, d3, 1};
    int od[4], os[4];
    for (int k = 0; k < 4; k++) { int a = (perm >> (2 * k)) & 3; od[k] = dims[a]; os[k] = instr[a]; }
    FastDiv f3(od[3]), f2(od[2]), f1(od[1]);
    unsigned total = d0 * d1 * d2 * d3;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
        unsigned a = f3.div(i), i3 = i - a * od[3];
        unsigned b = f2.div(a), i2 = a - b * od[2];
        unsigned c = f1.div(b), i1 = b - c * od[1];
        out[i] = in[c * os[0] + i1 * os[1] + i2 * os[2] + i3 * os[3]];
    }
}

// xor-swizzled transpose without padding, 32x32 tile, 32x4 threads
extern "C" __global__ void transpose_xor(const float* __restrict__ a, float* __restrict__ b, int rows, int cols)
{
    __shared__ float t[32 * 32];
    int c = blockIdx.x * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += blockDim.y) {
        int r = blockIdx.y * 32 + k;
        if (r < rows && c < cols) t[k * 32 + (threadIdx.x ^ k)] = a[r * cols + c];
    }
    __syncthreads();
    int r = blockIdx.y * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += blockDim.y) {
        int cc = blockIdx.x * 32 + k;
        if (cc < cols && r < rows) b[cc * rows + r] = t[threadIdx.x * 32 + (k ^ threadIdx.x)];
    }
}
// transpose templated on pad and element type: double4-like records of 32 bytes, 8x8 tiles; half with half2 packing
template <typename T, int TILE, int PAD> __device__ void transpose_any(const T* a, T* b, int n)
{
    __shared__ T t[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < n && y < n) t[threadIdx.y][threadIdx.x] = a[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x; y = blockIdx.x * TILE + threadIdx.y;
    if (x < n && y < n) b[y * n + x] = t[threadIdx.x][threadIdx.y];
}
struct alignas(16) Rec32 { double a; float b; int c; long long d, e; };
extern "C" __global__ void transpose_rec32(const Rec32* a, Rec32* b, int n) { transpose_any<Rec32, 8, 0>(a, b, n); }
extern "C" __global__ void transpose_u16(const unsigned short* a, unsigned short* b, int n) { transpose_any<unsigned short, 16, 2>(a, b, n); }
extern "C" __global__ void transpose_d_nopad(const double* a, double* b, int n) { transpose_any<double, 16, 0>(a, b, n); }

// AoS (10-byte packed records) to SoA
struct __attribute__((packed)) Tick { unsigned short sym; int price; int qty; };
extern "C" __global__ void ticks_to_soa(const unsigned char* raw, unsigned short* sym, int* price, int* notional, int n)
{
    // packed fields are fetched in 16-bit halves, since records are only 2-byte aligned
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned short* w = reinterpret_cast<const unsigned short*>(raw + (size_t)i * sizeof(Tick));
    sym[i] = w[0];
    int p = w[1] | (w[2] << 16), q = w[3] | (w[4] << 16);
    price[i] = p;
    notional[i] = (p >> 8) * (q & 0xff);
}
// whole-block staging of the same records through shared words, then byte-wise reads
extern "C" __global__ void ticks_bytes_staged(const unsigned* raw, int* sums, int recs_per_block)
{
    extern __shared__ unsigned words[];
    int nw = recs_per_block * 10 / 4;
    for (int i = threadIdx.x; i < nw; i += blockDim.x) words[i] = raw[blockIdx.x * nw + i];
    __syncthreads();
    const Tick* t = reinterpret_cast<const Tick*>(words);
    for (int i = threadIdx.x; i < recs_per_block; i += blockDim.x)
        sums[blockIdx.x * recs_per_block + i] = t[i].sym + (t[i].price & 0xffff) - (t[i].qty >> 20);
}

// open-addressing lookup in a table whose content is computed (slot s holds key (s*K)&mask ...)
extern "C" __global__ void hash_probe(const unsigned* keys, const unsigned* tkeys, const float2* tvals, float2* out, int n, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned k = keys[i], h = (k * 0x9E3779B1u) >> 15;
    float2 r = make_float2(-1.f, 0.f);
    for (int probe = 0; probe < 12; probe++) {
        unsigned s = (h + probe * (probe + 1) / 2) & mask;
        unsigned tk = tkeys[s];
        if (tk == k) { r = tvals[s]; break; }
        if ((tk & 15) == 15) { r.y = (float)probe; break; }
    }
    out[i] = r;
}
// cuckoo insertion in shared by CAS, then count (set size is order free)
extern "C" __global__ void shared_hashset_count(const unsigned* keys, int* uniq, int n)
{
    __shared__ unsigned tab[512];
    __shared__ int cnt;
    for (int i = threadIdx.x; i < 512; i += blockDim.x) tab[i] = 0xffffffffu;
    if (threadIdx.x == 0) cnt = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned k = keys[blockIdx.x * n + i], s = (k * 2654435769u) >> 23;
        for (;;) {
            unsigned old = atomicCAS(&tab[s], 0xffffffffu, k);
            if (old == 0xffffffffu) { atomicAdd(&cnt, 1); break; }
            if (old == k) break;
            s = (s + 1) & 511;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) uniq[blockIdx.x] = cnt;
}

// bit-packed (frame of reference) column decode: width bits per value
extern "C" __global__ void unpack_bits(const unsigned* packed, const int* base, int* out, int n, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int blk = i >> 7, bit = (i & 127) * width;
    const unsigned* p = packed + blk * 4 * width;
    unsigned lo = p[bit >> 5], hi = 0;
    if ((bit & 31) + width > 32) hi = p[(bit >> 5) + 1];
    unsigned v = __funnelshift_r(lo, hi, bit & 31) & ((1u << width) - 1);
    out[i] = base[blk] + (int)v;
}
// byte-pair table automaton: each thread walks its own string through a DFA stored in shared as u8
extern "C" __global__ void dfa_match(const unsigned char* text, const unsigned char* dfa, int* hits, int n, int len, int states)
{
    extern __shared__ unsigned char d[];
    for (int i = threadIdx.x; i < states * 16; i += blockDim.x) d[i] = dfa[i] % states;
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int s = 0, h = 0;
    for (int i = 0; i < len; i++) {
        unsigned c = text[t * len + i];
        s = d[s * 16 + (c & 15)];
        if (s == states - 1) { h++; s = 0; }
    }
    hits[t] = h;
}
// Smith-Waterman strip: one warp per pair, anti-diagonal wavefront via shuffles, substitution table in constant memory
__constant__ signed char subst[4][4] = {{5, -4, -3, -4}, {-4, 5, -4, -3}, {-3, -4, 5, -4}, {-4, -3, -4, 5}};
extern "C" __global__ void sw_warp(const unsigned char* q, const unsigned char* t, int* score, int tlen)
{
    int pair = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    int qc = q[pair * 32 + lane] & 3;
    int left = 0, diag = 0, cur = 0, best = 0;
    for (int step = 0; step < tlen + 31; ++step) {
        int j = step - lane;
        int up = __shfl_up_sync(0xffffffffu, cur, 1);
        if (lane == 0) up = 0;
        if (j >= 0 && j < tlen) {
            int s = subst[qc][t[pair * tlen + j] & 3];
            int v = max(max(0, diag + s), max(up - 3, left - 3));
            diag = up; left = v; cur = v;
            best = max(best, v);
        }
    }
    best = __reduce_max_sync(0xffffffffu, best);
    if (lane == 0) score[pair] = best;
}
// local array with run-time index: per-thread small sort (shell), dynamic median
extern "C" __global__ void median_window(const unsigned char* img, unsigned char* out, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    unsigned char v[25];
    int m = 0;
    for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++) {
            int X = x + dx, Y = y + dy;
            if (X >= 0 && Y >= 0 && X < w && Y < h) v[m++] = img[Y * w + X];
        }
    for (int gap = m / 2; gap; gap /= 2)
        for (int i = gap; i < m; i++) {
            unsigned char t = v[i]; int j = i;
            for (; j >= gap && v[j - gap] > t; j -= gap) v[j] = v[j - gap];
            v[j] = t;
        }
    out[y * w + x] = v[m / 2];
}
// tensor roll + flip with size_t indices and char4 elements; writes backwards
extern "C" __global__ void roll_flip_c4(const char4* a, char4* b, size_t rows, size_t cols, long long shift)
{
    for (size_t r = blockIdx.y; r < rows; r += gridDim.y)
        for (size_t c = blockIdx.x * (size_t)blockDim.x + threadIdx.x; c < cols; c += (size_t)gridDim.x * blockDim.x) {
            long long s = ((long long)c + shift) % (long long)cols;
            if (s < 0) s += cols;
            char4 v = a[r * cols + (size_t)s];
            b[(rows - 1 - r) * cols + (cols - 1 - c)] = make_char4(v.w, v.z, v.y, v.x);
        }
}
// 3D LUT colour grading, tetra split branches, LUT in dynamic shared as half4 (ushort4)
extern "C" __global__ void lut3d_apply(const uchar4* px, const ushort4* lut, uchar4* out, int n, int g)
{
    extern __shared__ ushort4 sl[];
    for (int i = threadIdx.x; i < g * g * g; i += blockDim.x) sl[i] = lut[i];
    __syncthreads();
    auto L = [&](int r, int gg, int b) { ushort4 u = sl[(b * g + gg) * g + r]; return make_float3(__half2float(__ushort_as_half(u.x)), __half2float(__ushort_as_half(u.y)), __half2float(__ushort_as_half(u.z))); };
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = px[i];
        float k = (g - 1) / 255.f;
        float fr = p.x * k, fg = p.y * k, fb = p.z * k;
        int r = min((int)fr, g - 2), gg = min((int)fg, g - 2), b = min((int)fb, g - 2);
        fr -= r; fg -= gg; fb -= b;
        float3 c0 = L(r, gg, b), c1 = L(r + 1, gg + 1, b + 1), m0, m1;
        float w0, w1, w2, w3;
        if (fr > fg) {
            if (fg > fb) { m0 = L(r + 1, gg, b); m1 = L(r + 1, gg + 1, b); w0 = 1 - fr; w1 = fr - fg; w2 = fg - fb; w3 = fb; }
            else if (fr > fb) { m0 = L(r + 1, gg, b); m1 = L(r + 1, gg, b + 1); w0 = 1 - fr; w1 = fr - fb; w2 = fb - fg; w3 = fg; }
            else { m0 = L(r, gg, b + 1); m1 = L(r + 1, gg, b + 1); w0 = 1 - fb; w1 = fb - fr; w2 = fr - fg; w3 = fg; }
        } else {
            if (fb > fg) { m0 = L(r, gg, b + 1); m1 = L(r, gg + 1, b + 1); w0 = 1 - fb; w1 = fb - fg; w2 = fg - fr; w3 = fr; }
            else { m0 = L(r, gg + 1, b); m1 = L(r + (fr > fb), gg + 1, b + !(fr > fb)); w0 = 1 - fg; w1 = fg - fmaxf(fr, fb); w2 = fabsf(fr - fb); w3 = fminf(fr, fb); }
        }
        float R = w0 * c0.x + w1 * m0.x + w2 * m1.x + w3 * c1.x, G = w0 * c0.y + w1 * m0.y + w2 * m1.y + w3 * c1.y, B = w0 * c0.z + w1 * m0.z + w2 * m1.z + w3 * c1.z;
        out[i] = make_uchar4(__saturatef(R) * 255, __saturatef(G) * 255, __saturatef(B) * 255, p.w);
    }
}
// alias-table sampling + xorshift in registers, results tallied in u8 per-thread counters in shared
extern "C" __global__ void alias_sample(const float* prob, const int* alias, unsigned* tally, int k, int draws)
{
    extern __shared__ unsigned char cnt8[]; // [k][blockDim]
    for (int b = 0; b < k; b++) cnt8[b * blockDim.x + threadIdx.x] = 0;
    unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 2891336453u;
    for (int d = 0; d < draws; d++) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        int b = s % k;
        float u = (s >> 8) * (1.f / 8388608.f) - 1.f;
        if (u > prob[b]) b = alias[b];
        cnt8[b * blockDim.x + threadIdx.x]++;
    }
    __syncthreads();
    for (int b = threadIdx.x / 32; b < k; b += blockDim.x / 32) {
        unsigned t = 0;
        for (int i = threadIdx.x & 31; i < blockDim.x; i += 32) t += cnt8[b * blockDim.x + i];
        t = __reduce_add_sync(0xffffffffu, t);
        if ((threadIdx.x & 31) == 0) atomicAdd(tally + b, t);
    }
}
