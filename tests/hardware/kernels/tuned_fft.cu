// spectral / butterfly kernels
#define PI_F 3.14159265358979f
static __device__ __forceinline__ float2 cmul(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
static __device__ __forceinline__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
static __device__ __forceinline__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }

// 256-point FFT per block of 64, radix 4 Stockham, re and im exchanged separately
template <int N> __device__ void fft_r4_stockham(float2* data, float* ex)
{
    const int T = N / 4, t = threadIdx.x;
    float2 v[4];
    for (int r = 0; r < 4; r++) v[r] = data[t + r * T];
    for (int Ns = 1; Ns < N; Ns *= 4) {
        float ang = -2.f * PI_F * (t % Ns) / (Ns * 4);
        for (int r = 1; r < 4; r++) { float s, c; __sincosf(r * ang, &s, &c); v[r] = cmul(v[r], make_float2(c, s)); }
        float2 a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
        float2 jd = make_float2(d.y, -d.x);
        v[0] = a + c; v[1] = b + jd; v[2] = a - c; v[3] = b - jd;
        int idx = (t / Ns) * Ns * 4 + t % Ns;
        if (Ns * 4 == N) { for (int r = 0; r < 4; r++) data[idx + r * Ns] = v[r]; break; }
        for (int r = 0; r < 4; r++) ex[idx + r * Ns] = v[r].x;
        __syncthreads();
        for (int r = 0; r < 4; r++) v[r].x = ex[t + r * T];
        __syncthreads();
        for (int r = 0; r < 4; r++) ex[idx + r * Ns] = v[r].y;
        __syncthreads();
        for (int r = 0; r < 4; r++) v[r].y = ex[t + r * T];
        __syncthreads();
    }
}
extern "C" __global__ void fft256_batch(float2* data)
{
    __shared__ float ex[256];
    fft_r4_stockham<256>(data + blockIdx.x * 256, ex);
}

