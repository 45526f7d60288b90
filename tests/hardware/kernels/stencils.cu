// Stencils, without and with a shared tile that holds the halo.
constexpr int RADIUS = 3, BLOCK = 256, EDGE = 16;

extern "C" __global__ void stencil_1d_naive(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < RADIUS || i >= n - RADIUS) return;
    float sum = 0.0f;
    for (int d = -RADIUS; d <= RADIUS; ++d) sum += in[i + d];
    out[i] = sum;
}

extern "C" __global__ void stencil_1d(const float* in, float* out, int n) {
    __shared__ float tile[BLOCK + 2 * RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int at = threadIdx.x + RADIUS;
    tile[at] = i < n ? in[i] : 0.0f;
    if (threadIdx.x < RADIUS) {
        tile[at - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0.0f;
        tile[at + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int d = -RADIUS; d <= RADIUS; ++d) sum += tile[at + d];
    if (i < n) out[i] = sum;
}

extern "C" __global__ void stencil_2d(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[EDGE + 2][EDGE + 2];
    int col = blockIdx.x * EDGE + threadIdx.x;
    int row = blockIdx.y * EDGE + threadIdx.y;
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    bool inside = row < rows && col < cols;
    tile[ty][tx] = inside ? in[row * cols + col] : 0.0f;
    if (threadIdx.x == 0) tile[ty][0] = row < rows && col > 0 ? in[row * cols + col - 1] : 0.0f;
    if (threadIdx.x == EDGE - 1) tile[ty][EDGE + 1] = row < rows && col + 1 < cols ? in[row * cols + col + 1] : 0.0f;
    if (threadIdx.y == 0) tile[0][tx] = col < cols && row > 0 ? in[(row - 1) * cols + col] : 0.0f;
    if (threadIdx.y == EDGE - 1) tile[EDGE + 1][tx] = col < cols && row + 1 < rows ? in[(row + 1) * cols + col] : 0.0f;
    __syncthreads();
    if (inside) {
        out[row * cols + col] = 0.2f * (tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
    }
}

__constant__ float weights[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

extern "C" __global__ void convolution_constant(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0.0f;
    for (int d = 0; d < 5; ++d) {
        int at = i + d - 2;
        if (at >= 0 && at < n) sum += weights[d] * in[at];
    }
    out[i] = sum;
}
