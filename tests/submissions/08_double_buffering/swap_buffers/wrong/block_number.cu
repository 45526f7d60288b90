// expect: hazards
// The number of the block is the same in every round.

// TODO(1)
        int free_buffer = blockIdx.x % 2;
