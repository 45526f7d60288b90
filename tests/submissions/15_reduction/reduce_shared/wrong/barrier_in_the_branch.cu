// expect: hazards
// The barrier stands inside the if, where the threads that do not add never come.

// TODO(2)
    for (int s = BLOCK / 2; s > 0; s /= 2)
        if (tid < s) {
            __syncthreads();
            part[tid] += part[tid + s];
        }
