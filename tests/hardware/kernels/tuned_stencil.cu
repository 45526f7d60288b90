// finite differences and LBM
#ifndef R
#define R 4
#endif
__constant__ float coef[5] = {-2.84722f, 1.6f, -0.2f, 0.025397f, -0.0017857f};

// 25-point, register queue along z, shared xy plane with halo
extern "C" __global__ void wave25(const float* __restrict__ u, const float* __restrict__ vel, float* __restrict__ un, int nx, int ny, int nz)
{
    extern __shared__ float s[];
    const int pitch = blockDim.x + 2 * R;
    int x = blockIdx.x * blockDim.x + threadIdx.x + R, y = blockIdx.y * blockDim.y + threadIdx.y + R;
    const int PX = nx + 2 * R, PY = ny + 2 * R;
    const int plane = PX * PY;
    bool in = x < nx + R && y < ny + R;
    int xs = min(x, nx + 2 * R - 1), ys = min(y, ny + 2 * R - 1);
    int idx = ys * PX + xs;
    float front[R], behind[R], cur;
    for (int i = R - 1; i >= 0; i--) { behind[i] = u[idx]; idx += plane; }
    cur = u[idx]; int out = idx; idx += plane;
    for (int i = 0; i < R; i++) { front[i] = u[idx]; idx += plane; }
    int tx = threadIdx.x + R, ty = threadIdx.y + R;
    for (int z = 0; z < nz; z++) {
        __syncthreads();
        if (threadIdx.y < R) {
            s[threadIdx.y * pitch + tx] = u[out - R * PX];
            int yy = min(ys + (int)blockDim.y, PY - 1);
            s[(threadIdx.y + blockDim.y + R) * pitch + tx] = u[(out - ys * PX) + yy * PX];
        }
        if (threadIdx.x < R) {
            s[ty * pitch + threadIdx.x] = u[out - R];
            int xx = min(xs + (int)blockDim.x, PX - 1);
            s[ty * pitch + threadIdx.x + blockDim.x + R] = u[out - xs + xx];
        }
        s[ty * pitch + tx] = cur;
        __syncthreads();
        float v = 3.f * coef[0] * cur;
#pragma unroll
        for (int i = 1; i <= R; i++)
            v += coef[i] * (front[i - 1] + behind[i - 1] + s[(ty - i) * pitch + tx] + s[(ty + i) * pitch + tx] + s[ty * pitch + tx - i] + s[ty * pitch + tx + i]);
        if (in) un[out] = 2.f * cur - un[out] + vel[out] * v;
        for (int i = R - 1; i > 0; i--) behind[i] = behind[i - 1];
        behind[0] = cur; cur = front[0];
        for (int i = 0; i < R - 1; i++) front[i] = front[i + 1];
        out += plane;
        if (z + 1 < nz) { front[R - 1] = u[idx]; idx += plane; }
    }
}

// 7-point jacobi with 3D blocks, no shared
extern "C" __global__ void jacobi7(const double* a, double* b, int nx, int ny, int nz, double c0, double c1)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i == 0 || j == 0 || k == 0 || i >= nx - 1 || j >= ny - 1 || k >= nz - 1) return;
#define IX(i, j, k) (((k) * ny + (j)) * nx + (i))
    b[IX(i, j, k)] = c1 * (a[IX(i + 1, j, k)] + a[IX(i - 1, j, k)] + a[IX(i, j + 1, k)] + a[IX(i, j - 1, k)] + a[IX(i, j, k + 1)] + a[IX(i, j, k - 1)]) - c0 * a[IX(i, j, k)];
}

// LBM D2Q9 SoA: pull streaming, BGK, bounce back on a flag; periodic in x
namespace lbm {
__constant__ int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ int opp[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
__constant__ float wt[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
template <bool SOA> __device__ __forceinline__ int at(int q, int cell, int ncell) { if constexpr (SOA) return q * ncell + cell; else return cell * 9 + q; }
template <bool SOA> __device__ void step(const float* f, float* g, const unsigned char* flag, int nx, int ny, float omega)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    int cell = y * nx + x, nc = nx * ny;
    float p[9];
#pragma unroll
    for (int q = 0; q < 9; q++) {
        int sx = x - cx[q], sy = y - cy[q];
        sx = sx < 0 ? nx - 1 : (sx == nx ? 0 : sx);
        bool wall = sy < 0 || sy >= ny || flag[sy * nx + sx] == 0;
        p[q] = 1.5f + (wall ? f[at<SOA>(opp[q], cell, nc)] : f[at<SOA>(q, sy * nx + sx, nc)]);
    }
    if (flag[cell] == 0) { for (int q = 0; q < 9; q++) g[at<SOA>(q, cell, nc)] = p[opp[q]]; return; }
    float rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int q = 0; q < 9; q++) { rho += p[q]; ux += cx[q] * p[q]; uy += cy[q] * p[q]; }
    ux /= rho; uy /= rho;
    float uu = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int q = 0; q < 9; q++) {
        float cu = 3.f * (cx[q] * ux + cy[q] * uy);
        float eq = rho * wt[q] * (1.f + cu + .5f * cu * cu - uu);
        g[at<SOA>(q, cell, nc)] = p[q] + omega * (eq - p[q]);
    }
}
}
extern "C" __global__ void lbm_d2q9_soa(const float* f, float* g, const unsigned char* fl, int nx, int ny, float om) { lbm::step<true>(f, g, fl, nx, ny, om); }
extern "C" __global__ void lbm_d2q9_aos(const float* f, float* g, const unsigned char* fl, int nx, int ny, float om) { lbm::step<false>(f, g, fl, nx, ny, om); }

