// global memory homework: strided, reversed, gathered, aos, misaligned, tails
extern "C" __global__ void gm_saxpy_strided(int n, float alpha, const float* x, int incx, float* y, int incy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int step = blockDim.x * gridDim.x;
    int ix = incx < 0 ? (1 - n) * incx : 0;
    int iy = incy < 0 ? (1 - n) * incy : 0;
    for (; i < n; i += step)
        y[iy + i * incy] += alpha * x[ix + i * incx];
}

extern "C" __global__ void gm_reverse(const long long* __restrict__ src, long long* __restrict__ dst, size_t n)
{
    size_t tid = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    dst[n - 1 - tid] = __ldg(src + tid) * 3 - 1;
}

// indices unsorted; two levels of indirection; negative means skip
extern "C" __global__ void gm_gather2(const int* idx, const int* perm, const float* val, float* out, unsigned n, int thresh)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int j = idx[i];
        float v = 0.0f;
        if (j > thresh) {
            int k = perm[j];
            v = val[k];
            if (v < 0.f) v *= val[j];
        }
        out[i] = v;
    }
}

struct Body { float px, py, pz; float vx, vy, vz; float mass; };  // 28 bytes
extern "C" __global__ void gm_aos_step(Body* b, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Body* p = &b[i];
    p->px += dt * p->vx;
    p->py += dt * p->vy;
    if (p->pz + dt * p->vz < 0.f) { p->vz = -p->vz; p->mass *= 0.99f; }
    else p->pz += dt * p->vz;
}

struct alignas(16) Pix { float r, g, b, a; };
extern "C" __global__ void gm_composite(const Pix* fg, Pix* bg, int w, int h, int pitch)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= w || y >= h) return;
    Pix f = fg[y * pitch + x];
    if (f.a <= 0.0f) return;              // transparent
    Pix& o = bg[y * pitch + x];
    float ia = 1.f - f.a;
    o.r = f.r * f.a + o.r * ia;
    o.g = f.g * f.a + o.g * ia;
    o.b = f.b * f.a + o.b * ia;
}

// vector body with scalar head and tail (misaligned start)
extern "C" __global__ void gm_vec_headtail(const float* __restrict__ base, float* __restrict__ obase, int off, int n)
{
    const float* in = base + off;
    float* out = obase + off;
    int head = (4 - (off & 3)) & 3;
    if (head > n) head = n;
    int nv = (n - head) >> 2;
    int tid = blockIdx.x * blockDim.x + threadIdx.x, nt = gridDim.x * blockDim.x;
    if (tid < head) out[tid] = 2.f * in[tid];
    const float4* v = (const float4*)(in + head);
    float4* o = (float4*)(out + head);
    for (int i = tid; i < nv; i += nt) {
        float4 q = v[i];
        o[i] = make_float4(2.f * q.x, 2.f * q.y, 2.f * q.z, 2.f * q.w);
    }
    int t = head + 4 * nv + tid;
    if (t < n) out[t] = 2.f * in[t];
}

// pitched 2D copy with element misalignment, sub-rectangle, 3 widths via switch
extern "C" __global__ void gm_subrect(const unsigned char* s, unsigned char* d, int spitch, int dpitch, int x0, int y0, int w, int h, int elt)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += gridDim.y * blockDim.y) {
        int x = blockIdx.x * blockDim.x + threadIdx.x;
        if (x >= w) continue;
        const unsigned char* sp = s + (y + y0) * spitch + (x + x0) * elt;
        unsigned char* dp = d + y * dpitch + x * elt;
        switch (elt) {
        case 1: *dp = *sp; break;
        case 2: *(short*)dp = *(const short*)sp; break;
        case 4: *(int*)dp = *(const int*)sp; break;
        case 8: *(int2*)dp = *(const int2*)sp; break;
        default: for (int k = 0; k < elt; k++) dp[k] = sp[k];
        }
    }
}

// short stride 3 RGB -> gray, thread handles 2 pixels
extern "C" __global__ void gm_gray(const unsigned char* rgb, unsigned char* gray, int npx)
{
    int p = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int q = p; q < p + 2 && q < npx; ++q) {
        int r = rgb[3 * q], g = rgb[3 * q + 1], b = rgb[3 * q + 2];
        gray[q] = (unsigned char)((77 * r + 150 * g + 29 * b) >> 8);
    }
}

// blocked (thread-contiguous) vs. cyclic sum
template <bool BLOCKED>
__device__ float walk(const float* a, int n, int tid, int nt)
{
    float s = 0;
    if (BLOCKED) {
        int per = (n + nt - 1) / nt;
        int lo = tid * per, hi = min(n, lo + per);
        for (int i = lo; i < hi; ++i) s += a[i];
    } else
        for (int i = tid; i < n; i += nt) s += a[i];
    return s;
}
extern "C" __global__ void gm_blocked_cyclic(const float* a, float* o, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x, nt = gridDim.x * blockDim.x;
    float s;
    if (blockIdx.x % 2) s = walk<true>(a, n, tid, nt);
    else s = walk<false>(a, n, tid, nt);
    o[tid] = s;
}

// column access of a row major matrix & struct-of-arrays in one buffer
extern "C" __global__ void gm_colnorm(const double* A, double* nrm, int m, int n)
{
    int col = blockIdx.x * blockDim.y + threadIdx.y;   // one column per threadIdx.y
    double s = 0.0;
    if (col < n)
        for (int r = threadIdx.x; r < m; r += 32) { double v = A[(size_t)r * n + col]; s += v * v; }
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0 && col < n) nrm[col] = sqrt(s);
}
