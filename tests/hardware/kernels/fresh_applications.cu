// Whole programs in small: n bodies, clusters, fractals, random numbers, transforms, strings, ciphers, alignments.
#include <math.h>
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

// n bodies, a tile of float4 in shared memory.
__device__ float3 body_body(float4 bi, float4 bj, float3 a) {
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
    float inv = 1.0f / sqrtf(distSqr * distSqr * distSqr);
    float s = bj.w * inv;
    a.x += r.x * s, a.y += r.y * s, a.z += r.z * s;
    return a;
}

extern "C" __global__ void nbody_tiles(const float4* positions, float4* accelerations, int n) {
    extern __shared__ float4 shPosition[];
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = positions[gtid];
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int tile = 0; tile < n / blockDim.x; tile++) {
        shPosition[threadIdx.x] = positions[tile * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < blockDim.x; i++) acc = body_body(mine, shPosition[i], acc);
        __syncthreads();
    }
    accelerations[gtid] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

// k-means: nearest centre, then sums of the points of each (whole numbers, so in any order).
extern "C" __global__ void kmeans_assign(const short2* points, const float2* centres, unsigned char* label,
                                         int* sums, int n, int k) {
    __shared__ float2 c[16];
    __shared__ int s[16][3];
    if (threadIdx.x < k) c[threadIdx.x] = centres[threadIdx.x];
    for (int i = threadIdx.x; i < k * 3; i += blockDim.x) s[i / 3][i % 3] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        short2 p = points[i];
        float nearest = 1e30f;
        int at = 0;
        for (int j = 0; j < k; ++j) {
            float dx = p.x - c[j].x * 1000, dy = p.y - c[j].y * 1000, d = dx * dx + dy * dy;
            if (d < nearest) nearest = d, at = j;
        }
        label[i] = at;
        atomicAdd(&s[at][0], p.x);
        atomicAdd(&s[at][1], p.y);
        atomicAdd(&s[at][2], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < k * 3; i += blockDim.x)
        if (s[i / 3][i % 3]) atomicAdd(sums + i, s[i / 3][i % 3]);
}

extern "C" __global__ void mandelbrot(unsigned char* image, int w, int h, int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float cr = -2.0f + 3.0f * x / w, ci = -1.0f + 2.0f * y / h, zr = 0, zi = 0;
    int i = 0;
    for (; i < limit; ++i) {
        float r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4.0f) break;
        zi = 2 * zr * zi + ci, zr = r2 - i2 + cr;
    }
    image[y * w + x] = i;
}

// Pi by darts, xorshift in registers, a ballot a throw.
extern "C" __global__ void monte_carlo_pi(const unsigned* seeds, int* inside, int throws) {
    unsigned s = seeds[blockIdx.x * blockDim.x + threadIdx.x] | 1;
    int hits = 0;
    for (int k = 0; k < throws; ++k) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        float x = (s & 0xffff) / 65536.0f, y = (s >> 16) / 65536.0f;
        hits += __popc(__ballot_sync(0xffffffff, x * x + y * y < 1.0f));
    }
    if (threadIdx.x % 32 == 0) atomicAdd(inside, hits);
}

// Buffon-like random walk with a 64-bit generator and a shared table of steps.
extern "C" __global__ void random_walk(const char2* steps, int2* end, int many) {
    __shared__ char2 table[8];
    if (threadIdx.x < 8) table[threadIdx.x] = steps[threadIdx.x];
    __syncthreads();
    unsigned long long state = (blockIdx.x * blockDim.x + threadIdx.x) * 6364136223846793005ull +
                               1442695040888963407ull;
    int2 at = {0, 0};
    for (int k = 0; k < many; ++k) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        char2 step = table[state >> 61];
        at.x += step.x, at.y += step.y;
    }
    end[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// FFT of 128 points in shared memory: bit reversal, then butterflies; twiddles from a table.
extern "C" __global__ void fft_radix_2(const float2* in, const float2* twiddle, float2* out) {
    __shared__ float2 s[128];
    int t = threadIdx.x;
    const float2* x = in + blockIdx.x * 128;
    s[__brev(t) >> 25] = x[t];
    s[__brev(t + 64) >> 25] = x[t + 64];
    for (int half = 1; half < 128; half *= 2) {
        __syncthreads();
        int pos = t % half, i = 2 * t - pos;
        float2 w = twiddle[pos * (64 / half)], a = s[i], b = s[i + half];
        float2 wb = make_float2(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
        s[i] = make_float2(a.x + wb.x, a.y + wb.y);
        s[i + half] = make_float2(a.x - wb.x, a.y - wb.y);
    }
    __syncthreads();
    out[blockIdx.x * 128 + t] = s[t];
    out[blockIdx.x * 128 + t + 64] = s[t + 64];
}

// Stockham, radix 4, 64 points, real and imaginary parts in arrays of their own.
extern "C" __global__ void fft_radix_4(const float* re, const float* im, float* out_re, float* out_im) {
    __shared__ float r[2][64], i[2][64];
    int t = threadIdx.x, from = 0;  // 16 threads a transform, two transforms a block
    float *a = r[threadIdx.y], *b = i[threadIdx.y];
    int base = (blockIdx.x * 2 + threadIdx.y) * 64;
    for (int k = 0; k < 4; ++k) a[t + 16 * k] = re[base + t + 16 * k], b[t + 16 * k] = im[base + t + 16 * k];
    __syncthreads();
    for (int ns = 1; ns < 64; ns *= 4, ++from) {
        float vr[4], vi[4];
        for (int k = 0; k < 4; ++k) {
            float angle = -2.0f * (float)M_PI * (t % ns) * k / (ns * 4), c = cosf(angle), s = sinf(angle);
            float x = a[t + 16 * k], y = b[t + 16 * k];
            vr[k] = x * c - y * s, vi[k] = x * s + y * c;
        }
        float ar = vr[0] + vr[2], ai = vi[0] + vi[2], br = vr[0] - vr[2], bi = vi[0] - vi[2];
        float cr = vr[1] + vr[3], ci = vi[1] + vi[3], dr = vr[1] - vr[3], di = vi[1] - vi[3];
        __syncthreads();
        int at = t / ns * ns * 4 + t % ns;
        a[at] = ar + cr, b[at] = ai + ci;
        a[at + ns] = br + di, b[at + ns] = bi - dr;
        a[at + 2 * ns] = ar - cr, b[at + 2 * ns] = ai - ci;
        a[at + 3 * ns] = br - di, b[at + 3 * ns] = bi + dr;
        __syncthreads();
    }
    for (int k = 0; k < 4; ++k) out_re[base + t + 16 * k] = a[t + 16 * k], out_im[base + t + 16 * k] = b[t + 16 * k];
}

// Walsh-Hadamard transform of shorts in place.
extern "C" __global__ void hadamard(const short* in, int* out) {
    extern __shared__ int w[];
    int n = blockDim.x * 2;
    w[threadIdx.x] = in[threadIdx.x], w[threadIdx.x + blockDim.x] = in[threadIdx.x + blockDim.x];
    for (int h = 1; h < n; h <<= 1) {
        __syncthreads();
        int i = (threadIdx.x / h) * h * 2 + threadIdx.x % h, a = w[i], b = w[i + h];
        w[i] = a + b, w[i + h] = a - b;
    }
    __syncthreads();
    out[threadIdx.x] = w[threadIdx.x], out[threadIdx.x + blockDim.x] = w[threadIdx.x + blockDim.x];
}

// Longest common subsequence, an antidiagonal at a time, three of them in shared memory.
extern "C" __global__ void lcs_diagonals(const char* a, const char* b, int* length, int n) {
    __shared__ short d[3][97];
    int i = threadIdx.x + 1;
    if (threadIdx.x < 97) d[0][threadIdx.x] = d[1][threadIdx.x] = d[2][threadIdx.x] = 0;
    if (threadIdx.x == 0) d[0][n] = d[1][n] = d[2][n] = 0;
    __syncthreads();
    for (int diagonal = 2; diagonal <= 2 * n; ++diagonal) {
        int j = diagonal - i;
        short *now = d[diagonal % 3], *one = d[(diagonal + 2) % 3], *two = d[(diagonal + 1) % 3];
        if (j >= 1 && j <= n) now[i] = a[i - 1] == b[j - 1] ? two[i - 1] + 1 : max(one[i - 1], one[i]);
        __syncthreads();
    }
    if (threadIdx.x == 0) *length = d[2 * n % 3][n];
}

// Smith-Waterman, the whole table in global memory, a block of 24 x 24 cells by its diagonals.
extern "C" __global__ void smith_waterman(const char* a, const char* b, int* table, int* best, int n) {
    int i = threadIdx.x + 1, mine = 0;
    for (int diagonal = 2; diagonal <= 2 * n; ++diagonal) {
        int j = diagonal - i;
        if (j >= 1 && j <= n) {
            int s = table[(i - 1) * (n + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 3 : -3);
            s = max(s, max(table[(i - 1) * (n + 1) + j], table[i * (n + 1) + j - 1]) - 2);
            table[i * (n + 1) + j] = s = max(s, 0);
            mine = max(mine, s);
        }
        __syncthreads();
    }
    atomicMax(best, mine);
}

// Text search: pattern in shared memory, a place a thread; and all bytes of a word at once.
extern "C" __global__ void find_pattern(const unsigned char* text, int n, const unsigned char* pattern, int m,
                                        int* count, unsigned char* found) {
    __shared__ unsigned char p[16];
    if (threadIdx.x < m) p[threadIdx.x] = pattern[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool match = i + m <= n;
    for (int k = 0; match && k < m; ++k) match = text[i + k] == p[k];
    if (i < n) found[i] = match;
    unsigned votes = __ballot_sync(0xffffffff, match);
    if (threadIdx.x % 32 == 0) atomicAdd(count, __popc(votes));
}

extern "C" __global__ void upper_case(unsigned* text, int words) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        unsigned w = text[i], low = __vcmpgeu4(w, 0x61616161u) & __vcmpleu4(w, 0x7a7a7a7au);
        text[i] = w - (low & 0x20202020u);
    }
}

// Table-driven rounds in the style of AES: four tables of 256 words, sixteen bytes of state.
extern "C" __global__ void table_rounds(const unsigned* tables, const uint4* in, const unsigned* key, uint4* out,
                                        int rounds) {
    __shared__ unsigned T[4][256];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) T[i / 256][i % 256] = tables[i];
    __syncthreads();
    uint4 s = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int r = 0; r < rounds; ++r) {
        uint4 t;
        t.x = T[0][s.x >> 24] ^ T[1][s.y >> 16 & 255] ^ T[2][s.z >> 8 & 255] ^ T[3][s.w & 255] ^ key[4 * r];
        t.y = T[0][s.y >> 24] ^ T[1][s.z >> 16 & 255] ^ T[2][s.w >> 8 & 255] ^ T[3][s.x & 255] ^ key[4 * r + 1];
        t.z = T[0][s.z >> 24] ^ T[1][s.w >> 16 & 255] ^ T[2][s.x >> 8 & 255] ^ T[3][s.y & 255] ^ key[4 * r + 2];
        t.w = T[0][s.w >> 24] ^ T[1][s.x >> 16 & 255] ^ T[2][s.y >> 8 & 255] ^ T[3][s.z & 255] ^ key[4 * r + 3];
        s = t;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

// Substitution by a byte table and CRC by a table of words.
extern "C" __global__ void crc_and_substitute(const unsigned char* data, const unsigned char* sbox,
                                              const unsigned* crc_table, unsigned* crc, int length) {
    __shared__ unsigned char box[256];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) ((unsigned*)box)[i] = ((const unsigned*)sbox)[i];
    __syncthreads();
    unsigned c = ~0u;
    const unsigned char* mine = data + (blockIdx.x * blockDim.x + threadIdx.x) * length;
    for (int k = 0; k < length; ++k) c = crc_table[(c ^ box[mine[k]]) & 255] ^ (c >> 8);
    crc[blockIdx.x * blockDim.x + threadIdx.x] = ~c;
}

// A hash table with linear probing, keys inserted by compare-and-swap, one warp.
extern "C" __global__ void hash_insert(const unsigned* keys, unsigned* table, int n) {
    __shared__ unsigned slot[64];
    slot[threadIdx.x] = slot[threadIdx.x + 32] = ~0u;
    __syncwarp();
    if (threadIdx.x < n) {
        unsigned key = keys[threadIdx.x], at = key * 2654435761u >> 26;
        while (true) {
            unsigned old = atomicCAS(&slot[at], ~0u, key);
            if (old == ~0u || old == key) break;
            at = (at + 1) & 63;
        }
    }
    __syncwarp();
    table[threadIdx.x] = slot[threadIdx.x], table[threadIdx.x + 32] = slot[threadIdx.x + 32];
}

// Numbers of ways to place queens: a stack of bit masks in registers, a first move a thread.
extern "C" __global__ void queens(int* solutions, int n) {
    unsigned all = (1u << n) - 1, cols[9], left[9], right[9], free[9];
    int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
    if (i < n * n && abs(i / n - i % n) > 1) {
        unsigned a = 1u << i / n, b = 1u << i % n;
        int depth = 2;
        cols[2] = a | b, left[2] = (a << 2 | b << 1) & all, right[2] = a >> 2 | b >> 1;
        free[2] = all & ~(cols[2] | left[2] | right[2]);
        while (depth >= 2) {
            if (depth == n || !free[depth]) {
                count += depth == n;
                --depth;
                continue;
            }
            unsigned bit = free[depth] & -free[depth];
            free[depth] ^= bit;
            cols[depth + 1] = cols[depth] | bit;
            left[depth + 1] = (left[depth] | bit) << 1 & all, right[depth + 1] = (right[depth] | bit) >> 1;
            ++depth;
            if (depth < n) free[depth] = all & ~(cols[depth] | left[depth] | right[depth]);
        }
    }
    count = __reduce_add_sync(0xffffffff, count);
    if (threadIdx.x % 32 == 0) atomicAdd(solutions, count);
}

// Polynomials, coefficients in shared memory; sieve of a segment with a bit a number.
extern "C" __global__ void horner(const double* coefficients, const double* x, double* y, int degree, int n) {
    extern __shared__ double c[];
    for (int i = threadIdx.x; i <= degree; i += blockDim.x) c[i] = coefficients[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double v = 0;
    for (int k = degree; k >= 0; --k) v = v * x[i] + c[k];
    y[i] = v;
}

extern "C" __global__ void sieve(int* count, unsigned char* primes, int from) {
    __shared__ unsigned composite[512 / 32];
    if (threadIdx.x < 16) composite[threadIdx.x] = 0;
    __syncthreads();
    int base = from + blockIdx.x * 512;
    for (int p = threadIdx.x + 2; p * p < base + 512; p += blockDim.x)
        for (int m = max(p * p, (base + p - 1) / p * p) - base; m < 512; m += p)
            atomicOr(&composite[m / 32], 1u << m % 32);
    int mine = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        mine += primes[blockIdx.x * 512 + i] = ~composite[i / 32] >> i % 32 & 1;
    mine = __reduce_add_sync(0xffffffff, mine);
    if (threadIdx.x % 32 == 0) atomicAdd(count, mine);
}

// Black and Scholes with the library's error function; Box and Muller.
extern "C" __global__ void black_scholes(const float* price, const float* strike, float2* options, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 20 + 5 * price[i], k = 20 + 5 * strike[i];
    float d1 = (logf(s / k) + 0.065f) / 0.3f, d2 = d1 - 0.3f;
    float call = s * normcdff(d1) - k * expf(-0.02f) * normcdff(d2);
    options[i] = make_float2(call, call - s + k * expf(-0.02f));
}
