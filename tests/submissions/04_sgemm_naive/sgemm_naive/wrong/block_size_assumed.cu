// expect: correctness
// Counts on blocks of 32 x 32: with 16 x 16, three elements of four belong to nobody.

// TODO(1)
    int row = blockIdx.y * 32 + threadIdx.y;
    int col = blockIdx.x * 32 + threadIdx.x;
