// out[i] = in[i] for every i from 0 to n - 1. Blocks have two dimensions, and each block copies as many neighbouring
// elements as it has threads: thread number 0 of the block takes the first of them.

extern "C" __global__ void x_is_fastest(const float* in, float* out, int n)
{
    // TODO(1): mend the number of this thread in its block. Every element is copied, but the lanes of a warp stand far
    // apart. (change 1 line)
    int thread = threadIdx.y + blockDim.y * threadIdx.x;

    int i = blockIdx.x * (blockDim.x * blockDim.y) + thread;
    if (i < n)
        out[i] = in[i];
}
