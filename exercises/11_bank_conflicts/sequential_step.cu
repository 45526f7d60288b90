// out[r] = in[r][0] + in[r][1] + ... + in[r][127]: a block of 128 threads adds up one row, in seven steps. In each step
// half of the threads that worked before add two of the numbers that are left.

extern "C" __global__ void sequential_step(const float* in, float* out, int rows, int cols)    // cols is 128
{
    __shared__ float part[128];
    int tid = threadIdx.x;
    part[tid] = in[blockIdx.x * cols + tid];

    for (int working = 64; working > 0; working /= 2) {
        __syncthreads();
        // TODO(1): mend this step. It is right, but its lanes are 2 * d words apart. Let neighbours read neighbours, and
        // leave the sums side by side in front. (change it to 2 lines)
        int d = 64 / working;
        if (tid < working)
            part[2 * d * tid] += part[2 * d * tid + d];
    }

    if (tid == 0)
        out[blockIdx.x] = part[0];
}
