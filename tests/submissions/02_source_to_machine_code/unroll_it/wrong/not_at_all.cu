// expect: resources
// unroll 1 forbids what is needed.

// TODO(1)
    #pragma unroll 1
    for (int k = 0; k < EACH; ++k)
        if (me + k * threads < n)
            out[me + k * threads] = 2.0f * x[k];
