// Loops with data-dependent trip counts
struct Cplx { float re, im;
  __device__ Cplx operator*(Cplx o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  __device__ Cplx operator+(Cplx o) const { return {re + o.re, im + o.im}; }
  __device__ float n2() const { return re * re + im * im; } };

extern "C" __global__ void mandelbrot(unsigned short* img, int W, int H, int maxIter, float cx, float cy, float zoom)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= W || py >= H) return;
    Cplx c{cx + (px - W * .5f) * zoom, cy + (py - H * .5f) * zoom}, z{0, 0};
    int it = 0;
    while (it < maxIter && z.n2() < 4.f) { z = z * z + c; ++it; }
    img[py * W + px] = it;
}

extern "C" __global__ void julia_palette(const unsigned* palette, uchar4* img, int W, int H, double cr, double ci)
{
    __shared__ unsigned pal[64];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    if (t < 64) pal[t] = palette[t];
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < W && y < H) {
        double a = 3.0 * x / W - 1.5, b = 2.0 * y / H - 1.0;
        int k;
        for (k = 0; k < 63; k++) {
            double a2 = a * a, b2 = b * b;
            if (a2 + b2 > 4) break;
            b = 2 * a * b + ci; a = a2 - b2 + cr;
        }
        unsigned p = pal[k];
        img[y * W + x] = make_uchar4(p & 255, p >> 8 & 255, p >> 16 & 255, 255);
    }
}

// sphere tracing with scene in memory
__device__ float sdf(const float4* sp, int n, float3 p, int& which) {
    float d = p.y + 1.2f; which = -1;
    for (int i = 0; i < n; ++i) {
        float4 s = sp[i];
        float e = sqrtf((p.x - s.x) * (p.x - s.x) + (p.y - s.y) * (p.y - s.y) + (p.z - s.z - 2.5f) * (p.z - s.z - 2.5f)) - 0.1f - 0.3f * fabsf(s.w);
        if (e < d) { d = e; which = i; }
    }
    return d;
}
extern "C" __global__ void sphere_trace(const float4* spheres, int n, const float* albedo, float* depth, int* steps, int W, int H)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x; int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W) return;
    if (y >= H) return;
    float dx = (x + .5f) / W - .5f, dy = .5f - (y + .5f) / H;
    float inv = rsqrtf(dx * dx + dy * dy + 1);
    float3 d = make_float3(dx * inv, dy * inv, inv);
    float t = 0; int s = 0, hit = -1; bool found = false;
    for (; s < 48 && t < 8.f; s++) {
        float3 p = make_float3(t * d.x, t * d.y, t * d.z);
        float e = sdf(spheres, n, p, hit);
        if (e < 1e-3f) { found = true; break; }
        t += e;
    }
    depth[y * W + x] = found ? (hit >= 0 ? albedo[hit] * t : t) : -1.f;
    steps[y * W + x] = s;
}

// Amanatides-Woo through an occupancy grid, bit-packed
extern "C" __global__ void dda_grid(const unsigned* occ, const float2* dirs, int* cell, int N, int nrays)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= nrays) return;
    float2 d = dirs[r];
    if (fabsf(d.x) < 1e-4f) d.x = 1e-4f;
    if (fabsf(d.y) < 1e-4f) d.y = 1e-4f;
    float ox = N * .5f + .3f, oy = N * .5f + .7f;
    int ix = (int)ox, iy = (int)oy, sx = d.x > 0 ? 1 : -1, sy = d.y > 0 ? 1 : -1;
    float tx = ((sx > 0 ? ix + 1 : ix) - ox) / d.x, ty = ((sy > 0 ? iy + 1 : iy) - oy) / d.y;
    float dtx = fabsf(1 / d.x), dty = fabsf(1 / d.y);
    int found = -1;
    do {
        int bit = iy * N + ix;
        if ((occ[bit >> 5] >> (bit & 31) & 7u) == 7u) { found = bit; break; }
        if (tx < ty) { tx += dtx; ix += sx; } else { ty += dty; iy += sy; }
    } while (ix >= 0 && iy >= 0 && ix < N && iy < N);
    cell[r] = found;
}

extern "C" __global__ void collatz(const unsigned* start, unsigned* len, unsigned* peak, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        unsigned long long v = start[i] + 1ull, mx = v; unsigned l = 0;
        while (v != 1 && l < 200) { v = (v & 1) ? 3 * v + 1 : v >> 1; if (v > mx) mx = v; ++l; }
        len[i] = l; peak[i] = (unsigned)mx;
    }
}

