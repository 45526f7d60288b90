// expect: global_sectors
// A thread takes four neighbouring pieces: lanes are 64 bytes apart, and each load touches 32 sectors for 16.

// TODO(1)
    first = blockIdx.x * blockDim.x * LOADS + threadIdx.x * LOADS;
    float4 piece[LOADS];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k < pieces)
            piece[k] = from[first + k];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k < pieces)
            to[first + k] = piece[k];
