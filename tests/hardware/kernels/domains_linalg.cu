// small dense and banded linear algebra
#include <cooperative_groups.h>
#include <stddef.h>
typedef double real;

// y = A x in several layouts ----------------------------------------------------------------------
extern "C" __global__ void mv_rowmajor_thread(const real* A, const real* x, real* y, int m, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < m) { real s = 0; for (int c = 0; c < n; c++) s += A[r * n + c] * x[c]; y[r] = s; }
}
extern "C" __global__ void mv_colmajor_thread(const float* A, const float* x, float* y, int m, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < m) { float s = 0; for (int c = 0; c < n; c++) s += A[(size_t)c * m + r] * x[c]; y[r] = s; }
}
extern "C" __global__ void mv_rowmajor_block(const float* A, const float* x, float* y, int n)
{
    extern __shared__ float part[];
    const float* row = A + (size_t)blockIdx.x * n;
    float s = 0;
    for (int c = threadIdx.x; c < n; c += blockDim.x) s += row[c] * x[c];
    part[threadIdx.x] = s;
    for (int h = blockDim.x >> 1; h; h >>= 1) { __syncthreads(); if (threadIdx.x < h) part[threadIdx.x] += part[threadIdx.x + h]; }
    if (!threadIdx.x) y[blockIdx.x] = part[0];
}
// symmetric, upper triangle packed by rows
extern "C" __global__ void mv_sym_packed(const float* ap, const float* x, float* y, int n)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int j = 0; j < n; ++j) {
        int r = min(i, j), c = max(i, j);
        s += ap[r * n - r * (r - 1) / 2 + c - r] * x[j];
    }
    y[i] = s;
}
// tiles of 8x8 stored contiguously (blocked layout)
extern "C" __global__ void mv_blocked(const float* A, const float* x, float* y, int nb)
{
    __shared__ float xs[8];
    int br = blockIdx.x, r = threadIdx.x >> 3, c = threadIdx.x & 7;
    float acc = 0;
    for (int bc = 0; bc < nb; bc++) {
        if (threadIdx.x < 8) xs[threadIdx.x] = x[bc * 8 + threadIdx.x];
        __syncthreads();
        acc += A[(br * nb + bc) * 64 + threadIdx.x] * xs[c];
        __syncthreads();
    }
    for (int o = 4; o; o >>= 1) acc += __shfl_xor_sync(0xffffffffu, acc, o);
    if (c == 0) y[br * 8 + r] = acc;
}
// ELLPACK, and CSR with one (virtual) warp of 8 per row
extern "C" __global__ void spmv_ell(const float* val, const int* col, const float* x, float* y, int n, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float s = 0;
    int len = (r * 5 + 2) % (width + 1);
    for (int k = 0; k < len; k++) s += val[k * n + r] * __ldg(&x[col[k * n + r]]);
    y[r] = s;
}
__device__ int rowptr(int r) { return r * 6 + (r & 3) * 2 - (r & 1); }
extern "C" __global__ void spmv_csr_vec8(const double* val, const int* col, const double* x, double* y, int n)
{
    int g = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    double s = 0;
    if (g < n)
        for (int k = rowptr(g) + lane; k < rowptr(g + 1); k += 8) s += val[k] * x[col[k]];
    for (int o = 4; o > 0; o /= 2) s += __shfl_down_sync(0xffffffff, s, o, 8);
    if (g < n && lane == 0) y[g] = s;
}

// power iteration, one block per matrix -----------------------------------------------------------
extern "C" __global__ void power_iteration(const float* mats, float* eig, int n, int iters)
{
    extern __shared__ float sm[];
    float *v = sm, *w = sm + n, *red = sm + 2 * n;
    const float* A = mats + blockIdx.x * n * n;
    int t = threadIdx.x;
    if (t < n) v[t] = 1.0f;
    float lambda = 0;
    for (int it = 0; it < iters; ++it) {
        __syncthreads();
        float s = 0;
        if (t < n) {
            for (int j = 0; j < n; j++) s += (fabsf(A[j * n + t]) + 0.01f) * v[j];   // column access, coalesced
            w[t] = s;
        }
        red[t] = t < n ? s * s : 0;
        __syncthreads();
        for (int h = blockDim.x / 2; h >= 1; h /= 2) { if (t < h) red[t] += red[t + h]; __syncthreads(); }
        lambda = sqrtf(red[0]);
        if (t < n) v[t] = w[t] / lambda;
    }
    if (t == 0) eig[blockIdx.x] = lambda;
}

