// toy renderer pieces
#define INF 1e30f

struct V3 {
    float x, y, z;
    __device__ V3(float a = 0, float b = 0, float c = 0) : x(a), y(b), z(c) {}
    __device__ V3 operator+(const V3& o) const { return V3(x + o.x, y + o.y, z + o.z); }
    __device__ V3 operator-(const V3& o) const { return V3(x - o.x, y - o.y, z - o.z); }
    __device__ V3 operator*(float s) const { return V3(x * s, y * s, z * s); }
};
__device__ float dot(const V3& a, const V3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ V3 normalize(V3 a) { return a * rsqrtf(dot(a, a)); }

// tile rasteriser: block = 16x16 pixels, triangles binned to tile via shared list in order
struct Tri { float2 a, b, c; };
__device__ float edge(float2 a, float2 b, float2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }
extern "C" __global__ void raster_tile(const Tri* tris, const float* depth, int ntri, int* fb, float* zb, int w, int h)
{
    __shared__ int list[96];
    __shared__ int nlist;
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    float x0 = 2.f * (blockIdx.x * blockDim.x) / w - 1, x1 = 2.f * ((blockIdx.x + 1) * blockDim.x) / w - 1;
    float y0 = 2.f * (blockIdx.y * blockDim.y) / h - 1, y1 = 2.f * ((blockIdx.y + 1) * blockDim.y) / h - 1;
    if (tid < 32) {
        int n = 0;
        for (int b = 0; b < ntri; b += 32) {
            bool hit = false;
            if (b + tid < ntri) {
                Tri t = tris[b + tid];
                float mx = fminf(t.a.x, fminf(t.b.x, t.c.x)), Mx = fmaxf(t.a.x, fmaxf(t.b.x, t.c.x));
                float my = fminf(t.a.y, fminf(t.b.y, t.c.y)), My = fmaxf(t.a.y, fmaxf(t.b.y, t.c.y));
                hit = !(mx > x1 || Mx < x0 || my > y1 || My < y0);
            }
            unsigned m = __ballot_sync(~0u, hit);
            if (hit) list[n + __popc(m & ((1u << tid) - 1))] = b + tid;
            n += __popc(m);
        }
        if (tid == 0) nlist = n;
    }
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float2 p = make_float2(2.f * (x + 0.5f) / w - 1, 2.f * (y + 0.5f) / h - 1);
    float z = INF; int id = -1;
    for (int k = 0; k < nlist; k++) {
        const Tri& t = tris[list[k]];
        float e0 = edge(t.a, t.b, p), e1 = edge(t.b, t.c, p), e2 = edge(t.c, t.a, p);
        if ((e0 >= 0 && e1 >= 0 && e2 >= 0) || (e0 <= 0 && e1 <= 0 && e2 <= 0)) {
            float s = e0 + e1 + e2;
            const float* d = depth + 3 * list[k];
            float zz = (d[0] * e1 + d[1] * e2 + d[2] * e0) / (s != 0 ? s : 1);
            if (zz < z) { z = zz; id = list[k]; }
        }
    }
    fb[y * w + x] = id; zb[y * w + x] = z;
}

// slab test: all rays against all boxes, boxes as SoA of 6 arrays in one buffer; returns nearest
extern "C" __global__ void ray_boxes(const float* __restrict__ boxes, int nbox, const float* __restrict__ rays, int nrays, int* hit, float* tnear)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= nrays) return;
    float o[3], inv[3];
    for (int k = 0; k < 3; ++k) { o[k] = 3 * rays[6 * r + k]; inv[k] = 1.0f / (rays[6 * r + 3 + k] + 1e-6f); }
    float best = INF; int id = -1;
    for (int b = 0; b < nbox; b++) {
        float lo = 0, hi = best;
        for (int k = 0; k < 3; ++k) {
            float c = boxes[k * nbox + b], e = 0.1f + 0.2f * fabsf(boxes[(3 + k) * nbox + b]);
            float t0 = (c - e - o[k]) * inv[k], t1 = (c + e - o[k]) * inv[k];
            if (t0 > t1) { float t = t0; t0 = t1; t1 = t; }
            lo = fmaxf(lo, t0); hi = fminf(hi, t1);
            if (lo > hi) break;
        }
        if (lo <= hi && lo < best) { best = lo; id = b; }
    }
    hit[r] = id; tnear[r] = best;
}

