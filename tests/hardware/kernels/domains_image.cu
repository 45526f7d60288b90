typedef unsigned char uchar;

#define CLAMP(v, a, b) ((v) < (a) ? (a) : ((v) > (b) ? (b) : (v)))

__device__ int px(const uchar* im, int x, int y, int w, int h)
{
    x = CLAMP(x, 0, w - 1);
    y = CLAMP(y, 0, h - 1);
    return im[y * w + x];
}

extern "C" __global__ void sobel(const uchar* src, uchar* dst, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int gx = -px(src,x-1,y-1,w,h) + px(src,x+1,y-1,w,h) - 2*px(src,x-1,y,w,h) + 2*px(src,x+1,y,w,h) - px(src,x-1,y+1,w,h) + px(src,x+1,y+1,w,h);
    int gy = -px(src,x-1,y-1,w,h) - 2*px(src,x,y-1,w,h) - px(src,x+1,y-1,w,h) + px(src,x-1,y+1,w,h) + 2*px(src,x,y+1,w,h) + px(src,x+1,y+1,w,h);
    int m = abs(gx) + abs(gy);
    dst[y * w + x] = m > 255 ? 255 : m;
}

// median 3x3 out of a shared tile with apron (bytes)
#define TX 16
#define TY 8
__device__ inline void cswap(uchar& a, uchar& b) { if (a > b) { uchar t = a; a = b; b = t; } }
extern "C" __global__ void median3(const uchar* src, uchar* dst, int w, int h)
{
    __shared__ uchar tile[TY + 2][TX + 2];
    int x0 = blockIdx.x * TX - 1, y0 = blockIdx.y * TY - 1;
    for (int k = threadIdx.y * TX + threadIdx.x; k < (TX + 2) * (TY + 2); k += TX * TY) {
        int ty = k / (TX + 2), tx = k % (TX + 2);
        tile[ty][tx] = px(src, x0 + tx, y0 + ty, w, h);
    }
    __syncthreads();
    int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
    if (x < w && y < h) {
        uchar v[9];
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++)
                v[3 * j + i] = tile[threadIdx.y + j][threadIdx.x + i];
        for (int i = 0; i < 5; i++)
            for (int j = i + 1; j < 9; j++) cswap(v[i], v[j]);
        dst[y * w + x] = v[4];
    }
}

extern "C" __global__ void bilateral(const float* __restrict__ in, float* __restrict__ out, int w, int h, int radius, float is2, float ir2)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < w && y < h) {
        float c = in[y * w + x], num = 0, den = 0;
        for (int dy = -radius; dy <= radius; ++dy) {
            int yy = y + dy;
            if (yy < 0 || yy >= h) continue;
            for (int dx = -radius; dx <= radius; ++dx) {
                int xx = x + dx;
                if (xx < 0 || xx >= w) continue;
                float p = in[yy * w + xx];
                float wt = __expf(-(dx * dx + dy * dy) * is2 - (p - c) * (p - c) * ir2);
                num += wt * p;
                den += wt;
            }
        }
        out[y * w + x] = num / den;
    }
}

// erosion / dilation with a structuring element mask
extern "C" __global__ void morph(const uchar* img, const uchar* se, int seW, int seH, uchar* out, int w, int h, int dilate)
{
    extern __shared__ uchar mask[];
    int lin = threadIdx.y * blockDim.x + threadIdx.x;
    if (lin < seW * seH) mask[lin] = se[lin];
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    uchar best = dilate ? 0 : 255;
    for (int j = 0; j < seH; j++)
        for (int i = 0; i < seW; i++)
            if (mask[j * seW + i]) {
                uchar p = px(img, x + i - seW / 2, y + j - seH / 2, w, h);
                best = dilate ? max(best, p) : min(best, p);
            }
    out[y * w + x] = best;
}