// FDTD Yee 2D, struct of three fields in AoS, temporal blocking of 2 steps in shared memory
struct Cell { float ez, hx, hy; };
extern "C" __global__ void fdtd_aos_2steps(const Cell* in, Cell* out, int n, float c)
{
    __shared__ Cell t[12][20];
    const int W = 16, H = 8, HALO = 2;
    int tid = threadIdx.x;
    int ox = blockIdx.x * W - HALO, oy = blockIdx.y * H - HALO;
    for (int i = tid; i < 12 * 20; i += blockDim.x) {
        int yy = oy + i / 20, xx = ox + i % 20;
        yy = min(max(yy, 0), n - 1); xx = min(max(xx, 0), n - 1);
        t[i / 20][i % 20] = in[yy * n + xx];
    }
    __syncthreads();
    for (int step = 0; step < 2; ++step) {
        for (int i = tid; i < 11 * 19; i += blockDim.x) {
            int y = i / 19, x = i % 19;
            t[y][x].hx -= c * (t[y + 1][x].ez - t[y][x].ez);
            t[y][x].hy += c * (t[y][x + 1].ez - t[y][x].ez);
        }
        __syncthreads();
        for (int i = tid; i < 11 * 19; i += blockDim.x) {
            int y = i / 19 + 1, x = i % 19 + 1;
            t[y][x].ez += c * (t[y][x].hy - t[y][x - 1].hy - t[y][x].hx + t[y - 1][x].hx);
        }
        __syncthreads();
    }
    for (int i = tid; i < W * H; i += blockDim.x) {
        int y = i / W, x = i % W, gy = blockIdx.y * H + y, gx = blockIdx.x * W + x;
        if (gx < n && gy < n) out[gy * n + gx] = t[y + HALO][x + HALO];
    }
}

// Gray-Scott with float2 (u,v), warp shuffles for x neighbours, 30 outputs per warp
extern "C" __global__ void gray_scott_shfl(const float2* in, float2* out, int w, int h, float F, float k)
{
    int lane = threadIdx.x & 31;
    int x = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 30 + lane - 1;
    int xw = (x + w) % w;
    int y0 = blockIdx.y * 6;
    float2 up = in[((y0 + h - 1) % h) * w + xw], mid = in[(y0 % h) * w + xw];
    for (int y = y0; y < min(y0 + 6, h); y++) {
        float2 dn = in[((y + 1) % h) * w + xw];
        float2 l, r;
        l.x = __shfl_up_sync(~0u, mid.x, 1); l.y = __shfl_up_sync(~0u, mid.y, 1);
        r.x = __shfl_down_sync(~0u, mid.x, 1); r.y = __shfl_down_sync(~0u, mid.y, 1);
        if (lane > 0 && lane < 31 && x < w) {
            float lu = up.x + dn.x + l.x + r.x - 4.f * mid.x, lv = up.y + dn.y + l.y + r.y - 4.f * mid.y;
            float uvv = mid.x * mid.y * mid.y;
            out[y * w + x] = make_float2(mid.x + .2f * lu - uvv + F * (1.f - mid.x), mid.y + .1f * lv + uvv - (F + k) * mid.y);
        }
        up = mid; mid = dn;
    }
}
// red-black gauss-seidel, two colours stored compactly
extern "C" __global__ void redblack_compact(float* red, const float* black, const float* rhs, int nh, int ny, int colour)
{
    int j = blockIdx.y * blockDim.y + threadIdx.y + 1, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= ny - 1 || i >= nh) return;
    int odd = (j + colour) & 1;
    int il = odd ? i : i - 1, ir = odd ? i + 1 : i;
    float l = il < 0 ? 0.f : black[j * nh + il], r = ir >= nh ? 0.f : black[j * nh + ir];
    red[j * nh + i] += 1.4f * (.25f * (l + r + black[(j - 1) * nh + i] + black[(j + 1) * nh + i] - rhs[(j * nh + i) * 2 + odd]) - red[j * nh + i]);
}
