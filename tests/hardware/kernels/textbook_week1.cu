// Week 1 and 2 of the course: one thread per element, guards, loops, branches.
#define TID (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void saxpy_strided(int n, float a, const float* x, int incx, float* y, int incy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i * incy] = a * x[i * incx] + y[i * incy];
}

extern "C" __global__ void vec_add(const float* a, const float* b, float* c, int n)
{
    int i = TID;
    if (i >= n) return;
    c[i] = a[i] + b[i];
}

extern "C" __global__ void vec_add_grid_stride(const int* __restrict__ a, const int* __restrict__ b,
                                               int* __restrict__ c, int n)
{
    for (int i = TID; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] - 3 * b[i];
}

// four floats at a time, the tail by the first threads
extern "C" __global__ void vec_scale_float4(const float* in, float* out, float s, int n)
{
    int n4 = n / 4;
    const float4* in4 = reinterpret_cast<const float4*>(in);
    float4* out4 = reinterpret_cast<float4*>(out);
    int i = TID;
    if (i < n4) {
        float4 v = in4[i];
        v.x *= s; v.y *= s; v.z *= s; v.w *= s;
        out4[i] = v;
    }
    int tail = n4 * 4 + i;
    if (i < 4 && tail < n) out[tail] = in[tail] * s;
}

// every thread takes four elements, one blockDim apart
extern "C" __global__ void vec_fma_unrolled(const float* a, const float* b, float* c, int n)
{
    int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int i = base + k * blockDim.x;
        if (i < n) c[i] = fmaf(a[i], b[i], c[i]);
    }
}

__constant__ float coeff_f[6] = {1.0f, -0.5f, 0.25f, 3.0f, -1.125f, 0.75f};
__constant__ double coeff_d[6] = {1.0, -0.5, 1.0 / 3.0, 3.0, -1.1, 0.7};
template <typename T> __device__ T horner(const T* c, int degree, T x)
{
    T r = c[degree];
    for (int i = degree - 1; i >= 0; --i) r = r * x + c[i];
    return r;
}
extern "C" __global__ void horner_float(const float* x, float* y, int n, int degree)
{
    int i = TID;
    if (i < n) y[i] = horner<float>(coeff_f, degree, x[i]);
}
extern "C" __global__ void horner_double(const double* x, double* y, int n, int degree)
{
    int i = TID;
    if (i < n) y[i] = horner<double>(coeff_d, degree, x[i]);
}

extern "C" __global__ void rgb_to_gray(const unsigned char* rgb, unsigned char* gray, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < w && row < h) {
        int p = row * w + col;
        unsigned char r = rgb[3 * p], g = rgb[3 * p + 1], b = rgb[3 * p + 2];
        gray[p] = (unsigned char)(0.21f * r + 0.71f * g + 0.07f * b);
    }
}

extern "C" __global__ void box_blur(const unsigned char* in, unsigned char* out, int w, int h, int radius)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= w || row >= h) return;
    int sum = 0, cnt = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            int y = row + dy, x = col + dx;
            if (y < 0 || y >= h || x < 0 || x >= w) continue;
            sum += in[y * w + x];
            cnt++;
        }
    out[row * w + col] = (unsigned char)(sum / cnt);
}

extern "C" __global__ void calculator_switch(const int* op, const int* a, const int* b, int* r, int n)
{
    int i = TID;
    if (i >= n) return;
    int x = a[i], y = b[i], z;
    switch (op[i]) {
        case 0: z = x + y; break;
        case 1: z = x - y; break;
        case 2: z = x * y; break;
        case 3: z = y ? x / y : -1; break;
        case 4: z = y ? x % y : -1; break;
        case 5: z = x & y;          // falls through on purpose
        case 6: z = x ^ y; break;
        case 7: z = x << (y & 7); break;
        case 8: z = x >> (y & 7); break;
        case 9: z = ~x | y; break;
        case 10: z = x > y ? x : y; break;
        default: z = 12345 + op[i];
    }
    r[i] = z;
}

