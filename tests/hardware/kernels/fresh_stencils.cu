// Convolutions and stencils in one to three dimensions: constant filters, halos, register queues, automata.
#define MAX_RADIUS 4
#define FILTER_RADIUS 2
#define IN_TILE_DIM 16
#define OUT_TILE_DIM (IN_TILE_DIM - 2 * FILTER_RADIUS)

__constant__ float mask9[2 * MAX_RADIUS + 1] = {0.05f, 0.1f, 0.15f, 0.2f, 0.25f, 0.1f, 0.05f, 0.05f, 0.05f};
__constant__ float F[5][5] = {
    {1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}};
__constant__ double coefficients[4] = {-2.5, 1.25, -0.125, 0.0625};
__constant__ float cross3[7] = {0.4f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f};

extern "C" __global__ void conv1d_basic(const float* N, float* P, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    int start = i - MAX_RADIUS;
    for (int j = 0; j < 2 * MAX_RADIUS + 1; j++) {
        if (start + j >= 0 && start + j < n) sum += N[start + j] * mask9[j];
    }
    if (i < n) P[i] = sum;
}

// Halo cells loaded by the threads at the ends.
extern "C" __global__ void conv1d_tile_halo(const float* N, float* P, int n) {
    __shared__ float tile[64 + 2 * MAX_RADIUS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int left = (int)(blockIdx.x - 1) * (int)blockDim.x + threadIdx.x;
    if (threadIdx.x >= blockDim.x - MAX_RADIUS)
        tile[threadIdx.x - (blockDim.x - MAX_RADIUS)] = left < 0 ? 0 : N[left];
    tile[MAX_RADIUS + threadIdx.x] = i < n ? N[i] : 0;
    int right = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
    if (threadIdx.x < MAX_RADIUS) tile[MAX_RADIUS + blockDim.x + threadIdx.x] = right >= n ? 0 : N[right];
    __syncthreads();
    float sum = 0;
    for (int j = 0; j <= 2 * MAX_RADIUS; j++) sum += tile[threadIdx.x + j] * mask9[j];
    if (i < n) P[i] = sum;
}

// Only the tile in shared memory, halo cells through the cache.
extern "C" __global__ void conv1d_cached_halo(const float* __restrict__ N, float* P, int n) {
    __shared__ float tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) tile[threadIdx.x] = N[i];
    __syncthreads();
    if (i >= n) return;
    int thisStart = blockIdx.x * 64, nextStart = thisStart + 64;
    float sum = 0;
    for (int j = 0; j <= 2 * MAX_RADIUS; j++) {
        int at = i - MAX_RADIUS + j;
        if (at < 0 || at >= n) continue;
        if (at >= thisStart && at < nextStart) sum += tile[threadIdx.x + j - MAX_RADIUS] * mask9[j];
        else sum += N[at] * mask9[j];
    }
    P[i] = sum;
}

// Blocks as large as the input tile; threads at the rim only load.
extern "C" __global__ void conv2d_input_tile(const float* N, float* P, int width, int height) {
    int col = blockIdx.x * OUT_TILE_DIM + threadIdx.x - FILTER_RADIUS;
    int row = blockIdx.y * OUT_TILE_DIM + threadIdx.y - FILTER_RADIUS;
    __shared__ float N_s[IN_TILE_DIM][IN_TILE_DIM];
    if (row >= 0 && row < height && col >= 0 && col < width) N_s[threadIdx.y][threadIdx.x] = N[row * width + col];
    else N_s[threadIdx.y][threadIdx.x] = 0.0;
    __syncthreads();
    int tileCol = threadIdx.x - FILTER_RADIUS, tileRow = threadIdx.y - FILTER_RADIUS;
    if (col >= 0 && col < width && row >= 0 && row < height) {
        if (tileCol >= 0 && tileCol < OUT_TILE_DIM && tileRow >= 0 && tileRow < OUT_TILE_DIM) {
            float Pvalue = 0.0f;
            for (int fRow = 0; fRow < 2 * FILTER_RADIUS + 1; fRow++)
                for (int fCol = 0; fCol < 2 * FILTER_RADIUS + 1; fCol++)
                    Pvalue += F[fRow][fCol] * N_s[tileRow + fRow][tileCol + fCol];
            P[row * width + col] = Pvalue;
        }
    }
}

