// out[b] is the sum of the 256 elements of `in` that belong to block b, or of as many as there are: a tree in shared memory.

constexpr int BLOCK = 256;

extern "C" __global__ void reduce_shared(const float* in, float* out, int n)
{
    __shared__ float part[BLOCK];
    int tid = threadIdx.x;

    // TODO(1): put this thread's element into shared memory. Where there is none, put what does not change a sum: every
    // word is going to be added. (about 2 lines)
    // BEGIN SOLUTION
    int i = blockIdx.x * BLOCK + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    // END SOLUTION

    // TODO(2): add up part[0] to part[BLOCK - 1] in a tree, so that the sum ends in part[0]. In each step the front half of
    // what is left takes the back half; before each step every warp must have stored. (about 5 lines)
    // BEGIN SOLUTION
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncthreads();
        if (tid < s)
            part[tid] += part[tid + s];
    }
    // END SOLUTION

    // TODO(3): write the block's sum, once. (2 lines)
    // BEGIN SOLUTION
    if (tid == 0)
        out[blockIdx.x] = part[0];
    // END SOLUTION
}
