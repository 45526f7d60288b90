// expect: global_sectors
// The same order as before in other words: still column by column.

// TODO(1)
    int thread = threadIdx.x * blockDim.y + threadIdx.y;
