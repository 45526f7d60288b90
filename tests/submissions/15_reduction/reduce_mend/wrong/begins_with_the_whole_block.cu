// expect: correctness
// s begins with the whole block: the first step reads behind the array.

// TODO(1)
    for (int s = blockDim.x; s > 0; s /= 2) {
        __syncthreads();
        if (tid < s)
            part[tid] += part[tid + s];
    }
