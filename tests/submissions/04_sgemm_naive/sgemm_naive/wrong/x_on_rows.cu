// expect: global_sectors
// Right, but neighbouring lanes own neighbouring rows: sixteen sectors of A for sixteen words, where two sectors
// would do.

// TODO(1)
    int row = blockIdx.y * blockDim.y + threadIdx.x;
    int col = blockIdx.x * blockDim.x + threadIdx.y;
