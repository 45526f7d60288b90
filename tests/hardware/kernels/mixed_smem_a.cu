// Shared memory access exercises, part A
extern "C" __global__ void strided_rw(const float* in, float* out, int n)
{
    __shared__ float s[1024];
    int t = threadIdx.x;
    for (int i = t; i < 1024; i += blockDim.x) {
        int g = blockIdx.x * 1024 + i;
        s[i] = g < n ? in[g] : 0.0f;
    }
    __syncthreads();
    float acc = 0.f;
    for (int stride = 1; stride <= 33; stride = stride * 2 + (stride == 16))
        acc += s[(t * stride) & 1023] * stride;
    for (int off = 0; off < 5; ++off)
        acc -= s[(t + off * 3) % 1000];
    int g = blockIdx.x * blockDim.x + t;
    if (g < n) out[g] = acc;
}

#ifndef DIM
#define DIM 32
#endif
#ifndef PAD
#define PAD 0
#endif
extern "C" __global__ void transpose_pad(const float* __restrict__ a, float* __restrict__ b, int rows, int cols)
{
    __shared__ float tile[DIM][DIM + PAD];
    int x = blockIdx.x * DIM + threadIdx.x;
    int y = blockIdx.y * DIM + threadIdx.y;
    for (int j = 0; j < DIM; j += blockDim.y)
        if (x < cols && y + j < rows)
            tile[threadIdx.y + j][threadIdx.x] = a[(size_t)(y + j) * cols + x];
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x;
    y = blockIdx.x * DIM + threadIdx.y;
    for (int j = 0; j < DIM; j += blockDim.y)
        if (x < rows && y + j < cols)
            b[(size_t)(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

// 32x32 transposed through diagonal (rotated) storage
extern "C" __global__ void transpose_diag(const int* a, int* b)
{
    __shared__ int buf[32 * 32];
    const unsigned lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = blockDim.x >> 5;
    const int* src = a + blockIdx.x * 1024;
    int* dst = b + blockIdx.x * 1024;
    for (unsigned r = w; r < 32; r += nw)
        buf[r * 32 + ((lane + r) & 31)] = src[r * 32 + lane];
    __syncthreads();
    for (unsigned r = w; r < 32; r += nw)
        dst[r * 32 + lane] = buf[lane * 32 + ((r + lane) & 31)];
}

// XOR swizzle with 16 byte vectors
extern "C" __global__ void swz_float4(const float4* __restrict__ in, float4* __restrict__ out)
{
    extern __shared__ float4 sm4[];
    int t = threadIdx.x;
    int row = t / 8, col = t % 8;
    sm4[row * 8 + (col ^ (row & 7))] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    int nrows = blockDim.x / 8;
    int r2 = t % nrows, c2 = t / nrows;
    float4 v = sm4[r2 * 8 + (c2 ^ (r2 & 7))];
    float4 u = sm4[r2 * 8 + c2];
    v.x += u.w; v.w -= u.x;
    out[blockIdx.x * blockDim.x + t] = v;
}

struct Particle { float x, y, z; int kind; float m; };   // 20 bytes
extern "C" __global__ void aos_shared(const float* pos, float* e, int n)
{
    __shared__ Particle p[96];
    int t = threadIdx.x;
    int g = blockIdx.x * blockDim.x + t;
    Particle q;
    q.x = q.y = q.z = 0.f; q.kind = -1; q.m = 0.f;
    if (g < n) {
        q.x = pos[3 * g]; q.y = pos[3 * g + 1]; q.z = pos[3 * g + 2];
        q.kind = g % 3; q.m = 1.0f + 0.5f * q.kind;
    }
    p[t] = q;
    __syncthreads();
    if (g >= n) return;
    float s = 0.f;
    for (int k = 1; k <= 7; k++) {
        const Particle& o = p[(t + k * k) % blockDim.x];
        if (o.kind < 0) continue;
        float dx = o.x - q.x, dy = o.y - q.y;
        if (o.kind == q.kind) s += o.m * (dx * dx + dy * dy);
        else s -= o.z * q.z;
    }
    e[g] = s;
}

// structs with 12, 24 byte pitch
struct Tri { short a; char b; char c; float f; float h; };
struct __align__(8) Big { double d; int i; int j; float2 uv; };
extern "C" __global__ void mixed_structs(const float* in, float* out)
{
    __shared__ Tri tr[64];
    __shared__ Big bg[64];
    int t = threadIdx.x;
    float v = in[blockIdx.x * 64 + t];
    tr[t].a = (short)(v * 100); tr[t].b = (char)(t & 63); tr[t].c = (char)(63 - t);
    tr[t].f = v; tr[t].h = -v;
    bg[t].d = v * 2.0; bg[t].i = t ^ 21; bg[t].j = t; bg[t].uv = make_float2(v, 1.f - v);
    __syncthreads();
    int k = tr[t].c;
    int l = bg[k].i;
    float r = tr[l].f + (float)bg[l].d + tr[k].a;
    float2 uv = bg[tr[k].b].uv;
    out[blockIdx.x * 64 + t] = r * uv.x + uv.y * tr[l].h;
}
