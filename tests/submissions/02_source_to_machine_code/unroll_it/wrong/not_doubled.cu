// expect: correctness
// The factor got lost with the loop.

// TODO(1)
    #pragma unroll
    for (int k = 0; k < EACH; ++k)
        if (me + k * threads < n)
            out[me + k * threads] = x[k];
