// expect: correctness
// Elements are loaded a grid apart and stored side by side.

// TODO(1)
    #pragma unroll
    for (int k = 0; k < EACH; ++k)
        if (EACH * me + k < n)
            out[EACH * me + k] = 2.0f * x[k];
