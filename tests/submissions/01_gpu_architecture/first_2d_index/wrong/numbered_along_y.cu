// expect: global_sectors
// Every thread has an element of its own, but within a block they go down the columns: a warp is spread over 16 rows.

// TODO(1)
    int number = threadIdx.x + blockDim.x * threadIdx.y;
    int row = blockIdx.y * blockDim.y + number % blockDim.y;
    int col = blockIdx.x * blockDim.x + number / blockDim.y;
