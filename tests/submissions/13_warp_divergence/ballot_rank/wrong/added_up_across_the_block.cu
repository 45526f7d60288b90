// expect: correctness, hazards
// Counts with an atomic in shared memory, across the block and in any order.

// TODO(1)
    __shared__ int taken;
    if (threadIdx.x == 0)
        taken = 0;
    if (holds)
        mine = atomicAdd(&taken, 1);
