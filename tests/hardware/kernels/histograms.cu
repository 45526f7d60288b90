// Histograms of bytes or of small integers, in global and in shared memory. Blocks of 256 threads, 256 bins.

extern "C" __global__ void histogram_global(const int* data, int* bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[data[i]], 1);
}

extern "C" __global__ void histogram_shared(const int* data, int* bins, int n) {
    __shared__ int local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&local[data[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

extern "C" __global__ void histogram_bytes(const unsigned char* data, int* bins, int n) {
    __shared__ int local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&local[data[i]], 1);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// Adds a weight that is not a constant: no population count can replace it.
extern "C" __global__ void histogram_weighted(const int* data, const int* weight, int* bins, int n) {
    __shared__ int local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&local[data[i]], weight[i]);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// The returned old value is the element's place in its bin. The order of lanes is free: only sums are comparable.
extern "C" __global__ void histogram_ranked(const int* data, int* bins, int* ranks, int n) {
    __shared__ int local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) ranks[i] = atomicAdd(&local[data[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

extern "C" __global__ void histogram_float(const int* data, const float* weight, float* bins, int n) {
    __shared__ float local[256];
    local[threadIdx.x] = 0.0f;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&local[data[i]], weight[i]);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// Every warp has its own copy of the bins, PITCH words apart.
#ifndef PITCH
#define PITCH 256
#endif
extern "C" __global__ void histogram_copies(const int* data, int* bins, int n) {
    __shared__ int local[8 * PITCH];
    for (int i = threadIdx.x; i < 8 * PITCH; i += blockDim.x) local[i] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&local[threadIdx.x / 32 * PITCH + data[i]], 1);
    __syncthreads();
    int sum = 0;
    for (int copy = 0; copy < 8; ++copy) sum += local[copy * PITCH + threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}
