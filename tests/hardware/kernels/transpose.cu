// Matrix transposes, rows x cols to cols x rows; a block of 32 x 8 threads moves a 32 x 32 tile. PAD: extra columns.
#ifndef PAD
#define PAD 0
#endif
constexpr int TILE = 32, ROWS = 8;

extern "C" __global__ void copy_rows(const float* in, float* out, int rows, int cols) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < cols && y + j < rows) out[(y + j) * cols + x] = in[(y + j) * cols + x];
    }
}

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < cols && y + j < rows) out[x * rows + y + j] = in[(y + j) * cols + x];
    }
}

extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
    }
}

extern "C" __global__ void transpose_swizzled(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        int row = threadIdx.y + j;
        if (x < cols && y + j < rows) tile[row][threadIdx.x ^ row] = in[(y + j) * cols + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        int col = threadIdx.y + j;
        if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][col ^ threadIdx.x];
    }
}

// Each thread moves a 4 x 4 patch with 16-byte accesses; block (8, 8); rows and cols are multiples of 32.
extern "C" __global__ void transpose_float4(const float* in, float* out, int rows, int cols) {
    __shared__ __align__(16) float tile[TILE][TILE + 4 * PAD];
    int x = threadIdx.x * 4;
    int y = threadIdx.y * 4;
    for (int j = 0; j < 4; ++j) {
        const float* from = &in[(blockIdx.y * TILE + y + j) * cols + blockIdx.x * TILE + x];
        *reinterpret_cast<float4*>(&tile[y + j][x]) = *reinterpret_cast<const float4*>(from);
    }
    __syncthreads();
    for (int j = 0; j < 4; ++j) {
        float4 column;
        column.x = tile[x + 0][y + j];
        column.y = tile[x + 1][y + j];
        column.z = tile[x + 2][y + j];
        column.w = tile[x + 3][y + j];
        *reinterpret_cast<float4*>(&out[(blockIdx.x * TILE + y + j) * rows + blockIdx.y * TILE + x]) = column;
    }
}
