// expect: correctness, hazards
// One barrier before the tree, none between its steps.

// TODO(2)
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2)
        if (tid < s)
            part[tid] += part[tid + s];
