// expect: correctness, hazards
// The barrier stands at the end of each step: nobody waits for the elements.

// TODO(2)
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }
