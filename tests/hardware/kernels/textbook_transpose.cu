// Moving data about: transposes, permutations, padding and swizzles, bank conflicts on purpose.
#define TILE_DIM 32
#define BLOCK_ROWS 8

extern "C" __global__ void transpose_naive(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

template <int PAD>
__device__ void transpose_tile(const float* in, float* out, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + PAD];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
extern "C" __global__ void transpose_conflicts(const float* in, float* out, int w, int h) { transpose_tile<0>(in, out, w, h); }
extern "C" __global__ void transpose_padded(const float* in, float* out, int w, int h) { transpose_tile<1>(in, out, w, h); }

// no padding: column index xor row index
extern "C" __global__ void transpose_swizzled(const int* in, int* out, int w, int h)
{
    __shared__ int s[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    if (x < w && y < h) s[ty][tx ^ ty] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + tx; y = blockIdx.x * 32 + ty;
    if (x < h && y < w) out[y * h + x] = s[tx][ty ^ tx];
}

// diagonal block order, as people did against partition camping
extern "C" __global__ void transpose_diagonal(const float* in, float* out, int w, int h)
{
    __shared__ float tile[16][17];
    int bx, by;
    if (w == h) {
        by = blockIdx.x;
        bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    } else {
        int bid = blockIdx.x + gridDim.x * blockIdx.y;
        by = bid % gridDim.y;
        bx = ((bid / gridDim.y) + by) % gridDim.x;
    }
    int x = bx * 16 + threadIdx.x, y = by * 16 + threadIdx.y;
    if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    x = by * 16 + threadIdx.x; y = bx * 16 + threadIdx.y;
    if (x < h && y < w) out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

// in place, square: a block takes a tile and its mirror image
extern "C" __global__ void transpose_in_place(double* a, int n)
{
    __shared__ double p[8][9], q[8][9];
    if (blockIdx.x > blockIdx.y) return;
    int tx = threadIdx.x, ty = threadIdx.y;
    int r1 = blockIdx.y * 8 + ty, c1 = blockIdx.x * 8 + tx, r2 = blockIdx.x * 8 + ty, c2 = blockIdx.y * 8 + tx;
    bool v1 = r1 < n && c1 < n, v2 = r2 < n && c2 < n;
    if (v1) p[ty][tx] = a[r1 * n + c1];
    if (v2) q[ty][tx] = a[r2 * n + c2];
    __syncthreads();
    if (v1) a[r1 * n + c1] = q[tx][ty];
    if (v2 && blockIdx.x != blockIdx.y) a[r2 * n + c2] = p[tx][ty];
}

// bytes, four at a time through __byte_perm: each thread transposes a 4x4 patch
extern "C" __global__ void transpose_bytes_4x4(const unsigned* in, unsigned* out, int w4, int h4)
{
    int bx = blockIdx.x * blockDim.x + threadIdx.x, by = blockIdx.y * blockDim.y + threadIdx.y;
    if (bx >= w4 || by >= h4) return;
    unsigned r0 = in[(4 * by + 0) * w4 + bx], r1 = in[(4 * by + 1) * w4 + bx];
    unsigned r2 = in[(4 * by + 2) * w4 + bx], r3 = in[(4 * by + 3) * w4 + bx];
    unsigned a = __byte_perm(r0, r1, 0x5140), b = __byte_perm(r2, r3, 0x5140);
    unsigned c = __byte_perm(r0, r1, 0x7362), d = __byte_perm(r2, r3, 0x7362);
    out[(4 * bx + 0) * h4 + by] = __byte_perm(a, b, 0x5410);
    out[(4 * bx + 1) * h4 + by] = __byte_perm(a, b, 0x7632);
    out[(4 * bx + 2) * h4 + by] = __byte_perm(c, d, 0x5410);
    out[(4 * bx + 3) * h4 + by] = __byte_perm(c, d, 0x7632);
}

// an 8x8 matrix in the registers of 8 lanes, exchanged by butterflies
extern "C" __global__ void transpose_shuffle8(const int* in, int* out, int mats)
{
    int gid = blockIdx.x * blockDim.x + threadIdx.x, mat = gid / 8, l = gid & 7;
    bool live = mat < mats;
    int v[8];
#pragma unroll
    for (int i = 0; i < 8; i++) v[i] = live ? in[mat * 64 + i * 8 + l] : 0;
#pragma unroll
    for (int d = 4; d; d >>= 1) {
#pragma unroll
        for (int i = 0; i < 8; i++) {
            if (i & d) continue;
            int send = (l & d) ? v[i] : v[i | d];
            int got = __shfl_xor_sync(0xffffffffu, send, d, 8);
            if (l & d) v[i] = got; else v[i | d] = got;
        }
    }
#pragma unroll
    for (int i = 0; i < 8; i++) if (live) out[mat * 64 + i * 8 + l] = v[i];
}

// permute the axes of a 3-D array: out[c][a][b] = in[a][b][c], 64-bit indices for no good reason
extern "C" __global__ void permute_3d(const short* in, short* out, int A, int B, int C)
{
    long long total = (long long)A * B * C;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < total; i += (long long)gridDim.x * blockDim.x) {
        long long c = i % C, b = i / C % B, a = i / C / B;
        out[(c * A + a) * B + b] = in[i];
    }
}

// array of structures to structure of arrays, 12-byte particles
struct Particle { float x, y; int id; };
extern "C" __global__ void aos_to_soa(const Particle* p, float* x, float* y, int* id, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { Particle q = p[i]; x[i] = q.x; y[i] = q.y; id[i] = q.id; }
}

// gather and scatter through an index table
extern "C" __global__ void gather_rows(const float* table, const int* idx, float* out, int n, int dim)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= n) return;
    const float* src = table + idx[row] * dim;
    for (int j = threadIdx.x; j < dim; j += blockDim.x) out[row * dim + j] = src[j];
}
extern "C" __global__ void bit_reversal(const float2* in, float2* out, int logn)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (1u << logn)) out[__brev(i) >> (32 - logn)] = in[i];
}

// every power of two as a stride, so every degree of bank conflict
extern "C" __global__ void bank_conflict_tour(const int* in, int* out)
{
    __shared__ int s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = in[i];
    __syncthreads();
    int acc = 0;
    for (int stride = 1; stride <= 32; stride <<= 1) acc = acc * 3 + s[(threadIdx.x * stride) & 1023];
    out[blockIdx.x * blockDim.x + threadIdx.x] = acc;
}

// 64-bit and 128-bit shared accesses
extern "C" __global__ void wide_shared(const double2* in, double2* out, int n)
{
    __shared__ double2 s[100];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : make_double2(0.0, 0.0);
    __syncthreads();
    double2 u = s[(t * 7 + 3) % 100], v = s[99 - t];
    if (i < n) out[i] = make_double2(u.x - v.y, u.y + v.x);
}

// circular shift of every row by its own amount, staged in dynamic shared memory
extern "C" __global__ void rotate_rows(const unsigned short* in, unsigned short* out, const int* by, int cols)
{
    extern __shared__ unsigned short line[];
    const unsigned short* src = in + blockIdx.x * cols;
    for (int j = threadIdx.x; j < cols; j += blockDim.x) line[j] = src[j];
    __syncthreads();
    int k = by[blockIdx.x];
    for (int j = threadIdx.x; j < cols; j += blockDim.x) {
        int from = (j - k) % cols;
        if (from < 0) from += cols;
        out[blockIdx.x * cols + j] = line[from];
    }
}
