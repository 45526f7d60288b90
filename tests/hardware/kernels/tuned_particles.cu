// particle methods: n-body, cell lists, SPH, PIC deposit, molecular dynamics, DEM
struct __align__(16) Body { float x, y, z, m; };
struct Particle7 { float x, y, z, vx, vy, vz; int type; }; // 28 bytes, AoS
struct vec3 {
    float x, y, z;
    __device__ vec3 operator-(const vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
    __device__ vec3 operator+(const vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
    __device__ vec3 operator*(float s) const { return {x * s, y * s, z * s}; }
    __device__ float dot(const vec3& o) const { return x * o.x + y * o.y + z * o.z; }
};

extern "C" __global__ void nbody_tile(const Body* __restrict__ p, float4* __restrict__ acc, int n, float eps2)
{
    extern __shared__ Body sh[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Body me = i < n ? p[i] : Body{0, 0, 0, 0};
    float ax = 0, ay = 0, az = 0, pot = 0;
    for (int t = 0; t < n; t += blockDim.x) {
        int j = t + threadIdx.x;
        sh[threadIdx.x] = j < n ? p[j] : Body{0, 0, 0, 0};
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < blockDim.x; k++) {
            Body b = sh[k];
            float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
            float r2 = dx * dx + dy * dy + dz * dz + eps2;
            float ir = rsqrtf(r2), f = b.m * ir * ir * ir;
            ax += f * dx; ay += f * dy; az += f * dz; pot -= b.m * ir;
        }
        __syncthreads();
    }
    if (i < n) acc[i] = make_float4(ax, ay, az, pot);
}

// rotating start inside the tile so that lanes read different bodies
extern "C" __global__ void nbody_rotated(const float* x, const float* y, const float* q, float* pot, int n)
{
    __shared__ float sx[64], sy[64], sq[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    float xi = x[i % n], yi = y[i % n], v = 0.f;
    for (int t = 0; t < n; t += 64) {
        __syncthreads();
        int j = t + threadIdx.x;
        sx[threadIdx.x] = j < n ? x[j] : 1e6f;
        sy[threadIdx.x] = j < n ? y[j] : 1e6f;
        sq[threadIdx.x] = j < n ? q[j] : 0.f;
        __syncthreads();
        for (int k = 0; k < 64; ++k) {
            int l = (k + 3 * threadIdx.x) & 63;
            float dx = sx[l] - xi, dy = sy[l] - yi;
            float r2 = dx * dx + dy * dy;
            if (r2 > 1e-6f) v += sq[l] * rsqrtf(r2);
        }
    }
    if (i < n) pot[i] = v;
}

// velocity Verlet with AoS particles in place; reflective walls; type decides the branch
extern "C" __global__ void push_aos(Particle7* p, const float4* force, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle7& a = p[i];
    int ty = (int)(fabsf(a.x) * 3.f);
    switch (ty) {
    case 0: { float4 f = force[i]; a.vx += f.x * dt; a.vy += f.y * dt; a.vz += f.z * dt; break; }
    case 1: a.vz -= 9.81f * dt; break;
    default: return; // frozen
    }
    a.x += a.vx * dt; a.y += a.vy * dt; a.z += a.vz * dt;
    float* pos = &a.x; float* vel = &a.vx;
    for (int d = 0; d < 3; d++) if (fabsf(pos[d]) > 1.f) { pos[d] = copysignf(2.f, pos[d]) - pos[d]; vel[d] = -vel[d]; }
    a.type = ty + 1;
}

// cell list neighbour loop, fixed capacity per cell; occupancy count from a hash
#define CAP 6
__device__ __forceinline__ int occ(int c) { return (int)((unsigned)(c * 2654435761u) >> 29) % (CAP + 1); }
extern "C" __global__ void sph_density_cells(const float2* pos, float* rho, int nx, int ny, float h)
{
    int slot = threadIdx.x % CAP;
    int cell = blockIdx.x * (blockDim.x / CAP) + threadIdx.x / CAP;
    if (cell >= nx * ny || slot >= occ(cell)) return;
    int cx = cell % nx, cy = cell / nx;
    float2 me = pos[cell * CAP + slot];
    float mx = cx + .5f + .5f * me.x, my = cy + .5f + .5f * me.y, s = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int X = cx + dx, Y = cy + dy;
            if (X < 0 || Y < 0 || X >= nx || Y >= ny) continue;
            int c = Y * nx + X, cnt = occ(c);
            for (int k = 0; k < cnt; k++) {
                float2 o = pos[c * CAP + k];
                float ex = X + .5f + .5f * o.x - mx, ey = Y + .5f + .5f * o.y - my, r2 = ex * ex + ey * ey;
                if (r2 < h * h) { float w = h * h - r2; s += w * w * w; }
            }
        }
    rho[cell * CAP + slot] = s;
}

// Lennard-Jones with half-built neighbour lists, ELL layout (transposed), type table in shared
extern "C" __global__ void lj_ell(const float4* __restrict__ pos, const int* __restrict__ nbr, const float2* __restrict__ params, float4* f, int n, int maxn, int ntypes, float rc2)
{
    extern __shared__ float2 tab[];
    for (int t = threadIdx.x; t < ntypes * ntypes; t += blockDim.x) tab[t] = params[t];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 pi = pos[i];
        int ti = (int)(fabsf(pi.w) * ntypes) % ntypes;
        int cnt = maxn - (i * 7) % 5;
        float fx = 0, fy = 0, fz = 0, e = 0;
        for (int k = 0; k < cnt; k++) {
            int j = nbr[k * n + i];
            float4 pj = __ldg(pos + j);
            float dx = pi.x - pj.x, dy = pi.y - pj.y, dz = pi.z - pj.z;
            dx -= rintf(dx * .5f) * 2.f; dy -= rintf(dy * .5f) * 2.f; dz -= rintf(dz * .5f) * 2.f;
            float r2 = dx * dx + dy * dy + dz * dz + .05f;
            if (r2 < rc2 && j != i) {
                int tj = (int)(fabsf(pj.w) * ntypes) % ntypes;
                float2 c = tab[ti * ntypes + tj];
                float i2 = 1.f / r2, i6 = i2 * i2 * i2;
                float fm = i6 * (c.x * i6 - c.y) * i2;
                fx += fm * dx; fy += fm * dy; fz += fm * dz; e += i6 * (c.x * i6 - c.y);
            }
        }
        f[i] = make_float4(fx, fy, fz, e);
    }
}

// PIC: CIC charge deposition, shared tile with halo then atomics to the global grid
extern "C" __global__ void cic_deposit_shared(const float* px, const float* py, float* grid, int per_block, int gx, int gy)
{
    __shared__ float t[9][17];
    int tid = threadIdx.x;
    for (int i = tid; i < 9 * 17; i += blockDim.x) (&t[0][0])[i] = 0.f;
    __syncthreads();
    int tx = blockIdx.x % (gx / 16), ty = blockIdx.x / (gx / 16);
    for (int i = tid; i < per_block; i += blockDim.x) {
        float X = (px[blockIdx.x * per_block + i] + 1.f) * 8.f, Y = (py[blockIdx.x * per_block + i] + 1.f) * 4.f;
        int ix = min((int)X, 15), iy = min((int)Y, 7);
        float fx = X - ix, fy = Y - iy;
        atomicAdd(&t[iy][ix], (1 - fx) * (1 - fy));
        atomicAdd(&t[iy][ix + 1], fx * (1 - fy));
        atomicAdd(&t[iy + 1][ix], (1 - fx) * fy);
        atomicAdd(&t[iy + 1][ix + 1], fx * fy);
    }
    __syncthreads();
    for (int i = tid; i < 9 * 17; i += blockDim.x) {
        int y = (ty * 8 + i / 17) % gy, x = (tx * 16 + i % 17) % gx;
        float v = t[i / 17][i % 17];
        if (v != 0.f) atomicAdd(grid + y * gx + x, v);
    }
}
// field gather + Boris push, SoA doubles, trilinear
extern "C" __global__ void boris_gather(double* x, double* y, double* z, double* v3, const double* E, int n, int g, double dt)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double p[3] = {(x[i] + 1) * .5 * (g - 1), (y[i] + 1) * .5 * (g - 1), (z[i] + 1) * .5 * (g - 1)};
        int c[3]; double w[3];
        for (int d = 0; d < 3; d++) { c[d] = min(max((int)p[d], 0), g - 2); w[d] = p[d] - c[d]; }
        double e = 0;
        for (int corner = 0; corner < 8; corner++) {
            double wt = 1; int id = 0;
            for (int d = 0; d < 3; d++) {
                int bit = (corner >> d) & 1;
                wt *= bit ? w[d] : 1 - w[d];
                id = id * g + c[d] + bit;
            }
            e += wt * E[id];
        }
        double* v = v3 + 3 * i;
        double vx = v[0] + .5 * dt * e, vy = v[1], b = .3 * dt, s = 2 * b / (1 + b * b);
        double wx = vx + vy * b, wy = vy - vx * b;
        vx += wy * s; vy -= wx * s;
        v[0] = vx + .5 * dt * e; v[1] = vy;
        x[i] += dt * v[0]; y[i] += dt * v[1]; z[i] += dt * v[2];
    }
}

