// expect: hazards
// A fence of the block orders nothing for other blocks.

// TODO(1)
        partial[blockIdx.x] = part[0];
        __threadfence_block();
        unsigned drawn = atomicAdd(ticket, 1u);
        is_last = drawn == gridDim.x - 1;
