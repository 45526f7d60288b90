#include <cuda_fp16.h>
// Homework of many hands: how memory is reached, mostly.

#define CHECK_RANGE(i, n) if ((i) >= (n)) return

#ifndef BLOCK_COLS
#define BLOCK_COLS 8
#endif

extern "C" __global__ void StridedCopy(float *dst, const float *src, int n, int stride, int offset)
{
    int tid = threadIdx.x + blockDim.x * blockIdx.x;
    int idx = tid * stride + offset;
    CHECK_RANGE(idx, n);
    dst[idx] = src[idx] * 2.0f + 1.0f;
}

// float4 / float2 / scalar tail. n floats
extern "C" __global__ void vec_saxpy(float a, const float *x, const float *y, float *z, int n)
{
    int tid = threadIdx.x + blockDim.x * blockIdx.x;
    int total = blockDim.x * gridDim.x;
    int n4 = n / 4;
    for (int i = tid; i < n4; i += total) {
        float4 p = reinterpret_cast<const float4 *>(x)[i];
        float4 q = reinterpret_cast<const float4 *>(y)[i];
        p.x = a * p.x + q.x; p.y = a * p.y + q.y; p.z = a * p.z + q.z; p.w = a * p.w + q.w;
        reinterpret_cast<float4 *>(z)[i] = p;
    }
    int rest = n4 * 4;
    if (n - rest >= 2 && tid == 0) {
        float2 p = reinterpret_cast<const float2 *>(x + rest)[0];
        reinterpret_cast<float2 *>(z + rest)[0] = make_float2(p.x - a, p.y + a);
        rest += 2;
    } else if (n - rest >= 2) rest += 2;
    if (rest < n && tid == total - 1) z[rest] = x[rest] * y[rest];
}

// vectors that start in the middle: 8 bytes off a line, as far as their size allows. bytes: 64 n + 16
extern "C" __global__ void misaligned_vectors(const unsigned char *bytes, int *out, int n)
{
    int tid = threadIdx.x + blockDim.x * blockIdx.x;
    CHECK_RANGE(tid, n);
    const int2 *p8 = (const int2 *)(bytes + 8);
    const int *p4 = (const int *)(bytes + 4);
    const short *p2 = (const short *)(bytes + 2);
    const unsigned char *p1 = bytes + 13;
    const int4 *p16 = (const int4 *)(bytes + 16);
    int2 a = p8[tid];
    int b = p4[tid * 3];
    short c = p2[tid * 5];
    unsigned char d = p1[tid * 7];
    int4 e = p16[tid * 2];
    out[tid] = a.x + a.y + b + c + d + e.x - e.w;
}

// pixels: 4 n bytes; to grey and back with other channels in place
extern "C" __global__ void pixels(const unsigned char *rgba, unsigned char *grey, unsigned char *swapped, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = ((const uchar4 *)rgba)[i];
        grey[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
        ((uchar4 *)swapped)[i] = make_uchar4(p.z, p.y, p.x, 255 - p.w);
    }
}

// i16: 4 n, f64: 2 n
extern "C" __global__ void short_quads_double_pairs(const short *s, const double *d, short *so, double *dout, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    short4 v = ((const short4 *)s)[n - 1 - i];
    double2 w = ((const double2 *)d)[i];
    ((short4 *)so)[i] = make_short4(v.w, (short)(v.z * 2), (short)(v.y - v.x), (short)i);
    ((double2 *)dout)[i] = make_double2(w.y * v.x, w.x + v.y);
}

// a gather and a scatter through a permutation made of a factor that has no divisor in common with n
extern "C" __global__ void gather_scatter(const int *in, const int *index, int *gathered, int *scattered, int n, int factor)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        gathered[i] = __ldg(in + index[i]) - in[(i * 2) % n];
        scattered[(i * factor + 1) % n] = in[i] + i;
    }
}

struct Particle { float x, y, z; int kind; float mass; };   // 20 bytes

extern "C" __global__ void array_of_structs(float *particles, const int *kinds, float *energy, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle *p = (Particle *)particles;
    Particle q = p[i];
    q.kind = kinds[i];
    if (q.kind == 2) { energy[i] = -1.0f; return; }
    q.x += dt * q.y; q.y -= dt * q.x; q.z *= q.kind == 1 ? 0.5f : 2.0f;
    p[i] = q;
    energy[i] = 0.5f * q.mass * (q.x * q.x + q.y * q.y) + q.z;
}

