// expect: hazards
// The ticket is drawn first: whoever sees it need not see the part.

// TODO(1)
        partial[blockIdx.x] = part[0];
        unsigned drawn = atomicAdd(ticket, 1u);
        is_last = drawn == gridDim.x - 1;
        __threadfence();
