// What deep-learning courses write: softmax, norms, attention, losses, layers, optimisers.
#include <cmath>
#define FULL 0xFFFFFFFFu

__device__ float warp_max(float v) {
    for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(FULL, v, o));
    return v;
}
__device__ float warp_sum(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(FULL, v, o);
    return v;
}

extern "C" __global__ void softmax_three_passes(const float* in, float* out, int cols) {
    extern __shared__ float scratch[];
    const float* x = in + blockIdx.x * cols;
    float* y = out + blockIdx.x * cols;
    int t = threadIdx.x;
    float m = -INFINITY;
    for (int i = t; i < cols; i += blockDim.x) m = fmaxf(m, x[i]);
    scratch[t] = m;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) scratch[t] = fmaxf(scratch[t], scratch[t + s]);
        __syncthreads();
    }
    m = scratch[0];
    __syncthreads();
    float sum = 0.0f;
    for (int i = t; i < cols; i += blockDim.x) {
        y[i] = expf(x[i] - m);
        sum += y[i];
    }
    scratch[t] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) scratch[t] += scratch[t + s];
        __syncthreads();
    }
    sum = scratch[0];
    for (int i = t; i < cols; i += blockDim.x) y[i] /= sum;
}

extern "C" __global__ void softmax_online(const float* in, float* out, int rows, int cols) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float m = -INFINITY, d = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32) {
        float x = in[row * cols + i], bigger = fmaxf(m, x);
        d = d * __expf(m - bigger) + __expf(x - bigger);
        m = bigger;
    }
    float whole = warp_max(m);
    d = warp_sum(d * __expf(m - whole));
    for (int i = threadIdx.x; i < cols; i += 32) out[row * cols + i] = __expf(in[row * cols + i] - whole) / d;
}

extern "C" __global__ void layer_norm(const float* in, const float* gamma, const float* beta, float* out, int cols, float eps) {
    __shared__ float sums[8], squares[8];
    const float4* x = reinterpret_cast<const float4*>(in + blockIdx.x * cols);
    float s = 0.0f, q = 0.0f;
    for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
        float4 v = x[i];
        s += v.x + v.y + v.z + v.w;
        q += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    s = warp_sum(s);
    q = warp_sum(q);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) {
        sums[warp] = s;
        squares[warp] = q;
    }
    __syncthreads();
    s = lane < blockDim.x / 32 ? sums[lane] : 0.0f;
    q = lane < blockDim.x / 32 ? squares[lane] : 0.0f;
    s = warp_sum(s);
    q = warp_sum(q);
    float mean = s / cols, rstd = rsqrtf(q / cols - mean * mean + eps);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[blockIdx.x * cols + i] = (in[blockIdx.x * cols + i] - mean) * rstd * gamma[i] + beta[i];
}

extern "C" __global__ void rms_norm(const float* in, const float* weight, float* out, int cols) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32) sum = fmaf(in[blockIdx.x * cols + i], in[blockIdx.x * cols + i], sum);
    float scale = rsqrtf(warp_sum(sum) / cols + 1e-6f);
    for (int i = threadIdx.x; i < cols; i += 32) out[blockIdx.x * cols + i] = in[blockIdx.x * cols + i] * scale * weight[i];
}

extern "C" __global__ void activations(const float* in, float* out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float x = in[i];
        float* y = out + 8 * i;
        y[0] = x > 0.0f ? x : 0.0f;
        y[1] = x > 0.0f ? x : 0.01f * x;
        y[2] = 1.0f / (1.0f + expf(-x));
        y[3] = tanhf(x);
        y[4] = 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
        y[5] = 0.5f * x * (1.0f + erff(x * 0.70710678f));
        y[6] = x / (1.0f + __expf(-x));
        y[7] = log1pf(expf(x));
    }
}

extern "C" __global__ void attention_row(const float* q, const float* k, const float* v, float* out, int n, int d) {
    // One block a query; scores in shared memory.
    extern __shared__ float scores[];
    int row = blockIdx.x, t = threadIdx.x;
    float scale = rsqrtf((float)d);
    for (int j = t; j < n; j += blockDim.x) {
        float s = 0.0f;
        for (int c = 0; c < d; ++c) s += q[row * d + c] * k[j * d + c];
        scores[j] = j <= row ? s * scale : -INFINITY;
    }
    __syncthreads();
    float m = -INFINITY, sum = 0.0f;
    for (int j = 0; j < n; ++j) m = fmaxf(m, scores[j]);
    for (int j = 0; j < n; ++j) sum += expf(scores[j] - m);
    for (int c = t; c < d; c += blockDim.x) {
        float o = 0.0f;
        for (int j = 0; j < n; ++j) o += expf(scores[j] - m) / sum * v[j * d + c];
        out[row * d + c] = o;
    }
}

#define TILE 16
#define DIM 8

