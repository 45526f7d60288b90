// Numerical methods: particles, random numbers, fractals, linear systems, transforms.
#define GID (blockIdx.x * blockDim.x + threadIdx.x)

__device__ __forceinline__ float3 body_body(float4 bi, float4 bj, float3 a)
{
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float d = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
    float inv = rsqrtf(d * d * d), s = bj.w * inv;
    a.x += r.x * s; a.y += r.y * s; a.z += r.z * s;
    return a;
}
extern "C" __global__ void nbody_tiled(const float4* pos, float4* acc, int n)
{
    extern __shared__ float4 sh[];
    int i = GID;
    float4 me = i < n ? pos[i] : make_float4(0, 0, 0, 0);
    float3 a = {0.f, 0.f, 0.f};
    for (int tile = 0; tile < n; tile += blockDim.x) {
        int j = tile + threadIdx.x;
        sh[threadIdx.x] = j < n ? pos[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < blockDim.x; k++) a = body_body(me, sh[k], a);
        __syncthreads();
    }
    if (i < n) acc[i] = make_float4(a.x, a.y, a.z, 0.f);
}
// double precision, exact operations, two steps inside a block
extern "C" __global__ void nbody_double_steps(double* px, double* py, double* vx, double* vy, int n, double dt, int steps)
{
    __shared__ double sx[64], sy[64];
    int t = threadIdx.x, o = blockIdx.x * n + t;
    double x = 0, y = 0, u = 0, v = 0;
    if (t < n) { x = px[o]; y = py[o]; u = vx[o]; v = vy[o]; }
    for (int s = 0; s < steps; s++) {
        sx[t] = x; sy[t] = y;
        __syncthreads();
        double ax = 0, ay = 0;
        if (t < n)
            for (int j = 0; j < n; j++) {
                if (j == t) continue;
                double dx = sx[j] - x, dy = sy[j] - y, d2 = dx * dx + dy * dy + 0.05;
                double w = 1.0 / (d2 * sqrt(d2));
                ax += dx * w; ay += dy * w;
            }
        u += dt * ax; v += dt * ay; x += dt * u; y += dt * v;
        __syncthreads();
    }
    if (t < n) { px[o] = x; py[o] = y; vx[o] = u; vy[o] = v; }
}

__device__ unsigned xorshift(unsigned& s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
extern "C" __global__ void monte_carlo_pi(unsigned seed, int tries, unsigned long long* hits)
{
    unsigned s = seed + 747796405u * (GID + 1);
    unsigned h = 0;
    for (int k = 0; k < tries; k++) {
        unsigned x = xorshift(s) >> 16, y = xorshift(s) >> 16;
        if (x * x / 2 + y * y / 2 < 0x7fffffffu) h++;
    }
    atomicAdd(hits, (unsigned long long)h);
}
struct Philox { unsigned c[4], k[2]; };
__device__ void philox_round(Philox& p)
{
    unsigned hi0 = __umulhi(0xD2511F53u, p.c[0]), lo0 = 0xD2511F53u * p.c[0];
    unsigned hi1 = __umulhi(0xCD9E8D57u, p.c[2]), lo1 = 0xCD9E8D57u * p.c[2];
    unsigned c0 = hi1 ^ p.c[1] ^ p.k[0], c2 = hi0 ^ p.c[3] ^ p.k[1];
    p.c[0] = c0; p.c[1] = lo1; p.c[2] = c2; p.c[3] = lo0;
    p.k[0] += 0x9E3779B9u; p.k[1] += 0xBB67AE85u;
}
extern "C" __global__ void philox_uniform(float* out, unsigned* raw, unsigned long long seed, int n)
{
    int i = GID;
    if (i >= n) return;
    Philox p = {{(unsigned)i, 0u, 7u, 0u}, {(unsigned)seed, (unsigned)(seed >> 32)}};
#pragma unroll
    for (int r = 0; r < 10; r++) philox_round(p);
    raw[i] = p.c[3];
    out[i] = p.c[0] * 2.3283064e-10f + 1.1641532e-10f;
}
extern "C" __global__ void box_muller(const float* u, float* z, int pairs)
{
    int i = GID;
    if (i >= pairs) return;
    float r = sqrtf(-2.0f * logf(fabsf(u[2 * i]) + 1e-6f)), th = 6.2831853f * u[2 * i + 1], s, c;
    sincosf(th, &s, &c);
    z[2 * i] = r * c;
    z[2 * i + 1] = r * s;
}
extern "C" __global__ void random_walk_lcg(int* endpos, int* maxpos, int steps, unsigned long long seed)
{
    unsigned long long s = seed * (GID + 1) + 1442695040888963407ull;
    int p = 0, m = 0;
    for (int k = 0; k < steps; k++) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        unsigned d = (unsigned)(s >> 61);
        if (d == 7) break;
        p += d < 3 ? -1 : (d == 3 ? 0 : 1);
        m = max(m, p);
    }
    endpos[GID] = p;
    maxpos[GID] = m;
}

