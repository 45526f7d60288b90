// expect: hazards
// The last block has a fence; those that leave their part have none.

// TODO(1)
        partial[blockIdx.x] = part[0];
        unsigned drawn = atomicAdd(ticket, 1u);
        is_last = drawn == gridDim.x - 1;
