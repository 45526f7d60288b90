// Stencils, convolutions and images.
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(v, lo, hi) MAX(lo, MIN(v, hi))

#define RADIUS 3
__constant__ float w1[2 * RADIUS + 1] = {0.05f, 0.1f, 0.2f, 0.3f, 0.2f, 0.1f, 0.05f};
__constant__ float k5[5][5] = {{1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}};
__constant__ int sobel_x[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};

extern "C" __global__ void conv1d_basic(const float* in, float* out, const float* mask, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    int start = i - width / 2;
    for (int j = 0; j < width; j++)
        if (start + j >= 0 && start + j < n) s += in[start + j] * mask[j];
    out[i] = s;
}

// halo left and right in shared memory
extern "C" __global__ void stencil_1d_halo(const float* in, float* out, int n)
{
    extern __shared__ float temp[];
    int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + RADIUS;
    temp[l] = g < n ? in[g] : 0.f;
    if (threadIdx.x < RADIUS) {
        int a = g - RADIUS, b = g + blockDim.x;
        temp[l - RADIUS] = a >= 0 && a < n ? in[a] : 0.f;
        temp[l + blockDim.x] = b < n ? in[b] : 0.f;
    }
    __syncthreads();
    float r = 0.f;
#pragma unroll
    for (int o = -RADIUS; o <= RADIUS; o++) r += temp[l + o] * w1[o + RADIUS];
    if (g < n) out[g] = r;
}

// the cached version: interior from the tile, the edge straight from memory
extern "C" __global__ void conv1d_cached(const float* in, float* out, int n)
{
    __shared__ float t[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    t[threadIdx.x] = i < n ? in[i] : 0.f;
    __syncthreads();
    int first = blockIdx.x * 64, next = first + 64;
    float p = 0;
    for (int j = 0; j < 7; j++) {
        int k = i - 3 + j;
        if (k >= 0 && k < n) {
            if (k >= first && k < next) p += t[threadIdx.x + j - 3] * w1[j];
            else p += in[k] * w1[j];
        }
    }
    if (i < n) out[i] = p;
}

// output tile 12x12, input tile 16x16, constant 5x5 mask
extern "C" __global__ void conv2d_tiled(const float* in, float* out, int w, int h)
{
    __shared__ float s[16][16];
    int ox = blockIdx.x * 12 + threadIdx.x, oy = blockIdx.y * 12 + threadIdx.y, ix = ox - 2, iy = oy - 2;
    s[threadIdx.y][threadIdx.x] = (ix >= 0 && ix < w && iy >= 0 && iy < h) ? in[iy * w + ix] : 0.0f;
    __syncthreads();
    if (threadIdx.x < 12 && threadIdx.y < 12) {
        float v = 0;
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++) v += k5[i][j] * s[threadIdx.y + i][threadIdx.x + j];
        if (ox < w && oy < h) out[oy * w + ox] = v * (1.0f / 256.0f);
    }
}

extern "C" __global__ void conv_rows(const float* in, float* out, int w, int h)
{
    __shared__ float s[4][16 * 3];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    for (int k = -1; k <= 1; k++) {
        int xx = x + k * 16;
        s[threadIdx.y][threadIdx.x + (k + 1) * 16] = (xx >= 0 && xx < w && y < h) ? in[y * w + xx] : 0.f;
    }
    __syncthreads();
    float r = 0;
    for (int o = -RADIUS; o <= RADIUS; o++) r += w1[RADIUS - o] * s[threadIdx.y][threadIdx.x + 16 + o];
    if (x < w && y < h) out[y * w + x] = r;
}
extern "C" __global__ void conv_cols(const float* in, float* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w) return;
    // slide down the column with a register window
    float win[7];
    for (int k = 0; k < 7; k++) { int y = k - 3; win[k] = y >= 0 && y < h ? in[y * w + x] : 0.f; }
    for (int y = 0; y < h; y++) {
        float r = 0;
#pragma unroll
        for (int k = 0; k < 7; k++) r += win[k] * w1[k];
        out[y * w + x] = r;
#pragma unroll
        for (int k = 0; k < 6; k++) win[k] = win[k + 1];
        win[6] = y + 4 < h ? in[(y + 4) * w + x] : 0.f;
    }
}

