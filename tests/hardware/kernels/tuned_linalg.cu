// batched small dense and banded solvers
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// one thread per matrix, interleaved layout: element e of matrix b at A[e * nb + b]
template <int N, typename T> __device__ void lu_interleaved(T* A, T* rhs, int nb)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= nb) return;
    T m[N][N], x[N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) m[i][j] = A[(i * N + j) * nb + b] + (i == j ? T(N) : T(0));
        x[i] = rhs[i * nb + b];
    }
#pragma unroll
    for (int k = 0; k < N; k++) {
        T inv = T(1) / m[k][k];
#pragma unroll
        for (int i = k + 1; i < N; i++) {
            T l = m[i][k] * inv;
#pragma unroll
            for (int j = k + 1; j < N; j++) m[i][j] -= l * m[k][j];
            x[i] -= l * x[k];
        }
    }
#pragma unroll
    for (int i = N - 1; i >= 0; i--) {
        for (int j = i + 1; j < N; j++) x[i] -= m[i][j] * x[j];
        x[i] /= m[i][i];
        rhs[i * nb + b] = x[i];
    }
}
extern "C" __global__ void lu5_interleaved_d(double* A, double* rhs, int nb) { lu_interleaved<5>(A, rhs, nb); }

// one warp per matrix, n<=16, partial pivoting with run-time indices in shared (padded leading dim)
extern "C" __global__ void lu_pivot_warp(float* A, int* ipiv, int n, int batch)
{
    extern __shared__ float sh[];
    const int lane = threadIdx.x, w = threadIdx.y, ld = n + 1;
    float* M = sh + w * n * ld;
    int mat = blockIdx.x * blockDim.y + w;
    if (mat >= batch) return;
    float* g = A + mat * n * n;
    for (int e = lane; e < n * n; e += 32) M[(e / n) * ld + e % n] = g[e];
    __syncwarp();
    for (int k = 0; k < n; k++) {
        float best = -1.f; int bi = k;
        for (int i = k + lane; i < n; i += 32) { float v = fabsf(M[i * ld + k]); if (v > best) { best = v; bi = i; } }
        for (int o = 16; o; o >>= 1) {
            float ob = __shfl_down_sync(~0u, best, o); int oi = __shfl_down_sync(~0u, bi, o);
            if (ob > best || (ob == best && oi < bi)) { best = ob; bi = oi; }
        }
        bi = __shfl_sync(~0u, bi, 0);
        if (lane == 0) ipiv[mat * n + k] = bi;
        if (bi != k)
            for (int j = lane; j < n; j += 32) { float t = M[k * ld + j]; M[k * ld + j] = M[bi * ld + j]; M[bi * ld + j] = t; }
        __syncwarp();
        float d = M[k * ld + k];
        for (int i = k + 1 + lane; i < n; i += 32) M[i * ld + k] /= d;
        __syncwarp();
        int rem = n - k - 1;
        for (int e = lane; e < rem * rem; e += 32) {
            int i = k + 1 + e / rem, j = k + 1 + e % rem;
            M[i * ld + j] -= M[i * ld + k] * M[k * ld + j];
        }
        __syncwarp();
    }
    for (int e = lane; e < n * n; e += 32) g[e] = M[(e / n) * ld + e % n];
}

// Cholesky, a block per matrix, right-looking, lower stored packed by columns
__device__ __forceinline__ int pk(int i, int j, int n) { return j * n - j * (j - 1) / 2 + (i - j); }
extern "C" __global__ void potrf_packed(const double* G, double* L, int n)
{
    extern __shared__ double p[];
    int len = n * (n + 1) / 2;
    // SPD by construction: symmetrised random + n on the diagonal
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        for (int j = threadIdx.y; j <= i; j += blockDim.y) p[pk(i, j, n)] = .5 * (G[(blockIdx.x * n + i) * n + j] + G[(blockIdx.x * n + j) * n + i]) + (i == j ? n : 0);
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0 && threadIdx.y == 0) p[pk(k, k, n)] = sqrt(p[pk(k, k, n)]);
        __syncthreads();
        double d = p[pk(k, k, n)];
        if (threadIdx.y == blockDim.y - 1)
            for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x) p[pk(i, k, n)] /= d;
        __syncthreads();
        for (int j = k + 1 + threadIdx.y; j < n; j += blockDim.y)
            for (int i = j + threadIdx.x; i < n; i += blockDim.x) p[pk(i, j, n)] -= p[pk(i, k, n)] * p[pk(j, k, n)];
        __syncthreads();
    }
    for (int i = threadIdx.x + threadIdx.y * blockDim.x; i < len; i += blockDim.x * blockDim.y) L[blockIdx.x * len + i] = p[i];
}

