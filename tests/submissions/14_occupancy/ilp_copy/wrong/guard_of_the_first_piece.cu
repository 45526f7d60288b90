// expect: correctness
// Only the first piece is compared with the end, and the others go beyond it.

// TODO(1)
    float4 piece[LOADS];
    if (first < pieces) {
        #pragma unroll
        for (int k = 0; k < LOADS; ++k)
            piece[k] = from[first + k * blockDim.x];
        #pragma unroll
        for (int k = 0; k < LOADS; ++k)
            to[first + k * blockDim.x] = piece[k];
    }
