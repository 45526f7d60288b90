// expect: correctness
// A grid-stride loop: every element once, but not the share of this block.

// TODO(2)
    float sum = 0.0f;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += blocks * THREADS)
        sum += in[i];