// one label-propagation step of connected components: follow parents to root in neighbours, take min
extern "C" __global__ void ccl_step(const uchar* binary, const int* label_in, int* label_out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int p = y * w + x;
    if (!binary[p]) { label_out[p] = -1; return; }
    int m = label_in[p];
    if (x > 0 && binary[p - 1]) m = min(m, label_in[p - 1]);
    if (x + 1 < w && binary[p + 1]) m = min(m, label_in[p + 1]);
    if (y > 0 && binary[p - w]) m = min(m, label_in[p - w]);
    if (y + 1 < h && binary[p + w]) m = min(m, label_in[p + w]);
    while (label_in[m] < m) m = label_in[m];
    label_out[p] = m;
}

// tile-local CCL in shared memory with union find
__device__ int root(volatile int* L, int i) { while (L[i] != i) i = L[i]; return i; }
extern "C" __global__ void ccl_tile(const uchar* binary, int* labels, int w)
{
    __shared__ int L[16 * 16];
    int t = threadIdx.y * 16 + threadIdx.x;
    int gx = blockIdx.x * 16 + threadIdx.x, gy = blockIdx.y * 16 + threadIdx.y;
    bool on = binary[gy * w + gx] > 100;
    int mine = t;
    __shared__ int changed;
    __shared__ uchar fg[256];
    fg[t] = on;
    L[t] = on ? t : 256;
    do {
        __syncthreads();
        if (t == 0) changed = 0;
        int best = L[t];
        if (on) {
            if (threadIdx.x > 0 && fg[t - 1]) best = min(best, L[t - 1]);
            if (threadIdx.x < 15 && fg[t + 1]) best = min(best, L[t + 1]);
            if (threadIdx.y > 0 && fg[t - 16]) best = min(best, L[t - 16]);
            if (threadIdx.y < 15 && fg[t + 16]) best = min(best, L[t + 16]);
            best = min(best, L[best]);
        }
        __syncthreads();
        if (on && best < L[t]) { L[t] = best; atomicOr(&changed, 1); }
        __syncthreads();
    } while (changed);
    mine = L[t];
    labels[gy * w + gx] = on ? mine : -1;
}

// integral image: first pass rows (one warp a row), second pass columns (one thread a column)
extern "C" __global__ void integral_rows(const uchar* img, unsigned* sat, int w, int h)
{
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    if (row >= h) return;
    unsigned carry = 0;
    for (int base = 0; base < w; base += 32) {
        unsigned v = base + lane < w ? img[row * w + base + lane] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            unsigned o = __shfl_up_sync(~0u, v, d);
            if (lane >= d) v += o;
        }
        v += carry;
        if (base + lane < w) sat[row * w + base + lane] = v;
        carry = __shfl_sync(~0u, v, 31);
    }
}
extern "C" __global__ void integral_cols(unsigned* sat, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < w)
        for (unsigned run = 0, r = 0; r < h; ++r) sat[r * w + c] = run += sat[r * w + c];
}

// Haar-like box feature from a SAT at data-dependent windows
extern "C" __global__ void haar_windows(const unsigned* sat, const unsigned short* wx, const unsigned short* wy, const uchar* size, int* score, int nwin, int w)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= nwin) return;
    int s = 4 + size[i], x = wx[i], y = wy[i];
    auto box = [=](int x0, int y0, int x1, int y1) { return (int)(sat[y1 * w + x1] - sat[y0 * w + x1] - sat[y1 * w + x0] + sat[y0 * w + x0]); };
    score[i] = box(x, y, x + s, y + s) - 2 * box(x + s / 2, y, x + s, y + s);
}

