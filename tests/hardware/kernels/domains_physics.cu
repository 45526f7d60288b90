// physics course collection
#include <stdint.h>

// ---- Ising, checkerboard compact storage: two half lattices of signed chars -----------------------
__device__ static inline uint32_t mix(uint32_t a, uint32_t b, uint32_t c)
{
    a -= c; a ^= (c << 4) | (c >> 28); c += b;
    b -= a; b ^= (a << 6) | (a >> 26); a += c;
    c -= b; c ^= (b << 8) | (b >> 24); b += a;
    return c ^ a * 2654435761u;
}
extern "C" __global__ void ising_half(signed char* me, const signed char* other, int ny, int nxh, int colour, float beta, uint32_t sweep)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int i = tid / nxh, j = tid % nxh;
    if (i >= ny) return;
    int up = i == 0 ? ny - 1 : i - 1, dn = i == ny - 1 ? 0 : i + 1;
    int side;
    if ((i + colour) % 2) side = j + 1 == nxh ? 0 : j + 1;
    else side = j == 0 ? nxh - 1 : j - 1;
    auto sp = [](signed char v) { return v & 1 ? 1 : -1; };
    int s = sp(other[up * nxh + j]) + sp(other[i * nxh + j]) + sp(other[dn * nxh + j]) + sp(other[i * nxh + side]);
    int m = sp(me[i * nxh + j]);
    float acc = __expf(-2.0f * beta * s * m);
    if ((mix(tid, sweep, colour) >> 8) * 5.9604645e-8f < acc) me[i * nxh + j] = m > 0 ? 0 : 1;
}

// full lattice in shared memory, several sweeps, both colours
extern "C" __global__ void ising_shared(int* lattice, int L, int sweeps, float beta)
{
    extern __shared__ int sp[];
    int* my = lattice + blockIdx.x * L * L;
    for (int k = threadIdx.x; k < L * L; k += blockDim.x) sp[k] = my[k] ? 1 : -1;
    __syncthreads();
    for (int s = 0; s < sweeps; s++)
        for (int c = 0; c < 2; c++) {
            for (int k = threadIdx.x; k < L * L / 2; k += blockDim.x) {
                int y = 2 * k / L, x = (2 * k) % L + ((y + c) & 1);
                int n = sp[y * L + (x + 1) % L] + sp[y * L + (x + L - 1) % L] + sp[(y + 1) % L * L + x] + sp[(y + L - 1) % L * L + x];
                int dE = 2 * sp[y * L + x] * n;
                if (dE <= 0 || (mix(k, s * 2 + c, blockIdx.x) >> 8) < 16777216.f * expf(-beta * dE)) sp[y * L + x] = -sp[y * L + x];
            }
            __syncthreads();
        }
    for (int k = threadIdx.x; k < L * L; k += blockDim.x) my[k] = sp[k];
}

// ---- 2D wave equation, 5 point, global memory, clamped boundary ---------------------------------
#define IDX(i, j) ((j) * nx + (i))
extern "C" __global__ void wave2d(const double* u, const double* um, double* up, int nx, int ny, double c2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1)
        up[IDX(i, j)] = 2 * u[IDX(i, j)] - um[IDX(i, j)] + c2 * (u[IDX(i + 1, j)] + u[IDX(i - 1, j)] + u[IDX(i, j + 1)] + u[IDX(i, j - 1)] - 4 * u[IDX(i, j)]);
    else if (i < nx && j < ny)
        up[IDX(i, j)] = 0;
}

// ---- heat 3D: 2D block marching in z, plane kept in shared memory with halo --------------------
extern "C" __global__ void heat3d_march(const float* __restrict__ t, float* __restrict__ o, int nx, int ny, int nz, float k)
{
    __shared__ float p[10][18];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 8 + ty;
    int cx = min(x, nx - 1), cy = min(y, ny - 1);
    const int plane = nx * ny;
    float below = t[cy * nx + cx], mid = below, above;
    for (int z = 0; z < nz; ++z) {
        above = z + 1 < nz ? t[(z + 1) * plane + cy * nx + cx] : mid;
        const float* tz = t + z * plane;
        p[ty + 1][tx + 1] = mid;
        if (tx == 0) p[ty + 1][0] = tz[cy * nx + max(cx - 1, 0)];
        if (tx == 15) p[ty + 1][17] = tz[cy * nx + min(cx + 1, nx - 1)];
        if (ty == 0) p[0][tx + 1] = tz[max(cy - 1, 0) * nx + cx];
        if (ty == 7) p[9][tx + 1] = tz[min(cy + 1, ny - 1) * nx + cx];
        __syncthreads();
        if (x < nx && y < ny)
            o[z * plane + y * nx + x] = mid + k * (p[ty + 1][tx] + p[ty + 1][tx + 2] + p[ty][tx + 1] + p[ty + 2][tx + 1] + below + above - 6 * mid);
        __syncthreads();
        below = mid; mid = above;
    }
}

