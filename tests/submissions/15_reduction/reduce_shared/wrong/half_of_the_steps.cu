// expect: correctness
// Starts with a quarter of the block: the back half is never added.

// TODO(2)
    for (int s = BLOCK / 4; s > 0; s /= 2) {
        __syncthreads();
        if (tid < s)
            part[tid] += part[tid + s];
    }