// Jacobi iteration on dense diagonally dominant system
extern "C" __global__ void jacobi_step(const double* A, const double* b, const double* xold, double* xnew, double* res, int n)
{
    int i = blockIdx.x * blockDim.y + threadIdx.y;
    double s = 0;
    if (i < n)
        for (int j = threadIdx.x; j < n; j += blockDim.x)
            if (j != i) s += A[i * n + j] * xold[j];
    for (int o = 8; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o, 16);
    if (i < n && threadIdx.x == 0) {
        double d = n + A[i * n + i];
        xnew[i] = (b[i] - s) / d;
        res[i] = fabs(xnew[i] - xold[i]);
    }
}

// Gauss-Seidel red-black on a 2D grid, colour by parameter, one array in place
extern "C" __global__ void gs_redblack(float* u, const float* f, int nx, int ny, int colour, float h2)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if ((i + j) % 2 != colour) i++;
    if (i < nx - 1 && j < ny - 1) {
        int p = j * nx + i;
        u[p] = 0.25f * (u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx] - h2 * f[p]);
    }
}
// whole solve in one block, u in shared memory, strided points of one colour
extern "C" __global__ void gs_block(float* u, int n, int sweeps)
{
    extern __shared__ float s[];
    float* g = u + blockIdx.x * n * n;
    for (int k = threadIdx.x; k < n * n; k += blockDim.x) s[k] = g[k];
    for (int it = 0; it < 2 * sweeps; it++) {
        __syncthreads();
        for (int k = threadIdx.x; k < (n - 2) * (n - 2); k += blockDim.x) {
            int y = k / (n - 2) + 1, x = k % (n - 2) + 1;
            if (((x ^ y) ^ it) & 1) continue;
            s[y * n + x] = 0.25f * (s[y * n + x - 1] + s[y * n + x + 1] + s[(y - 1) * n + x] + s[(y + 1) * n + x]);
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; k < n * n; k += blockDim.x) g[k] = s[k];
}

// Givens QR: one block per matrix in shared (row major n x n), threads over columns
extern "C" __global__ void givens_qr(const float* in, float* R, int n)
{
    extern __shared__ float a[];
    for (int k = threadIdx.x; k < n * n; k += blockDim.x) a[k] = in[blockIdx.x * n * n + k];
    __syncthreads();
    for (int j = 0; j < n - 1; j++)
        for (int i = n - 1; i > j; i--) {
            float p = a[(i - 1) * n + j], q = a[i * n + j];
            float r = hypotf(p, q) + 1e-20f, c = p / r, s = q / r;
            __syncthreads();
            for (int k = threadIdx.x; k < n; k += blockDim.x) {
                float x = a[(i - 1) * n + k], y = a[i * n + k];
                a[(i - 1) * n + k] = c * x + s * y;
                a[i * n + k] = -s * x + c * y;
            }
            __syncthreads();
        }
    for (int k = threadIdx.x; k < n * n; k += blockDim.x) R[blockIdx.x * n * n + k] = a[k];
}

// Householder QR, column major in shared with leading dimension ld, one thread per column
extern "C" __global__ void householder_qr(const double* in, double* out, int m, int n, int ld)
{
    extern __shared__ double H[];
    __shared__ double beta, alpha;
    int c = threadIdx.x;
    for (int r = 0; r < m; r++) if (c < n) H[c * ld + r] = in[(blockIdx.x * m + r) * n + c];
    for (int k = 0; k < n && k < m - 1; k++) {
        __syncthreads();
        if (c == k) {
            double s = 0;
            for (int r = k; r < m; r++) s += H[k * ld + r] * H[k * ld + r];
            alpha = H[k * ld + k] > 0 ? -sqrt(s) : sqrt(s);
            H[k * ld + k] -= alpha;
            double v = 0;
            for (int r = k; r < m; r++) v += H[k * ld + r] * H[k * ld + r];
            beta = v > 1e-30 ? 2 / v : 0;
        }
        __syncthreads();
        if (c > k && c < n) {
            double d = 0;
            for (int r = k; r < m; r++) d += H[k * ld + r] * H[c * ld + r];
            d *= beta;
            for (int r = k; r < m; r++) H[c * ld + r] -= d * H[k * ld + r];
        }
        __syncthreads();
        if (c == k) H[k * ld + k] = alpha;
    }
    __syncthreads();
    for (int e = c; e < m * n; e += blockDim.x) out[blockIdx.x * m * n + e] = e / n <= e % n ? H[(e % n) * ld + e / n] : 0.0;
}

// Thomas algorithm: one tridiagonal system a thread, interleaved storage (element k of system s at k*ns+s)
extern "C" __global__ void thomas_interleaved(const float* a, const float* b, const float* c, const float* d, float* cp, float* x, int n, int ns)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= ns) return;
    float cc = c[s] / (4 + b[s]), dd = d[s] / (4 + b[s]);
    cp[s] = cc; x[s] = dd;
    for (int k = 1; k < n; ++k) {
        int p = k * ns + s;
        float m = 1.0f / (4 + b[p] - a[p] * cc);
        cc = c[p] * m;
        dd = (d[p] - a[p] * dd) * m;
        cp[p] = cc; x[p] = dd;
    }
    for (int k = n - 2; k >= 0; --k) { int p = k * ns + s; x[p] = dd = x[p] - cp[p] * dd; }
}
// cyclic reduction in shared memory, one system a block, n = power of two
extern "C" __global__ void cyclic_reduction(const float* ga, const float* gb, const float* gc, const float* gd, float* gx)
{
    __shared__ float a[128], b[128], c[128], d[128], x[128];
    const int n = 128, t = threadIdx.x, o = blockIdx.x * n;
    for (int i = t; i < n; i += blockDim.x) {
        a[i] = i ? ga[o + i] : 0; b[i] = 4 + gb[o + i]; c[i] = i < n - 1 ? gc[o + i] : 0; d[i] = gd[o + i];
    }
    int stride = 1, todo = n / 2;
    for (; stride < n; stride *= 2, todo /= 2) {
        __syncthreads();
        if (t < todo) {
            int i = stride * 2 * (t + 1) - 1, lo = i - stride, hi = min(i + stride, n - 1);
            float k1 = a[i] / b[lo], k2 = i == n - 1 ? 0.f : c[i] / b[hi];
            float nb = b[i] - c[lo] * k1 - (k2 != 0 ? a[hi] * k2 : 0.f);
            float nd = d[i] - d[lo] * k1 - (k2 != 0 ? d[hi] * k2 : 0.f);
            float na = -a[lo] * k1, nc = k2 != 0 ? -c[hi] * k2 : 0.f;
            a[i] = na; b[i] = nb; c[i] = nc; d[i] = nd;
        }
    }
    __syncthreads();
    if (t == 0) x[n - 1] = d[n - 1] / b[n - 1];
    for (stride = n / 2, todo = 1; stride >= 1; stride /= 2, todo *= 2) {
        __syncthreads();
        if (t < todo) {
            int i = stride * 2 * (t + 1) - stride - 1;
            float l = i - stride >= 0 ? a[i] * x[i - stride] : 0.f;
            x[i] = (d[i] - l - c[i] * x[i + stride]) / b[i];
        }
    }
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) gx[o + i] = x[i];
}
// banded LU solve, pentadiagonal in LAPACK-style band storage, one thread per system, system-contiguous
extern "C" __global__ void penta_solve(const double* band, double* work, double* rhs, int n, int ns)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= ns) return;
    double* W = work + (size_t)s * 5 * n;
    double* r = rhs + (size_t)s * n;
    for (int k = 0; k < 5 * n; ++k) W[k] = band[(size_t)s * 5 * n + k] + (k / n == 2 ? 8.0 : 0.0);
    for (int i = 0; i < n - 1; i++)
        for (int q = 1; q <= 2 && i + q < n; q++) {
            double l = W[(2 - q) * n + i + q] / W[2 * n + i];
            for (int c = 1; c <= 2 && i + c < n; c++) {
                int diag = 2 + c - q;
                if (diag >= 0 && diag < 5) W[diag * n + i + q] -= l * W[(2 + c) * n + i];
            }
            r[i + q] -= l * r[i];
        }
    for (int i = n - 1; i >= 0; i--) {
        double v = r[i];
        if (i + 1 < n) v -= W[3 * n + i] * r[i + 1];
        if (i + 2 < n) v -= W[4 * n + i] * r[i + 2];
        r[i] = v / W[2 * n + i];
    }
}
// Cholesky in shared memory, 2D threads, right looking; SPD made from random + n I
extern "C" __global__ void cholesky_small(const float* in, float* out, int n)
{
    __shared__ float A[24][25];
    int r = threadIdx.y, c = threadIdx.x;
    if (r < n && c < n) {
        const float* g = in + blockIdx.x * n * n;
        A[r][c] = 0.5f * (g[r * n + c] + g[c * n + r]) + (r == c ? n : 0);
    }
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (r == k && c == k) A[k][k] = sqrtf(A[k][k]);
        __syncthreads();
        if (c == k && r > k && r < n) A[r][k] /= A[k][k];
        __syncthreads();
        if (c > k && r >= c && r < n) A[r][c] -= A[r][k] * A[c][k];
        __syncthreads();
    }
    if (r < n && c < n) out[blockIdx.x * n * n + r * n + c] = c <= r ? A[r][c] : 0;
}
// matrix product written by a beginner (x is the row!)
extern "C" __global__ void matmul_swapped(const float* A, const float* B, float* C, int N)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < N && col < N) {
        float tmp = 0;
        for (int i = 0; i < N; i++) tmp += A[row * N + i] * B[i * N + col];
        C[row * N + col] = tmp;
    }
}