// Blocks as large as the output tile; every thread loads one to four cells.
extern "C" __global__ void conv2d_output_tile(const float* in, float* out, int w, int h) {
    __shared__ float s[16 + 4][16 + 4];
    for (int y = threadIdx.y; y < 20; y += 16)
        for (int x = threadIdx.x; x < 20; x += 16) {
            int gx = min(max((int)(blockIdx.x * 16) + x - 2, 0), w - 1);
            int gy = min(max((int)(blockIdx.y * 16) + y - 2, 0), h - 1);
            s[y][x] = in[gy * w + gx];
        }
    __syncthreads();
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
#pragma unroll
    for (int dy = 0; dy < 5; ++dy)
#pragma unroll
        for (int dx = 0; dx < 5; ++dx) sum += F[dy][dx] * s[threadIdx.y + dy][threadIdx.x + dx];
    out[y * w + x] = sum / 256.0f;
}

// Separable filters: rows, then columns with several results a thread.
extern "C" __global__ void conv_separable_rows(const float* src, float* dst, int width, int height) {
    __shared__ float row[4][32 * 2 + 2 * MAX_RADIUS];
    int y = blockIdx.y * 4 + threadIdx.y, base = blockIdx.x * 64;
    for (int i = threadIdx.x; i < 64 + 2 * MAX_RADIUS; i += 32) {
        int x = base + i - MAX_RADIUS;
        row[threadIdx.y][i] = x >= 0 && x < width ? src[y * width + x] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        int x = base + threadIdx.x + i * 32;
        float sum = 0;
        for (int j = -MAX_RADIUS; j <= MAX_RADIUS; ++j)
            sum += mask9[MAX_RADIUS - j] * row[threadIdx.y][threadIdx.x + i * 32 + MAX_RADIUS + j];
        if (x < width) dst[y * width + x] = sum;
    }
}

extern "C" __global__ void conv_separable_columns(const float* src, float* dst, int width, int height) {
    __shared__ float s_Data[16][4 * 8 + 2 * MAX_RADIUS + 1];
    int x = blockIdx.x * 16 + threadIdx.x, top = blockIdx.y * 32;
    for (int i = threadIdx.y; i < 32 + 2 * MAX_RADIUS; i += 8) {
        int y = top + i - MAX_RADIUS;
        s_Data[threadIdx.x][i] = y >= 0 && y < height ? src[y * width + x] : 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
        float sum = 0;
        for (int j = -MAX_RADIUS; j <= MAX_RADIUS; ++j)
            sum += mask9[MAX_RADIUS - j] * s_Data[threadIdx.x][threadIdx.y + i * 8 + MAX_RADIUS + j];
        if (top + threadIdx.y + i * 8 < height) dst[(top + threadIdx.y + i * 8) * width + x] = sum;
    }
}

// A whole 3-D input tile in shared memory.
extern "C" __global__ void conv3d_tile(const float* in, float* out, int n) {
    __shared__ float s[6][6][10];
    int tid = (threadIdx.z * 4 + threadIdx.y) * 8 + threadIdx.x;
    int x0 = blockIdx.x * 8 - 1, y0 = blockIdx.y * 4 - 1, z0 = blockIdx.z * 4 - 1;
    for (int i = tid; i < 6 * 6 * 10; i += 128) {
        int x = x0 + i % 10, y = y0 + i / 10 % 6, z = z0 + i / 60;
        bool inside = x >= 0 && y >= 0 && z >= 0 && x < n && y < n && z < n;
        s[i / 60][i / 10 % 6][i % 10] = inside ? in[(z * n + y) * n + x] : 0.0f;
    }
    __syncthreads();
    float sum = 0;
    for (int dz = 0; dz < 3; ++dz)
        for (int dy = 0; dy < 3; ++dy)
            for (int dx = 0; dx < 3; ++dx) sum += s[threadIdx.z + dz][threadIdx.y + dy][threadIdx.x + dx];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
    if (x < n && y < n && z < n) out[(z * n + y) * n + x] = sum / 27.0f;
}

extern "C" __global__ void jacobi_global(const float* u, float* v, const float* f, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i <= 0 || j <= 0 || i >= nx - 1 || j >= ny - 1) return;
    v[j * nx + i] =
        0.25f * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i] - f[j * nx + i]);
}

// Several sweeps of one tile in shared memory, two buffers.
extern "C" __global__ void jacobi_sweeps(double* u, int sweeps) {
    __shared__ double buffer[2][18][18];
    int x = threadIdx.x, y = threadIdx.y, tid = y * 18 + x;
    buffer[0][y][x] = u[tid];
    buffer[1][y][x] = u[tid];
    __syncthreads();
    for (int s = 0; s < sweeps; ++s) {
        double(*from)[18] = buffer[s & 1], (*to)[18] = buffer[~s & 1];
        if (x > 0 && y > 0 && x < 17 && y < 17)
            to[y][x] = (from[y][x - 1] + from[y][x + 1] + from[y - 1][x] + from[y + 1][x]) * 0.25;
        __syncthreads();
    }
    u[tid] = buffer[sweeps & 1][y][x];
}

