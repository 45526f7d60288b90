// expect: correctness
// The loop begins one round late.

// TODO(1)
    #pragma unroll
    for (int k = 1; k < EACH; ++k)
        if (me + k * threads < n)
            out[me + k * threads] = 2.0f * x[k];