extern "C" __global__ void mandelbrot(unsigned char* img, int w, int h, float x0, float y0, float scale, int maxit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float cx = x0 + px * scale, cy = y0 + py * scale, x = 0, y = 0;
    int it = 0;
    while (x * x + y * y <= 4.0f && it < maxit) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        it++;
    }
    img[py * w + px] = (unsigned char)it;
}
struct Complex {
    double re, im;
    __device__ Complex(double a, double b) : re(a), im(b) {}
    __device__ double mag2() const { return re * re + im * im; }
    __device__ Complex operator*(const Complex& o) const { return Complex(re * o.re - im * o.im, im * o.re + re * o.im); }
    __device__ Complex operator+(const Complex& o) const { return Complex(re + o.re, im + o.im); }
};
extern "C" __global__ void julia_double(int* out, int dim, double cr, double ci)
{
    int x = blockIdx.x, y = threadIdx.x;
    Complex c(cr, ci), z(1.5 * (dim / 2 - x) / (dim / 2), 1.5 * (dim / 2 - y) / (dim / 2));
    int i;
    for (i = 0; i < 80; i++) {
        z = z * z + c;
        if (z.mag2() > 1000) break;
    }
    out[x + y * dim] = i;
}

// Jacobi in one block until the largest change is small
extern "C" __global__ void jacobi_solve(const double* A, const double* b, double* x, int n, double eps, int maxit, int* its)
{
    __shared__ double xs[64];
    int t = threadIdx.x, k = 0;
    double diag = t < n ? 4.0 * n * 0.25 + fabs(A[t * n + t]) : 1.0;
    if (t < n) xs[t] = 0.0;
    __syncthreads();
    do {
        double s = 0, nx = 0;
        if (t < n) {
            for (int j = 0; j < n; j++) if (j != t) s += A[t * n + j] * xs[j];
            nx = (b[t] - s) / diag;
        }
        int moving = t < n && fabs(nx - xs[t]) > eps;
        __syncthreads();
        if (t < n) xs[t] = nx;
        k++;
        if (!__syncthreads_or(moving)) break;
    } while (k < maxit);
    if (t < n) x[t] = xs[t];
    if (t == 0) *its = k;
}
// a tridiagonal system per thread, interleaved storage
extern "C" __global__ void thomas_batched(const float* a, const float* c, float* d, float* cp, int n, int batch)
{
    int t = GID;
    if (t >= batch) return;
    float m = 1.0f / 3.0f;
    cp[t] = c[t] * m;
    d[t] = d[t] * m;
    for (int i = 1; i < n; i++) {
        int p = i * batch + t, q = p - batch;
        m = 1.0f / (3.0f - a[p] * cp[q]);
        cp[p] = c[p] * m;
        d[p] = (d[p] - a[p] * d[q]) * m;
    }
    for (int i = n - 2; i >= 0; i--) d[i * batch + t] -= cp[i * batch + t] * d[(i + 1) * batch + t];
}
// parallel cyclic reduction, n any size up to the block
extern "C" __global__ void pcr_tridiagonal(const double* ga, const double* gc, double* gd, int n)
{
    __shared__ double a[100], b[100], c[100], d[100];
    int t = threadIdx.x, o = blockIdx.x * n;
    if (t < n) { a[t] = t ? ga[o + t] : 0.0; b[t] = 4.0; c[t] = t < n - 1 ? gc[o + t] : 0.0; d[t] = gd[o + t]; }
    __syncthreads();
    for (int s = 1; s < n; s <<= 1) {
        double na = 0, nb = 1, nc = 0, nd = 0;
        if (t < n) {
            double k1 = t >= s ? a[t] / b[t - s] : 0.0, k2 = t + s < n ? c[t] / b[t + s] : 0.0;
            nb = b[t]; nd = d[t];
            if (t >= s) { nb -= c[t - s] * k1; nd -= d[t - s] * k1; na = -a[t - s] * k1; }
            if (t + s < n) { nb -= a[t + s] * k2; nd -= d[t + s] * k2; nc = -c[t + s] * k2; }
        }
        __syncthreads();
        if (t < n) { a[t] = na; b[t] = nb; c[t] = nc; d[t] = nd; }
        __syncthreads();
    }
    if (t < n) gd[o + t] = d[t] / b[t];
}

