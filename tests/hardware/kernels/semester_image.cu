// colour to grey, blur, sobel, median, bilinear resize, integral rows
extern "C" __global__ void rgb2gray(unsigned char *grey, const unsigned char *rgb, int width, int height)
{
    int Col = threadIdx.x + blockIdx.x * blockDim.x, Row = threadIdx.y + blockIdx.y * blockDim.y;
    if (Col < width && Row < height) {
        int greyOffset = Row * width + Col, rgbOffset = greyOffset * 3;
        unsigned char r = rgb[rgbOffset], g = rgb[rgbOffset + 1], b = rgb[rgbOffset + 2];
        grey[greyOffset] = 0.21f * r + 0.71f * g + 0.07f * b;
    }
}
extern "C" __global__ void blurKernel(const unsigned char *in, unsigned char *out, int w, int h)
{
    int Col = blockIdx.x * blockDim.x + threadIdx.x;
    int Row = blockIdx.y * blockDim.y + threadIdx.y;
    if (Col < w && Row < h) {
        int pixVal = 0, pixels = 0;
        for (int blurRow = -1; blurRow < 2; ++blurRow)
            for (int blurCol = -1; blurCol < 2; ++blurCol) {
                int curRow = Row + blurRow, curCol = Col + blurCol;
                if (curRow > -1 && curRow < h && curCol > -1 && curCol < w) {
                    pixVal += in[curRow * w + curCol];
                    pixels++;
                }
            }
        out[Row * w + Col] = (unsigned char)(pixVal / pixels);
    }
}
extern "C" __global__ void sobel_shared(const float *img, float *mag, int w, int h)
{
    __shared__ float t[10][34];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    int id = threadIdx.y * 32 + threadIdx.x;
    for (int k = id; k < 340; k += 256) {
        int yy = min(max(y0 + k / 34 - 1, 0), h - 1), xx = min(max(x0 + k % 34 - 1, 0), w - 1);
        t[k / 34][k % 34] = img[yy * w + xx];
    }
    __syncthreads();
    int x = x0 + threadIdx.x, y = y0 + threadIdx.y, a = threadIdx.x + 1, b = threadIdx.y + 1;
    float gx = t[b - 1][a + 1] + 2 * t[b][a + 1] + t[b + 1][a + 1] - t[b - 1][a - 1] - 2 * t[b][a - 1] - t[b + 1][a - 1];
    float gy = t[b + 1][a - 1] + 2 * t[b + 1][a] + t[b + 1][a + 1] - t[b - 1][a - 1] - 2 * t[b - 1][a] - t[b - 1][a + 1];
    if (x < w && y < h) mag[y * w + x] = sqrtf(gx * gx + gy * gy);
}
__device__ void cswap(int &a, int &b) { int lo = min(a, b); b = max(a, b); a = lo; }
extern "C" __global__ void median3(const int *in, int *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) { out[y * w + x] = in[y * w + x]; return; }
    int v[9];
    #pragma unroll
    for (int k = 0; k < 9; k++) v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
    #pragma unroll
    for (int i = 0; i < 5; i++)
        #pragma unroll
        for (int j = 8; j > i; j--) cswap(v[j - 1], v[j]);
    out[y * w + x] = v[4];
}
extern "C" __global__ void bilinear(const float *src, int sw, int sh, float *dst, int dw, int dh)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < dh; y += gridDim.y * blockDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < dw; x += gridDim.x * blockDim.x) {
            float fx = (x + 0.5f) * sw / dw - 0.5f, fy = (y + 0.5f) * sh / dh - 0.5f;
            int ix = (int)floorf(fx), iy = (int)floorf(fy);
            float ax = fx - ix, ay = fy - iy;
            int x1 = min(ix + 1, sw - 1), y1 = min(iy + 1, sh - 1);
            ix = max(ix, 0); iy = max(iy, 0);
            float top = src[iy * sw + ix] * (1 - ax) + src[iy * sw + x1] * ax;
            float bot = src[y1 * sw + ix] * (1 - ax) + src[y1 * sw + x1] * ax;
            dst[y * dw + x] = top * (1 - ay) + bot * ay;
        }
}
// equalisation: cdf in shared memory, lookup per pixel
extern "C" __global__ void equalize(const unsigned char *img, const int *hist, unsigned char *out, int n)
{
    __shared__ int cdf[256];
    int t = threadIdx.x;
    for (int b = t; b < 256; b += blockDim.x) cdf[b] = hist[b];
    __syncthreads();
    if (t < 16) {
        for (int k = 1; k < 16; k++) cdf[t * 16 + k] += cdf[t * 16 + k - 1];
    }
    __syncthreads();
    if (t == 0) for (int g = 1; g < 16; g++) cdf[g * 16 + 15] += cdf[g * 16 - 1];
    __syncthreads();
    if (t > 0 && t < 16) {
        int add = cdf[t * 16 - 1];
        for (int k = 0; k < 15; k++) cdf[t * 16 + k] += add;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + t;
    int total = cdf[255];
    if (i < n) out[i] = (unsigned char)(255 * cdf[img[i]] / max(total, 1));
}