// ---- rod heat, explicit, many steps in shared; one rod per block ---------------------------------
extern "C" __global__ void rod(float* T, int n, int steps)
{
    extern __shared__ float buf[];
    float* a = buf, *b = buf + n;
    float* g = T + n * blockIdx.x;
    for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = g[i];
    while (steps--) {
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            b[i] = (i == 0 || i == n - 1) ? a[i] : a[i] + 0.2f * (a[i - 1] - 2 * a[i] + a[i + 1]);
        float* q = a; a = b; b = q;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) g[i] = a[i];
}

// ---- particle in cell, charge deposit as gather: each cell scans all particles in its list ---------
// particles come with cell = fixed capacity buckets
extern "C" __global__ void pic_deposit_gather(const float2* pos, float* rho, int cells_x, int cells_y, int cap)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int cx = c % cells_x, cy = c / cells_x;
    if (cy >= cells_y) return;
    float s = 0;
    for (int oy = -1; oy <= 0; oy++)
        for (int ox = -1; ox <= 0; ox++) {
            int nx = (cx + ox + cells_x) % cells_x, ny = (cy + oy + cells_y) % cells_y;
            int b = ny * cells_x + nx;
            int cnt = (b * 7 + 3) % (cap + 1);
            for (int k = 0; k < cnt; k++) {
                float2 p = pos[b * cap + k];
                float fx = 0.5f + 0.5f * p.x, fy = 0.5f + 0.5f * p.y;
                s += (ox ? fx : 1 - fx) * (oy ? fy : 1 - fy);
            }
        }
    rho[c] = s;
}

// ---- PIC push: bilinear field interpolation, SoA particles, Boris-like -------------------------
extern "C" __global__ void pic_push(float* x, float* y, float* vx, float* vy, const float2* E, int np, int gx, int gy, float dt)
{
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < np; p += blockDim.x * gridDim.x) {
        float X = (x[p] + 1) * 0.5f * gx, Y = (y[p] + 1) * 0.5f * gy;
        int i = (int)X, j = (int)Y;
        float fx = X - i, fy = Y - j;
        i %= gx; j %= gy;
        int i1 = (i + 1) % gx, j1 = (j + 1) % gy;
        float2 e00 = E[j * gx + i], e10 = E[j * gx + i1], e01 = E[j1 * gx + i], e11 = E[j1 * gx + i1];
        float ex = (1 - fy) * ((1 - fx) * e00.x + fx * e10.x) + fy * ((1 - fx) * e01.x + fx * e11.x);
        float ey = (1 - fy) * ((1 - fx) * e00.y + fx * e10.y) + fy * ((1 - fx) * e01.y + fx * e11.y);
        float a = vx[p] + dt * ex, b = vy[p] + dt * ey;
        vx[p] = a; vy[p] = b;
        X = x[p] + dt * a; Y = y[p] + dt * b;
        if (X >= 1) X -= 2; if (X < -1) X += 2;
        if (Y >= 1) Y -= 2; if (Y < -1) Y += 2;
        x[p] = X; y[p] = Y;
    }
}

// ---- SPH density, cell lists with sorted order given by start = cell*k -------------------------
struct Particle { float x, y, z, m; };
extern "C" __global__ void sph_density(const Particle* P, const int* nbr, const unsigned char* nnbr, float* rho, int n, int maxn, float h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Particle pi = P[i];
    float r = 0, h2 = h * h;
    for (int k = 0; k < nnbr[i]; ++k) {
        const Particle& pj = P[nbr[k * n + i]];
        float dx = pi.x - pj.x, dy = pi.y - pj.y, dz = pi.z - pj.z;
        float q = h2 - (dx * dx + dy * dy + dz * dz);
        if (q > 0) r += (1.5f + pj.m) * q * q * q;
    }
    rho[i] = r;
}