// 8x8 DCT: 8 threads per column / row, several blocks per CTA, float in shared memory
__device__ float dctbasis(int u, int x) { return (u ? 0.5f : 0.35355339f) * cospif((2 * x + 1) * u / 16.0f); }
extern "C" __global__ void dct8x8(const uchar* img, short* coef, const uchar* quant, int w)
{
    __shared__ float blk[4][8][8];
    __shared__ float tmp[4][8][8];
    __shared__ float C[8][8];
    int z = threadIdx.z, r = threadIdx.y, c = threadIdx.x;
    if (z == 0) C[r][c] = dctbasis(r, c);
    int bx = blockIdx.x * 4 + z;
    int X = bx * 8 + c, Y = blockIdx.y * 8 + r;
    if (X < w) blk[z][r][c] = (float)img[Y * w + X] - 128.f; else blk[z][r][c] = 0;
    __syncthreads();
    float a = 0;
    for (int k = 0; k < 8; k++) a += C[r][k] * blk[z][k][c];
    tmp[z][r][c] = a;
    __syncthreads();
    a = 0;
    for (int k = 0; k < 8; k++) a += tmp[z][r][k] * C[c][k];
    int q = quant[r * 8 + c] + 1;
    if (X < w) {
        // zig-zag position
        int s = r + c;
        int z0 = s < 8 ? s * (s + 1) / 2 : 64 - (15 - s) * (16 - s) / 2;
        int along = s < 8 ? (s & 1 ? r : c) : (s & 1 ? r - (s - 7) : c - (s - 7));
        coef[(blockIdx.y * (w / 8) + bx) * 64 + z0 + along] = (short)rintf(a / q);
    }
}

// Bayer RGGB demosaic
extern "C" __global__ void demosaic(const unsigned short* raw, uchar3* rgb, int w, int h)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < 1 || y < 1 || x > w - 2 || y > h - 2) return;
    const unsigned short* p = raw + y * w + x;
    int self = *p, hor = (p[-1] + p[1]) / 2, ver = (p[-w] + p[w]) / 2;
    int dia = (p[-w - 1] + p[-w + 1] + p[w - 1] + p[w + 1]) / 4;
    int r, g, b;
    switch ((y & 1) * 2 + (x & 1)) {
    case 0: r = self; g = (hor + ver) / 2; b = dia; break;
    case 1: r = hor; g = self; b = ver; break;
    case 2: r = ver; g = self; b = hor; break;
    default: r = dia; g = (hor + ver) / 2; b = self;
    }
    rgb[y * w + x] = make_uchar3(r >> 2, g >> 2, b >> 2);
}

// bilinear resize, float4 pixels
extern "C" __global__ void resize_bilinear(const float4* src, int sw, int sh, float4* dst, int dw, int dh)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < dw * dh; i += gridDim.x * blockDim.x) {
        int dx = i % dw, dy = i / dw;
        float fx = (dx + 0.5f) * sw / dw - 0.5f, fy = (dy + 0.5f) * sh / dh - 0.5f;
        int x = (int)floorf(fx), y = (int)floorf(fy);
        float ax = fx - x, ay = fy - y;
        int x0 = max(x, 0), x1 = min(x + 1, sw - 1), y0 = max(y, 0), y1 = min(y + 1, sh - 1);
        float4 a = src[y0 * sw + x0], b = src[y0 * sw + x1], c = src[y1 * sw + x0], d = src[y1 * sw + x1];
#define LERP2(m) ((a.m * (1 - ax) + b.m * ax) * (1 - ay) + (c.m * (1 - ax) + d.m * ax) * ay)
        dst[i] = make_float4(LERP2(x), LERP2(y), LERP2(z), LERP2(w));
    }
}

// rotate 90 degrees planar image, naive
extern "C" __global__ void rotate90(const int* in, int* out, int w, int h)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[x * h + (h - 1 - y)] = in[y * w + x];
}

// histogram equalisation: histogram of shared bins per warp, then CDF by thread 0, then remap
extern "C" __global__ void equalise_tile(const uchar* in, uchar* out, int pix)
{
    __shared__ unsigned hist[64];
    __shared__ uchar lut[64];
    const uchar* s = in + (size_t)blockIdx.x * pix;
    if (threadIdx.x < 64) hist[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < pix; i += blockDim.x) atomicAdd(hist + (s[i] >> 2), 1u);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned c = 0;
        for (int b = 0; b < 64; ++b) { c += hist[b]; lut[b] = (uchar)(c * 255 / pix); }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < pix; i += blockDim.x) out[(size_t)blockIdx.x * pix + i] = lut[s[i] >> 2];
}
