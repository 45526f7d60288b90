// 1D radius-R with halo in shared memory
template <int R> struct Halo {
    float* s;
    __device__ float operator()(int k) const { return s[threadIdx.x + R + k]; }
};
extern "C" __global__ void st_1d(const float* in, float* out, int n)
{
    constexpr int R = 3;
    extern __shared__ float sh[];
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    sh[threadIdx.x + R] = g < n ? in[g] : 0.f;
    if (threadIdx.x < R) {
        sh[threadIdx.x] = g >= R ? in[g - R] : 0.f;
        sh[threadIdx.x + R + blockDim.x] = g + blockDim.x < n ? in[g + blockDim.x] : 0.f;
    }
    __syncthreads();
    Halo<R> h{sh};
    float r = 0;
    for (int k = -R; k <= R; ++k) r += h(k) * (R + 1 - abs(k));
    if (g < n) out[g] = r / 16;
}
// 2D jacobi with 18x10 tile, two sweeps inside shared memory
#define BX 16
#define BY 8
#define IDX(x, y) ((y) * (BX + 2) + (x))
extern "C" __global__ void st_jacobi(const double* u, double* v, int w, int h, int sweeps)
{
    __shared__ double a[(BX + 2) * (BY + 2)], b[(BX + 2) * (BY + 2)];
    int bx0 = blockIdx.x * BX - 1, by0 = blockIdx.y * BY - 1;
    int lin = threadIdx.y * BX + threadIdx.x;
    for (int e = lin; e < (BX + 2) * (BY + 2); e += BX * BY) {
        int gx = bx0 + e % (BX + 2), gy = by0 + e / (BX + 2);
        double val = 0;
        if (gx >= 0 && gy >= 0 && gx < w && gy < h) val = u[gy * w + gx];
        a[e] = b[e] = val;
    }
    __syncthreads();
    double *src = a, *dst = b;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    for (int s = 0; s < sweeps; ++s) {
        dst[IDX(lx, ly)] = 0.25 * (src[IDX(lx - 1, ly)] + src[IDX(lx + 1, ly)] + src[IDX(lx, ly - 1)] + src[IDX(lx, ly + 1)]);
        __syncthreads();
        double* tmp = src; src = dst; dst = tmp;
    }
    int gx = bx0 + lx, gy = by0 + ly;
    if (gx < w && gy < h) v[gy * w + gx] = src[IDX(lx, ly)];
}
// game of life, byte cells, torus, no shared memory
extern "C" __global__ void st_life(const unsigned char* __restrict__ c, unsigned char* __restrict__ d, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) n += c[((y + dy + h) % h) * w + (x + dx + w) % w] & 1;
    unsigned char me = c[y * w + x] & 1;
    d[y * w + x] = n == 3 || (me && n == 2);
}
// 3D 7-point, march along z with registers, plane in shared memory
extern "C" __global__ void st_7pt(const float* p, float* q, int nx, int ny, int nz)
{
    __shared__ float pl[6][34];
    int x = threadIdx.x, y = blockIdx.x * 4 + threadIdx.y;
    int tx = x + 1, ty = threadIdx.y + 1;
    bool in = x < nx && y < ny;
    int plane = nx * ny, o = y * nx + x;
    float below = 0.f, cur = in ? p[o] : 0.f, above;
    for (int z = 0; z < nz; z++) {
        above = (in && z + 1 < nz) ? p[o + plane] : 0.f;
        pl[ty][tx] = cur;
        if (threadIdx.y == 0) pl[0][tx] = (x < nx && y > 0) ? p[o - nx] : 0.f;
        if (threadIdx.y == 3) pl[5][tx] = (x < nx && y + 1 < ny) ? p[o + nx] : 0.f;
        if (x == 0) pl[ty][0] = 0.f;
        if (x == 31) pl[ty][33] = 0.f;
        __syncthreads();
        if (in) q[o] = below + above + pl[ty][tx - 1] + pl[ty][tx + 1] + pl[ty - 1][tx] + pl[ty + 1][tx] - 6.f * cur;
        __syncthreads();
        below = cur; cur = above; o += plane;
    }
}
// 3x3 median by a sorting network on a local array; clamped borders
__device__ __forceinline__ void cswap(float& a, float& b) { float t = fminf(a, b); b = fmaxf(a, b); a = t; }
extern "C" __global__ void st_median(const float* im, float* o, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y;
    if (x >= w) return;
    float v[9];
    int k = 0;
    for (int j = y - 1; j <= y + 1; ++j)
        for (int i = x - 1; i <= x + 1; ++i)
            v[k++] = im[min(max(j, 0), h - 1) * w + min(max(i, 0), w - 1)];
    for (int a = 0; a < 5; a++)
        for (int b = a + 1; b < 9; b++) cswap(v[a], v[b]);
    o[y * w + x] = v[4];
}
// bilinear warp with data-dependent coordinates, uchar4 pixels
extern "C" __global__ void st_remap(const uchar4* src, const float2* map, uchar4* dst, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (!(x < w && y < h)) return;
    float2 m = map[y * w + x];
    float sx = x + 4.f * m.x, sy = y + 3.f * m.y;
    uchar4 r = make_uchar4(0, 0, 0, 255);
    if (sx >= 0 && sy >= 0 && sx < w - 1 && sy < h - 1) {
        int ix = sx, iy = sy;
        float fx = sx - ix, fy = sy - iy;
        uchar4 a = src[iy * w + ix], b = src[iy * w + ix + 1], c = src[(iy + 1) * w + ix], d = src[(iy + 1) * w + ix + 1];
        auto mix = [=](float p, float q, float s, float t) { return (unsigned char)((p * (1 - fx) + q * fx) * (1 - fy) + (s * (1 - fx) + t * fx) * fy); };
        r.x = mix(a.x, b.x, c.x, d.x); r.y = mix(a.y, b.y, c.y, d.y); r.z = mix(a.z, b.z, c.z, d.z);
    }
    dst[y * w + x] = r;
}
