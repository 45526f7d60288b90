// expect: hazards, shared_wavefronts, barriers, resources, machine_code
// The unrolled last warp with volatile and no __syncwarp, as it was once printed: its lanes need not run in step since Volta.

constexpr int BLOCK = 256;

__device__ void last_warp(volatile float* part, int tid)
{
    part[tid] += part[tid + 32];
    part[tid] += part[tid + 16];
    part[tid] += part[tid + 8];
    part[tid] += part[tid + 4];
    part[tid] += part[tid + 2];
    part[tid] += part[tid + 1];
}

extern "C" __global__ void reduce_shuffle(const float* in, float* out, int n)
{
    __shared__ float part[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = BLOCK / 2; s > 32; s /= 2) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid < 32)
        last_warp(part, tid);
    if (tid == 0)
        out[blockIdx.x] = part[0];
}
