// expect: correctness
// A number of pieces is compared with a number of floats.

// TODO(1)
    float4 piece[LOADS];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < n)
            piece[k] = from[first + k * blockDim.x];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < n)
            to[first + k * blockDim.x] = piece[k];
