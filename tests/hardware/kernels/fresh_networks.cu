// Layers of neural networks: softmax, norms, losses, attention, embeddings, activations, pooling, optimisers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>
#define FULL 0xffffffffu

__device__ float block_reduce_sum(float v, float* shared) {
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(FULL, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < (blockDim.x + 31) / 32; ++w) v += shared[w];
    return v;
}

// Three passes, a block a row, reductions in shared memory.
extern "C" __global__ void softmax_block(const float* in, float* out, int cols) {
    extern __shared__ float sh[];
    const float* row = in + blockIdx.x * cols;
    float top = -INFINITY;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) top = fmaxf(top, row[i]);
    sh[threadIdx.x] = top;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) sh[threadIdx.x] = fmaxf(sh[threadIdx.x], sh[threadIdx.x + s]);
        __syncthreads();
    }
    top = sh[0];
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        float e = expf(row[i] - top);
        out[blockIdx.x * cols + i] = e;
        sum += e;
    }
    sh[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) sh[threadIdx.x] += sh[threadIdx.x + s];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < cols; i += blockDim.x) out[blockIdx.x * cols + i] /= sh[0];
}

// Online: maximum and sum in one pass, a warp a row.
extern "C" __global__ void softmax_online(const float* in, float* out, int rows, int cols) {
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    const float* x = in + row * cols;
    float m = -1e30f, d = 0;
    for (int i = lane; i < cols; i += 32) {
        float v = x[i], bigger = fmaxf(m, v);
        d = d * __expf(m - bigger) + __expf(v - bigger);
        m = bigger;
    }
    for (int s = 16; s; s >>= 1) {
        float om = __shfl_xor_sync(FULL, m, s), od = __shfl_xor_sync(FULL, d, s), bigger = fmaxf(m, om);
        d = d * __expf(m - bigger) + od * __expf(om - bigger);
        m = bigger;
    }
    for (int i = lane; i < cols; i += 32) out[row * cols + i] = __expf(x[i] - m) / d;
}

extern "C" __global__ void layernorm(const float* in, const float* gamma, const float* beta, float* out, int cols) {
    __shared__ float warps[32];
    const float* x = in + blockIdx.x * cols;
    float sum = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) sum += x[i];
    float mean = block_reduce_sum(sum, warps) / cols, squares = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) squares += (x[i] - mean) * (x[i] - mean);
    float inverse = rsqrtf(block_reduce_sum(squares, warps) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[blockIdx.x * cols + i] = (x[i] - mean) * inverse * gamma[i] + beta[i];
}

// RMSNorm with float4, the row kept in registers; 128 threads for 512 columns.
extern "C" __global__ void rmsnorm_float4(const float4* in, const float4* weight, float4* out) {
    __shared__ float warps[4];
    float4 v = in[blockIdx.x * 128 + threadIdx.x];
    float total = block_reduce_sum(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w, warps);
    float scale = 1.0f / sqrtf(total / 512.0f + 1e-6f);
    float4 w = weight[threadIdx.x];
    out[blockIdx.x * 128 + threadIdx.x] = make_float4(v.x * scale * w.x, v.y * scale * w.y, v.z * scale * w.z,
                                                      v.w * scale * w.w);
}

extern "C" __global__ void rmsnorm_bf16(const __nv_bfloat162* in, __nv_bfloat162* out, int half_cols) {
    __shared__ float warps[2];
    float squares = 0;
    for (int i = threadIdx.x; i < half_cols; i += 64) {
        float2 v = __bfloat1622float2(in[blockIdx.x * half_cols + i]);
        squares += v.x * v.x + v.y * v.y;
    }
    float scale = 1.0f / sqrtf(block_reduce_sum(squares, warps) / (2 * half_cols) + 1e-5f);
    for (int i = threadIdx.x; i < half_cols; i += 64) {
        float2 v = __bfloat1622float2(in[blockIdx.x * half_cols + i]);
        out[blockIdx.x * half_cols + i] = __floats2bfloat162_rn(v.x * scale, v.y * scale);
    }
}

extern "C" __global__ void cross_entropy(const float* logits, const int* labels, float* loss, int rows, int classes) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float* x = logits + row * classes;
    float top = x[0], sum = 0;
    for (int c = 1; c < classes; ++c) top = fmaxf(top, x[c]);
    for (int c = 0; c < classes; ++c) sum += expf(x[c] - top);
    loss[row] = logf(sum) + top - x[labels[row]];
}