// ---- Lennard-Jones all pairs with minimum image, float4 tile in shared --------------------------
extern "C" __global__ void lj_forces(const float4* pos, float4* f, int n, float box)
{
    extern __shared__ float4 sh[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = pos[i < n ? i : 0];
    float fx = 0, fy = 0, fz = 0, e = 0;
    for (int t = 0; t < n; t += blockDim.x) {
        if (t + threadIdx.x < n) sh[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < blockDim.x && t + k < n; k++) {
            if (t + k == i) continue;
            float dx = p.x - sh[k].x, dy = p.y - sh[k].y, dz = p.z - sh[k].z;
            dx -= box * rintf(dx / box); dy -= box * rintf(dy / box); dz -= box * rintf(dz / box);
            float r2 = dx * dx + dy * dy + dz * dz + 1e-3f;
            if (r2 > 0.6f) continue;
            float s6 = 1e-3f / (r2 * r2 * r2);
            float g = 24 * s6 * (2 * s6 - 1) / r2;
            fx += g * dx; fy += g * dy; fz += g * dz; e += 4 * s6 * (s6 - 1);
        }
        __syncthreads();
    }
    if (i < n) f[i] = make_float4(fx, fy, fz, 0.5f * e);
}

// ---- LJ with positions in AoS of 3 floats and cell grid: cells as blocks, neighbours looped --------
extern "C" __global__ void lj_cells(const float* xyz, const int* count, float* energy, int nc, int cap)
{
    int cx = blockIdx.x, cy = blockIdx.y, me = threadIdx.x;
    int c = cy * nc + cx;
    int mycount = min(count[c], cap);
    __shared__ float nb[3 * 16];
    float e = 0, x = 0, y = 0, z = 0;
    if (me < mycount) { x = xyz[(c * cap + me) * 3]; y = xyz[(c * cap + me) * 3 + 1]; z = xyz[(c * cap + me) * 3 + 2]; }
    for (int d = 0; d < 9; d++) {
        int ox = cx + d % 3 - 1, oy = cy + d / 3 - 1;
        if (ox < 0 || oy < 0 || ox >= nc || oy >= nc) continue;
        int o = oy * nc + ox, m = min(count[o], cap);
        for (int k = me; k < 3 * m; k += blockDim.x) nb[k] = xyz[o * cap * 3 + k];
        __syncthreads();
        if (me < mycount)
            for (int k = 0; k < m; k++) {
                if (o == c && k == me) continue;
                float dx = x - nb[3 * k], dy = y - nb[3 * k + 1], dz = z - nb[3 * k + 2];
                float r = 1.0f / (dx * dx + dy * dy + dz * dz + 0.01f);
                e += r * r * r - r;
            }
        __syncthreads();
    }
    if (me < cap) energy[c * cap + me] = e;
}

// ---- D2Q9 lattice Boltzmann: pull, structure of arrays -------------------------------------------
__constant__ int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float wq[9] = {4/9.f, 1/9.f, 1/9.f, 1/9.f, 1/9.f, 1/36.f, 1/36.f, 1/36.f, 1/36.f};
extern "C" __global__ void lbm_d2q9(const float* f, float* g, const uint8_t* solid, int nx, int ny, float omega)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = blockIdx.y;
    if (x >= nx) return;
    float l[9], rho = 0, ux = 0, uy = 0;
    int N = nx * ny;
#pragma unroll
    for (int q = 0; q < 9; q++) {
        int sx = (x - ex[q] + nx) % nx, sy = (y - ey[q] + ny) % ny;
        l[q] = f[q * N + sy * nx + sx] + 1.5f;
        rho += l[q]; ux += ex[q] * l[q]; uy += ey[q] * l[q];
    }
    if (solid[y * nx + x] == 0) {
        const int opp[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
        for (int q = 0; q < 9; q++) g[opp[q] * N + y * nx + x] = l[q];
        return;
    }
    ux /= rho; uy /= rho;
    for (int q = 0; q < 9; q++) {
        float cu = 3 * (ex[q] * ux + ey[q] * uy);
        float eq = wq[q] * rho * (1 + cu + 0.5f * cu * cu - 1.5f * (ux * ux + uy * uy));
        g[q * N + y * nx + x] = l[q] + omega * (eq - l[q]);
    }
}

// ---- Barnes-like multipole-free: gravity with 32-wide warp broadcast through shuffles ------------
extern "C" __global__ void gravity_shfl(const double* m, const double* px, const double* py, double* ax, double* ay, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    double x = i < n ? px[i] : 0, y = i < n ? py[i] : 0, sx = 0, sy = 0;
    for (int b = 0; b < n; b += 32) {
        double jx = 0, jy = 0, jm = 0;
        if (b + lane < n) { jx = px[b + lane]; jy = py[b + lane]; jm = m[b + lane]; }
        for (int k = 0; k < 32; ++k) {
            double dx = __shfl_sync(~0u, jx, k) - x, dy = __shfl_sync(~0u, jy, k) - y, mm = __shfl_sync(~0u, jm, k);
            double r = rsqrt(dx * dx + dy * dy + 0.01);
            sx += mm * dx * r * r * r; sy += mm * dy * r * r * r;
        }
    }
    if (i < n) { ax[i] = sx; ay[i] = sy; }
}