extern "C" __global__ void heat_2d(const float* u, float* v, int w, int h, float alpha)
{
    __shared__ float t[10][18];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    auto at = [&](int xx, int yy) { return u[CLAMP(yy, 0, h - 1) * w + CLAMP(xx, 0, w - 1)]; };
    t[ty][tx] = at(x, y);
    if (threadIdx.x == 0) t[ty][0] = at(x - 1, y);
    if (threadIdx.x == 15) t[ty][17] = at(x + 1, y);
    if (threadIdx.y == 0) t[0][tx] = at(x, y - 1);
    if (threadIdx.y == 7) t[9][tx] = at(x, y + 1);
    __syncthreads();
    if (x < w && y < h)
        v[y * w + x] = t[ty][tx] + alpha * (t[ty - 1][tx] + t[ty + 1][tx] + t[ty][tx - 1] + t[ty][tx + 1] - 4.f * t[ty][tx]);
}

// 3-D seven point, marching along z with three values in registers and one plane in shared memory
extern "C" __global__ void stencil_3d_march(const float* in, float* out, int nx, int ny, int nz, float c0, float c1)
{
    __shared__ float plane[10][14];
    int x = blockIdx.x * 12 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;   // block 14 x 10 with halo
    int gx = x - 1, gy = y - 1;
    bool inside = gx >= 0 && gx < nx && gy >= 0 && gy < ny;
    bool compute = threadIdx.x >= 1 && threadIdx.x <= 12 && threadIdx.y >= 1 && threadIdx.y <= 8 && inside;
    int step = nx * ny, p = gy * nx + gx;
    float below = 0.f, cur = inside ? in[p] : 0.f, above;
    for (int z = 0; z < nz; z++, p += step) {
        above = (inside && z + 1 < nz) ? in[p + step] : 0.f;
        plane[threadIdx.y][threadIdx.x] = cur;
        __syncthreads();
        if (compute)
            out[p] = c0 * cur + c1 * (below + above + plane[threadIdx.y - 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x]
                                      + plane[threadIdx.y][threadIdx.x - 1] + plane[threadIdx.y][threadIdx.x + 1]);
        __syncthreads();
        below = cur;
        cur = above;
    }
}

extern "C" __global__ void laplace_3d_naive(const double* in, double* out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
#define P(i, j, k) in[((k) * n + (j)) * n + (i)]
    out[(z * n + y) * n + x] = (P(x - 1, y, z) + P(x + 1, y, z) + P(x, y - 1, z) + P(x, y + 1, z) + P(x, y, z - 1) + P(x, y, z + 1)) / 6.0 - P(x, y, z);
#undef P
}

extern "C" __global__ void life_step(const unsigned char* in, unsigned char* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) n += in[(y + dy + h) % h * w + (x + dx + w) % w];
    out[y * w + x] = (n == 3 || (n == 2 && in[y * w + x])) ? 1 : 0;
}

// one word holds 32 cells; several generations inside one block, neighbours by bit-sliced adders
extern "C" __global__ void life_bits(unsigned* board, int rows, int gens)
{
    extern __shared__ unsigned b[];
    int r = threadIdx.x;
    b[r] = board[r];
    __syncthreads();
    for (int g = 0; g < gens; g++) {
        unsigned up = b[(r + rows - 1) % rows], me = b[r], dn = b[(r + 1) % rows];
        unsigned s0 = 0, s1 = 0, s2 = 0;
        auto add = [&](unsigned v) { unsigned c = s0 & v; s0 ^= v; unsigned d = s1 & c; s1 ^= c; s2 |= d; };
        unsigned rowsv[3] = {up, me, dn};
        for (int k = 0; k < 3; k++) {
            add(__funnelshift_l(rowsv[k], rowsv[k], 1));
            add(__funnelshift_r(rowsv[k], rowsv[k], 1));
            if (k != 1) add(rowsv[k]);
        }
        unsigned next = ~s2 & s1 & (s0 | me);
        __syncthreads();
        b[r] = next;
        __syncthreads();
    }
    board[r] = b[r];
}

extern "C" __global__ void wave_1d_steps(float* u, float* prev, int n, int steps, float c2)
{
    // one block, a thread may own several points
    __shared__ float a[3][200];
    for (int i = threadIdx.x; i < n; i += blockDim.x) { a[0][i] = prev[i]; a[1][i] = u[i]; }
    __syncthreads();
    int p = 0, c = 1, q = 2;
    for (int s = 0; s < steps; s++) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            if (i == 0 || i == n - 1) a[q][i] = 0.f;
            else a[q][i] = 2.f * a[c][i] - a[p][i] + c2 * (a[c][i - 1] - 2.f * a[c][i] + a[c][i + 1]);
        }
        __syncthreads();
        int t = p; p = c; c = q; q = t;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) { prev[i] = a[p][i]; u[i] = a[c][i]; }
}