// Attention in small: 16 queries a block, keys and values in tiles of 16, head of 32, running maximum and sum.
extern "C" __global__ void flash_attention(const float* Q, const float* K, const float* V, float* O, int n,
                                           float scale) {
    __shared__ float q[16][32], k[16][33], v[16][32], s[16][17];
    __shared__ float m[16], l[16], correction[16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 16 + y;  // 16 x 16
    q[y][x] = Q[row * 32 + x], q[y][x + 16] = Q[row * 32 + x + 16];
    float o0 = 0, o1 = 0;
    if (x == 0) m[y] = -INFINITY, l[y] = 0;
    for (int base = 0; base < n; base += 16) {
        k[y][x] = K[(base + y) * 32 + x], k[y][x + 16] = K[(base + y) * 32 + x + 16];
        v[y][x] = V[(base + y) * 32 + x], v[y][x + 16] = V[(base + y) * 32 + x + 16];
        __syncthreads();
        float dot = 0;
        for (int d = 0; d < 32; ++d) dot += q[y][d] * k[x][d];
        s[y][x] = dot * scale;
        __syncthreads();
        if (x == 0) {
            float before = m[y], now = before, sum = 0;
            for (int j = 0; j < 16; ++j) now = fmaxf(now, s[y][j]);
            for (int j = 0; j < 16; ++j) sum += s[y][j] = __expf(s[y][j] - now);
            correction[y] = __expf(before - now);
            l[y] = l[y] * correction[y] + sum;
            m[y] = now;
        }
        __syncthreads();
        o0 *= correction[y], o1 *= correction[y];
        for (int j = 0; j < 16; ++j) {
            float p = s[y][j];
            o0 += p * v[j][x];
            o1 += p * v[j][x + 16];
        }
        __syncthreads();
    }
    O[row * 32 + x] = o0 / l[y];
    O[row * 32 + x + 16] = o1 / l[y];
}

// Scores of causal attention: blocks and lanes above the diagonal write minus infinity's stand-in.
extern "C" __global__ void causal_scores(const half* Q, const half* K, float* S, int n, int dim) {
    __shared__ half2 q[8][17], k[32][17];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, col = blockIdx.x * 32 + x;
    if (x < dim / 2) q[y][x] = reinterpret_cast<const half2*>(Q)[row * dim / 2 + x];
    for (int r = y; r < 32; r += 8)
        if (x < dim / 2) k[r][x] = reinterpret_cast<const half2*>(K)[(blockIdx.x * 32 + r) * dim / 2 + x];
    __syncthreads();
    if (col > row) {
        S[row * n + col] = -1e4f;
        return;
    }
    half2 sum = __float2half2_rn(0.f);
    for (int d = 0; d < dim / 2; ++d) sum = __hfma2(q[y][d], k[x][d], sum);
    S[row * n + col] = __low2float(sum) + __high2float(sum);
}

extern "C" __global__ void embedding(const int* ids, const float4* table, const float4* positions, float4* out,
                                     int dim4) {
    int token = blockIdx.x, id = ids[token];
    for (int i = threadIdx.x; i < dim4; i += blockDim.x) {
        float4 a = table[id * dim4 + i], b = positions[token * dim4 + i];
        out[token * dim4 + i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    }
}

extern "C" __global__ void embedding_backward(const int* ids, const int* grad, int* table_grad, int dim) {
    for (int i = threadIdx.x; i < dim; i += blockDim.x)
        atomicAdd(&table_grad[ids[blockIdx.x] * dim + i], grad[blockIdx.x * dim + i]);
}

__device__ __forceinline__ float gelu(float x) {
    return 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

extern "C" __global__ void gelu_float4(const float4* in, float4* out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = in[i];
    v.x = gelu(v.x), v.y = gelu(v.y), v.z = gelu(v.z), v.w = gelu(v.w);
    out[i] = v;
}

extern "C" __global__ void bias_relu_half2(half2* x, const half2* bias, int rows, int cols2) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols2) return;
    half2 b = __hneg2(bias[c]), zero = __float2half2_rn(0.0f);
    for (int r = blockIdx.y; r < rows; r += gridDim.y) x[r * cols2 + c] = __hmax2(__hadd2(x[r * cols2 + c], b), zero);
}

extern "C" __global__ void silu_gate(const float* gate_up, float* out, int rows, int hidden) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * hidden; i += gridDim.x * blockDim.x) {
        int r = i / hidden, c = i % hidden;
        float g = gate_up[r * 2 * hidden + c], u = gate_up[r * 2 * hidden + hidden + c];
        out[i] = g / (1.0f + __expf(-g)) * u;
    }
}

// Rotary positions: pairs (i, i + half) of each head, cosines and sines from a table.
extern "C" __global__ void rope(float* x, const float2* cos_sin, int heads, int half_dim) {
    int token = blockIdx.x;
    for (int i = threadIdx.x; i < heads * half_dim; i += blockDim.x) {
        float* head = x + (token * heads + i / half_dim) * 2 * half_dim;
        int d = i % half_dim;
        float2 cs = cos_sin[token * half_dim + d];
        float a = head[d], b = head[d + half_dim];
        head[d] = a * cs.x - b * cs.y;
        head[d + half_dim] = a * cs.y + b * cs.x;
    }
}

