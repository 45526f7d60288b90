// expect: shared_wavefronts, barriers, resources, machine_code
// A tree in shared memory to the end, without a shuffle.

constexpr int BLOCK = 256;

extern "C" __global__ void reduce_shuffle(const float* in, float* out, int n)
{
    __shared__ float part[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncthreads();
        if (tid < s)
            part[tid] += part[tid + s];
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}
