// Online judges and puzzle collections: each problem as someone solved it in an evening.
#include <cuda_runtime.h>
#include <float.h>
#include <stdio.h>

// GPU-Puzzles: zip, guards, blocks, shared memory, pooling, dot product, 1D convolution, sum and axis sum, matmul.
#define TPB 8
extern "C" __global__ void puzzle_blocks_2d(float* out, const float* a, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < size && j < size) out[i * size + j] = a[i * size + j] + 10;
}
extern "C" __global__ void puzzle_dot(float* out, const float* a, const float* b, int size) {
    __shared__ float shared[TPB];
    int i = blockIdx.x * blockDim.x + threadIdx.x, local_i = threadIdx.x;
    if (i < size) shared[local_i] = a[i] * b[i];
    __syncthreads();
    if (local_i == 0) {
        float t = 0;
        for (int k = 0; k < size; k++) t += shared[k];
        out[0] = t;
    }
}
extern "C" __global__ void puzzle_matmul(float* out, const float* a, const float* b, int size) {
    __shared__ float a_shared[3][3], b_shared[3][3];
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    int local_i = threadIdx.x, local_j = threadIdx.y;
    float acc = 0;
    for (int k = 0; k < size; k += 3) {
        if (i < size && k + local_j < size) a_shared[local_i][local_j] = a[i * size + k + local_j];
        if (j < size && k + local_i < size) b_shared[local_i][local_j] = b[j + (k + local_i) * size];
        __syncthreads();
        for (int local_k = 0; local_k < min(3, size - k); local_k++) acc += a_shared[local_i][local_k] * b_shared[local_k][local_j];
        __syncthreads();
    }
    if (i < size && j < size) out[i * size + j] = acc;
}

// LeetGPU: colour inversion in place, FNV-1a password hashing, 3D convolution, sparse MV, interleaving.
extern "C" __global__ void invert_kernel(unsigned char* image, int width, int height) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < width * height) {
        uchar4* pixels = reinterpret_cast<uchar4*>(image);
        uchar4 p = pixels[idx];
        pixels[idx] = {static_cast<unsigned char>(255 - p.x), static_cast<unsigned char>(~p.y), (unsigned char)(p.z ^ 0xFF), p.w};
    }
}

__device__ unsigned int fnv1a_hash_bytes(const unsigned char* data, int length) {
    const unsigned int FNV_PRIME = 16777619;
    const unsigned int OFFSET_BASIS = 2166136261;
    unsigned int hash = OFFSET_BASIS;
    for (int i = 0; i < length; i++) {
        hash = (hash ^ data[i]) * FNV_PRIME;
    }
    return hash;
}
extern "C" __global__ void crack_password(unsigned int target_hash, int password_length, int R, char* output_password) {
    long long total = 1;
    for (int i = 0; i < password_length; i++) total *= 26;
    for (long long n = (long long)blockIdx.x * blockDim.x + threadIdx.x; n < total; n += (long long)gridDim.x * blockDim.x) {
        unsigned char guess[8];
        long long rest = n;
        for (int i = password_length; i--; rest /= 26) guess[i] = 'a' + rest % 26;
        unsigned int hash = fnv1a_hash_bytes(guess, password_length);
        for (int r = 1; r < R; r++) hash = fnv1a_hash_bytes((unsigned char*)&hash, 4);
        if (hash == target_hash) for (int i = 0; i < password_length; i++) output_password[i] = guess[i];
    }
}

extern "C" __global__ void conv3d(const float* in, const float* k, float* out, int D, int H, int W, int kd, int kh, int kw) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    int oD = D - kd + 1, oH = H - kh + 1, oW = W - kw + 1;
    if (x >= oW or y >= oH or z >= oD) return;
    float s = 0;
    for (int a = 0; a < kd; a++) for (int b = 0; b < kh; b++) for (int c = 0; c < kw; c++)
        s += in[((z + a) * H + y + b) * W + x + c] * k[(a * kh + b) * kw + c];
    out[(z * oH + y) * oW + x] = s;
}

