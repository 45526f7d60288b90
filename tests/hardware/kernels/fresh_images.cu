// Image processing on bytes: colour to grey, blur, Sobel, bilateral, median, integral image, resize, morphology.
struct Pixel {
    unsigned char r, g, b;
};

__constant__ float gauss3[9] = {0.0625f, 0.125f, 0.0625f, 0.125f, 0.25f, 0.125f, 0.0625f, 0.125f, 0.0625f};
__constant__ unsigned char gamma_table[16] = {0, 40, 61, 79, 95, 109, 122, 135, 147, 158, 169, 180, 190, 200, 210, 220};

extern "C" __global__ void rgb_to_grey(unsigned char* Pout, unsigned char* Pin, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < width && row < height) {
        int greyOffset = row * width + col;
        int rgbOffset = greyOffset * 3;
        unsigned char r = Pin[rgbOffset];
        unsigned char g = Pin[rgbOffset + 1];
        unsigned char b = Pin[rgbOffset + 2];
        Pout[greyOffset] = 0.21f * r + 0.71f * g + 0.07f * b;
    }
}

extern "C" __global__ void uchar3_to_grey(const uchar3* in, unsigned char* out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uchar3 p = in[i];
        out[i] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8;
    }
}

extern "C" __global__ void uchar4_to_grey4(const uchar4* in, uchar4* out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    unsigned char g[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        uchar4 p = in[i * 4 + k];
        g[k] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8;
    }
    out[i] = make_uchar4(g[0], g[1], g[2], g[3]);
}

// Three words hold four pixels of three bytes: 48 words through shared memory.
extern "C" __global__ void rgb_words_to_rgba(const unsigned* in, uchar4* out) {
    __shared__ unsigned words[48];
    const Pixel* pixels = reinterpret_cast<const Pixel*>(words);
    if (threadIdx.x < 48) words[threadIdx.x] = in[blockIdx.x * 48 + threadIdx.x];
    __syncthreads();
    Pixel p = pixels[threadIdx.x];
    out[blockIdx.x * 64 + threadIdx.x] = make_uchar4(p.r, p.g, p.b, 255);
}

extern "C" __global__ void box_blur(const unsigned char* in, unsigned char* out, int w, int h) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= w || row >= h) return;
    int pixVal = 0, pixels = 0;
    for (int blurRow = -1; blurRow < 2; ++blurRow) {
        for (int blurCol = -1; blurCol < 2; ++blurCol) {
            int curRow = row + blurRow, curCol = col + blurCol;
            if (curRow >= 0 && curRow < h && curCol >= 0 && curCol < w) {
                pixVal += in[curRow * w + curCol];
                ++pixels;
            }
        }
    }
    out[row * w + col] = (unsigned char)(pixVal / pixels);
}

__device__ __forceinline__ int luminance(const unsigned char (*tile)[36], int y, int x) { return tile[y][x]; }

extern "C" __global__ void sobel(const unsigned char* in, short* magnitude, int w, int h) {
    __shared__ unsigned char tile[10][36];
    int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 8 - 1;
    for (int j = threadIdx.y; j < 10; j += 8)
        for (int i = threadIdx.x; i < 34; i += 32)
            tile[j][i] = in[min(max(y0 + j, 0), h - 1) * w + min(max(x0 + i, 0), w - 1)];
    __syncthreads();
    int x = threadIdx.x, y = threadIdx.y;
    int gx = luminance(tile, y, x + 2) + 2 * luminance(tile, y + 1, x + 2) + luminance(tile, y + 2, x + 2) -
             luminance(tile, y, x) - 2 * luminance(tile, y + 1, x) - luminance(tile, y + 2, x);
    int gy = luminance(tile, y + 2, x) + 2 * luminance(tile, y + 2, x + 1) + luminance(tile, y + 2, x + 2) -
             luminance(tile, y, x) - 2 * luminance(tile, y, x + 1) - luminance(tile, y, x + 2);
    int gxo = blockIdx.x * 32 + x, gyo = blockIdx.y * 8 + y;
    if (gxo < w && gyo < h) magnitude[gyo * w + gxo] = abs(gx) + abs(gy);
}

// Gaussian blur of four channels at once.
extern "C" __global__ void gaussian_rgba(const uchar4* in, uchar4* out, int w, int h) {
    __shared__ uchar4 tile[18][18];
    int tid = threadIdx.y * 16 + threadIdx.x;
    for (int i = tid; i < 18 * 18; i += 256) {
        int x = (int)(blockIdx.x * 16) + i % 18 - 1, y = (int)(blockIdx.y * 16) + i / 18 - 1;
        x = x < 0 ? 0 : x >= w ? w - 1 : x;
        y = y < 0 ? 0 : y >= h ? h - 1 : y;
        tile[i / 18][i % 18] = in[y * w + x];
    }
    __syncthreads();
    float3 sum = {0, 0, 0};
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) {
            uchar4 p = tile[threadIdx.y + dy][threadIdx.x + dx];
            float weight = gauss3[dy * 3 + dx];
            sum.x += weight * p.x, sum.y += weight * p.y, sum.z += weight * p.z;
        }
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = make_uchar4(sum.x, sum.y, sum.z, 255);
}

