// expect: hazards
// No barrier between the steps.

// TODO(1)
    for (int s = blockDim.x / 2; s > 0; s /= 2)
        if (tid < s)
            part[tid] += part[tid + s];