// every global atomic. r: i32 10, u: u32 4, w: u64 6
extern "C" __global__ void global_atomics(const int *in, int *r, unsigned int *u, unsigned long long *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i];
    atomicAdd(r + 0, v);
    atomicSub(r + 1, v * 2);
    atomicMin(r + 2, v - 600);
    atomicMax(r + 3, v);
    atomicOr(r + 4, 1 << (v % 31));
    atomicXor(r + 5, v * 99991);
    if (v == 7) atomicExch(r + 6, 123);
    atomicCAS(r + 7, 0, -5);
    atomicAnd(r + 8, v);
    if ((v & 7) == 3) atomicAdd(r + 9, i);
    atomicInc(u + 0, 99u);
    atomicDec(u + 1, 50u);
    atomicMax(u + 2, (unsigned)(v - 10));
    atomicAdd(u + 3 , v & 1u);
    atomicAdd(w + 0, (unsigned long long)v << 30);
    atomicMax(w + 1, (unsigned long long)v * v * v * v);
    atomicXor(w + 2, (unsigned long long)i << (v & 31));
    atomicOr(w + 3, 1ull << (v & 63));
    atomicAdd((double *)(w + 4), v * 0.25);
    atomicAdd((float *)(w + 5), (float)(v & 31));
}

// atomics whose address differs from lane to lane; bins: i32 64, f: f32 16
extern "C" __global__ void scattered_atomics(const int *in, int *bins, float *f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd(&bins[in[i] & 31], 1);
    atomicMax(&bins[32 + (i & 15)], in[i]);
    atomicAdd(&bins[48 + (i >> 5 & 3)], in[i]);
    if (in[i] % 4 == 0) atomicXor(&bins[52 + in[i] % 12], i);
    atomicAdd(&f[i % 16], 0.5f * (in[i] & 3));
}

// bytes one, two and four at a time, into the middle of words. out: 8 n bytes
extern "C" __global__ void byte_stores(const int *in, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    CHECK_RANGE(i, n);
    unsigned char *p = out + i * 8;
    int v = in[i];
    p[0] = v; p[1] = v >> 3;
    *(unsigned short *)(p + 2) = (unsigned short)(v * 77);
    if (v & 1) *(int *)(p + 4) = v * v;
    else { p[7] = 9; p[5] = (unsigned char)i; }
    if (v % 5 == 0) *(signed char *)(p + 6) = -3;
}

// columns of a matrix: each thread one column, then each thread one row
extern "C" __global__ void rows_and_columns(const float *m, float *colsum, float *rowmax, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < cols) {
        float s = 0.0f;
        for (int r = 0; r < rows; r++) s += m[r * cols + c];
        colsum[c] = s;
    }
    if (c < rows) {
        float best = m[c * cols];
        for (int k = 1; k < cols; k++) if (m[c * cols + k] > best) best = m[c * cols + k];
        rowmax[c] = best;
    }
}

// 2-D blocks, matrices of sizes that fit no block
extern "C" __global__ void MatMulNaive(const int *A, const int *B, int *C, int M, int N, int K)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        int sum = 0;
        for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
        C[row * N + col] = sum;
    }
}

// the same with tiles of BLOCK_COLS
extern "C" __global__ void MatMulTiled(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[BLOCK_COLS][BLOCK_COLS], Bs[BLOCK_COLS][BLOCK_COLS];
    int ty = threadIdx.y, tx = threadIdx.x;
    int row = blockIdx.y * BLOCK_COLS + ty, col = blockIdx.x * BLOCK_COLS + tx;
    float sum = 0;
    for (int k0 = 0; k0 < K; k0 += BLOCK_COLS) {
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (col < N && k0 + ty < K) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BLOCK_COLS; k++) sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = sum;
}

// several shared arrays of several types, one dynamic; reduction with the unrolled end of old slides
extern __shared__ int dyn[];
extern "C" __global__ void OldReduction(const int *in, int *out, short *narrow, int n)
{
    __shared__ short small_[256];
    __shared__ char tiny[256];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + tid;
    int v = i < n ? in[i] : 0;
    if (i + blockDim.x < n) v += in[i + blockDim.x];
    dyn[tid] = v;
    small_[tid] = (short)(v & 0xfff);
    tiny[tid] = (char)(v & 15);
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) {
            dyn[tid] += dyn[tid + s];
            small_[tid] = max(small_[tid], small_[tid + s]);
            tiny[tid] ^= tiny[tid + s];
        }
        __syncthreads();
    }
    if (tid < 32) {
        int a = dyn[tid] + dyn[tid + 32], b = max(small_[tid], small_[tid + 32]), c = tiny[tid] ^ tiny[tid + 32];
        for (int off = 16; off > 0; off /= 2) {
            a += __shfl_down_sync(0xffffffff, a, off);
            b = max(b, __shfl_down_sync(0xffffffff, b, off));
            c ^= __shfl_down_sync(0xffffffff, c, off);
        }
        if (tid == 0) { out[blockIdx.x] = a; narrow[blockIdx.x * 2] = (short)b; narrow[blockIdx.x * 2 + 1] = (short)c; }
    }
}

