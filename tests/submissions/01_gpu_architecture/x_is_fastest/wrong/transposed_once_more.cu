// expect: global_sectors
// The right number, and then whole blocks are copied in strides of 8 after all: every lane in a sector of its own.

// TODO(1)
    int number = threadIdx.x + blockDim.x * threadIdx.y;
    int thread = blockDim.x * blockDim.y == 256 ? number % 32 * 8 + number / 32 : number;