extern "C" __global__ void sobel(const unsigned char* in, unsigned char* out, int w, int h, int threshold)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x > w - 2 || y > h - 2) return;
    int gx = 0, gy = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int v = in[(y + i - 1) * w + x + j - 1];
            gx += sobel_x[i][j] * v;
            gy += sobel_x[j][i] * v;
        }
    int m = (int)sqrtf((float)(gx * gx + gy * gy));
    out[y * w + x] = m > threshold ? 255 : m;
}

// median of nine by a sorting network of min/max
#define SORT2(a, b) { unsigned char lo = MIN(a, b), hi = MAX(a, b); a = lo; b = hi; }
extern "C" __global__ void median_3x3(const unsigned char* in, unsigned char* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    unsigned char p[9];
    int k = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) p[k++] = in[CLAMP(y + dy, 0, h - 1) * w + CLAMP(x + dx, 0, w - 1)];
    SORT2(p[1], p[2]) SORT2(p[4], p[5]) SORT2(p[7], p[8]) SORT2(p[0], p[1]) SORT2(p[3], p[4]) SORT2(p[6], p[7])
    SORT2(p[1], p[2]) SORT2(p[4], p[5]) SORT2(p[7], p[8]) SORT2(p[0], p[3]) SORT2(p[5], p[8]) SORT2(p[4], p[7])
    SORT2(p[3], p[6]) SORT2(p[1], p[4]) SORT2(p[2], p[5]) SORT2(p[4], p[7]) SORT2(p[4], p[2]) SORT2(p[6], p[4]) SORT2(p[4], p[2])
    out[y * w + x] = p[4];
}

// erosion and dilation of four pixels at once
extern "C" __global__ void morph_simd(const unsigned* in, unsigned* er, unsigned* di, int w4, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w4 || y >= h) return;
    unsigned lo = 0xffffffffu, hi = 0;
    for (int dy = -1; dy <= 1; dy++) {
        int yy = CLAMP(y + dy, 0, h - 1);
        unsigned c = in[yy * w4 + x], l = in[yy * w4 + MAX(x - 1, 0)], r = in[yy * w4 + MIN(x + 1, w4 - 1)];
        unsigned left = __byte_perm(l, c, 0x6543), right = __byte_perm(c, r, 0x4321);
        lo = __vminu4(lo, __vminu4(c, __vminu4(left, right)));
        hi = __vmaxu4(hi, __vmaxu4(c, __vmaxu4(left, right)));
    }
    er[y * w4 + x] = lo;
    di[y * w4 + x] = hi;
}

// summed-area table of one small image in one block: rows, barrier, columns
extern "C" __global__ void integral_image(const unsigned char* in, unsigned* out, int w, int h)
{
    extern __shared__ unsigned acc[];
    int t = threadIdx.x;
    const unsigned char* img = in + blockIdx.x * w * h;
    if (t < h) {
        unsigned s = 0;
        for (int x = 0; x < w; x++) acc[t * w + x] = s += img[t * w + x];
    }
    __syncthreads();
    if (t < w) {
        unsigned s = 0;
        for (int y = 0; y < h; y++) out[blockIdx.x * w * h + y * w + t] = s += acc[y * w + t];
    }
}

// label components of one small binary image: spread the smallest label until nobody moves
extern "C" __global__ void label_components(const unsigned char* img, int* label, int w, int h, int* rounds)
{
    extern __shared__ int lab[];
    int n = w * h, base = blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) lab[i] = (img[base + i] & 3) ? i + 1 : 0;
    __syncthreads();
    int r = 0;
    while (true) {
        int moved = 0;
        int fresh[4];
        int k = 0;
        for (int i = threadIdx.x; i < n; i += blockDim.x, k++) {
            int m = lab[i];
            fresh[k] = m;
            if (!m) continue;
            int x = i % w, y = i / w;
            if (x > 0 && lab[i - 1] && lab[i - 1] < m) m = lab[i - 1];
            if (x < w - 1 && lab[i + 1] && lab[i + 1] < m) m = lab[i + 1];
            if (y > 0 && lab[i - w] && lab[i - w] < m) m = lab[i - w];
            if (y < h - 1 && lab[i + w] && lab[i + w] < m) m = lab[i + w];
            if (m != fresh[k]) { moved = 1; fresh[k] = m; }
        }
        __syncthreads();
        k = 0;
        for (int i = threadIdx.x; i < n; i += blockDim.x, k++) lab[i] = fresh[k];
        ++r;
        if (!__syncthreads_or(moved)) break;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) label[base + i] = lab[i];
    if (threadIdx.x == 0) rounds[blockIdx.x] = r;
}

