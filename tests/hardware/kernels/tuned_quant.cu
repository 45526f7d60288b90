#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define QK 32
typedef signed char i8;

// llama-like q4_0 block: scale half + 16 bytes of nibbles -> 18 bytes, unaligned to 4
struct __attribute__((packed)) block_q4 { unsigned short d; unsigned char qs[16]; };
static_assert(sizeof(block_q4) == 18, "");
struct block_q8 { float d; i8 qs[32]; };

extern "C" __global__ void quantize_q8(const float* x, unsigned char* y, int nblk)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (warp >= nblk) return;
    float v = x[warp * QK + lane], a = fabsf(v);
    for (int o = 16; o; o >>= 1) a = fmaxf(a, __shfl_xor_sync(0xffffffff, a, o));
    float d = a / 127.f;
    block_q8* b = (block_q8*)y + warp;
    b->qs[lane] = d == 0.f ? 0 : (i8)roundf(v / d);
    if (lane == 0) b->d = d;
}

extern "C" __global__ void dequant_q4(const unsigned char* raw, float* y, int nblk)
{
    const block_q4* b = reinterpret_cast<const block_q4*>(raw);
    int i = (blockIdx.x * blockDim.x + threadIdx.x);
    int ib = i / 16, j = i % 16;
    if (ib >= nblk) return;
    float d = __half2float(__ushort_as_half(b[ib].d));
    int q = b[ib].qs[j];
    y[ib * QK + j] = ((q & 15) - 8) * d;
    y[ib * QK + j + 16] = ((q >> 4) - 8) * d;
}

// q4 x q8 vector dot: 4 lanes per block, two-byte loads glue ints
static __device__ __forceinline__ int get_int_b2(const unsigned char* x8, int i)
{
    const unsigned short* x16 = (const unsigned short*)(x8 + 4 * i);
    return x16[0] | (x16[1] << 16);
}
extern "C" __global__ void mmvq_q4_q8(const unsigned char* wq, const unsigned char* xq, float* y, int nrows, int blocks_per_row)
{
    const block_q4* W = (const block_q4*)wq;
    const block_q8* X = (const block_q8*)xq;
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float sum = 0;
    if (row < nrows)
        for (int ib = threadIdx.x / 4; ib < blocks_per_row; ib += 8) {
            const block_q4& w = W[row * blocks_per_row + ib];
            const block_q8& a = X[ib];
            int iq = threadIdx.x & 3;
            int v = get_int_b2(w.qs, iq);
            int lo = v & 0x0f0f0f0f, hi = (v >> 4) & 0x0f0f0f0f;
            const int* u = (const int*)a.qs;
            int u0 = u[iq], u1 = u[iq + 4];
            int s = __dp4a(lo, u0, __dp4a(hi, u1, 0));
            int corr = __dp4a(0x08080808, u0, __dp4a(0x08080808, u1, 0));
            sum += __half2float(__ushort_as_half(w.d)) * a.d * (float)(s - corr);
        }
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
    if (row < nrows && threadIdx.x == 0) y[row] = sum;
}

// AWQ-like int4 weights with group scales; column-packed, lookup of permuted nibble order in constant memory
__constant__ int awq_order[8] = {0, 4, 1, 5, 2, 6, 3, 7};
extern "C" __global__ void awq_dequant(const unsigned* qw, const unsigned* qz, const float* scales, float* out, int rows, int cols8, int group)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= cols8 || r >= rows) return;
    unsigned w = qw[r * cols8 + c], z = qz[(r / group) * cols8 + c];
    const float* s = scales + (r / group) * cols8 * 8 + c * 8;
    float res[8];
    for (int i = 0; i < 8; i++) {
        int sh = awq_order[i] * 4;
        res[i] = (float)((int)((w >> sh) & 15) - (int)((z >> sh) & 15)) * s[i];
    }
    float4* o = reinterpret_cast<float4*>(out + (r * cols8 + c) * 8);
    o[0] = make_float4(res[0], res[1], res[2], res[3]);
    o[1] = make_float4(res[4], res[5], res[6], res[7]);
}

