// expect: correctness, hazards
// The barrier comes behind the read that it should protect.

// TODO(1)
    float before = 0.0f;
    if (t > 0)
        before = segment[t - 1];
    __syncthreads();