extern "C" __global__ void lu_nopivot(float* A, int n)
{
    extern __shared__ float m[];
    int tx = threadIdx.x, ty = threadIdx.y;
    float* g = A + blockIdx.x * n * n;
    if (tx < n && ty < n) m[ty * n + tx] = g[ty * n + tx] + (tx == ty ? n : 0);
    __syncthreads();
    for (int k = 0; k < n - 1; k++) {
        if (tx == k && ty > k && ty < n) m[ty * n + k] /= m[k * n + k];
        __syncthreads();
        if (tx > k && ty > k && tx < n && ty < n) m[ty * n + tx] -= m[ty * n + k] * m[k * n + tx];
        __syncthreads();
    }
    if (tx < n && ty < n) g[ty * n + tx] = m[ty * n + tx];
}
// partial pivoting, thread = row, determinant on the side
extern "C" __global__ void gauss_pivot(const double* A, const double* b, double* x, double* det, int n)
{
    __shared__ double m[24][25];
    __shared__ int piv;
    int t = threadIdx.x;
    for (int j = 0; j < n; j++) if (t < n) m[t][j] = A[(blockIdx.x * n + t) * n + j];
    if (t < n) m[t][n] = b[blockIdx.x * n + t];
    double dt = 1;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (t == 0) {
            piv = k;
            for (int r = k + 1; r < n; r++) if (fabs(m[r][k]) > fabs(m[piv][k])) piv = r;
        }
        __syncthreads();
        int p = piv;
        if (p != k) {
            if (t <= n) { double s = m[k][t]; m[k][t] = m[p][t]; m[p][t] = s; }
            dt = -dt;
        }
        __syncthreads();
        dt *= m[k][k];
        if (t < n && t != k) {
            double f = m[t][k] / m[k][k];
            for (int j = k; j <= n; j++) m[t][j] -= f * m[k][j];
        }
        __syncthreads();
    }
    if (t < n) x[blockIdx.x * n + t] = m[t][n] / m[t][t];
    if (t == 0) det[blockIdx.x] = dt;
}
extern "C" __global__ void cholesky(const float* B, float* L, int n)
{
    __shared__ float a[20][21];
    int i = threadIdx.y, j = threadIdx.x;
    if (i < n && j < n) {
        float s = i == j ? (float)n : 0.f;
        for (int k = 0; k < n; k++) s += B[i * n + k] * B[j * n + k];
        a[i][j] = s;
    }
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (i == k && j == k) a[k][k] = sqrtf(a[k][k]);
        __syncthreads();
        if (j == k && i > k && i < n) a[i][k] /= a[k][k];
        __syncthreads();
        if (j > k && i >= j && i < n) a[i][j] -= a[i][k] * a[j][k];
        __syncthreads();
    }
    if (i < n && j < n) L[i * n + j] = j <= i ? a[i][j] : 0.f;
}
// Givens rotations on a small matrix per thread, kept in local memory with run-time indices
extern "C" __global__ void givens_qr(const float* A, float* R, int n, int count)
{
    int t = GID;
    if (t >= count) return;
    float m[36];
    for (int i = 0; i < n * n; i++) m[i] = A[t * n * n + i];
    for (int c = 0; c < n; c++)
        for (int r = n - 1; r > c; r--) {
            float x = m[(r - 1) * n + c], y = m[r * n + c];
            float h = sqrtf(x * x + y * y);
            if (h == 0.f) continue;
            float cs = x / h, sn = y / h;
            for (int k = c; k < n; k++) {
                float u = m[(r - 1) * n + k], v = m[r * n + k];
                m[(r - 1) * n + k] = cs * u + sn * v;
                m[r * n + k] = cs * v - sn * u;
            }
        }
    for (int i = 0; i < n * n; i++) R[t * n * n + i] = m[i];
}
extern "C" __global__ void gauss_jordan_inverse(const double* A, double* inv, int n)
{
    __shared__ double a[12][24];
    int r = threadIdx.y, c = threadIdx.x;       // block (2n, n)
    a[r][c] = c < n ? A[(blockIdx.x * n + r) * n + c] + (r == c ? n : 0) : (c - n == r ? 1.0 : 0.0);
    __syncthreads();
    for (int k = 0; k < n; k++) {
        double p = a[k][k], f = a[r][k], top = a[k][c];
        __syncthreads();
        if (r == k) a[r][c] = top / p; else a[r][c] -= f * (top / p);
        __syncthreads();
    }
    if (c >= n) inv[(blockIdx.x * n + r) * n + c - n] = a[r][c];
}
extern "C" __global__ void conjugate_gradient(const double* diag, const double* b, double* x, int n, int iters)
{
    __shared__ double p[130], red[128];
    int t = threadIdx.x;
    auto dot = [&](double u, double v) {
        red[t] = u * v;
        __syncthreads();
        for (int s = 64; s; s >>= 1) { if (t < s) red[t] += red[t + s]; __syncthreads(); }
        double d = red[0];
        __syncthreads();
        return d;
    };
    double xi = 0, r = t < n ? b[t] : 0, pi = r, rr = dot(r, r);
    if (t < 2) p[t ? n + 1 : 0] = 0;
    for (int k = 0; k < iters; k++) {
        if (t < n) p[t + 1] = pi;
        __syncthreads();
        double q = t < n ? (2.5 + fabs(diag[t])) * pi - p[t] - p[t + 2] : 0;
        double alpha = rr / dot(pi, q);
        xi += alpha * pi;
        r -= alpha * q;
        double nrr = dot(r, r);
        pi = r + nrr / rr * pi;
        rr = nrr;
        if (rr < 1e-24) break;
    }
    if (t < n) x[t] = xi;
}

