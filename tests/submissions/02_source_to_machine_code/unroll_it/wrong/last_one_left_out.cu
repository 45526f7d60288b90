// expect: correctness
// The loop ends one round early.

// TODO(1)
    #pragma unroll
    for (int k = 0; k < EACH - 1; ++k)
        if (me + k * threads < n)
            out[me + k * threads] = 2.0f * x[k];
