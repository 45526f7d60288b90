// convolution zoo
#include <cuda_fp16.h>

#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define LOOP(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)

extern "C" __global__ void im2col_nchw(const float* im, int C, int H, int W, int k, int pad, int stride, int dil, int Ho, int Wo, float* col)
{
    LOOP(idx, C * Ho * Wo)
    {
        const int h_index = idx / Wo;
        const int h_col = h_index % Ho;
        const int w_col = idx % Wo;
        const int c_im = h_index / Ho;
        const int h0 = h_col * stride - pad, w0 = w_col * stride - pad;
        float* dst = col + ((c_im * k * k) * Ho + h_col) * Wo + w_col;
        const float* src = im + (c_im * H + h0) * W + w0;
        for (int i = 0; i < k; ++i)
            for (int j = 0; j < k; ++j) {
                int h = h0 + i * dil, w = w0 + j * dil;
                *dst = (h >= 0 && w >= 0 && h < H && w < W) ? src[i * dil * W + j * dil] : 0.f;
                dst += Ho * Wo;
            }
    }
}

extern "C" __global__ void col2im_nchw(const float* col, int C, int H, int W, int k, int pad, int stride, int Ho, int Wo, float* im)
{
    LOOP(idx, C * H * W)
    {
        float val = 0;
        const int w_im = idx % W + pad, h_im = (idx / W) % H + pad, c = idx / (W * H);
        const int ws = (w_im < k) ? 0 : (w_im - k) / stride + 1, we = min(w_im / stride + 1, Wo);
        const int hs = (h_im < k) ? 0 : (h_im - k) / stride + 1, he = min(h_im / stride + 1, Ho);
        for (int hc = hs; hc < he; hc++)
            for (int wc = ws; wc < we; wc++) {
                int hk = h_im - hc * stride, wk = w_im - wc * stride;
                val += col[(((c * k + hk) * k + wk) * Ho + hc) * Wo + wc];
            }
        im[idx] = val;
    }
}

// NHWC depthwise with float4 over channels; rows of outputs in registers (sliding window of 3)
extern "C" __global__ void depthwise_nhwc_slide(const float4* __restrict__ in, const float4* __restrict__ f, float4* __restrict__ out, int H, int W, int C4)
{
    int c = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y;
    if (c >= C4 || x >= W) return;
    auto at = [&](int yy, int xx) -> float4 {
        if (yy < 0 || yy >= H || xx < 0 || xx >= W) return make_float4(0.f, 0.f, 0.f, 0.f);
        return in[(yy * W + xx) * C4 + c];
    };
    float4 win[3][3];
    for (int j = 0; j < 3; j++) { win[0][j] = make_float4(0, 0, 0, 0); win[1][j] = at(0, x + j - 1); }
    for (int y = 0; y < H; y++) {
        for (int j = 0; j < 3; j++) win[2][j] = at(y + 1, x + j - 1);
        float4 s = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int i = 0; i < 3; i++)
#pragma unroll
            for (int j = 0; j < 3; j++) {
                float4 g = __ldg(f + (i * 3 + j) * C4 + c);
                s.x += g.x * win[i][j].x; s.y += g.y * win[i][j].y; s.z += g.z * win[i][j].z; s.w += g.w * win[i][j].w;
            }
        out[(y * W + x) * C4 + c] = s;
#pragma unroll
        for (int j = 0; j < 3; j++) { win[0][j] = win[1][j]; win[1][j] = win[2][j]; }
    }
}

// implicit gemm conv, K = C*R*S, shared double buffer with indices decomposed on the fly
extern "C" __global__ void implicit_gemm_conv(const float* x, const float* w, const float* bias, float* y, int N, int C, int H, int W, int K, int R)
{
    __shared__ float sw[2][8][33], sx[2][8][32];
    const int P = H - R + 1, Q = W - R + 1;
    const int crs = C * R * R, npq = N * P * Q;
    const int t = threadIdx.x; // 64
    const int k0 = blockIdx.y * 32, p0 = blockIdx.x * 32;
    int buf = 0;
    auto load = [&](int b, int base) {
        for (int e = t; e < 256; e += 64) {
            int kk = e >> 3, q = base + (e & 7);
            sw[b][e & 7][kk] = (k0 + kk < K && q < crs) ? w[(k0 + kk) * crs + q] : 0.f;
            int pp = p0 + (e & 31), qq = base + (e >> 5);
            float v = 0.f;
            if (pp < npq && qq < crs) {
                int n = pp / (P * Q), rem = pp % (P * Q), oy = rem / Q, ox = rem % Q;
                int c = qq / (R * R), rs = qq % (R * R);
                v = x[((n * C + c) * H + oy + rs / R) * W + ox + rs % R];
            }
            sx[b][e >> 5][e & 31] = v;
        }
    };
    float acc[4][4] = {{0}};
    const int ty = t / 8, tx = t % 8;
    load(0, 0);
    __syncthreads();
    for (int base = 0; base < crs; base += 8) {
        if (base + 8 < crs) load(buf ^ 1, base + 8);
        for (int q = 0; q < 8; q++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) acc[i][j] += sw[buf][q][ty * 4 + i] * sx[buf][q][tx + 8 * j];
        buf ^= 1;
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int k = k0 + ty * 4 + i, pp = p0 + tx + 8 * j;
            if (k < K && pp < npq) y[((pp / (P * Q)) * K + k) * P * Q + pp % (P * Q)] = fmaxf(acc[i][j] + bias[k], 0.f);
        }
}

