// expect: correctness
// A thread copies where it has all four pieces: at the end some are left out.

// TODO(1)
    float4 piece[LOADS];
    if (first + (LOADS - 1) * blockDim.x < pieces) {
        #pragma unroll
        for (int k = 0; k < LOADS; ++k)
            piece[k] = from[first + k * blockDim.x];
        #pragma unroll
        for (int k = 0; k < LOADS; ++k)
            to[first + k * blockDim.x] = piece[k];
    }
