// Histograms, stencils of one to three dimensions, convolutions and image filters.
#define RADIUS 3

extern "C" __global__ void histogram_global(const unsigned char* in, unsigned* bins, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&bins[in[i]], 1u);
}

extern "C" __global__ void histogram_privatised(const unsigned char* in, unsigned* bins, int n) {
    __shared__ unsigned mine[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&mine[in[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (mine[b]) atomicAdd(&bins[b], mine[b]);
}

extern "C" __global__ void histogram_coarsened(const char* text, int n, int* bins) {
    __shared__ int mine[7];
    if (threadIdx.x < 7) mine[threadIdx.x] = 0;
    __syncthreads();
    int last = -1, run = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int position = text[i] - 'a';
        if (position < 0 || position >= 26) continue;
        int bin = position / 4;
        if (bin == last) ++run;
        else {
            if (run > 0) atomicAdd(&mine[last], run);
            run = 1;
            last = bin;
        }
    }
    if (run > 0) atomicAdd(&mine[last], run);
    __syncthreads();
    if (threadIdx.x < 7) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

extern "C" __global__ void stencil_1d_shared(const int* in, int* out, int n) {
    __shared__ int tile[64 + 2 * RADIUS];
    int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
    tile[l] = g < n ? in[g] : 0;
    if (threadIdx.x < RADIUS) {
        tile[l - RADIUS] = g - RADIUS >= 0 ? in[g - RADIUS] : 0;
        tile[l + 64] = g + 64 < n ? in[g + 64] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int o = -RADIUS; o <= RADIUS; o++) sum += tile[l + o];
    if (g < n) out[g] = sum;
}

extern "C" __global__ void stencil_2d_tiled(const float* in, float* out, int width, int height) {
    __shared__ float tile[10][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    for (int dy = threadIdx.y; dy < 10; dy += 8)
        for (int dx = threadIdx.x; dx < 18; dx += 16) {
            int gx = (int)(blockIdx.x * 16 + dx) - 1, gy = (int)(blockIdx.y * 8 + dy) - 1;
            tile[dy][dx] = gx >= 0 && gy >= 0 && gx < width && gy < height ? in[gy * width + gx] : 0.0f;
        }
    __syncthreads();
    if (x >= width || y >= height) return;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    out[y * width + x] = tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] - 4.0f * tile[ty][tx];
}

extern "C" __global__ void stencil_3d_sliding(const float* in, float* out, int nx, int ny, int nz) {
    __shared__ float plane[8][8];
    int x = blockIdx.x * 6 + threadIdx.x - 1, y = blockIdx.y * 6 + threadIdx.y - 1;
    bool inside = x >= 0 && y >= 0 && x < nx && y < ny;
    int at = y * nx + x, slice = nx * ny;
    float below = 0, here = inside ? in[at] : 0, above = inside && nz > 1 ? in[at + slice] : 0;
    for (int z = 0; z < nz; ++z) {
        plane[threadIdx.y][threadIdx.x] = here;
        __syncthreads();
        if (inside && threadIdx.x >= 1 && threadIdx.x < 7 && threadIdx.y >= 1 && threadIdx.y < 7)
            out[z * slice + at] = below + above + plane[threadIdx.y - 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x]
                                + plane[threadIdx.y][threadIdx.x - 1] + plane[threadIdx.y][threadIdx.x + 1] - 6.0f * here;
        __syncthreads();
        below = here;
        here = above;
        above = inside && z + 2 < nz ? in[(z + 2) * slice + at] : 0;
    }
}

__constant__ float mask1d[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

extern "C" __global__ void convolution_1d(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int j = 0; j < 5; ++j) {
        int k = i - 2 + j;
        if (k >= 0 && k < n) sum += in[k] * mask1d[j];
    }
    if (i < n) out[i] = sum;
}

__constant__ float mask2d[5][5];

extern "C" __global__ void convolution_2d_tiled(const float* in, const float* mask, float* out, int width, int height) {
    __shared__ float tile[12][12];
    int row_o = blockIdx.y * 8 + threadIdx.y, col_o = blockIdx.x * 8 + threadIdx.x;
    int row_i = row_o - 2, col_i = col_o - 2;
    tile[threadIdx.y][threadIdx.x] = row_i >= 0 && row_i < height && col_i >= 0 && col_i < width ? in[row_i * width + col_i] : 0.0f;
    __syncthreads();
    if (threadIdx.y < 8 && threadIdx.x < 8 && row_o < height && col_o < width) {
        float sum = mask2d[0][0];
#pragma unroll
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++) sum += mask[i * 5 + j] * tile[i + threadIdx.y][j + threadIdx.x];
        out[row_o * width + col_o] = sum;
    }
}

extern "C" __global__ void sobel(const unsigned char* in, unsigned char* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= 0 || y <= 0 || x >= w - 1 || y >= h - 1) {
        if (x < w && y < h) out[y * w + x] = 0;
        return;
    }
    auto p = [&](int dx, int dy) { return (int)in[(y + dy) * w + x + dx]; };
    int gx = p(1, -1) + 2 * p(1, 0) + p(1, 1) - p(-1, -1) - 2 * p(-1, 0) - p(-1, 1);
    int gy = p(-1, 1) + 2 * p(0, 1) + p(1, 1) - p(-1, -1) - 2 * p(0, -1) - p(1, -1);
    int g = abs(gx) + abs(gy);
    out[y * w + x] = g > 255 ? 255 : g;
}

extern "C" __global__ void box_blur(const uchar4* in, uchar4* out, int w, int h, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int4 sum = make_int4(0, 0, 0, 0);
    int count = 0;
    for (int j = max(y - r, 0); j <= min(y + r, h - 1); ++j)
        for (int i = max(x - r, 0); i <= min(x + r, w - 1); ++i) {
            uchar4 p = in[j * w + i];
            sum.x += p.x; sum.y += p.y; sum.z += p.z; sum.w += p.w;
            ++count;
        }
    out[y * w + x] = make_uchar4(sum.x / count, sum.y / count, sum.z / count, sum.w / count);
}

__device__ void order(unsigned char& a, unsigned char& b) {
    if (a > b) {
        unsigned char t = a;
        a = b;
        b = t;
    }
}

extern "C" __global__ void median_filter(const unsigned char* in, unsigned char* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    unsigned char v[9];
    int k = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) v[k++] = in[min(max(y + j, 0), h - 1) * w + min(max(x + i, 0), w - 1)];
    for (int i = 0; i < 9; ++i)
        for (int j = 0; j < 8 - i; ++j) order(v[j], v[j + 1]);
    out[y * w + x] = v[4];
}