// radix-2 FFT in shared memory, twiddles by sincospif
extern "C" __global__ void fft_shared(float2* data, int logn, int inverse)
{
    extern __shared__ float2 f[];
    int n = 1 << logn, t = threadIdx.x;
    float2* d = data + blockIdx.x * n;
    for (int i = t; i < n; i += blockDim.x) f[__brev(i) >> (32 - logn)] = d[i];
    __syncthreads();
    for (int len = 2; len <= n; len *= 2) {
        for (int k = t; k < n / 2; k += blockDim.x) {
            int j = k % (len / 2), i = k / (len / 2) * len + j;
            float s, c;
            sincospif((inverse ? 2.f : -2.f) * j / len, &s, &c);
            float2 u = f[i], v = f[i + len / 2];
            float2 w = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
            f[i] = make_float2(u.x + w.x, u.y + w.y);
            f[i + len / 2] = make_float2(u.x - w.x, u.y - w.y);
        }
        __syncthreads();
    }
    float sc = inverse ? 1.f / n : 1.f;
    for (int i = t; i < n; i += blockDim.x) d[i] = make_float2(f[i].x * sc, f[i].y * sc);
}
// DFT of a length that is no power of two, double precision table built by the block
extern "C" __global__ void dft_any(const double2* in, double2* out, int n)
{
    extern __shared__ double2 tw[];
    for (int k = threadIdx.x; k < n; k += blockDim.x) sincospi(-2.0 * k / n, &tw[k].y, &tw[k].x);
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        double re = 0, im = 0;
        for (int j = 0; j < n; j++) {
            double2 w = tw[j * k % n], v = in[j];
            re += v.x * w.x - v.y * w.y;
            im += v.x * w.y + v.y * w.x;
        }
        out[k] = make_double2(re, im);
    }
}
// number-theoretic transform modulo 998244353: exact
#define MOD 998244353u
__device__ unsigned mulmod(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b % MOD); }
__device__ unsigned powmod(unsigned b, unsigned e) { unsigned r = 1; for (; e; e >>= 1, b = mulmod(b, b)) if (e & 1) r = mulmod(r, b); return r; }
extern "C" __global__ void ntt_shared(unsigned* data, int logn, int inverse)
{
    extern __shared__ unsigned v[];
    int n = 1 << logn;
    for (int i = threadIdx.x; i < n; i += blockDim.x) v[__brev(i) >> (32 - logn)] = data[i] % MOD;
    __syncthreads();
    for (int len = 2; len <= n; len <<= 1) {
        unsigned root = powmod(3u, (MOD - 1) / len);
        if (inverse) root = powmod(root, MOD - 2);
        for (int k = threadIdx.x; k < n / 2; k += blockDim.x) {
            int j = k & (len / 2 - 1), i = (k - j) * 2 + j;
            unsigned a = v[i], b = mulmod(v[i + len / 2], powmod(root, j));
            v[i] = a + b >= MOD ? a + b - MOD : a + b;
            v[i + len / 2] = a >= b ? a - b : a + MOD - b;
        }
        __syncthreads();
    }
    unsigned ninv = inverse ? powmod(n, MOD - 2) : 1;
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = mulmod(v[i], ninv);
}
extern "C" __global__ void walsh_hadamard(int* data)
{
    int i = GID, lane = threadIdx.x & 31, v = data[i];
    for (int d = 1; d < 32; d <<= 1) {
        int o = __shfl_xor_sync(~0u, v, d);
        v = lane & d ? o - v : o + v;
    }
    data[i] = v;
}
extern "C" __global__ void haar_1d(float* x, int n)
{
    extern __shared__ float h[];
    int t = threadIdx.x;
    if (t < n) h[t] = x[blockIdx.x * n + t];
    __syncthreads();
    for (int len = n; len > 1; len >>= 1) {
        float a = 0, d = 0;
        if (t < len / 2) { a = (h[2 * t] + h[2 * t + 1]) * 0.5f; d = (h[2 * t] - h[2 * t + 1]) * 0.5f; }
        __syncthreads();
        if (t < len / 2) { h[t] = a; h[t + len / 2] = d; }
        __syncthreads();
    }
    if (t < n) x[blockIdx.x * n + t] = h[t];
}
__constant__ float C8[7] = {0.98078528f, 0.92387953f, 0.83146961f, 0.70710678f, 0.55557023f, 0.38268343f, 0.19509032f};
extern "C" __global__ void dct_8x8(const float* in, float* out, int stride)
{
    __shared__ float s[8][9];
    auto basis = [](int k, int n) {
        int a = (2 * n + 1) * k % 32;
        if (k == 0) return 0.70710678f;
        if (a > 16) a = 32 - a;
        if (a == 8) return 0.f;
        return a < 8 ? (a == 0 ? 1.f : C8[a - 1]) : (a == 16 ? -1.f : -C8[15 - a]);
    };
    int x = threadIdx.x, y = threadIdx.y, o = (blockIdx.y * 8) * stride + blockIdx.x * 8;
    float r = 0;
    for (int k = 0; k < 8; k++) r += in[o + y * stride + k] * basis(x, k);
    s[y][x] = r;
    __syncthreads();
    r = 0;
    for (int k = 0; k < 8; k++) r += s[k][x] * basis(y, k);
    out[o + y * stride + x] = 0.25f * r;
}

