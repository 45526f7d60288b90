// expect: hazards
// Only the second warp waits, and nobody of the first one comes.

// TODO(1)
    if (t >= 32)
        __syncthreads();
    float before = 0.0f;
    if (t > 0)
        before = segment[t - 1];
