// expect: correctness, hazards
// All threads draw a tile.

// TODO(2)
    tile_of_block = static_cast<int>(atomicAdd(&status[0], 1));
