// expect: hazards
// Leaves the part after the ticket has said that it is there.

// TODO(1)
        unsigned drawn = atomicAdd(ticket, 1u);
        is_last = drawn == gridDim.x - 1;
        __threadfence();
        partial[blockIdx.x] = part[0];