extern "C" __global__ void flash_attention(const float* q, const float* k, const float* v, float* out, int n) {
    __shared__ float keys[TILE][DIM], values[TILE][DIM];
    int row = blockIdx.x * TILE + threadIdx.x;
    float query[DIM], sum[DIM] = {0}, m = -INFINITY, l = 0.0f;
    for (int c = 0; c < DIM; ++c) query[c] = row < n ? q[row * DIM + c] : 0.0f;
    for (int start = 0; start < n; start += TILE) {
        for (int c = 0; c < DIM; ++c) {
            keys[threadIdx.x][c] = start + threadIdx.x < n ? k[(start + threadIdx.x) * DIM + c] : 0.0f;
            values[threadIdx.x][c] = start + threadIdx.x < n ? v[(start + threadIdx.x) * DIM + c] : 0.0f;
        }
        __syncthreads();
        float s[TILE], biggest = m;
        for (int j = 0; j < TILE; ++j) {
            s[j] = 0.0f;
            for (int c = 0; c < DIM; ++c) s[j] += query[c] * keys[j][c];
            s[j] = start + j < n ? s[j] * 0.35355339f : -INFINITY;
            biggest = fmaxf(biggest, s[j]);
        }
        float correction = __expf(m - biggest);
        l *= correction;
        for (int c = 0; c < DIM; ++c) sum[c] *= correction;
        for (int j = 0; j < TILE; ++j) {
            float p = __expf(s[j] - biggest);
            l += p;
            for (int c = 0; c < DIM; ++c) sum[c] += p * values[j][c];
        }
        m = biggest;
        __syncthreads();
    }
    if (row < n)
        for (int c = 0; c < DIM; ++c) out[row * DIM + c] = sum[c] / l;
}

extern "C" __global__ void cross_entropy(const float* logits, const int* labels, float* losses, float* gradient, int classes) {
    int row = blockIdx.x, lane = threadIdx.x;
    const float* x = logits + row * classes;
    float m = -INFINITY, sum = 0.0f;
    for (int c = lane; c < classes; c += 32) m = fmaxf(m, x[c]);
    m = warp_max(m);
    for (int c = lane; c < classes; c += 32) sum += expf(x[c] - m);
    sum = warp_sum(sum);
    if (lane == 0) losses[row] = logf(sum) + m - x[labels[row]];
    for (int c = lane; c < classes; c += 32) gradient[row * classes + c] = expf(x[c] - m) / sum - (c == labels[row]);
}

extern "C" __global__ void embedding_lookup(const int* tokens, const float4* table, float4* out, int width4) {
    const float4* row = table + tokens[blockIdx.x] * width4;
    for (int i = threadIdx.x; i < width4; i += blockDim.x) out[blockIdx.x * width4 + i] = row[i];
}

extern "C" __global__ void embedding_gradient(const int* tokens, const float* gradient, float* table, int width) {
    for (int i = threadIdx.x; i < width; i += blockDim.x) atomicAdd(&table[tokens[blockIdx.x] * width + i], gradient[blockIdx.x * width + i]);
}

extern "C" __global__ void rotary_embedding(float* x, int heads, int width, float base) {
    int pos = blockIdx.x, head = blockIdx.y, i = threadIdx.x;
    if (i >= width / 2) return;
    float angle = pos * powf(base, -2.0f * i / width), s, c;
    sincosf(angle, &s, &c);
    float2* pair = reinterpret_cast<float2*>(x + (pos * heads + head) * width) + i;
    float2 p = *pair;
    *pair = make_float2(p.x * c - p.y * s, p.x * s + p.y * c);
}

extern "C" __global__ void max_pool(const float* in, float* out, int* argmax, int h, int w) {
    int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.z;
    if (ox >= w / 2 || oy >= h / 2) return;
    float best = -INFINITY;
    int at = -1;
    for (int dy = 0; dy < 2; ++dy)
        for (int dx = 0; dx < 2; ++dx) {
            int i = (c * h + oy * 2 + dy) * w + ox * 2 + dx;
            if (in[i] > best) { best = in[i]; at = i; }
        }
    out[(c * (h / 2) + oy) * (w / 2) + ox] = best;
    argmax[(c * (h / 2) + oy) * (w / 2) + ox] = at;
}

extern "C" __global__ void convolution_layer(const float* in, const float* weight, const float* bias, float* out, int C, int H, int W, int K) {
    // NCHW, one image, valid padding; grid z is the output channel.
    int m = blockIdx.z, oh = H - K + 1, ow = W - K + 1, x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    float sum = bias[m];
    for (int c = 0; c < C; ++c)
        for (int p = 0; p < K; ++p)
            for (int q = 0; q < K; ++q) sum += in[(c * H + y + p) * W + x + q] * weight[((m * C + c) * K + p) * K + q];
    out[(m * oh + y) * ow + x] = sum;
}