extern "C" __global__ void bilinear_resize(const float* in, int w, int h, float* out, int ow, int oh) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    float fx = (x + 0.5f) * w / ow - 0.5f, fy = (y + 0.5f) * h / oh - 0.5f;
    int x0 = max(0, (int)floorf(fx)), y0 = max(0, (int)floorf(fy)), x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
    float ax = fmaxf(fx - x0, 0.0f), ay = fmaxf(fy - y0, 0.0f);
    float top = in[y0 * w + x0] + ax * (in[y0 * w + x1] - in[y0 * w + x0]);
    float bottom = in[y1 * w + x0] + ax * (in[y1 * w + x1] - in[y1 * w + x0]);
    out[y * ow + x] = top + ay * (bottom - top);
}

extern "C" __global__ void flip_and_invert(uchar3* image, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w / 2 || y >= h) return;
    uchar3 &a = image[y * w + x], &b = image[y * w + w - 1 - x], t = a;
    a = make_uchar3(255 - b.x, 255 - b.y, 255 - b.z);
    b = make_uchar3(255 - t.x, 255 - t.y, 255 - t.z);
}

extern "C" __global__ void heat_steps(float* a, float* b, int n, int steps) {
    // One block, as many steps as wanted.
    int i = threadIdx.x;
    for (int s = 0; s < steps; ++s) {
        if (i > 0 && i < n - 1) b[i] = a[i] + 0.25f * (a[i - 1] - 2.0f * a[i] + a[i + 1]);
        else if (i < n) b[i] = a[i];
        __syncthreads();
        float* t = a;
        a = b;
        b = t;
    }
}
