// expect: correctness
// The last step, s = 1, is left out.

// TODO(1)
    for (int s = blockDim.x / 2; s > 1; s /= 2) {
        __syncthreads();
        if (tid < s)
            part[tid] += part[tid + s];
    }
