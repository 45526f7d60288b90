// expect: correctness, hazards
// The last warp is left out of the room.

// TODO(2)
    if (threadIdx.x == 0) {
        int of_block = 0;
        for (int w = 0; w < WARPS - 1; ++w)
            of_block += kept[w];
        first_of_block = atomicAdd(count, of_block);
    }