// codebook (NF4-like) decode: table copied to shared, one copy per bank-ish or a single one
#ifndef COPIES
#define COPIES 1
#endif
extern "C" __global__ void codebook_decode(const unsigned char* codes, const float* absmax, const float* book, float* out, int n, int blocksize)
{
    __shared__ float lut[16 * COPIES];
    for (int i = threadIdx.x; i < 16 * COPIES; i += blockDim.x) lut[i] = book[i / COPIES];
    __syncthreads();
    int me = threadIdx.x % COPIES;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += blockDim.x * gridDim.x) {
        unsigned b = codes[i];
        float s = __ldg(&absmax[2 * i / blocksize]);
        float2 v;
        v.x = lut[(b >> 4) * COPIES + me] * s;
        v.y = lut[(b & 0xf) * COPIES + me] * s;
        *(float2*)(out + 2 * i) = v;
    }
}

// per-channel int8 quantisation of a [rows, cols] matrix, transposed and packed char4 output
extern "C" __global__ void quant_transpose_pack(const float* x, const float* chmax, char4* out, int rows, int cols)
{
    __shared__ float t[32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += blockDim.y) {
        int r = blockIdx.y * 32 + k;
        t[k][threadIdx.x] = (r < rows && c < cols) ? x[r * cols + c] * 127.f / (fabsf(chmax[c]) + 1.f) : 0.f;
    }
    __syncthreads();
    // 8 char4 per column; linear thread index handles (column, quad)
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 256; i += 32 * blockDim.y) {
        int col = i / 8, q = i % 8;
        if (blockIdx.x * 32 + col >= cols) continue;
        char4 p;
        p.x = (i8)__float2int_rn(t[q * 4 + 0][col]);
        p.y = (i8)__float2int_rn(t[q * 4 + 1][col]);
        p.z = (i8)__float2int_rn(t[q * 4 + 2][col]);
        p.w = (i8)__float2int_rn(t[q * 4 + 3][col]);
        out[(blockIdx.x * 32 + col) * (gridDim.y * 8) + blockIdx.y * 8 + q] = p;
    }
}

// pack bits of signs into 32-bit words with ballot, then popc-xnor gemm
extern "C" __global__ void sign_pack(const float* x, unsigned* bits, int rows, int cols, int wpr)
{
    int lane = threadIdx.x & 31;
    int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (w >= rows * wpr) return;
    int r = w / wpr, c = (w % wpr) * 32 + lane;
    bool s = c < cols && x[r * cols + c] >= 0.f;
    unsigned b = __ballot_sync(~0u, s);
    if (lane == 0) bits[w] = b;
}
extern "C" __global__ void xnor_gemm(const unsigned* A, const unsigned* B, short* C, int M, int N, int W, int bitsK)
{
    __shared__ unsigned b[16][17];
    int m = blockIdx.y * blockDim.y + threadIdx.y, n = blockIdx.x * 16 + threadIdx.x;
    int acc = 0;
    for (int w0 = 0; w0 < W; w0 += 16) {
        for (int r = threadIdx.y; r < 16; r += blockDim.y)
            b[r][threadIdx.x] = (blockIdx.x * 16 + r < N && w0 + threadIdx.x < W) ? B[(blockIdx.x * 16 + r) * W + w0 + threadIdx.x] : 0u;
        __syncthreads();
        int lim = min(16, W - w0);
        if (m < M)
            for (int k = 0; k < lim; k++) acc += __popc(A[m * W + w0 + k] ^ b[threadIdx.x][k]);
        __syncthreads();
    }
    if (m < M && n < N) C[m * N + n] = (short)(bitsK - 2 * acc);
}
// fp32 -> fp8-like e4m3 by table of thresholds, binary search in constant memory
__constant__ float thresholds[15] = {-0.875f, -0.7f, -0.6f, -0.45f, -0.3f, -0.2f, -0.05f, 0.f, 0.05f, 0.2f, 0.3f, 0.45f, 0.6f, 0.7f, 0.875f};
extern "C" __global__ void bsearch_quant4(const float4* x, unsigned short* out, int n4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    alignas(16) float v[4];
    *(float4*)v = x[i];
    unsigned r = 0;
    for (int k = 0; k < 4; k++) {
        int lo = 0, hi = 15;
        while (lo < hi) { int mid = (lo + hi) >> 1; if (v[k] < thresholds[mid]) hi = mid; else lo = mid + 1; }
        r |= lo << (4 * k);
    }
    out[i] = (unsigned short)r;
}