struct State { double x, y, z; };
__device__ State lorenz(State s) { return {10.0 * (s.y - s.x), s.x * (28.0 - s.z) - s.y, s.x * s.y - 8.0 / 3.0 * s.z}; }
__device__ State axpy(State a, double h, State b) { return {a.x + h * b.x, a.y + h * b.y, a.z + h * b.z}; }
extern "C" __global__ void rk4_lorenz(const double* init, double* fin, int n, int steps, double h)
{
    int i = GID;
    if (i >= n) return;
    State s = {init[3 * i], init[3 * i + 1], init[3 * i + 2] + 20.0};
    for (int k = 0; k < steps; k++) {
        State k1 = lorenz(s), k2 = lorenz(axpy(s, h / 2, k1)), k3 = lorenz(axpy(s, h / 2, k2)), k4 = lorenz(axpy(s, h, k3));
        s = axpy(s, h / 6, axpy(axpy(axpy(k1, 2, k2), 2, k3), 1, k4));
    }
    fin[3 * i] = s.x; fin[3 * i + 1] = s.y; fin[3 * i + 2] = s.z;
}
template <class F> __device__ double simpson(F f, double a, double b, int n)
{
    double h = (b - a) / n, s = f(a) + f(b);
    for (int i = 1; i < n; i++) s += (i & 1 ? 4 : 2) * f(a + i * h);
    return s * h / 3;
}
extern "C" __global__ void integrate(const double* lo, double* out, int n)
{
    int i = GID;
    if (i >= n) return;
    double a = lo[i];
    if (i % 3 == 0) out[i] = simpson([](double x) { return x * x * x - 2 * x; }, a, a + 1, 10);
    else if (i % 3 == 1) out[i] = simpson([=](double x) { return 1 / (1 + a * a + x * x); }, 0, 1, 16);
    else out[i] = simpson([](double x) { return sqrt(fabs(x)); }, a, 1, 12);
}
extern "C" __global__ void newton_and_bisect(const float* c, float* root, int* its, int n)
{
    int i = GID;
    if (i >= n) return;
    float a = 1.0f + fabsf(c[i]), x = a;
    int k = 0;
    while (fabsf(x * x * x - a) > 1e-5f && k < 40) { x -= (x * x * x - a) / (3.f * x * x); ++k; }
    root[2 * i] = x;
    float lo = 0.f, hi = 2.f;
    for (int b = 0; b < 60; b++) {
        float m = 0.5f * (lo + hi);
        if (m == lo || m == hi) break;
        if (m * m < a) lo = m; else hi = m;
    }
    root[2 * i + 1] = lo;
    its[i] = k;
}
__device__ float cnd(float d)
{
    const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
    float K = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d));
    float v = 0.39894228f * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    return d > 0 ? 1.0f - v : v;
}
extern "C" __global__ void black_scholes(const float* S, const float* X, const float* T, float* call, float* put, float r, float vol, int n)
{
    for (int i = GID; i < n; i += blockDim.x * gridDim.x) {
        float s = 20.f + 10.f * S[i], x = 20.f + 10.f * X[i], t = 1.5f + T[i];
        float q = vol * sqrtf(t), d1 = (__logf(s / x) + (r + 0.5f * vol * vol) * t) / q, d2 = d1 - q;
        float e = __expf(-r * t), c1 = cnd(d1), c2 = cnd(d2);
        call[i] = s * c1 - x * e * c2;
        put[i] = x * e * (1.f - c2) - s * (1.f - c1);
    }
}
extern "C" __global__ void ray_spheres(const float* sph, int ns, float* depth, int* hit, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float ox = 2.f * x / w - 1.f, oy = 2.f * y / h - 1.f, best = 100.f;
    int who = -1;
    for (int s = 0; s < ns; s++) {
        float dx = ox - sph[4 * s], dy = oy - sph[4 * s + 1], rad = 0.2f + 0.2f * fabsf(sph[4 * s + 3]);
        float d2 = rad * rad - dx * dx - dy * dy;
        if (d2 < 0.f) continue;
        float z = 2.f + sph[4 * s + 2] - sqrtf(d2);
        if (z < best) { best = z; who = s; }
    }
    depth[y * w + x] = best;
    hit[y * w + x] = who;
}
// library functions of double precision and odd corners of float
extern "C" __global__ void math_double(const double* x, double* out, int n)
{
    int i = GID;
    if (i >= n) return;
    double v = x[i] * 6.0;
    double* o = out + i * 10;
    int e;
    o[0] = exp(v); o[1] = log(fabs(v) + 0.1); o[2] = sin(v); o[3] = cos(v * 1000.0); o[4] = cbrt(v);
    o[5] = fmod(v, 0.7); o[6] = frexp(v, &e) + e; o[7] = ldexp(v, i % 20); o[8] = floor(v) + rint(v * 2) + ceil(-v); o[9] = hypot(v, 1.0);
}
extern "C" __global__ void math_float(const float* x, float* out, int n)
{
    int i = GID;
    if (i >= n) return;
    float v = x[i] * 20.f, *o = out + i * 10;
    o[0] = expf(v * 0.3f); o[1] = log2f(fabsf(v) + 0.01f); o[2] = sinf(v); o[3] = cosf(v * 10000.f); o[4] = tanf(v * 0.1f);
    o[5] = powf(fabsf(v), 0.4f); o[6] = atan2f(v, 1.5f); o[7] = erff(v * 0.1f); o[8] = tanhf(v * 0.2f); o[9] = cbrtf(v) + exp10f(x[i]);
}
extern "C" __global__ void float_corners(const float* x, float* out, int* cls, int n)
{
    int i = GID;
    if (i >= n) return;
    float v = x[i], z = v - v;
    float vals[8] = {v, z, 1.f / z, -1.f / z, z / z, v * 1e-38f, v * 1e-44f, v * 3e38f + v * 3e38f};
    float a = vals[i & 7], b = vals[(i >> 3) & 7];
    float* o = out + i * 8;
    o[0] = fminf(a, b); o[1] = fmaxf(a, b); o[2] = copysignf(1.f, a); o[3] = fmodf(8.f * v, 0.3f);
    o[4] = remainderf(v * 5.f, 0.7f); o[5] = nextafterf(v, 2.f); o[6] = fdimf(v, 0.1f); o[7] = a == a ? a * 0.5f : 42.f;
    cls[i] = isnan(a) | isinf(a) << 1 | (signbit(a) != 0) << 2 | (a < b) << 3 | (a >= b) << 4 | (a != b) << 5 | isfinite(b) << 6;
}
extern "C" __global__ void rounding_modes(const float* a, const float* b, float* out, int n)
{
    int i = GID;
    if (i >= n) return;
    float x = a[i], y = b[i], *o = out + i * 14;
    o[0] = __fadd_rn(x, y); o[1] = __fadd_rz(x, y); o[2] = __fadd_ru(x, y); o[3] = __fadd_rd(x, y);
    o[4] = __fmul_rz(x, y); o[5] = __fmul_ru(x, y); o[6] = __fmaf_rd(x, y, x); o[7] = __fdiv_rz(x, y + 2.f);
    o[8] = __fsqrt_ru(fabsf(x)); o[9] = __frcp_rd(y + 2.f); o[10] = (float)__dadd_ru(x, y); o[11] = __double2float_rz((double)x * y);
    o[12] = __int2float_ru((int)(x * 2e9f)); o[13] = __fmaf_rz(x, y, -y);
}
