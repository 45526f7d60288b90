// Attention in one pass over tiles of keys: causal with warps that own rows, decoding with split keys, rotary embeddings, masks.
#include <cuda_fp16.h>

// Flash attention 2: a warp owns query rows and keeps their output in registers; causal.
template <int HEAD_DIM, int ROWS_PER_WARP, int WARPS>
__global__ void __launch_bounds__(WARPS * 32) flash2_causal(const half* __restrict__ q, const half* __restrict__ k,
                                                            const half* __restrict__ v, float* __restrict__ out,
                                                            int seq_len, float scale) {
    constexpr int BLOCK_M = ROWS_PER_WARP * WARPS, BLOCK_N = 32, PER_LANE = HEAD_DIM / 32;
    static_assert(HEAD_DIM % 32 == 0, "a lane owns whole columns");
    __shared__ half k_tile[BLOCK_N][HEAD_DIM + 2];
    __shared__ half v_tile[BLOCK_N][HEAD_DIM];
    __shared__ float q_tile[BLOCK_M][HEAD_DIM];
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const int row0 = blockIdx.x * BLOCK_M;
    const size_t head = size_t(blockIdx.y) * seq_len * HEAD_DIM;
    for (int i = threadIdx.x; i < BLOCK_M * HEAD_DIM; i += blockDim.x) {
        int r = i / HEAD_DIM, c = i % HEAD_DIM;
        q_tile[r][c] = row0 + r < seq_len ? __half2float(q[head + (row0 + r) * HEAD_DIM + c]) * scale : 0.f;
    }
    float acc[ROWS_PER_WARP][PER_LANE] = {};
    float m_i[ROWS_PER_WARP], l_i[ROWS_PER_WARP];
    #pragma unroll
    for (int r = 0; r < ROWS_PER_WARP; ++r) m_i[r] = -INFINITY, l_i[r] = 0.f;
    const int last = min(seq_len, row0 + BLOCK_M);
    for (int n0 = 0; n0 < last; n0 += BLOCK_N) {
        __syncthreads();
        for (int i = threadIdx.x; i < BLOCK_N * HEAD_DIM / 2; i += blockDim.x) {
            int r = i / (HEAD_DIM / 2), c = i % (HEAD_DIM / 2) * 2;
            half2 zero = __float2half2_rn(0.f);
            bool in = n0 + r < seq_len;
            *reinterpret_cast<half2*>(&k_tile[r][c]) =
                in ? *reinterpret_cast<const half2*>(&k[head + (n0 + r) * HEAD_DIM + c]) : zero;
            *reinterpret_cast<half2*>(&v_tile[r][c]) =
                in ? *reinterpret_cast<const half2*>(&v[head + (n0 + r) * HEAD_DIM + c]) : zero;
        }
        __syncthreads();
        #pragma unroll
        for (int r = 0; r < ROWS_PER_WARP; ++r) {
            const int row = row0 + warp * ROWS_PER_WARP + r;
            float s = 0.f;
            for (int c = 0; c < HEAD_DIM; c += 2) {
                float2 kk = __half22float2(*reinterpret_cast<const half2*>(&k_tile[lane][c]));
                s = fmaf(q_tile[warp * ROWS_PER_WARP + r][c], kk.x, s);
                s = fmaf(q_tile[warp * ROWS_PER_WARP + r][c + 1], kk.y, s);
            }
            if (n0 + lane > row || n0 + lane >= seq_len) s = -INFINITY;
            float m_new = s;
            #pragma unroll
            for (int o = 16; o > 0; o >>= 1) m_new = fmaxf(m_new, __shfl_xor_sync(~0u, m_new, o));
            m_new = fmaxf(m_new, m_i[r]);
            if (m_new == -INFINITY) continue;  // all keys of the tile lie in this row's future
            const float p = expf(s - m_new), correction = expf(m_i[r] - m_new);
            float sum = p;
            #pragma unroll
            for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
            l_i[r] = l_i[r] * correction + sum;
            m_i[r] = m_new;
            #pragma unroll
            for (int c = 0; c < PER_LANE; ++c) acc[r][c] *= correction;
            for (int j = 0; j < BLOCK_N; ++j) {
                const float pj = __shfl_sync(~0u, p, j);
                #pragma unroll
                for (int c = 0; c < PER_LANE; ++c) acc[r][c] += pj * __half2float(v_tile[j][lane + 32 * c]);
            }
        }
    }
    #pragma unroll
    for (int r = 0; r < ROWS_PER_WARP; ++r) {
        const int row = row0 + warp * ROWS_PER_WARP + r;
        if (row < seq_len)
            #pragma unroll
            for (int c = 0; c < PER_LANE; ++c) out[head + row * HEAD_DIM + lane + 32 * c] = acc[r][c] / l_i[r];
    }
}