// Bilateral filter with a division instead of an exponential.
extern "C" __global__ void bilateral(const float* in, float* out, int w, int h, float range) {
    extern __shared__ float t[];
    const int pitch = blockDim.x + 4;
    for (int j = threadIdx.y; j < blockDim.y + 4; j += blockDim.y)
        for (int i = threadIdx.x; i < pitch; i += blockDim.x) {
            int x = min(max((int)(blockIdx.x * blockDim.x + i) - 2, 0), w - 1);
            int y = min(max((int)(blockIdx.y * blockDim.y + j) - 2, 0), h - 1);
            t[j * pitch + i] = in[y * w + x];
        }
    __syncthreads();
    float centre = t[(threadIdx.y + 2) * pitch + threadIdx.x + 2], sum = 0, weights = 0;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
            float v = t[(threadIdx.y + 2 + dy) * pitch + threadIdx.x + 2 + dx];
            float d = v - centre;
            float weight = 1.0f / (1.0f + dx * dx + dy * dy + range * d * d);
            sum += weight * v, weights += weight;
        }
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = sum / weights;
}

// Median of nine in a local array, bubble-sorted.
extern "C" __global__ void median_3x3(const unsigned char* in, unsigned char* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    unsigned char v[9];
#pragma unroll
    for (int i = 0; i < 9; ++i) v[i] = in[(y + i / 3 - 1) * w + x + i % 3 - 1];
#pragma unroll
    for (int i = 0; i < 5; ++i)
#pragma unroll
        for (int j = i + 1; j < 9; ++j)
            if (v[j] < v[i]) {
                unsigned char s = v[i];
                v[i] = v[j], v[j] = s;
            }
    out[y * w + x] = v[4];
}

// Integral image: a warp a row, then a thread a column.
extern "C" __global__ void integral_rows(const unsigned char* in, int* out, int w) {
    const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    int carry = 0;
    for (int base = 0; base < w; base += 32) {
        int v = base + lane < w ? in[row * w + base + lane] : 0;
        for (int d = 1; d < 32; d <<= 1) {
            int other = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d) v += other;
        }
        if (base + lane < w) out[row * w + base + lane] = v + carry;
        carry += __shfl_sync(0xffffffff, v, 31);
    }
}

extern "C" __global__ void integral_columns(int* table, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w) return;
    int sum = 0;
    for (int y = 0; y < h; ++y) table[y * w + x] = sum += table[y * w + x];
}

extern "C" __global__ void resize_bilinear(const float* in, float* out, int w, int h, int W, int H) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H) return;
    float fx = fminf(x * (float)w / W, w - 1.001f), fy = fminf(y * (float)h / H, h - 1.001f);
    int x0 = (int)fx, y0 = (int)fy;
    float u = fx - x0, v = fy - y0;
    const float* p = in + y0 * w + x0;
    out[y * W + x] = (1 - v) * ((1 - u) * p[0] + u * p[1]) + v * ((1 - u) * p[w] + u * p[w + 1]);
}

// Dilation along rows of shorts with a line buffer and 48 threads.
extern "C" __global__ void dilate_rows(const short* in, short* out, int w, int radius) {
    __shared__ short line[48 + 16];
    int x = blockIdx.x * 48 + threadIdx.x, y = blockIdx.y;
    for (int i = threadIdx.x; i < 48 + 2 * radius; i += 48) {
        int gx = blockIdx.x * 48 + i - radius;
        line[i] = gx >= 0 && gx < w ? in[y * w + gx] : -32768;
    }
    __syncthreads();
    short best = -32768;
    for (int i = 0; i <= 2 * radius; ++i) best = max(best, line[threadIdx.x + i]);
    if (x < w) out[y * w + x] = best;
}

// Palette lookups: constant table by a nibble, shared table by a byte.
extern "C" __global__ void apply_tables(const unsigned char* in, const unsigned char* curve, uchar2* out, int n) {
    __shared__ unsigned char table[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) table[i] = curve[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = make_uchar2(table[in[i]], gamma_table[in[i] >> 4]);
}

// Flip left to right through shared memory, odd width.
extern "C" __global__ void flip_rows(const uchar4* in, uchar4* out, int w) {
    extern __shared__ uchar4 row4[];
    for (int x = threadIdx.x; x < w; x += blockDim.x) row4[x] = in[blockIdx.x * w + x];
    __syncthreads();
    for (int x = threadIdx.x; x < w; x += blockDim.x) out[blockIdx.x * w + x] = row4[w - 1 - x];
}