// One-dimensional heat, an 8th-order space derivative in doubles.
extern "C" __global__ void heat_1d(const double* u, double* next, int n, double dt) {
    extern __shared__ double line[];
    int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 3;
    line[l] = g < n ? u[g] : 0.0;
    if (threadIdx.x < 3) {
        line[l - 3] = g >= 3 ? u[g - 3] : 0.0;
        line[l + blockDim.x] = g + blockDim.x < n ? u[g + blockDim.x] : 0.0;
    }
    __syncthreads();
    double lap = coefficients[0] * line[l];
    for (int k = 1; k <= 3; ++k) lap += coefficients[k] * (line[l - k] + line[l + k]);
    if (g < n) next[g] = line[l] + dt * lap;
}

// Seven points, z walked with a queue of three registers, x-y plane in shared memory.
extern "C" __global__ void stencil_3d_queue(const float* in, float* out, int nx, int ny, int nz) {
    __shared__ float plane[8 + 2][16 + 2];
    int x = blockIdx.x * 16 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, at = y * nx + x, step = nx * ny;
    bool active = x < nx - 1 && y < ny - 1;
    float below = 0, here = active ? in[at] : 0, above = active ? in[at + step] : 0;
    for (int z = 1; z < nz - 1; ++z) {
        below = here, here = above;
        at += step;
        above = active ? in[at + step] : 0;
        if (active) plane[ty][tx] = here;
        if (active) {
            if (tx == 1) plane[ty][0] = in[at - 1];
            if (tx == 16 || x == nx - 2) plane[ty][tx + 1] = in[at + 1];
            if (ty == 1) plane[0][tx] = in[at - nx];
            if (ty == 8 || y == ny - 2) plane[ty + 1][tx] = in[at + nx];
        }
        __syncthreads();
        if (active)
            out[at] = cross3[0] * here + cross3[1] * below + cross3[2] * above + cross3[3] * plane[ty][tx - 1] +
                      cross3[4] * plane[ty][tx + 1] + cross3[5] * plane[ty - 1][tx] + cross3[6] * plane[ty + 1][tx];
        __syncthreads();
    }
}

// Life with a byte a cell on a torus.
extern "C" __global__ void life_bytes(const unsigned char* cells, unsigned char* next, int w, int h) {
    __shared__ unsigned char s[10][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    for (int j = threadIdx.y; j < 10; j += 8)
        for (int i = threadIdx.x; i < 34; i += 32)
            s[j][i] = cells[(blockIdx.y * 8 + j + h - 1) % h * w + (blockIdx.x * 32 + i + w - 1) % w] & 1;
    __syncthreads();
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    int alive = s[j - 1][i - 1] + s[j - 1][i] + s[j - 1][i + 1] + s[j][i - 1] + s[j][i + 1] + s[j + 1][i - 1] +
                s[j + 1][i] + s[j + 1][i + 1];
    if (x < w && y < h) next[y * w + x] = alive == 3 || (alive == 2 && s[j][i]);
}

// Life with 32 cells a word: a word and its neighbours a thread.
extern "C" __global__ void life_bits(const unsigned* cells, unsigned* next, int words, int h) {
    int w = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (w >= words) return;
    unsigned result = 0;
    unsigned long long rows[3];
    for (int d = 0; d < 3; ++d) {
        const unsigned* row = cells + (y + d + h - 1) % h * words;
        unsigned left = row[(w + words - 1) % words] >> 31, right = row[(w + 1) % words] & 1;
        rows[d] = (unsigned long long)right << 33 | (unsigned long long)row[w] << 1 | left;
    }
    for (int b = 0; b < 32; ++b) {
        int n = __popc((unsigned)(rows[0] >> b) & 7) + __popc((unsigned)(rows[1] >> b) & 5) +
                __popc((unsigned)(rows[2] >> b) & 7);
        unsigned self = (unsigned)(rows[1] >> (b + 1)) & 1;
        result |= (unsigned)(n == 3 || (n == 2 && self)) << b;
    }
    next[y * words + w] = result;
}

// Rule 110, many generations in one block, short cells.
extern "C" __global__ void rule_110(const short* start, short* history, int generations) {
    __shared__ short row[2][100];
    int i = threadIdx.x, n = blockDim.x;
    row[0][i] = start[i];
    __syncthreads();
    for (int g = 0; g < generations; ++g) {
        const short* now = row[g % 2];
        int pattern = now[(i + n - 1) % n] * 4 + now[i] * 2 + now[(i + 1) % n];
        short v = 110 >> pattern & 1;
        row[(g + 1) % 2][i] = v;
        history[g * n + i] = v;
        __syncthreads();
    }
}