// BVH (implicit complete tree over cells of a line in x, bounds computed from spheres), stack in local memory or shared
struct Sphere { float x, y, z, r; };
#ifdef SHARED_STACK
#define STACK_DECL extern __shared__ int stk[]; int sp = 0; const int sbase = threadIdx.x
#define PUSH(v) stk[sbase + (sp++) * blockDim.x] = (v)
#define POP() stk[sbase + (--sp) * blockDim.x]
#else
#define STACK_DECL int stk[16]; int sp = 0
#define PUSH(v) stk[sp++] = (v)
#define POP() stk[--sp]
#endif
extern "C" __global__ void bvh_trace(const Sphere* spheres, const float2* range, float* out, int* visits, int levels, int nrays)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= nrays) return;
    STACK_DECL;
    int inner = (1 << levels) - 1, seen = 0;
    float px = (r % 17) / 8.5f - 1.0f, py = (r / 17 % 13) / 6.5f - 1.0f, best = INF;
    PUSH(0);
    while (sp > 0) {
        int n = POP();
        seen++;
        if (n >= inner) {
            Sphere s = spheres[n - inner];
            float dx = s.x - px, dy = s.y - py, rr = 0.1f + 0.3f * fabsf(s.r), d2 = rr * rr - dx * dx - dy * dy;
            if (d2 > 0) best = fminf(best, s.z - sqrtf(d2));
        } else {
            float2 g = range[n];
            float c = g.x, half = 0.2f + 0.9f * fabsf(g.y);
            if (px < c - half || px > c + half) continue;
            if (px < c) { PUSH(2 * n + 2); PUSH(2 * n + 1); } else { PUSH(2 * n + 1); PUSH(2 * n + 2); }
        }
    }
    out[r] = best; visits[r] = seen;
}

// SDF sphere marching over a few primitives; writes RGBA8
template <class F> __device__ float march(V3 o, V3 d, F f, int maxit, int& it)
{
    float t = 0;
    for (it = 0; it < maxit; ++it) {
        float s = f(o + d * t);
        if (s < 1e-3f) return t;
        t += s;
        if (t > 20) break;
    }
    return -1;
}
extern "C" __global__ void sdf_render(uchar4* img, int w, int h, const float4* prim, int np)
{
    unsigned px = threadIdx.x + blockIdx.x * blockDim.x, py = threadIdx.y + blockIdx.y * blockDim.y;
    if (px >= w || py >= h) return;
    V3 o(0, 0, -4), d = normalize(V3((px + 0.5f) / w * 2 - 1, (py + 0.5f) / h * 2 - 1, 1.7f));
    auto scene = [&](V3 p) {
        float m = p.y + 1.2f;
        for (int k = 0; k < np; k++) {
            float4 q = prim[k];
            V3 e = p - V3(q.x, q.y, q.z);
            float dd = k & 1 ? fmaxf(fabsf(e.x), fmaxf(fabsf(e.y), fabsf(e.z))) - 0.3f * fabsf(q.w) : sqrtf(dot(e, e)) - 0.5f * fabsf(q.w);
            m = fminf(m, dd);
        }
        return fabsf(m);
    };
    int it;
    float t = march(o, d, scene, 24, it);
    unsigned char g = t < 0 ? 0 : (unsigned char)(255.f / (1 + 0.2f * t * t));
    img[(h - 1 - py) * w + px] = make_uchar4(g, (unsigned char)(it * 10), g / 2, 255);
}