extern "C" __global__ void im2col(const float* in, float* columns, int C, int H, int W, int K) {
    int oh = H - K + 1, ow = W - K + 1, total = C * oh * ow;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
        int x = i % ow, y = i / ow % oh, c = i / ow / oh;
        float* column = columns + (c * K * K * oh + y) * ow + x;
        for (int p = 0; p < K; ++p)
            for (int q = 0; q < K; ++q) {
                *column = in[(c * H + y + p) * W + x + q];
                column += oh * ow;
            }
    }
}

extern "C" __global__ void batch_norm(const float* in, float* out, const float* gamma, const float* beta, int batch, int channels, int size) {
    __shared__ float mean, inverse;
    __shared__ float partial[64], squares[64];
    int c = blockIdx.x, t = threadIdx.x;
    float s = 0, q = 0;
    for (int i = t; i < batch * size; i += 64) {
        float v = in[(i / size * channels + c) * size + i % size];
        s += v;
        q += v * v;
    }
    partial[t] = s;
    squares[t] = q;
    for (int k = 32; k > 0; k >>= 1) {
        __syncthreads();
        if (t < k) {
            partial[t] += partial[t + k];
            squares[t] += squares[t + k];
        }
    }
    if (t == 0) {
        mean = partial[0] / (batch * size);
        inverse = 1.0f / sqrtf(squares[0] / (batch * size) - mean * mean + 1e-5f);
    }
    __syncthreads();
    for (int i = t; i < batch * size; i += 64) {
        int at = (i / size * channels + c) * size + i % size;
        out[at] = gamma[c] * (in[at] - mean) * inverse + beta[c];
    }
}

extern "C" __global__ void adam_step(float* w, const float* g, float* m, float* v, int n, float lr, float b1, float b2, float eps, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    m[i] = b1 * m[i] + (1.0f - b1) * g[i];
    v[i] = b2 * v[i] + (1.0f - b2) * g[i] * g[i];
    float mh = m[i] / (1.0f - powf(b1, step)), vh = v[i] / (1.0f - powf(b2, step));
    w[i] -= lr * mh / (sqrtf(vh) + eps);
}

extern "C" __global__ void dropout(const float* in, float* out, int n, float keep, unsigned seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = seed ^ (i * 747796405u + 2891336453u);
    unsigned word = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
    word = (word >> 22u) ^ word;
    float u = (word >> 8) * (1.0f / 16777216.0f);
    out[i] = u < keep ? in[i] / keep : 0.0f;
}

extern "C" __global__ void quantise_int8(const float* in, signed char* out, float* scales, int cols) {
    float m = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32) m = fmaxf(m, fabsf(in[blockIdx.x * cols + c]));
    float scale = warp_max(m) / 127.0f;
    for (int c = threadIdx.x; c < cols; c += 32) out[blockIdx.x * cols + c] = (signed char)__float2int_rn(in[blockIdx.x * cols + c] / scale);
    if (threadIdx.x == 0) scales[blockIdx.x] = scale;
}

extern "C" __global__ void k_nearest(const float2* points, int n, const float2* queries, int* nearest, float* distance) {
    __shared__ float2 tile[32];
    float2 mine = queries[blockIdx.x * 32 + threadIdx.x];
    float best = 3.4e38f;
    int at = -1;
    for (int start = 0; start < n; start += 32) {
        if (start + threadIdx.x < n) tile[threadIdx.x] = points[start + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < min(32, n - start); ++j) {
            float dx = tile[j].x - mine.x, dy = tile[j].y - mine.y, d = dx * dx + dy * dy;
            if (d < best) { best = d; at = start + j; }
        }
        __syncthreads();
    }
    nearest[blockIdx.x * 32 + threadIdx.x] = at;
    distance[blockIdx.x * 32 + threadIdx.x] = sqrtf(best);
}

extern "C" __global__ void k_means_step(const float2* points, int n, const float2* centres, int k, int* labels, float2* sums, int* counts) {
    __shared__ float sx[8], sy[8];
    __shared__ int sn[8];
    if (threadIdx.x < k) { sx[threadIdx.x] = sy[threadIdx.x] = 0.0f; sn[threadIdx.x] = 0; }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float best = 1e30f;
        int which = 0;
        for (int c = 0; c < k; ++c) {
            float d = hypotf(points[i].x - centres[c].x, points[i].y - centres[c].y);
            if (d < best) { best = d; which = c; }
        }
        labels[i] = which;
        atomicAdd(&sx[which], points[i].x);
        atomicAdd(&sy[which], points[i].y);
        atomicAdd(&sn[which], 1);
    }
    __syncthreads();
    if (threadIdx.x < k) {
        atomicAdd(&sums[threadIdx.x].x, sx[threadIdx.x]);
        atomicAdd(&sums[threadIdx.x].y, sy[threadIdx.x]);
        atomicAdd(&counts[threadIdx.x], sn[threadIdx.x]);
    }
}
