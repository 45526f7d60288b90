typedef unsigned char uchar;
#define CLAMP(v, a, b) ((v) < (a) ? (a) : ((v) > (b) ? (b) : (v)))

// CS homework 1: rgb -> grey, interleaved bytes
extern "C" __global__ void colorToGreyscale(uchar *Pout, uchar *Pin, int width, int height)
{
    int Col = threadIdx.x + blockIdx.x * blockDim.x;
    int Row = threadIdx.y + blockIdx.y * blockDim.y;
    if (Col < width && Row < height) {
        int greyOffset = Row * width + Col;
        int rgbOffset = greyOffset * 3;
        uchar r = Pin[rgbOffset], g = Pin[rgbOffset + 1], b = Pin[rgbOffset + 2];
        Pout[greyOffset] = 0.21f * r + 0.71f * g + 0.07f * b;
    }
}
extern "C" __global__ void rgba_to_grey(const uchar4 *const rgba, uchar *const grey, int numRows, int numCols)
{
    // x is the row here
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    const int c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= numRows || c >= numCols) return;
    uchar4 p = rgba[r * numCols + c];
    grey[r * numCols + c] = (uchar)(.299f * p.x + .587f * p.y + .114f * p.z);
}
extern "C" __global__ void blurKernel(const uchar *in, uchar *out, int w, int h, int BLUR)
{
    int Col = blockIdx.x * blockDim.x + threadIdx.x;
    int Row = blockIdx.y * blockDim.y + threadIdx.y;
    if (Col < w && Row < h) {
        int pixVal = 0, pixels = 0;
        for (int br = -BLUR; br < BLUR + 1; ++br)
            for (int bc = -BLUR; bc < BLUR + 1; ++bc) {
                int cr = Row + br, cc = Col + bc;
                if (cr > -1 && cr < h && cc > -1 && cc < w) {
                    pixVal += in[cr * w + cc];
                    pixels++;
                }
            }
        out[Row * w + Col] = (uchar)(pixVal / pixels);
    }
}
// sobel on shared bytes, clamped
extern "C" __global__ void sobel_u8(const uchar *src, uchar *dst, int w, int h)
{
    __shared__ uchar t[18][34];
    int bx = blockIdx.x * 32, by = blockIdx.y * 16;
    for (int y = threadIdx.y; y < 18; y += blockDim.y)
        for (int x = threadIdx.x; x < 34; x += blockDim.x) {
            int gx = CLAMP(bx + x - 1, 0, w - 1), gy = CLAMP(by + y - 1, 0, h - 1);
            t[y][x] = src[gy * w + gx];
        }
    __syncthreads();
    for (int y = threadIdx.y; y < 16; y += blockDim.y) {
        int gx = bx + threadIdx.x, gy = by + y;
        if (gx >= w || gy >= h) continue;
        uchar *a = &t[y][threadIdx.x], *b = &t[y + 1][threadIdx.x], *c = &t[y + 2][threadIdx.x];
        int sx = a[2] + 2 * b[2] + c[2] - a[0] - 2 * b[0] - c[0];
        int sy = c[0] + 2 * c[1] + c[2] - a[0] - 2 * a[1] - a[2];
        int m = abs(sx) + abs(sy);
        dst[gy * w + gx] = m > 255 ? 255 : m;
    }
}
// median 3x3 by exchanging network
__device__ __forceinline__ void s2(float &a, float &b) { float t = fminf(a, b); b = fmaxf(a, b); a = t; }
extern "C" __global__ void median3(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) { out[y * w + x] = in[y * w + x]; return; }
    float v[9];
    int n = 0;
    for (int j = -1; j <= 1; j++) for (int i = -1; i <= 1; i++) v[n++] = in[(y + j) * w + x + i];
#pragma unroll
    for (int i = 0; i < 5; i++)
#pragma unroll
        for (int j = 0; j < 8 - i; j++) s2(v[j], v[j + 1]);
    out[y * w + x] = v[4];
}
// rotate by angle, nearest neighbour gather
extern "C" __global__ void rotate_nn(const unsigned *src, unsigned *dst, int w, int h, float c, float s)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float fx = x - w * 0.5f, fy = y - h * 0.5f;
        int sx = (int)floorf(c * fx + s * fy + w * 0.5f), sy = (int)floorf(-s * fx + c * fy + h * 0.5f);
        dst[y * w + x] = (sx >= 0 && sx < w && sy >= 0 && sy < h) ? src[sy * w + sx] : 0xff000000u;
    }
}
// bilinear resize, 3 channels float interleaved
extern "C" __global__ void resize_bilinear(const float *src, int sw, int sh, float *dst, int dw, int dh)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= dw * dh) return;
    int dx = i % dw, dy = i / dw;
    float fx = (dx + 0.5f) * sw / dw - 0.5f, fy = (dy + 0.5f) * sh / dh - 0.5f;
    fx = fmaxf(fx, 0.f); fy = fmaxf(fy, 0.f);
    int x0 = (int)fx, y0 = (int)fy, x1 = min(x0 + 1, sw - 1), y1 = min(y0 + 1, sh - 1);
    float ax = fx - x0, ay = fy - y0;
#pragma unroll
    for (int c = 0; c < 3; c++) {
        float top = src[(y0 * sw + x0) * 3 + c] * (1 - ax) + src[(y0 * sw + x1) * 3 + c] * ax;
        float bot = src[(y1 * sw + x0) * 3 + c] * (1 - ax) + src[(y1 * sw + x1) * 3 + c] * ax;
        dst[i * 3 + c] = top * (1 - ay) + bot * ay;
    }
}
// flip horizontally in place using block pairs in shared
extern "C" __global__ void flip_rows(uchar *img, int w)
{
    extern __shared__ uchar line[];
    uchar *row = img + blockIdx.x * w;
    for (int i = threadIdx.x; i < w; i += blockDim.x) line[i] = row[i];
    __syncthreads();
    for (int i = threadIdx.x; i < w; i += blockDim.x) row[i] = line[w - 1 - i];
}
// erosion with plus shape, binary packed in 32 bit words
extern "C" __global__ void erode_bits(const unsigned *in, unsigned *out, int wpr, int h)
{
    int wx = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (wx >= wpr || y >= h) return;
    const unsigned *p = in + y * wpr + wx;
    unsigned c = *p, l = wx ? p[-1] : ~0u, r = wx + 1 < wpr ? p[1] : ~0u;
    unsigned up = y ? p[-wpr] : ~0u, dn = y + 1 < h ? p[wpr] : ~0u;
    out[y * wpr + wx] = c & ((c << 1) | (l >> 31)) & ((c >> 1) | (r << 31)) & up & dn;
}
// equalise with LUT in shared; data dependent shared reads
extern "C" __global__ void apply_lut(const uchar4 *in, uchar4 *out, const uchar *lut, int n)
{
    __shared__ uchar L[256];
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < 256; i += blockDim.x * blockDim.y) L[i] = lut[i];
    __syncthreads();
    int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = in[i];
        p.x = L[p.x]; p.y = L[p.y]; p.z = L[p.z];
        out[i] = p;
    }
}
// mandelbrot
extern "C" __global__ void mandel(int *iters, int w, int h, int maxit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    float cr = -2.2f + 3.2f * px / w, ci = -1.2f + 2.4f * py / h, zr = 0, zi = 0;
    int k = 0;
    do {
        float t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
    } while (k < maxit && zr * zr + zi * zi < 4.f);
    iters[py * w + px] = k;
}
