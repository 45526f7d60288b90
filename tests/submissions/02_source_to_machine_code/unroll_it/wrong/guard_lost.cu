// expect: correctness
// Unrolled by hand into a loop without its guard: elements beyond the end are written.

// TODO(1)
    #pragma unroll
    for (int k = 0; k < EACH; ++k)
        out[me + k * threads] = 2.0f * x[k];
