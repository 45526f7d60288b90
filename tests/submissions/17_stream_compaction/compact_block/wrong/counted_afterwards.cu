// expect: correctness, hazards
// Takes the count after the addition, which is the end of the room.

// TODO(2)
    if (threadIdx.x == 0) {
        int of_block = 0;
        for (int w = 0; w < WARPS; ++w)
            of_block += kept[w];
        first_of_block = atomicAdd(count, of_block) + of_block;
    }
