// expect: occupancy
// Sixteen more kilobytes of shared memory keep the pieces until all have arrived: only one block is left.

// TODO(1)
    __shared__ float4 piece[LOADS][256];
    float4 mine[LOADS];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < pieces)
            mine[k] = from[first + k * blockDim.x];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        piece[k][threadIdx.x] = mine[k];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < pieces)
            to[first + k * blockDim.x] = piece[k][threadIdx.x];