// Flash decoding: one query, its keys split over blocks; the second kernel merges the parts.
struct Partial {
    float m, l;
};

extern "C" __global__ void decode_split(const float* q, const float* k, const float* v, float* o_part, Partial* ml,
                                        int seq_len, int d, int chunk) {
    extern __shared__ float smem[];
    float* scores = smem;  // chunk of them
    const int start = blockIdx.x * chunk, end = min(start + chunk, seq_len), count = end - start;
    for (int j = threadIdx.x; j < count; j += blockDim.x) {
        float s = 0.f;
        for (int c = 0; c < d; ++c) s += q[c] * k[(start + j) * d + c];
        scores[j] = s * rsqrtf((float)d);
    }
    __syncthreads();
    float m = -INFINITY;
    for (int j = 0; j < count; ++j) m = fmaxf(m, scores[j]);
    float l = 0.f;
    for (int j = 0; j < count; ++j) l += __expf(scores[j] - m);
    for (int c = threadIdx.x; c < d; c += blockDim.x) {
        float o = 0.f;
        for (int j = 0; j < count; ++j) o += __expf(scores[j] - m) * v[(start + j) * d + c];
        o_part[blockIdx.x * d + c] = o;
    }
    if (threadIdx.x == 0) ml[blockIdx.x] = {m, l};
}

extern "C" __global__ void decode_merge(const float* o_part, const Partial* ml, float* out, int parts, int d) {
    float m = -INFINITY;
    for (int p = 0; p < parts; ++p) m = fmaxf(m, ml[p].m);
    float l = 0.f, o = 0.f;
    for (int p = 0; p < parts; ++p) {
        float w = __expf(ml[p].m - m);
        l += w * ml[p].l;
        o += w * o_part[p * d + threadIdx.x];
    }
    out[threadIdx.x] = o / l;
}

// Rotary position embeddings on pairs, as Llama has them.
extern "C" __global__ void rope(float2* __restrict__ x, const int* __restrict__ positions, int head_dim, float theta) {
    const int pair = threadIdx.x, half_dim = head_dim / 2;
    const float freq = powf(theta, -2.0f * pair / head_dim);
    float sin, cos;
    sincosf(positions[blockIdx.x] * freq, &sin, &cos);
    float2& p = x[blockIdx.x * half_dim + pair];
    p = make_float2(p.x * cos - p.y * sin, p.x * sin + p.y * cos);
}

// RMSNorm over a row by one block, with a vector load and a block reduction through shared memory.
template <int BLOCK>
__global__ void rms_norm(const float4* x, const float4* weight, float4* out, int n4, float eps) {
    __shared__ float warp_sums[BLOCK / 32];
    __shared__ float inverse;
    const float4* row = x + blockIdx.x * n4;
    float ss = 0.f;
    for (int i = threadIdx.x; i < n4; i += BLOCK) {
        float4 t = row[i];
        ss += t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w;
    }
    for (int o = 16; o; o /= 2) ss += __shfl_down_sync(0xffffffff, ss, o);
    if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = ss;
    __syncthreads();
    if (threadIdx.x == 0) {
        ss = 0.f;
        for (float w : warp_sums) ss += w;
        inverse = rsqrtf(ss / (4 * n4) + eps);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n4; i += BLOCK) {
        float4 t = row[i], w = weight[i];
        const float s = inverse;
        out[blockIdx.x * n4 + i] = {t.x * s * w.x, t.y * s * w.y, t.z * s * w.z, t.w * s * w.w};
    }
}

// SwiGLU of a Llama feed-forward layer, two halves at a time.
extern "C" __global__ void swiglu(const half2* gate, const half2* up, half2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 g = __half22float2(gate[i]), u = __half22float2(up[i]);
    auto silu = [](float x) { return x / (1.f + __expf(-x)); };
    out[i] = __floats2half2_rn(silu(g.x) * u.x, silu(g.y) * u.y);
}
