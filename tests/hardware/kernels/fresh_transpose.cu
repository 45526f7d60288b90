// Transposes and permutes: naive, tiled, padded, swizzled, in place, of vectors and of small types, of three axes.
#define TILE_DIM 32
#define BLOCK_ROWS 8

extern "C" __global__ void copy_rows(float* odata, const float* idata) {
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[(y + j) * width + x] = idata[(y + j) * width + x];
}

extern "C" __global__ void transpose_naive(float* odata, const float* idata, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) odata[x * height + y] = idata[y * width + x];
}

extern "C" __global__ void transpose_coalesced(float* odata, const float* idata) {
    __shared__ float tile[TILE_DIM][TILE_DIM];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM, height = gridDim.y * TILE_DIM;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transpose_no_conflicts(float* odata, const float* idata, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Blocks in diagonal order, against partition camping.
extern "C" __global__ void transpose_diagonal(float* odata, const float* idata, int width, int height) {
    __shared__ float tile[16][17];
    int bid = blockIdx.x + gridDim.x * blockIdx.y;
    int blockIdx_y = bid % gridDim.y;
    int blockIdx_x = ((bid / gridDim.y) + blockIdx_y) % gridDim.x;
    int xIndex = blockIdx_x * 16 + threadIdx.x, yIndex = blockIdx_y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = idata[xIndex + yIndex * width];
    __syncthreads();
    xIndex = blockIdx_y * 16 + threadIdx.x, yIndex = blockIdx_x * 16 + threadIdx.y;
    odata[xIndex + yIndex * height] = tile[threadIdx.x][threadIdx.y];
}

// The column is exclusive-ored with the row instead of padding.
extern "C" __global__ void transpose_swizzled(const int* in, int* out, int n) {
    __shared__ int tile[32 * 32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    tile[ty * 32 + (tx ^ ty)] = in[(blockIdx.y * 32 + ty) * n + blockIdx.x * 32 + tx];
    __syncthreads();
    out[(blockIdx.x * 32 + ty) * n + blockIdx.y * 32 + tx] = tile[tx * 32 + (ty ^ tx)];
}

extern "C" __global__ void transpose_swizzled_16(const double* in, double* out, int n) {
    __shared__ double tile[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    tile[ty][(tx + ty) % 16] = in[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx];
    __syncthreads();
    out[(blockIdx.x * 16 + ty) * n + blockIdx.y * 16 + tx] = tile[tx][(tx + ty) % 16];
}

extern "C" __global__ void transpose_double(const double* in, double* out, int n) {
    __shared__ double tile[32][33];
    for (int j = threadIdx.y; j < 32; j += blockDim.y)
        tile[j][threadIdx.x] = in[(blockIdx.y * 32 + j) * n + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += blockDim.y)
        out[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][j];
}

// Complex numbers.
extern "C" __global__ void transpose_float2(const float2* in, float2* out, int width, int height) {
    __shared__ float2 block[16][16 + 1];
    unsigned int xIndex = blockIdx.x * 16 + threadIdx.x, yIndex = blockIdx.y * 16 + threadIdx.y;
    if ((xIndex < width) && (yIndex < height)) block[threadIdx.y][threadIdx.x] = in[yIndex * width + xIndex];
    __syncthreads();
    xIndex = blockIdx.y * 16 + threadIdx.x, yIndex = blockIdx.x * 16 + threadIdx.y;
    if ((xIndex < height) && (yIndex < width)) out[yIndex * height + xIndex] = block[threadIdx.x][threadIdx.y];
}

// float4 in and out, each thread turns a 4 x 4 square in registers.
extern "C" __global__ void transpose_float4(const float4* in, float4* out, int width4, int height4) {
    int bx = blockIdx.x * blockDim.x + threadIdx.x, by = blockIdx.y * blockDim.y + threadIdx.y;
    if (bx >= width4 || by >= height4) return;
    float4 r0 = in[(by * 4 + 0) * width4 + bx];
    float4 r1 = in[(by * 4 + 1) * width4 + bx];
    float4 r2 = in[(by * 4 + 2) * width4 + bx];
    float4 r3 = in[(by * 4 + 3) * width4 + bx];
    out[(bx * 4 + 0) * height4 + by] = make_float4(r0.x, r1.x, r2.x, r3.x);
    out[(bx * 4 + 1) * height4 + by] = make_float4(r0.y, r1.y, r2.y, r3.y);
    out[(bx * 4 + 2) * height4 + by] = make_float4(r0.z, r1.z, r2.z, r3.z);
    out[(bx * 4 + 3) * height4 + by] = make_float4(r0.w, r1.w, r2.w, r3.w);
}

// float4 from global memory, single floats into a padded tile.
extern "C" __global__ void transpose_float4_tile(const float* in, float* out, int n) {
    __shared__ float tile[32][36];
    int t = threadIdx.x;
    float4 v = *reinterpret_cast<const float4*>(&in[(blockIdx.y * 32 + t / 8) * n + blockIdx.x * 32 + t % 8 * 4]);
    *reinterpret_cast<float4*>(&tile[t / 8][t % 8 * 4]) = v;
    __syncthreads();
    float4 w;
    w.x = tile[t % 8 * 4 + 0][t / 8];
    w.y = tile[t % 8 * 4 + 1][t / 8];
    w.z = tile[t % 8 * 4 + 2][t / 8];
    w.w = tile[t % 8 * 4 + 3][t / 8];
    *reinterpret_cast<float4*>(&out[(blockIdx.x * 32 + t / 8) * n + blockIdx.y * 32 + t % 8 * 4]) = w;
}

// In place: a block swaps its tile with the one across the diagonal.
extern "C" __global__ void transpose_in_place(float* a, int n) {
    __shared__ float mine[16][17], theirs[16][17];
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    if (by > bx) return;
    int here = (by * 16 + ty) * n + bx * 16 + tx, there = (bx * 16 + ty) * n + by * 16 + tx;
    mine[ty][tx] = a[here];
    if (bx != by) theirs[ty][tx] = a[there];
    __syncthreads();
    if (bx != by) a[here] = theirs[tx][ty];
    a[there] = mine[tx][ty];
}

extern "C" __global__ void transpose_bytes(const unsigned char* in, unsigned char* out, int width, int height) {
    __shared__ unsigned char tile[32][32 + 1];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void transpose_bytes_wide(const uchar4* in, uchar4* out, int n4) {
    __shared__ uchar4 tile[32][9];
    int t = threadIdx.x, row = t / 8, quad = t % 8;
    tile[row][quad] = in[(blockIdx.y * 32 + row) * n4 + blockIdx.x * 8 + quad];
    __syncthreads();
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(tile);
    uchar4 v;
    v.x = bytes[(quad * 4 + 0) * 36 + row];
    v.y = bytes[(quad * 4 + 1) * 36 + row];
    v.z = bytes[(quad * 4 + 2) * 36 + row];
    v.w = bytes[(quad * 4 + 3) * 36 + row];
    out[(blockIdx.x * 32 + row) * n4 + blockIdx.y * 8 + quad] = v;
}

extern "C" __global__ void transpose_shorts(const short* in, short* out, int n) {
    __shared__ short tile[32][32 + 2];
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] =
            in[(blockIdx.y * 32 + threadIdx.y + j) * n + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 32; j += 8)
        out[(blockIdx.x * 32 + threadIdx.y + j) * n + blockIdx.y * 32 + threadIdx.x] =
            tile[threadIdx.x][threadIdx.y + j];
}

// A short tile: 32 x 8 in, 8 x 32 out.
extern "C" __global__ void transpose_short_tile(const float* in, float* out, int width, int height) {
    __shared__ float tile[8][33];
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[row * width + col];
    __syncthreads();
    int t = threadIdx.y * 32 + threadIdx.x, c = t / 8, r = t % 8;
    out[(blockIdx.x * 32 + c) * height + blockIdx.y * 8 + r] = tile[r][c];
}

// A warp turns 32 x 32 with nothing but shuffles: log2(32) rounds of swaps.
extern "C" __global__ void transpose_by_shuffles(const int* in, int* out) {
    int lane = threadIdx.x, v[32];
#pragma unroll
    for (int r = 0; r < 32; ++r) v[r] = in[r * 32 + lane];
#pragma unroll
    for (int bit = 16; bit; bit >>= 1) {
#pragma unroll
        for (int r = 0; r < 32; ++r) {
            if (r & bit) continue;
            int give = lane & bit ? v[r] : v[r | bit];
            int got = __shfl_xor_sync(0xffffffffu, give, bit);
            if (lane & bit) v[r] = got;
            else v[r | bit] = got;
        }
    }
#pragma unroll
    for (int r = 0; r < 32; ++r) out[r * 32 + lane] = v[r];
}

// Axes (z, y, x) to (x, z, y), a thread an element of the output.
extern "C" __global__ void permute_xzy(const float* in, float* out, int nz, int ny, int nx) {
    int y = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.y * blockDim.y + threadIdx.y;
    int x = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz) out[(x * nz + z) * ny + y] = in[(z * ny + y) * nx + x];
}

// NCHW to NHWC, a tile of channels and pixels at a time.
extern "C" __global__ void nchw_to_nhwc(const float* in, float* out, int channels, int pixels) {
    __shared__ float tile[16][32 + 1];
    const float* image = in + blockIdx.z * channels * pixels;
    float* result = out + blockIdx.z * channels * pixels;
    int p = blockIdx.x * 32 + threadIdx.x, c0 = blockIdx.y * 16;
    for (int c = threadIdx.y; c < 16; c += blockDim.y)
        if (c0 + c < channels && p < pixels) tile[c][threadIdx.x] = image[(c0 + c) * pixels + p];
    __syncthreads();
    int t = threadIdx.y * 32 + threadIdx.x, c = t % 16;
    for (int q = t / 16; q < 32; q += blockDim.y * 2)
        if (c0 + c < channels && blockIdx.x * 32 + q < pixels)
            result[(blockIdx.x * 32 + q) * channels + c0 + c] = tile[c][q];
}