// odd-even sort of a block by neighbours; one element a thread
extern "C" __global__ void OddEvenSort(const short *in, short *out, int n)
{
    __shared__ short s[128];
    __shared__ int swapped;
    int t = threadIdx.x, base = blockIdx.x * blockDim.x;
    int len = min((int)blockDim.x, n - base);
    if (t < len) s[t] = in[base + t];
    for (int phase = 0; ; phase += 2) {
        __syncthreads();
        if (t == 0) swapped = 0;
        __syncthreads();
        for (int p = 0; p < 2; p++) {
            int i = 2 * t + p;
            if (i + 1 < len && s[i] > s[i + 1]) { short x = s[i]; s[i] = s[i + 1]; s[i + 1] = x; atomicOr(&swapped, 1); }
            __syncthreads();
        }
        if (!swapped) break;
    }
    if (t < len) out[base + t] = s[t];
}

// collatz: a while loop of a length of its own for each lane; longest: 1
extern "C" __global__ void Collatz(unsigned short *steps, unsigned long long *longest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long x = i + 1;
    int k = 0;
    while (x != 1) { x = x % 2 == 0 ? x / 2 : 3 * x + 1; k++; }
    steps[i] = k;
    atomicMax(longest, ((unsigned long long)k << 32) | (unsigned)(0xffffffffu - i));
}

// sieve of a block: flags of bytes in shared memory, all threads write the same number of theirs
extern "C" __global__ void Primes(unsigned char *flags, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 2;
    bool prime = i < n;
    for (int d = 2; prime && d * d <= i; d++)
        if (i % d == 0) prime = false;
    if (i < n) flags[i] = prime;
    int c = __syncthreads_count(prime);
    if (threadIdx.x == 0) atomicAdd(count, c);
}

// sums of a triangle: rounds depend on row and column. 3-D blocks and grids
extern "C" __global__ void Tetrahedra(int *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    int s = 0;
    for (int i = 0; i <= x; i++) {
        for (int j = i; j <= y; j++) {
            if ((i * j + z) % 4 == 3) continue;
            if (s > 200) goto out_of_both;
            s += i + j * z;
        }
    }
out_of_both:
    out[(z * ny + y) * nx + x] = s;
}

// bilinear samples of half floats. img: f16 w h, at: f32 2 n
extern "C" __global__ void Bilinear(const __half *img, const float *at, float *out, int w, int h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = at[2 * i] * (w - 1), v = at[2 * i + 1] * (h - 1);
    int x = min((int)u, w - 2), y = min((int)v, h - 2);
    float fx = u - x, fy = v - y;
    float a = __half2float(img[y * w + x]), b = __half2float(img[y * w + x + 1]);
    float c = __half2float(img[(y + 1) * w + x]), d = __half2float(img[(y + 1) * w + x + 1]);
    out[i] = (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy;
}

// run lengths: each start of a run looks for its end; runs: 1
extern "C" __global__ void RunLengths(const unsigned char *in, unsigned short *len, int *runs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned short k = 0;
    if (i == 0 || in[i] != in[i - 1]) {
        do { ++k; } while (i + k < n && in[i + k] == in[i]);
        atomicAdd(runs, 1);
    }
    len[i] = k;
}

// signed bytes and shorts of every sign, sums in the widths of the inputs
extern "C" __global__ void NarrowSums(const signed char *a, const unsigned char *b, const short *c, const unsigned short *d,
                                      signed char *ra, unsigned short *rd, long long *rl, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    signed char s = a[i]; unsigned char u = b[i]; short h = c[i]; unsigned short w = d[i];
    for (int k = 0; k < 5; k++) { s += u; u ^= (unsigned char)(s << 1); h -= s; w = (unsigned short)(w * 3 + h); }
    ra[i] = s >> 1; rd[i] = w; rl[i] = (long long)h * w - u;
}
