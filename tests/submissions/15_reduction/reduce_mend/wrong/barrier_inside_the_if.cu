// expect: hazards, work
// The barrier went into the branch, where most threads do not come.

// TODO(1)
    for (int s = blockDim.x / 2; s > 0; s /= 2)
        if (tid < s) {
            __syncthreads();
            part[tid] += part[tid + s];
        }
