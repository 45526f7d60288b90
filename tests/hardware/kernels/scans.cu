// Block-wide prefix sums.

// Inclusive, one element a thread, block of 256: two arrays change roles every step.
extern "C" __global__ void scan_hillis_steele(const float* in, float* out, int n) {
    __shared__ float values[2][256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 256 + tid;
    int now = 0;
    values[0][tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int offset = 1; offset < 256; offset *= 2) {
        float sum = values[now][tid];
        if (tid >= offset) sum += values[now][tid - offset];
        values[now ^ 1][tid] = sum;
        now ^= 1;
        __syncthreads();
    }
    if (i < n) out[i] = values[now][tid];
}

// Exclusive, two elements a thread, block of 256. CONFLICT_FREE puts one spare word after every 32.
#ifdef CONFLICT_FREE
#define AT(i) ((i) + (i) / 32)
#else
#define AT(i) (i)
#endif

extern "C" __global__ void scan_blelloch(const float* in, float* out) {
    __shared__ float values[AT(511) + 1];
    int tid = threadIdx.x;
    const float* from = in + blockIdx.x * 512;
    values[AT(2 * tid)] = from[2 * tid];
    values[AT(2 * tid + 1)] = from[2 * tid + 1];
    int offset = 1;
    for (int pairs = 256; pairs > 0; pairs /= 2) {
        __syncthreads();
        if (tid < pairs) {
            int left = offset * (2 * tid + 1) - 1;
            int right = offset * (2 * tid + 2) - 1;
            values[AT(right)] += values[AT(left)];
        }
        offset *= 2;
    }
    if (tid == 0) values[AT(511)] = 0.0f;
    for (int pairs = 1; pairs < 512; pairs *= 2) {
        offset /= 2;
        __syncthreads();
        if (tid < pairs) {
            int left = offset * (2 * tid + 1) - 1;
            int right = offset * (2 * tid + 2) - 1;
            float swap = values[AT(left)];
            values[AT(left)] = values[AT(right)];
            values[AT(right)] += swap;
        }
    }
    __syncthreads();
    out[blockIdx.x * 512 + 2 * tid] = values[AT(2 * tid)];
    out[blockIdx.x * 512 + 2 * tid + 1] = values[AT(2 * tid + 1)];
}

// Inclusive, warp shuffles first, then the warps' sums.
extern "C" __global__ void scan_shuffle(const float* in, float* out, int n) {
    __shared__ float warp_sums[32];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = i < n ? in[i] : 0.0f;
    for (int offset = 1; offset < 32; offset *= 2) {
        float left = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= offset) value += left;
    }
    if (lane == 31) warp_sums[warp] = value;
    __syncthreads();
    if (warp == 0) {
        float sum = lane < blockDim.x / 32 ? warp_sums[lane] : 0.0f;
        for (int offset = 1; offset < 32; offset *= 2) {
            float left = __shfl_up_sync(0xffffffff, sum, offset);
            if (lane >= offset) sum += left;
        }
        warp_sums[lane] = sum;
    }
    __syncthreads();
    if (warp > 0) value += warp_sums[warp - 1];
    if (i < n) out[i] = value;
}
