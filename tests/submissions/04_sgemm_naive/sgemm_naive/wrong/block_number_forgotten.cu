// expect: correctness, hazards
// Every block computes the first 16 x 16 elements: right when one block is enough, and all blocks write the same
// place.

// TODO(1)
    int row = threadIdx.y;
    int col = threadIdx.x;
