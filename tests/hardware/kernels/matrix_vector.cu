// Column sums, row sums, matrix times vector, outer product.

// One thread a column.
extern "C" __global__ void column_sums(const float* in, float* out, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols) return;
    float sum = 0.0f;
    for (int row = 0; row < rows; ++row) sum += in[row * cols + col];
    out[col] = sum;
}

// One thread a row.
extern "C" __global__ void row_sums(const float* in, float* out, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int col = 0; col < cols; ++col) sum += in[row * cols + col];
    out[row] = sum;
}

// Block (32, 8): eight partial sums a column meet in shared memory. Lane x of a warp writes column x, row y.
extern "C" __global__ void column_sums_shared(const float* in, float* out, int rows, int cols) {
    __shared__ float partial[32][8];
    int col = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    for (int row = threadIdx.y; row < rows; row += 8) {
        if (col < cols) sum += in[row * cols + col];
    }
    partial[threadIdx.x][threadIdx.y] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && col < cols) {
        float total = 0.0f;
        for (int y = 0; y < 8; ++y) total += partial[threadIdx.x][y];
        out[col] = total;
    }
}

// One warp a row.
extern "C" __global__ void matvec_warp(const float* A, const float* x, float* y, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int col = lane; col < cols; col += 32) sum += A[row * cols + col] * x[col];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0) y[row] = sum;
}

// The vector waits in shared memory; one thread a row.
extern "C" __global__ void matvec_shared(const float* A, const float* x, float* y, int rows, int cols) {
    __shared__ float part[128];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int start = 0; start < cols; start += 128) {
        if (start + threadIdx.x < cols) part[threadIdx.x] = x[start + threadIdx.x];
        __syncthreads();
        int count = min(128, cols - start);
        if (row < rows) {
            for (int k = 0; k < count; ++k) sum += A[row * cols + start + k] * part[k];
        }
        __syncthreads();
    }
    if (row < rows) y[row] = sum;
}

extern "C" __global__ void outer_product(const float* x, const float* y, float* out, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) out[row * cols + col] = x[row] * y[col];
}

extern "C" __global__ void dot_product(const float* x, const float* y, float* out, int n) {
    __shared__ float partial[128];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i] * y[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}