extern "C" __global__ void index_3d(int* out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz) {
        int blk = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
        int thr = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        out[(z * ny + y) * nx + x] = blk * 10000 + thr;
    }
}

extern "C" __global__ void collatz_steps(const int* start, int* steps, int* peak, int n, int limit)
{
    int i = TID;
    if (i >= n) return;
    long long v = start[i] + 1, top = v;
    int s = 0;
    while (v != 1) {
        v = (v & 1) ? 3 * v + 1 : v / 2;
        if (v > top) top = v;
        if (++s >= limit) break;
    }
    steps[i] = s;
    peak[i] = (int)(top & 0x7fffffff);
}

extern "C" __global__ void gcd_lcm(const unsigned* a, const unsigned* b, unsigned* g, unsigned long long* l, int n)
{
    int i = TID;
    if (i < n) {
        unsigned x = a[i], y = b[i];
        while (y) { unsigned t = x % y; x = y; y = t; }
        g[i] = x;
        l[i] = x ? (unsigned long long)a[i] / x * b[i] : 0ull;
    }
}

extern "C" __global__ void binary_gcd(const unsigned* a, const unsigned* b, unsigned* g, int n)
{
    int i = TID;
    if (i >= n) return;
    unsigned u = a[i], v = b[i];
    if (u == 0 || v == 0) { g[i] = u | v; return; }
    int shift = __ffs(u | v) - 1;
    u >>= __ffs(u) - 1;
    do {
        v >>= __ffs(v) - 1;
        if (u > v) { unsigned t = u; u = v; v = t; }
        v -= u;
    } while (v != 0);
    g[i] = u << shift;
}

extern "C" __global__ void modpow64(const unsigned long long* base, const unsigned* expo,
                                    unsigned long long* out, unsigned long long mod, int n)
{
    int i = TID;
    if (i >= n) return;
    unsigned long long b = base[i] % mod, r = 1;
    unsigned e = expo[i];
    for (; e; e >>= 1) {
        if (e & 1) r = r * b % mod;
        b = b * b % mod;
    }
    out[i] = r;
}

extern "C" __global__ void isqrt_newton(const unsigned* v, unsigned* root, int n)
{
    int i = TID;
    if (i >= n) return;
    unsigned x = v[i];
    if (x < 2) { root[i] = x; return; }
    unsigned r = x / 2, q = x / r;
    while (r > q) { r = (r + q) / 2; q = x / r; }
    root[i] = r;
}

// student version: everyone crosses out multiples of one number, without asking whether it is prime
extern "C" __global__ void sieve(int* composite, int n)
{
    int p = TID + 2;
    if (p * p > n) return;
    for (int m = p * p; m <= n; m += p) composite[m] = 1;
}

extern "C" __global__ void weekday(const int* days, int* ymd, int n)
{
    int i = TID;
    if (i >= n) return;
    int left = days[i], y = 1970;
    for (;;) {
        bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
        int len = leap ? 366 : 365;
        if (left < len) break;
        left -= len;
        y++;
    }
    bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    int m = 0;
    while (true) {
        int len;
        switch (m) {
            case 1: len = leap ? 29 : 28; break;
            case 3: case 5: case 8: case 10: len = 30; break;
            default: len = 31;
        }
        if (left < len) break;
        left -= len;
        ++m;
    }
    ymd[4 * i] = y; ymd[4 * i + 1] = m + 1; ymd[4 * i + 2] = left + 1; ymd[4 * i + 3] = (days[i] + 4) % 7;
}

// goto, because somebody always asks
extern "C" __global__ void bubble_goto(int* data, int len, int n)
{
    int i = TID;
    if (i >= n) return;
    int* a = data + i * len;
    int j, swapped;
again:
    swapped = 0;
    j = 0;
inner:
    if (j + 1 < len) {
        if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; swapped = 1; }
        j++;
        goto inner;
    }
    if (swapped) goto again;
}