// Tensara: losses, norms and activations over rows, in the numerically careful way.
enum Reduction { SUM, MAX };
template <Reduction R> __device__ __forceinline__ float combine(float a, float b) { return R == SUM ? a + b : fmaxf(a, b); }
template <Reduction R> __device__ float reduce_block(float v) {
    __shared__ float partial[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
    for (int d = 16; d; d >>= 1) v = combine<R>(v, __shfl_xor_sync(0xffffffffu, v, d));
    __syncthreads();
    if (!lane) partial[warp] = v;
    __syncthreads();
    v = lane < (blockDim.x + 31) / 32 ? partial[lane] : (R == SUM ? 0.f : -FLT_MAX);
#pragma unroll
    for (int d = 16; d; d >>= 1) v = combine<R>(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}
extern "C" __global__ void losses(const float* logits, const int* labels, const float* targets, int C, float* out) {
    const float* row = logits + (size_t)blockIdx.x * C;
    float m = -FLT_MAX, s = 0, huber = 0, cosine = 0, a2 = 0, b2 = 0;
    for (int c = threadIdx.x; c < C; c += blockDim.x) m = fmaxf(m, row[c]);
    m = reduce_block<MAX>(m);
    for (int c = threadIdx.x; c < C; c += blockDim.x) {
        float x = row[c], t = targets[blockIdx.x * C + c], d = fabsf(x - t);
        s += expf(x - m);
        huber += d < 1.f ? 0.5f * d * d : d - 0.5f;
        cosine += x * t; a2 += x * x; b2 += t * t;
    }
    s = reduce_block<SUM>(s);
    huber = reduce_block<SUM>(huber);
    cosine = reduce_block<SUM>(cosine);
    a2 = reduce_block<SUM>(a2);
    b2 = reduce_block<SUM>(b2);
    if (threadIdx.x == 0) {
        float* o = out + 4 * blockIdx.x;
        o[0] = m + logf(s) - row[labels[blockIdx.x]];
        o[1] = huber / C;
        o[2] = 1.f - cosine * rsqrtf(fmaxf(a2 * b2, 1e-16f));
        o[3] = sqrtf(a2);
    }
}

// Running product of 2x2 matrices modulo 10^9+7 (Fibonacci numbers), by a scan of the matrices themselves.
struct M2 { unsigned a, b, c, d; };
__device__ M2 mul(M2 x, M2 y) {
    const unsigned long long p = 1000000007ull;
    return {unsigned(((unsigned long long)x.a * y.a + (unsigned long long)x.b * y.c) % p), unsigned(((unsigned long long)x.a * y.b + (unsigned long long)x.b * y.d) % p),
            unsigned(((unsigned long long)x.c * y.a + (unsigned long long)x.d * y.c) % p), unsigned(((unsigned long long)x.c * y.b + (unsigned long long)x.d * y.d) % p)};
}
extern "C" __global__ void fibonacci_scan(unsigned* out) {
    __shared__ M2 s[128];
    int i = threadIdx.x;
    M2 mine = {1, 1, 1, 0};
    s[i] = mine;
    for (int d = 1; d < blockDim.x; d *= 2) {
        __syncthreads();
        M2 left;
        if (i >= d) left = s[i - d];
        __syncthreads();
        if (i >= d) s[i] = mine = mul(left, mine);
    }
    out[i] = mine.b;
}

// Maximum subarray by a tree of (sum, best prefix, best suffix, best), any length.
struct Piece { int sum, prefix, suffix, best; };
__device__ Piece join(const Piece& l, const Piece& r) {
    return {l.sum + r.sum, max(l.prefix, l.sum + r.prefix), max(r.suffix, r.sum + l.suffix), max(max(l.best, r.best), l.suffix + r.prefix)};
}
extern "C" __global__ void maximum_subarray(const int* in, int n, int* out) {
    extern __shared__ Piece tree[];
    int each = (n + blockDim.x - 1) / blockDim.x, begin = threadIdx.x * each, end = min(begin + each, n);
    Piece p = {0, -1000000, -1000000, -1000000};
    for (int i = begin; i < end; ++i) p = i == begin ? Piece{in[i], in[i], in[i], in[i]} : join(p, Piece{in[i], in[i], in[i], in[i]});
    tree[threadIdx.x] = p;
    for (int s = 1; s < blockDim.x; s *= 2) {
        __syncthreads();
        if (threadIdx.x % (2 * s) == 0) tree[threadIdx.x] = join(tree[threadIdx.x], tree[threadIdx.x + s]);
    }
    if (!threadIdx.x) *out = tree[0].best;
}

// k-th largest by bits: a radix select over the whole array in one block.
extern "C" __global__ void kth_largest(const float* in, int n, int k, float* out) {
    __shared__ int bins[256];
    __shared__ unsigned prefix;
    __shared__ int rank;
    if (threadIdx.x == 0) { prefix = 0; rank = k; }
    for (int shift = 24; shift >= 0; shift -= 8) {
        for (int b = threadIdx.x; b < 256; b += blockDim.x) bins[b] = 0;
        __syncthreads();
        unsigned mask = shift == 24 ? 0 : ~0u << (shift + 8);
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            unsigned u = __float_as_uint(in[i]);
            u ^= (unsigned)((int)u >> 31) | 0x80000000u;
            if ((u & mask) == prefix) atomicAdd(&bins[u >> shift & 255], 1);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            int b = 255;
            while (rank > bins[b]) rank -= bins[b--];
            prefix |= (unsigned)b << shift;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        unsigned u = prefix;
        u ^= u >> 31 ? 0x80000000u : ~0u;
        *out = __uint_as_float(u);
    }
}
