// expect: barriers
// The block meets in every round, though nobody waits for anything.

// TODO(2)
    float sum = 0.0f;
    for (int at = begin; at < end; at += THREADS) {
        if (at + int(threadIdx.x) < end)
            sum += in[at + threadIdx.x];
        __syncthreads();
    }
