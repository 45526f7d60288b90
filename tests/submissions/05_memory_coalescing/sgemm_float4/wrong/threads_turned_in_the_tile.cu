// expect: global_sectors
// threadIdx.x runs down the rows of the tile: with a float4 of sixteen rows a request costs sixteen sectors.

// INSTEAD OF
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
// WRITE
    int row = blockIdx.y * blockDim.y + threadIdx.x;
    int col = blockIdx.x * blockDim.x + threadIdx.y;
