// expect: correctness, hazards
// Thread 0 takes room for its own warp only.

// TODO(2)
    if (threadIdx.x == 0)
        first_of_block = atomicAdd(count, kept[0]);
