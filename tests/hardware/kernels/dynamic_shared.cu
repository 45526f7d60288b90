// Shared memory whose size the launch decides.

extern "C" __global__ void reverse_block(const float* in, float* out) {
    extern __shared__ float values[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = values[blockDim.x - 1 - threadIdx.x];
}

// Block (edge, edge); pitch in floats is an argument, so the compiler knows nothing of it.
extern "C" __global__ void transpose_block(const float* in, float* out, int pitch) {
    extern __shared__ float tile[];
    int edge = blockDim.x;
    tile[threadIdx.y * pitch + threadIdx.x] = in[threadIdx.y * edge + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * edge + threadIdx.x] = tile[threadIdx.x * pitch + threadIdx.y];
}

extern "C" __global__ void sgemm_dynamic(const float* A, const float* B, float* C, int n) {
    extern __shared__ float tiles[];
    int edge = blockDim.x;
    float* tile_a = tiles;
    float* tile_b = tiles + edge * edge;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * edge + ty;
    int col = blockIdx.x * edge + tx;
    float sum = 0.0f;
    for (int start = 0; start < n; start += edge) {
        tile_a[ty * edge + tx] = A[row * n + start + tx];
        tile_b[ty * edge + tx] = B[(start + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < edge; ++k) sum += tile_a[ty * edge + k] * tile_b[k * edge + tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}
