#define EPS2 0.01f
__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    r.x = bj.x - bi.x; r.y = bj.y - bi.y; r.z = bj.z - bi.z;
    float d = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    float inv = rsqrtf(d * d * d);
    float s = fabsf(bj.w) * inv;
    ai.x += r.x * s; ai.y += r.y * s; ai.z += r.z * s;
    return ai;
}
extern "C" __global__ void nbody_tiles(const float4 *X, float4 *A, int N)
{
    extern __shared__ float4 shPos[];
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = gtid < N ? X[gtid] : make_float4(0, 0, 0, 0);
    float3 acc = {0.f, 0.f, 0.f};
    for (int i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        shPos[threadIdx.x] = idx < N ? X[idx] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < blockDim.x; j++) acc = bodyBodyInteraction(me, shPos[j], acc);
        __syncthreads();
    }
    if (gtid < N) A[gtid] = make_float4(acc.x, acc.y, acc.z, 0.f);
}
// SoA, no shared
extern "C" __global__ void nbody_naive(const double *x, const double *y, double *fx, double *fy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        double ax = 0, ay = 0;
        for (int j = 0; j < n; j++) {
            if (j == i) continue;
            double dx = x[j] - x[i], dy = y[j] - y[i];
            double r2 = dx * dx + dy * dy + 1e-3;
            double ir = 1.0 / (r2 * sqrt(r2));
            ax += dx * ir; ay += dy * ir;
        }
        fx[i] = ax; fy[i] = ay;
    }
}
// struct array in shared, 7 floats = odd stride
struct Body { float p[3], v[3], m; };
extern "C" __global__ void bodies_struct(const float *raw, float *energy, int n)
{
    __shared__ Body b[40];
    for (int k = threadIdx.x; k < 40; k += blockDim.x) {
        int g = blockIdx.x * 40 + k;
        for (int c = 0; c < 3; c++) { b[k].p[c] = g < n ? raw[g * 7 + c] : 0.f; b[k].v[c] = g < n ? raw[g * 7 + 3 + c] : 0.f; }
        b[k].m = g < n ? fabsf(raw[g * 7 + 6]) : 0.f;
    }
    __syncthreads();
    int t = threadIdx.x;
    int g = blockIdx.x * 40 + t;
    if (t < 40 && g < n) {
        float e = 0.5f * b[t].m * (b[t].v[0] * b[t].v[0] + b[t].v[1] * b[t].v[1] + b[t].v[2] * b[t].v[2]);
        for (int j = 0; j < 40; j++)
            if (j != t) {
                float d2 = 1e-2f;
                for (int c = 0; c < 3; c++) { float q = b[t].p[c] - b[j].p[c]; d2 += q * q; }
                e -= b[t].m * b[j].m * rsqrtf(d2);
            }
        energy[g] = e;
    }
}
// LCG pi
extern "C" __global__ void mc_pi(unsigned *hits, unsigned seed, int trials)
{
    __shared__ unsigned cnt[64];
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = seed ^ (id * 2654435761u);
    unsigned c = 0;
    for (int k = 0; k < trials; k++) {
        s = s * 1664525u + 1013904223u;
        float a = (s >> 8) * (1.f / 16777216.f);
        s = s * 1664525u + 1013904223u;
        float b = (s >> 8) * (1.f / 16777216.f);
        if (a * a + b * b <= 1.0f) c++;
    }
    cnt[threadIdx.x] = c;
    __syncthreads();
    for (unsigned h = blockDim.x / 2; h; h >>= 1) {
        if (threadIdx.x < h) cnt[threadIdx.x] += cnt[threadIdx.x + h];
        __syncthreads();
    }
    if (!threadIdx.x) hits[blockIdx.x] = cnt[0];
}
// random walk on a lattice that counts visits: table in shared, wraps around
extern "C" __global__ void random_walk(int *visits, int steps)
{
    __shared__ int grid[32 * 32];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) grid[i] = 0;
    __syncthreads();
    unsigned st = 0x9E3779B9u * (threadIdx.x + 1) + blockIdx.x;
    int x = 16, y = 16;
    for (int k = 0; k < steps; k++) {
        st ^= st << 13; st ^= st >> 17; st ^= st << 5;
        switch (st & 3) {
        case 0: x = (x + 1) & 31; break;
        case 1: x = (x + 31) & 31; break;
        case 2: y = (y + 1) & 31; break;
        case 3: y = (y + 31) & 31; break;
        }
        atomicAdd(&grid[y * 32 + x], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) visits[blockIdx.x * 1024 + i] = grid[i];
}
// European option path, state array in global memory, path index strided
extern "C" __global__ void mc_paths(const float *normals, float *payoff, int npaths, int nsteps, float K)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= npaths) return;
    float S = 1.0f, run = 0;
    for (int t = 0; t < nsteps; ++t) {
        S *= expf(-0.0005f + 0.03f * normals[p * nsteps + t]);  // path-major: not coalesced
        run += S;
    }
    payoff[p] = fmaxf(run / nsteps - K, 0.f);
}
// Ising checkerboard in bytes with pre-drawn random numbers
extern "C" __global__ void ising_half(signed char *spin, const float *rnd, int n, int color, float beta)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    if (((x + y) & 1) != color) return;
    int xm = x == 0 ? n - 1 : x - 1, xp = (x + 1) % n, ym = y == 0 ? n - 1 : y - 1, yp = (y + 1) % n;
    int sgn = (spin[y * n + xm] & 1) + (spin[y * n + xp] & 1) + (spin[ym * n + x] & 1) + (spin[yp * n + x] & 1);
    int h = 2 * sgn - 4;
    int s = 2 * (spin[y * n + x] & 1) - 1;
    float pr = expf(-2.f * beta * s * h);
    if (fabsf(rnd[y * n + x]) < pr) spin[y * n + x] = (s < 0) ? 1 : 0;
}
