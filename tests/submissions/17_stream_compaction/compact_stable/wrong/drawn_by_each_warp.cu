// expect: correctness, hazards
// A thread of each warp draws a tile: sixteen of them, for one block.

// TODO(2)
    if (lane == 0)
        tile_of_block = static_cast<int>(atomicAdd(&status[0], 1));
