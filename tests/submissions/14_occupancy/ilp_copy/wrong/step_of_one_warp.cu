// expect: correctness
// The pieces of a thread lie 32 apart, not blockDim.x: warps copy each other's, and the end of the block's share is left out.

// TODO(1)
    float4 piece[LOADS];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * 32 < pieces)
            piece[k] = from[first + k * 32];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * 32 < pieces)
            to[first + k * 32] = piece[k];
