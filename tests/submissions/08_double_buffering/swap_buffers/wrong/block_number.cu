// expect: hazards
// The number of the block is the same in every round.

// TODO(1)
        int which = blockIdx.x % 2;
