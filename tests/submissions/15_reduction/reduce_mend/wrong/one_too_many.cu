// expect: correctness
// tid <= s: one thread too many in each step.

// TODO(1)
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        __syncthreads();
        if (tid <= s)
            part[tid] += part[tid + s];
    }