// radix-2 DIT, bit reversal on load, one array of float2 in dynamic shared, twiddles from a global table
extern "C" __global__ void fft_radix2_dit(const float2* in, float2* out, const float2* tw, int logn)
{
    extern __shared__ float2 buf[];
    int n = 1 << logn;
    for (int i = threadIdx.x; i < n; i += blockDim.x) buf[__brev(i) >> (32 - logn)] = in[blockIdx.x * n + i];
    __syncthreads();
    for (int s = 1; s <= logn; s++) {
        int half = 1 << (s - 1);
        for (int b = threadIdx.x; b < n / 2; b += blockDim.x) {
            int k = b & (half - 1);
            int i = ((b >> (s - 1)) << s) | k, j = i + half;
            float2 w = tw[k << (logn - s)];
            float2 u = buf[i], v = cmul(buf[j], w);
            buf[i] = u + v;
            buf[j] = u - v;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = buf[i];
}

// fast Walsh-Hadamard: in registers (8 per thread), then warp shuffles, then shared
extern "C" __global__ void fwht_1024(float* x, float scale)
{
    __shared__ float4 xch[256 + 8];
    alignas(16) float v[8];
    float4* p = (float4*)(x + blockIdx.x * 1024 + threadIdx.x * 8);
    *(float4*)&v[0] = p[0];
    *(float4*)&v[4] = p[1];
#pragma unroll
    for (int h = 1; h < 8; h *= 2)
#pragma unroll
        for (int i = 0; i < 8; i++)
            if (!(i & h)) { float a = v[i], b = v[i + h]; v[i] = a + b; v[i + h] = a - b; }
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
#pragma unroll
    for (int m = 1; m < 32; m <<= 1) {
        float sgn = (lane & m) ? -1.f : 1.f;
#pragma unroll
        for (int i = 0; i < 8; i++) v[i] = sgn * v[i] + __shfl_xor_sync(0xffffffffu, v[i], m);
    }
    // 4 warps: exchange so that each thread owns the 4 values that differ in the warp bits
    xch[threadIdx.x * 2 + (threadIdx.x >> 4 & 0)] = *(float4*)&v[0];
    xch[threadIdx.x * 2 + 1] = *(float4*)&v[4];
    __syncthreads();
    float* xf = (float*)xch;
    for (int q = threadIdx.x; q < 256; q += 128) {
        float a = xf[q], b = xf[256 + q], c = xf[512 + q], d = xf[768 + q];
        float s0 = a + b, s1 = a - b, s2 = c + d, s3 = c - d;
        x[blockIdx.x * 1024 + q] = (s0 + s2) * scale;
        x[blockIdx.x * 1024 + 256 + q] = (s1 + s3) * scale;
        x[blockIdx.x * 1024 + 512 + q] = (s0 - s2) * scale;
        x[blockIdx.x * 1024 + 768 + q] = (s1 - s3) * scale;
    }
    (void)w;
}

// in-place global-memory fwht step sequence for a small n, grid = independent vectors, strides doubling
extern "C" __global__ void fwht_shared_pow2(int* data, int n)
{
    extern __shared__ int sh[];
    int* g = data + (size_t)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sh[i] = g[i];
    for (int stride = n / 2; stride >= 1; stride >>= 1) {
        __syncthreads();
        for (int p = threadIdx.x; p < n / 2; p += blockDim.x) {
            int lo = p & (stride - 1), i0 = ((p - lo) << 1) + lo, i1 = i0 + stride;
            int t0 = sh[i0], t1 = sh[i1];
            sh[i0] = t0 + t1; sh[i1] = t0 - t1;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) g[i] = sh[i];
}

// 8x8 DCT, two passes through shared, 8 rows per thread group (jpeg like), padded rows of 9
__constant__ float dct_cos[8] = {0.35355339f, 0.49039264f, 0.46193977f, 0.41573481f, 0.35355339f, 0.27778512f, 0.19134172f, 0.09754516f};
extern "C" __global__ void dct8x8(const unsigned char* img, short* coef, const unsigned char* qtab, int width)
{
    __shared__ float blk[8][8][9]; // [block in strip][y][x]
    int bx = threadIdx.y, r = threadIdx.x; // 8 x 8
    const unsigned char* src = img + (blockIdx.y * 8 + r) * width + (blockIdx.x * 8 + bx) * 8;
    uint2 two = *(const uint2*)src;
    const unsigned char* by = (const unsigned char*)&two;
    float l[8];
    for (int i = 0; i < 8; i++) l[i] = by[i] - 128.f;
    for (int u = 0; u < 8; u++) {
        float s = 0;
        for (int i = 0; i < 8; i++) {
            int a = ((2 * i + 1) * u) & 31; // angle in units of pi/16
            int b = a > 16 ? 32 - a : a;
            float c = u == 0 ? dct_cos[0] : (b > 8 ? -1.f : 1.f) * (b == 8 ? 0.f : (b == 0 || b == 16) ? .5f : dct_cos[b > 8 ? 16 - b : b]);
            s += l[i] * c;
        }
        blk[bx][r][u] = s;
    }
    __syncwarp();
    __syncthreads();
    for (int i = 0; i < 8; i++) l[i] = blk[bx][i][r];
    short* out = coef + (((blockIdx.y * gridDim.x + blockIdx.x) * 8) + bx) * 64;
    for (int u = 0; u < 8; u++) {
        float s = 0;
        for (int i = 0; i < 8; i++) s += l[i] * (u == 0 ? dct_cos[0] : cosf((2 * i + 1) * u * PI_F / 16.f) * 0.5f);
        int q = qtab[u * 8 + r] + 1;
        out[u * 8 + r] = (short)rintf(s / q);
    }
}

// four-step FFT transpose with twiddle, 32x8 threads, float2 tile
extern "C" __global__ void twiddle_transpose(const float2* a, float2* b, int n1, int n2)
{
    __shared__ float2 tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32 + threadIdx.y;
    for (int dy = 0; dy < 32; dy += 8) {
        int y = y0 + dy;
        if (x < n2 && y < n1) {
            float s, c;
            sincosf(-2.f * PI_F * (float)(x * y) / (float)(n1 * n2), &s, &c);
            tile[threadIdx.y + dy][threadIdx.x] = cmul(a[y * n2 + x], make_float2(c, s));
        }
    }
    __syncthreads();
    int ox = blockIdx.y * 32 + threadIdx.x, oy0 = blockIdx.x * 32 + threadIdx.y;
    for (int dy = 0; dy < 32; dy += 8)
        if (ox < n1 && oy0 + dy < n2) b[(oy0 + dy) * n1 + ox] = tile[threadIdx.x][threadIdx.y + dy];
}

// number theoretic transform, 64-bit modmul, constant-geometry (Pease) stages in ping-pong shared
__device__ inline unsigned mulmod(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b % 998244353ull); }
extern "C" __global__ void ntt_pease(unsigned* poly, const unsigned* roots, int logn)
{
    extern __shared__ unsigned pp[];
    const int n = 1 << logn, h = n / 2;
    unsigned *src = pp, *dst = pp + n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) src[i] = poly[blockIdx.x * n + i] % 998244353u;
    __syncthreads();
    for (int s = 0; s < logn; ++s) {
        for (int i = threadIdx.x; i < h; i += blockDim.x) {
            unsigned u = src[i], v = mulmod(src[i + h], roots[(i >> s) << s] % 998244353u);
            unsigned p = u + v; if (p >= 998244353u) p -= 998244353u;
            unsigned m = u + 998244353u - v; if (m >= 998244353u) m -= 998244353u;
            *reinterpret_cast<uint2*>(dst + 2 * i) = make_uint2(p, m);
        }
        __syncthreads();
        unsigned* t = src; src = dst; dst = t;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) poly[blockIdx.x * n + i] = src[i];
}

// Haar wavelet 2D rows: lifting steps with interleaved even/odd in shared
extern "C" __global__ void haar_rows(float* img, int w, int levels)
{
    extern __shared__ float line[];
    float* cur = line; float* nxt = line + w;
    for (int i = threadIdx.x; i < w; i += blockDim.x) cur[i] = img[blockIdx.x * w + i];
    __syncthreads();
    int len = w;
    for (int l = 0; l < levels && len >= 2; l++, len >>= 1) {
        for (int i = threadIdx.x; i < len / 2; i += blockDim.x) {
            float2 p = *(float2*)(cur + 2 * i);
            nxt[i] = (p.x + p.y) * 0.70710678f;
            img[blockIdx.x * w + len / 2 + i] = (p.x - p.y) * 0.70710678f;
        }
        __syncthreads();
        float* t = cur; cur = nxt; nxt = t;
    }
    for (int i = threadIdx.x; i < len; i += blockDim.x) img[blockIdx.x * w + i] = cur[i];
}
