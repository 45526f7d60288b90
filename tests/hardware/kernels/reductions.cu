// Block sums in shared memory, from the divergent form to warp shuffles. Block of 256 threads; out has one value a block.

extern "C" __global__ void reduce_interleaved(const float* in, float* out, int n) {
    __shared__ float partial[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) partial[tid] += partial[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = partial[0];
}

extern "C" __global__ void reduce_strided_index(const float* in, float* out, int n) {
    __shared__ float partial[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) partial[index] += partial[index + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = partial[0];
}

extern "C" __global__ void reduce_sequential(const float* in, float* out, int n) {
    __shared__ float partial[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) partial[tid] += partial[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = partial[0];
}

extern "C" __global__ void reduce_first_add(const float* in, float* out, int n) {
    __shared__ float partial[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x * 2 + tid;
    float sum = i < n ? in[i] : 0.0f;
    if (i + blockDim.x < n) sum += in[i + blockDim.x];
    partial[tid] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) partial[tid] += partial[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = partial[0];
}

// The last warp works alone, with __syncwarp between its steps.
extern "C" __global__ void reduce_warp_tail(const float* in, float* out, int n) {
    __shared__ float partial[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s >= 32; s /= 2) {
        if (tid < s) partial[tid] += partial[tid + s];
        __syncthreads();
    }
    if (tid < 32) {
        for (int s = 16; s > 0; s /= 2) {
            float other = partial[tid + s];
            __syncwarp();
            partial[tid] += other;
            __syncwarp();
        }
    }
    if (tid == 0) out[blockIdx.x] = partial[0];
}

__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffff, value, offset);
    }
    return value;
}

extern "C" __global__ void reduce_shuffle(const float* in, float* out, int n) {
    __shared__ float warp_sums[8];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = warp_sum(i < n ? in[i] : 0.0f);
    if (lane == 0) warp_sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < 8 ? warp_sums[lane] : 0.0f);
        if (lane == 0) out[blockIdx.x] = sum;
    }
}

extern "C" __global__ void reduce_grid_stride(const float4* in, float* out, int quads) {
    __shared__ float warp_sums[8];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        float4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    sum = warp_sum(sum);
    if (lane == 0) warp_sums[warp] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float total = 0.0f;
        for (int w = 0; w < 8; ++w) total += warp_sums[w];
        atomicAdd(out, total);
    }
}

extern "C" __global__ void reduce_maximum(const int* in, int* out, int n) {
    __shared__ int best;
    if (threadIdx.x == 0) best = -2147483647;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(&best, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(out, best);
}