extern "C" __global__ void rope_adjacent(float2* x, const float* angles, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    float s, c;
    __sincosf(angles[i], &s, &c);
    float2 v = x[i];
    x[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

extern "C" __global__ void im2col(const float* image, float* columns, int channels, int h, int w, int pad, int stride,
                                  int oh, int ow) {
    int n = channels * oh * ow;
    for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < n; index += blockDim.x * gridDim.x) {
        int x = index % ow, y = index / ow % oh, c = index / ow / oh;
        float* col = columns + c * 9 * oh * ow + y * ow + x;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                int iy = y * stride - pad + i, ix = x * stride - pad + j;
                *col = iy >= 0 && ix >= 0 && iy < h && ix < w ? image[(c * h + iy) * w + ix] : 0;
                col += oh * ow;
            }
    }
}

extern "C" __global__ void max_pool_2x2(const float* in, float* out, unsigned char* which, int w, int ow, int oh) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.z;
    if (x >= ow || y >= oh) return;
    const float* p = in + (c * oh * 2 + y * 2) * w + x * 2;
    float best = p[0];
    unsigned char at = 0;
    if (p[1] > best) best = p[1], at = 1;
    if (p[w] > best) best = p[w], at = 2;
    if (p[w + 1] > best) best = p[w + 1], at = 3;
    out[(c * oh + y) * ow + x] = best;
    which[(c * oh + y) * ow + x] = at;
}

// Batch statistics of one channel a block over N x C x P.
extern "C" __global__ void batchnorm_train(const float* in, float* out, float* running_mean, int n, int channels,
                                           int pixels) {
    __shared__ float warps[8];
    __shared__ float mean, inverse;
    int c = blockIdx.x;
    float sum = 0, squares = 0;
    for (int b = 0; b < n; ++b)
        for (int p = threadIdx.x; p < pixels; p += blockDim.x) {
            float v = in[(b * channels + c) * pixels + p];
            sum += v, squares += v * v;
        }
    sum = block_reduce_sum(sum, warps);
    squares = block_reduce_sum(squares, warps);
    if (threadIdx.x == 0) {
        mean = sum / (n * pixels);
        inverse = 1.0f / sqrtf(squares / (n * pixels) - mean * mean + 1e-5f);
        running_mean[c] = 0.9f * running_mean[c] + 0.1f * mean;
    }
    __syncthreads();
    for (int b = 0; b < n; ++b)
        for (int p = threadIdx.x; p < pixels; p += blockDim.x)
            out[(b * channels + c) * pixels + p] = (in[(b * channels + c) * pixels + p] - mean) * inverse;
}

struct AdamState {
    float m, v;
};

extern "C" __global__ void adam(float* w, const float* g, AdamState* state, float rate, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    AdamState s = state[i];
    s.m = 0.9f * s.m + 0.1f * g[i];
    s.v = 0.999f * s.v + 0.001f * g[i] * g[i];
    state[i] = s;
    w[i] -= rate * s.m / (sqrtf(s.v) + 1e-8f);
}

// Dequantise four-bit weights, groups of 32 with one scale.
extern "C" __global__ void dequantise_q4(const uint2* packed, const half* scales, float4* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // one group half a thread: 16 weights
    uint2 p = packed[i];
    float s = __half2float(scales[i / 2]);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned word = (k < 2 ? p.x : p.y) >> (k % 2 * 16);
        out[i * 4 + k] = make_float4(s * ((int)(word & 15) - 8), s * ((int)(word >> 4 & 15) - 8),
                                     s * ((int)(word >> 8 & 15) - 8), s * ((int)(word >> 12 & 15) - 8));
    }
}

// The eight largest of a row by repeated maxima of a warp.
extern "C" __global__ void top_8(const float* in, float* values, int* places, int n) {
    float best[4];
    for (int k = 0; k < 4; ++k) best[k] = k * 32 + threadIdx.x < n ? in[blockIdx.x * n + k * 32 + threadIdx.x] : -1e30f;
    for (int r = 0; r < 8; ++r) {
        float top = -1e30f;
        int at = 0;
        for (int k = 0; k < 4; ++k)
            if (best[k] > top) top = best[k], at = k * 32 + threadIdx.x;
        for (int d = 16; d; d >>= 1) {
            float other = __shfl_xor_sync(FULL, top, d);
            int place = __shfl_xor_sync(FULL, at, d);
            if (other > top || (other == top && place < at)) top = other, at = place;
        }
        if (threadIdx.x == 0) values[blockIdx.x * 8 + r] = top, places[blockIdx.x * 8 + r] = at;
        for (int k = 0; k < 4; ++k)
            if (k * 32 + threadIdx.x == at) best[k] = -1e30f;
    }
}