// 3x3 symmetric eigen (jacobi) SoA in/out with float3-ish accesses, small local arrays with run-time indices
struct Mat3 { float m[9]; __device__ float& operator()(int r, int c) { return m[r * 3 + c]; } };
extern "C" __global__ void eig3_jacobi(const float* sym6, float* vals, Mat3* vecs, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    Mat3 a, v;
    const float2* s = (const float2*)(sym6 + 6 * t);
    float2 p = s[0], q = s[1], r = s[2];
    a(0, 0) = p.x; a(0, 1) = a(1, 0) = p.y; a(0, 2) = a(2, 0) = q.x; a(1, 1) = q.y; a(1, 2) = a(2, 1) = r.x; a(2, 2) = r.y;
    for (int i = 0; i < 9; i++) v.m[i] = (i % 4 == 0);
    for (int sweep = 0; sweep < 4; sweep++) {
        int P = 0, Q = 1;
        if (fabsf(a(0, 2)) > fabsf(a(P, Q))) { P = 0; Q = 2; }
        if (fabsf(a(1, 2)) > fabsf(a(P, Q))) { P = 1; Q = 2; }
        float apq = a(P, Q);
        if (fabsf(apq) < 1e-7f) break;
        float th = (a(Q, Q) - a(P, P)) / (2 * apq);
        float tt = (th >= 0 ? 1.f : -1.f) / (fabsf(th) + sqrtf(th * th + 1));
        float c = rsqrtf(tt * tt + 1), sn = tt * c;
        for (int k = 0; k < 3; k++) { float x = a(k, P), y = a(k, Q); a(k, P) = c * x - sn * y; a(k, Q) = sn * x + c * y; }
        for (int k = 0; k < 3; k++) { float x = a(P, k), y = a(Q, k); a(P, k) = c * x - sn * y; a(Q, k) = sn * x + c * y; }
        for (int k = 0; k < 3; k++) { float x = v(k, P), y = v(k, Q); v(k, P) = c * x - sn * y; v(k, Q) = sn * x + c * y; }
    }
    vals[t] = a(0, 0); vals[t + n] = a(1, 1); vals[t + 2 * n] = a(2, 2);
    vecs[t] = v;
}

// Thomas, thread per system; COLMAJOR decides coalesced or strided systems
#ifdef STRIDED
#define EL(i) ((size_t)sys * n + (i))
#else
#define EL(i) ((size_t)(i) * nsys + sys)
#endif
extern "C" __global__ void thomas(const float* a, const float* c, float* d, float* cp, int n, int nsys)
{
    int sys = blockDim.x * blockIdx.x + threadIdx.x;
    if (sys >= nsys) return;
    float prevc = c[EL(0)] / 4.f, prevd = d[EL(0)] / 4.f;
    cp[EL(0)] = prevc; d[EL(0)] = prevd;
    for (int i = 1; i < n; i++) {
        float m = 1.f / (4.f - a[EL(i)] * prevc);
        prevd = (d[EL(i)] - a[EL(i)] * prevd) * m;
        prevc = c[EL(i)] * m;
        cp[EL(i)] = prevc; d[EL(i)] = prevd;
    }
    for (int i = n - 2; i >= 0; --i) { prevd = d[EL(i)] - cp[EL(i)] * prevd; d[EL(i)] = prevd; }
}

// cyclic reduction in shared with stride doubling; 4 arrays carved from dynamic memory
extern "C" __global__ void cyclic_reduction(const float* ga, const float* gb, const float* gc, const float* gd, float* gx, int n)
{
    extern __shared__ float dyn[];
    float *a = dyn, *b = a + n, *c = b + n, *d = c + n, *x = d + n;
    int t = threadIdx.x, base = blockIdx.x * n;
    for (int i = t; i < n; i += blockDim.x) {
        a[i] = i == 0 ? 0.f : ga[base + i]; b[i] = gb[base + i] + 4.f; c[i] = i == n - 1 ? 0.f : gc[base + i]; d[i] = gd[base + i];
    }
    __syncthreads();
    int stride = 1;
    for (int act = n / 2; act > 1; act >>= 1) {
        stride <<= 1;
        if (t < act) {
            int i = stride * t + stride - 1, l = i - stride / 2, r = min(i + stride / 2, n - 1);
            float k1 = a[i] / b[l];
            if (i == n - 1) {
                b[i] -= c[l] * k1; d[i] -= d[l] * k1; a[i] = -a[l] * k1; c[i] = 0;
            } else {
                float k2 = c[i] / b[r];
                b[i] -= c[l] * k1 + a[r] * k2;
                d[i] -= d[l] * k1 + d[r] * k2;
                a[i] = -a[l] * k1; c[i] = -c[r] * k2;
            }
        }
        __syncthreads();
    }
    if (t < 2) {
        int p = stride - 1, q = 2 * stride - 1;
        float det = b[q] * b[p] - c[p] * a[q];
        x[t ? q : p] = t ? (d[q] * b[p] - d[p] * a[q]) / det : (b[q] * d[p] - c[p] * d[q]) / det;
    }
    for (int act = 2; act < n; act <<= 1) {
        int half = stride / 2;
        __syncthreads();
        if (t < act) {
            int i = stride * t + half - 1;
            x[i] = (t == 0) ? (d[i] - c[i] * x[i + half]) / b[i] : (d[i] - a[i] * x[i - half] - c[i] * x[i + half]) / b[i];
        }
        stride = half;
    }
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) gx[base + i] = x[i];
}