// N-queens by bit masks: a prefix of two rows per thread
extern "C" __global__ void nqueens(int N, unsigned* total)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned all = (1u << N) - 1, cnt = 0;
    if (id < N * N) {
        unsigned c0 = 1u << (id / N), c1 = 1u << (id % N);
        if (!(c1 & (c0 | c0 << 1 | c0 >> 1))) {
            unsigned cols[12], l[12], r[12], todo[12];
            int d = 0;
            cols[0] = c0 | c1; l[0] = ((c0 << 1) | c1) << 1; r[0] = ((c0 >> 1) | c1) >> 1;
            todo[0] = all & ~(cols[0] | l[0] | r[0]);
            while (d >= 0) {
                if (!todo[d]) { --d; continue; }
                unsigned b = todo[d] & -todo[d];
                todo[d] ^= b;
                if (d == N - 3) { ++cnt; continue; }
                cols[d + 1] = cols[d] | b; l[d + 1] = (l[d] | b) << 1; r[d + 1] = (r[d] | b) >> 1;
                ++d;
                todo[d] = all & ~(cols[d] | l[d] | r[d]);
            }
        }
    }
    cnt = __reduce_add_sync(0xffffffffu, cnt);
    if ((threadIdx.x & 31) == 0 && cnt) atomicAdd(total, cnt);
}

// random walks on an implicit graph + visit histogram
extern "C" __global__ void random_walk(const int* nbr, unsigned* visits, int* end, int n, int deg, int steps, unsigned seed)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = (id + 1) * 747796405u + seed;
    int v = id % n;
    for (int k = 0; k < steps; ++k) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        if (s % 16 == 0) break;                      // absorbed
        v = nbr[v * deg + (s >> 8) % deg];
        atomicAdd(visits + v, 1u);
    }
    end[id] = v;
}

// alias-method-like sampling with rejection
extern "C" __global__ void alias_sample(const float* prob, const int* alias, int* out, int K, int per)
{
    extern __shared__ char raw[];
    float* P = (float*)raw; int* A = (int*)(P + K);
    for (int i = threadIdx.x; i < K; i += blockDim.x) { P[i] = fabsf(prob[i]); A[i] = alias[i]; }
    __syncthreads();
    unsigned long long st = 0x9E3779B97F4A7C15ull * (blockIdx.x * blockDim.x + threadIdx.x + 1);
    for (int i = 0; i < per; i++) {
        int got = -1;
        for (int tries = 0; tries < 10 && got < 0; ++tries) {
            st = st * 6364136223846793005ull + 1442695040888963407ull;
            unsigned hi = st >> 33; int c = hi % K;
            float u = (unsigned)(st >> 8 & 0xffffff) / 16777216.f;
            int pick = u < P[c] ? c : A[c];
            if (pick % 5 != 3) got = pick;
        }
        out[(i * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = got;
    }
}

// Newton iteration per element with convergence test, warp votes to stop together
extern "C" __global__ void newton_vote(const float* a, float* root, int* iters, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool live = i < n;
    float v = live ? fabsf(a[i]) * 100.f + 0.01f : 1.f, x = v;
    int k = 0;
    while (__any_sync(0xffffffffu, live)) {
        if (live) {
            float nx = 0.33333333f * (2 * x + v / (x * x));
            ++k;
            if (fabsf(nx - x) < 1e-4f * nx || k > 60) live = false;
            x = nx;
        }
    }
    if (i < n) { root[i] = x; iters[i] = k; }
}

// marching along scanlines: nearest nonzero in four directions, bounded by image and break
extern "C" __global__ void nearest_wall(const unsigned char* map, int* out, int w, int h)
{
    static_assert(sizeof(int) == 4, "");
    const int dxs[4] = {1, 0, -1, 0}, dys[4] = {0, 1, 0, -1};
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    int best = 1 << 20;
    for (int k = 0; k < 4; ++k) {
        int cx = x, cy = y, d = 0;
        while ((unsigned)cx < (unsigned)w && (unsigned)cy < (unsigned)h && map[cy * w + cx] && d < best) { cx += dxs[k]; cy += dys[k]; ++d; }
        if ((unsigned)cx < (unsigned)w && (unsigned)cy < (unsigned)h) best = min(best, d);
        if (best <= 1) break;
    }
    out[y * w + x] = best;
}
