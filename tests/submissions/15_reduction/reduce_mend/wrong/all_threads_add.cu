// expect: correctness
// The condition was taken out.

// TODO(1)
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        __syncthreads();
        part[tid] += part[tid + s];
    }