// mip chain in shared memory: 32x32 tile reduced to 16, 8, 4, 2, 1, all levels written to a packed pyramid
extern "C" __global__ void mipmap_tile(const float* base, float* pyramid, int w)
{
    __shared__ float s[32][32];
    int x = threadIdx.x, y = threadIdx.y;       // 16 x 16 threads
    const float* src = base + (blockIdx.y * 32) * w + blockIdx.x * 32;
    for (int j = y; j < 32; j += 16) for (int i = x; i < 32; i += 16) s[j][i] = src[j * w + i];
    float* out = pyramid + (blockIdx.y * gridDim.x + blockIdx.x) * 341;
    for (int n = 16; n >= 1; n /= 2) {
        __syncthreads();
        float v = 0;
        bool on = x < n && y < n;
        if (on) v = 0.25f * (s[2 * y][2 * x] + s[2 * y][2 * x + 1] + s[2 * y + 1][2 * x] + s[2 * y + 1][2 * x + 1]);
        __syncthreads();
        if (on) { s[y][x] = v; out[y * n + x] = v; }
        out += n * n;
    }
}
// one mip level, uchar4, odd sizes
extern "C" __global__ void mip_down(const uchar4* src, uchar4* dst, int sw, int sh)
{
    int dw = max(1, sw / 2), dh = max(1, sh / 2);
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= dw || y >= dh) return;
    int a[4] = {2, 2, 2, 2};
    for (int k = 0; k < 4; ++k) {
        uchar4 p = src[min(2 * y + k / 2, sh - 1) * sw + min(2 * x + k % 2, sw - 1)];
        a[0] += p.x; a[1] += p.y; a[2] += p.z; a[3] += p.w;
    }
    dst[y * dw + x] = make_uchar4(a[0] / 4, a[1] / 4, a[2] / 4, a[3] / 4);
}

// texture fetch in Morton (swizzled) order, warped coordinates
__device__ unsigned part1by1(unsigned n) { n &= 0xffff; n = (n | n << 8) & 0x00ff00ff; n = (n | n << 4) & 0x0f0f0f0f; n = (n | n << 2) & 0x33333333; return (n | n << 1) & 0x55555555; }
extern "C" __global__ void swirl_morton(const unsigned* tex, unsigned* out, int size, float twist)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = 2.f * x / size - 1, v = 2.f * y / size - 1, r = sqrtf(u * u + v * v), s, c;
    __sincosf(twist * r, &s, &c);
    int tx = (int)floorf((u * c - v * s + 1) * 0.5f * size) & (size - 1), ty = (int)floorf((u * s + v * c + 1) * 0.5f * size) & (size - 1);
    out[y * size + x] = tex[part1by1(tx) | part1by1(ty) << 1];
}

// vertex transform, skinning with 4 bones (palette 3x4 in shared memory)
extern "C" __global__ void skinning(const float* pos, const uchar4* bone, const float4* weight, const float4* palette, int nbones, float* outp, int nv)
{
    __shared__ float4 pal[20 * 3];
    for (int i = threadIdx.x; i < nbones * 3; i += blockDim.x) pal[i] = palette[i];
    __syncthreads();
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nv) return;
    float x = pos[3 * v], y = pos[3 * v + 1], z = pos[3 * v + 2];
    uchar4 b = bone[v]; float4 wt = weight[v];
    float res[3] = {0, 0, 0};
    auto add = [&](int idx, float f) {
#pragma unroll
        for (int k = 0; k < 3; ++k) { float4 m = pal[idx * 3 + k]; res[k] += f * (m.x * x + m.y * y + m.z * z + m.w); }
    };
    add(b.x, wt.x); add(b.y, wt.y); add(b.z, wt.z); add(b.w, wt.w);
    for (int k = 0; k < 3; ++k) outp[3 * v + k] = res[k];
}

// Mandelbrot, divergent iteration counts, palette lookup
extern "C" __global__ void mandel(unsigned* img, const unsigned* palette, int w, int h, int maxit)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= w * h) return;
    float cx = (p % w) * 3.0f / w - 2.1f, cy = (p / w) * 2.4f / h - 1.2f, x = 0, y = 0;
    int i = 0;
    while (i < maxit && x * x + y * y < 4) { float t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; ++i; }
    img[p] = i == maxit ? 0xff000000u : palette[i * 3 % 64];
}

// ambient occlusion in voxels: bit grid of 32-bit columns
extern "C" __global__ void voxel_ao(const unsigned* vox, unsigned char* ao, int nx, int ny)
{
    int z = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y;   // 32 wide in z
    if (x >= nx) return;
    int c = 0;
    for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) {
        int X = x + dx, Y = y + dy;
        if (X < 0 || X >= nx || Y < 0 || Y >= ny) continue;
        unsigned col = vox[Y * nx + X];
        c += __popc((z ? col >> (z - 1) : col << 1) & 7u);
    }
    ao[(y * nx + x) * 32 + z] = (unsigned char)(c * 9);
}