// brute-force kNN (k=4) with insertion into a local array, points as packed 12-byte vec3
extern "C" __global__ void knn4(const vec3* pts, int* out, int n)
{
    __shared__ vec3 tile[48];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    vec3 me = pts[min(i, n - 1)];
    float bd[4] = {1e30f, 1e30f, 1e30f, 1e30f}; int bi[4] = {-1, -1, -1, -1};
    for (int t = 0; t < n; t += 48) {
        int m = min(48, n - t);
        if (threadIdx.x < m) tile[threadIdx.x] = pts[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < m; k++) {
            vec3 d = tile[k] - me;
            float r = d.dot(d);
            if (t + k == i || r >= bd[3]) continue;
            int s = 3;
            while (s > 0 && bd[s - 1] > r) { bd[s] = bd[s - 1]; bi[s] = bi[s - 1]; s--; }
            bd[s] = r; bi[s] = t + k;
        }
        __syncthreads();
    }
    if (i < n) *(int4*)(out + 4 * i) = make_int4(bi[0], bi[1], bi[2], bi[3]);
}

// k-means assignment: centroids dimension-major in shared, points row-major float4
extern "C" __global__ void kmeans_assign(const float4* pts, const float* cent, int* label, float* dist, int n, int k, int d4)
{
    extern __shared__ float c[];
    int d = d4 * 4;
    for (int i = threadIdx.x; i < k * d; i += blockDim.x) c[(i % d) * k + i / d] = cent[i];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float best = 1e30f; int arg = -1;
        for (int q = 0; q < k; q++) {
            float s = 0;
            for (int j = 0; j < d4; j++) {
                float4 v = pts[i * d4 + j];
                float e0 = v.x - c[(4 * j) * k + q], e1 = v.y - c[(4 * j + 1) * k + q], e2 = v.z - c[(4 * j + 2) * k + q], e3 = v.w - c[(4 * j + 3) * k + q];
                s += e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3;
                if (s > best) break;
            }
            if (s < best) { best = s; arg = q; }
        }
        label[i] = arg; dist[i] = best;
    }
}
