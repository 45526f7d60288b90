// expect: correctness
// The condition is new and the loop is not: the first step adds one pair only.

// TODO(1)
    for (int s = 1; s < blockDim.x; s *= 2) {
        __syncthreads();
        if (tid < s)
            part[tid] += part[tid + s];
    }