extern "C" __global__ void roman_numerals(const int* v, unsigned char* text, int n)
{
    const int val[13] = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    const char* sym[13] = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
    int i = TID;
    if (i >= n) return;
    int x = v[i] % 4000, p = 0;
    unsigned char* o = text + 16 * i;
    for (int k = 0; k < 13; k++)
        while (x >= val[k]) {
            for (const char* s = sym[k]; *s; s++) if (p < 16) o[p++] = *s;
            x -= val[k];
        }
}

extern "C" __global__ void matrix_add_2d(const float* a, const float* b, float* c, int rows, int cols)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y, c0 = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows && c0 < cols) c[r * cols + c0] = a[r * cols + c0] + b[r * cols + c0];
}

extern "C" __global__ void reverse_dynamic(int* d, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    if (t < n) s[t] = d[blockIdx.x * n + t];
    __syncthreads();
    if (t < n) d[blockIdx.x * n + t] = s[n - t - 1];
}

extern "C" __global__ void fizzbuzz(signed char* out, int n)
{
    int i = TID + 1;
    if (i > n) return;
    signed char v;
    if (i % 15 == 0) v = -3;
    else if (i % 5 == 0) v = -2;
    else if (i % 3 == 0) v = -1;
    else v = (signed char)(i % 100);
    out[i - 1] = v;
}

extern "C" __global__ void perfect_numbers(int* kind, int n)
{
    int i = TID;
    if (i >= n) return;
    int s = 0;
    for (int d = 1; d * 2 <= i; d++)
        if (i % d == 0) s += d;
    kind[i] = s < i ? -1 : (s == i ? 0 : 1);
}

extern "C" __global__ void palindrome_search(const unsigned* v, unsigned* next, int n)
{
    int i = TID;
    if (i >= n) return;
    unsigned x = v[i];
    for (int tries = 0; tries < 400; ++tries, ++x) {
        unsigned rev = 0, y = x;
        do { rev = rev * 10 + y % 10; y /= 10; } while (y);
        if (rev == x) break;
    }
    next[i] = x;
}

extern "C" __global__ void copy_kinds(const unsigned char* a, signed char* b, const unsigned short* c, short* d,
                                      const long long* e, unsigned long long* f, int n)
{
    int i = TID;
    if (i >= n) return;
    b[i] = (signed char)(a[i] - 100);
    d[i] = (short)(c[i] * 3);
    f[i] = (unsigned long long)(e[i] * -7) >> 3;
}

extern "C" __global__ void nested_early_exit(const int* grid, int* first, int rows, int cols, int want)
{
    int plane = TID;
    int r, c;
    const int* g = grid + plane * rows * cols;
    first[plane] = -1;
    for (r = 0; r < rows; r++) {
        for (c = 0; c < cols; c++) {
            int v = g[r * cols + c];
            if (v == want) { first[plane] = r * cols + c; return; }
            if (v > want + 4) break;
            if (v & 1) continue;
            if (v == 0 && c > 2) goto next_two;
        }
        continue;
next_two:
        r++;
    }
}

extern "C" __global__ void convert_all(const float* x, int* i1, unsigned* u1, float* f1, double* d1, int n)
{
    int i = TID;
    if (i >= n) return;
    float v = x[i] * 1000.0f;
    i1[4 * i] = (int)v;
    i1[4 * i + 1] = __float2int_rn(v);
    i1[4 * i + 2] = __float2int_rd(v);
    i1[4 * i + 3] = __float2int_ru(v);
    u1[2 * i] = __float2uint_rz(v);
    u1[2 * i + 1] = __float_as_uint(v);
    f1[4 * i] = floorf(v); f1[4 * i + 1] = ceilf(v); f1[4 * i + 2] = rintf(v); f1[4 * i + 3] = truncf(v);
    d1[2 * i] = (double)v * 1e-3;
    d1[2 * i + 1] = __ll2double_rn((long long)(v * 1e9f));
}