// parallel cyclic reduction within a warp by shuffles, a system of 32
extern "C" __global__ void pcr_warp(const double* A, const double* C, double* D, int nsys)
{
    int sys = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, l = threadIdx.x & 31;
    if (sys >= nsys) return;
    double a = l ? A[sys * 32 + l] : 0, c = l < 31 ? C[sys * 32 + l] : 0, b = 4, d = D[sys * 32 + l];
    for (int s = 1; s < 32; s <<= 1) {
        double am = __shfl_up_sync(~0u, a, s), bm = __shfl_up_sync(~0u, b, s), cm = __shfl_up_sync(~0u, c, s), dm = __shfl_up_sync(~0u, d, s);
        double ap = __shfl_down_sync(~0u, a, s), bp = __shfl_down_sync(~0u, b, s), cp = __shfl_down_sync(~0u, c, s), dp = __shfl_down_sync(~0u, d, s);
        double k1 = l >= s ? a / bm : 0, k2 = l + s < 32 ? c / bp : 0;
        if (l < s) { am = cm = dm = 0; }
        if (l + s >= 32) { ap = cp = dp = 0; }
        b = b - cm * k1 - ap * k2;
        d = d - dm * k1 - dp * k2;
        a = -am * k1; c = -cp * k2;
    }
    D[sys * 32 + l] = d / b;
}

// Householder QR of tall panel m x 8 in shared, column-major, warp per reflector column
extern "C" __global__ void qr_panel8(double* P, double* tau, int m)
{
    extern __shared__ double q[];
    __shared__ double sc[2];
    double* A = P + (size_t)blockIdx.x * m * 8;
    for (int i = threadIdx.x; i < m * 8; i += blockDim.x) q[i] = A[i];
    __syncthreads();
    const int w = threadIdx.x / 32, l = threadIdx.x % 32;
    for (int k = 0; k < 8; k++) {
        double* v = q + k * m;
        if (w == 0) {
            double s = 0;
            for (int i = k + 1 + l; i < m; i += 32) s += v[i] * v[i];
            for (int o = 16; o; o /= 2) s += __shfl_xor_sync(0xffffffffu, s, o);
            if (l == 0) {
                double al = v[k], beta = -copysign(sqrt(al * al + s), al);
                sc[0] = (beta - al) / beta; sc[1] = 1.0 / (al - beta);
                v[k] = beta; tau[blockIdx.x * 8 + k] = sc[0];
            }
        }
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < m; i += blockDim.x) v[i] *= sc[1];
        __syncthreads();
        for (int j = k + 1 + w; j < 8; j += blockDim.x / 32) {
            double* c = q + j * m;
            double dot = l == 0 ? c[k] : 0.0;
            for (int i = k + 1 + l; i < m; i += 32) dot += v[i] * c[i];
            for (int o = 16; o; o /= 2) dot += __shfl_xor_sync(0xffffffffu, dot, o);
            dot *= sc[0];
            if (l == 0) c[k] -= dot;
            for (int i = k + 1 + l; i < m; i += 32) c[i] -= dot * v[i];
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < m * 8; i += blockDim.x) A[i] = q[i];
}

// batched triangular solve with multiple right-hand sides (L in shared as double, rhs per thread)
extern "C" __global__ void trsm_lower(const float* L, float* B, int n, int nrhs)
{
    extern __shared__ float sl[];
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) if (i % n <= i / n) sl[i] = L[(size_t)blockIdx.y * n * n + i];
    __syncthreads();
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= nrhs) return;
    float* b = B + (size_t)blockIdx.y * n * nrhs + r;
    for (int i = 0; i < n; i++) {
        float s = b[i * nrhs];
        for (int j = 0; j < i; j++) s -= sl[i * n + j] * b[j * nrhs];
        b[i * nrhs] = s / (sl[i * n + i] + 3.f);
    }
}
// BSR 3x3 SpMV, computed pattern
extern "C" __global__ void bsr3_spmv(const float* val, const float* x, float* y, int nbrow, int per)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= nbrow) return;
    float s = 0; int comp = lane % 3;
    if (lane < 30)
        for (int e = lane / 9; e < per; e += 3) {
            if (lane >= 27) break;
            int col = (warp * 5 + e * e * 3 + e) % nbrow;
            int r = (lane % 9) / 3;
            s += val[((warp * per + e) * 3 + r) * 3 + comp] * x[col * 3 + comp];
        }
    // sum over lanes that share a row r: lanes 3r..3r+2, +9, +18
    s += __shfl_down_sync(~0u, s, 18) * (lane < 9) + __shfl_down_sync(~0u, s, 9) * (lane < 9);
    float t1 = __shfl_down_sync(~0u, s, 1), t2 = __shfl_down_sync(~0u, s, 2);
    if (lane < 9 && comp == 0) y[warp * 3 + lane / 3] = s + t1 + t2;
}
