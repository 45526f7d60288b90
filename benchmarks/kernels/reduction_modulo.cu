// Step 0: one sum a block of 256. Thread t adds in a step if 2 * s divides it: a remainder, and a few lanes of every warp.
extern "C" __global__ void reduction_modulo(const float* in, float* out, int n)
{
    __shared__ float part[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}

// The same with a block size that the compiler knows: it unrolls the loop, and remainders become masks.
extern "C" __global__ void reduction_modulo_unrolled(const float* in, float* out, int n)
{
    __shared__ float part[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 256 + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        if (tid % (2 * s) == 0)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}