// winograd F(2x2,3x3) input transform: 4x4 tiles -> 16 planes
extern "C" __global__ void winograd_input(const float* d, float* V, int C, int H, int W, int tilesx, int tilesy)
{
    int tile = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
    if (tile >= tilesx * tilesy) return;
    int ty = tile / tilesx * 2 - 1, tx = tile % tilesx * 2 - 1;
    float in[4][4], tmp[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int yy = ty + i, xx = tx + j;
            in[i][j] = (yy >= 0 && xx >= 0 && yy < H && xx < W) ? d[(c * H + yy) * W + xx] : 0.f;
        }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        tmp[0][j] = in[0][j] - in[2][j];
        tmp[1][j] = in[1][j] + in[2][j];
        tmp[2][j] = in[2][j] - in[1][j];
        tmp[3][j] = in[1][j] - in[3][j];
    }
    const int plane = C * tilesx * tilesy;
    float* v = V + c * tilesx * tilesy + tile;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        v[(i * 4 + 0) * plane] = tmp[i][0] - tmp[i][2];
        v[(i * 4 + 1) * plane] = tmp[i][1] + tmp[i][2];
        v[(i * 4 + 2) * plane] = tmp[i][2] - tmp[i][1];
        v[(i * 4 + 3) * plane] = tmp[i][1] - tmp[i][3];
    }
}

// max pool with mask + backward scatter (non overlapping 2x2 => no atomics)
extern "C" __global__ void maxpool_fwd(const float* x, float* y, unsigned char* mask, int planes, int H, int W, int k, int s)
{
    int Ho = (H - k) / s + 1, Wo = (W - k) / s + 1;
    LOOP(i, planes * Ho * Wo)
    {
        int ox = i % Wo, oy = i / Wo % Ho, p = i / Wo / Ho;
        const float* src = x + (p * H + oy * s) * W + ox * s;
        float best = src[0]; int arg = 0;
        int q = 0;
        do {
            float v = src[(q / k) * W + q % k];
            if (v > best) best = v, arg = q;
        } while (++q < k * k);
        y[i] = best; mask[i] = (unsigned char)arg;
    }
}
extern "C" __global__ void maxunpool_scatter(const float* dy, const unsigned char* mask, float* dx, int planes, int Ho, int Wo, int k)
{
    LOOP(i, planes * Ho * Wo)
    {
        int m = mask[i] % (k * k);
        int ox = i % Wo, oy = i / Wo % Ho, p = i / Wo / Ho;
        dx[(p * Ho * k + oy * k + m / k) * Wo * k + ox * k + m % k] = dy[i];
    }
}

// bilinear upsample NCHW, align_corners, and deformable style sampling with offsets
__device__ __forceinline__ float bilin(const float* p, int H, int W, float y, float x)
{
    if (y <= -1.f || y >= H || x <= -1.f || x >= W) return 0.f;
    int y0 = (int)floorf(y), x0 = (int)floorf(x);
    float ly = y - y0, lx = x - x0, r = 0;
    if (y0 >= 0 && x0 >= 0) r += (1 - ly) * (1 - lx) * p[y0 * W + x0];
    if (y0 >= 0 && x0 + 1 < W) r += (1 - ly) * lx * p[y0 * W + x0 + 1];
    if (y0 + 1 < H && x0 >= 0) r += ly * (1 - lx) * p[(y0 + 1) * W + x0];
    if (y0 + 1 < H && x0 + 1 < W) r += ly * lx * p[(y0 + 1) * W + x0 + 1];
    return r;
}
extern "C" __global__ void deform_im2col(const float* im, const float* off, float* col, int C, int H, int W, float amp)
{
    LOOP(i, C * H * W)
    {
        int x = i % W, y = i / W % H, c = i / (W * H);
        for (int t = 0; t < 9; t++) {
            float dy = off[((2 * t) * H + y) * W + x] * amp, dx = off[((2 * t + 1) * H + y) * W + x] * amp;
            col[((c * 9 + t) * H + y) * W + x] = bilin(im + c * H * W, H, W, y + t / 3 - 1 + dy, x + t % 3 - 1 + dx);
        }
    }
}
// 1d causal conv (mamba-like), channel-last, 4 taps held in registers, each thread a channel pair
extern "C" __global__ void causal_conv1d_silu(const float2* x, const float* w, float2* y, int L, int D2, int seg)
{
    int d = blockIdx.x * blockDim.x + threadIdx.x;
    if (d >= D2) return;
    float4 w0 = *(const float4*)(w + 8 * d), w1 = *(const float4*)(w + 8 * d + 4);
    int l0 = blockIdx.y * seg;
    float2 h[3];
    for (int k = 0; k < 3; k++) { int l = l0 - 3 + k; h[k] = l >= 0 ? x[l * D2 + d] : make_float2(0, 0); }
    for (int l = l0; l < min(L, l0 + seg); ++l) {
        float2 c = x[l * D2 + d], o;
        o.x = h[0].x * w0.x + h[1].x * w0.y + h[2].x * w0.z + c.x * w0.w;
        o.y = h[0].y * w1.x + h[1].y * w1.y + h[2].y * w1.z + c.y * w1.w;
        o.x = o.x / (1.f + __expf(-o.x)); o.y = o.y / (1.f + __expf(-o.y));
        y[l * D2 + d] = o;
        h[0] = h[1]; h[1] = h[2]; h[2] = c;
    }
}