extern "C" __global__ void resize_bilinear(const float* in, float* out, int iw, int ih, int ow, int oh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    float fx = (x + 0.5f) * iw / ow - 0.5f, fy = (y + 0.5f) * ih / oh - 0.5f;
    int x0 = (int)floorf(fx), y0 = (int)floorf(fy);
    float ax = fx - x0, ay = fy - y0;
    int x1 = CLAMP(x0 + 1, 0, iw - 1), y1 = CLAMP(y0 + 1, 0, ih - 1);
    x0 = CLAMP(x0, 0, iw - 1); y0 = CLAMP(y0, 0, ih - 1);
    float top = in[y0 * iw + x0] * (1 - ax) + in[y0 * iw + x1] * ax;
    float bot = in[y1 * iw + x0] * (1 - ax) + in[y1 * iw + x1] * ax;
    out[y * ow + x] = top * (1 - ay) + bot * ay;
}

extern "C" __global__ void bilateral(const float* in, float* out, int w, int h, float sigma_r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float c = in[y * w + x], num = 0.f, den = 0.f;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int xx = x + dx, yy = y + dy;
            if ((unsigned)xx >= (unsigned)w || (unsigned)yy >= (unsigned)h) continue;
            float v = in[yy * w + xx], d = v - c;
            float g = __expf(-(dx * dx + dy * dy) * 0.125f - d * d / (2.f * sigma_r * sigma_r));
            num += g * v;
            den += g;
        }
    out[y * w + x] = __fdividef(num, den);
}

extern "C" __global__ void max_pool_2d(const float* in, float* out, int* arg, int C, int H, int W, int K, int S)
{
    int OH = (H - K) / S + 1, OW = (W - K) / S + 1;
    int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.z;
    if (ox >= OW || oy >= OH) return;
    float best = -INFINITY;
    int where = -1;
    for (int i = 0; i < K; i++)
        for (int j = 0; j < K; j++) {
            int p = (c * H + oy * S + i) * W + ox * S + j;
            if (in[p] > best) { best = in[p]; where = p; }
        }
    out[(c * OH + oy) * OW + ox] = best;
    arg[(c * OH + oy) * OW + ox] = where;
}

extern "C" __global__ void im2col(const float* im, float* col, int C, int H, int W, int K, int pad, int stride, int OH, int OW)
{
    int n = C * OH * OW;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int ow = i % OW, oh = i / OW % OH, c = i / (OW * OH);
        float* dst = col + (c * K * K * OH + oh) * OW + ow;
        for (int a = 0; a < K; a++)
            for (int b = 0; b < K; b++) {
                int y = oh * stride - pad + a, x = ow * stride - pad + b;
                *dst = (y >= 0 && x >= 0 && y < H && x < W) ? im[(c * H + y) * W + x] : 0.f;
                dst += OH * OW;
            }
    }
}

// red and black cells in turn, residual by a count over the block
extern "C" __global__ void gauss_seidel_rb(float* u, int n, float eps, int max_iter, int* iters)
{
    __shared__ float s[18][18];
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    s[y][x] = u[(y - 1) * n + x - 1];
    if (x == 1) { s[y][0] = 1.f; s[y][n + 1] = -1.f; }
    if (y == 1) { s[0][x] = 0.5f; s[n + 1][x] = 0.f; }
    __syncthreads();
    int it = 0;
    for (; it < max_iter; ++it) {
        int busy = 0;
        for (int colour = 0; colour < 2; colour++) {
            if (((x + y) & 1) == colour) {
                float v = 0.25f * (s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1]);
                busy |= fabsf(v - s[y][x]) > eps;
                s[y][x] = v;
            }
            __syncthreads();
        }
        if (__syncthreads_count(busy) == 0) break;
    }
    u[(y - 1) * n + x - 1] = s[y][x];
    if (x == 1 && y == 1) *iters = it;
}
