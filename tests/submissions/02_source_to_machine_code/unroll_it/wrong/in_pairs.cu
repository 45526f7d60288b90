// expect: resources
// Unrolled by 2, four rounds are left.

// TODO(1)
    #pragma unroll 2
    for (int k = 0; k < EACH; ++k)
        if (me + k * threads < n)
            out[me + k * threads] = 2.0f * x[k];
