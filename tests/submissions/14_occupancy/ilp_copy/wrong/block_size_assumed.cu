// expect: correctness
// The pieces lie 256 apart in every launch, also where a block has 96 threads.

// TODO(1)
    float4 piece[LOADS];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * 256 < pieces)
            piece[k] = from[first + k * 256];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * 256 < pieces)
            to[first + k * 256] = piece[k];
