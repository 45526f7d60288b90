// expect: correctness
// The number in the block for that in the warp: from the second warp on nobody has nothing below.

// TODO(1)
    for (int distance = 1; distance < 32; distance *= 2) {
        int below = __shfl_up_sync(ALL_LANES, value, distance);
        if (threadIdx.x >= distance)
            value += below;
    }
