// expect: correctness
// Recognises the size that is counted.

// INSTEAD OF
    __shared__ int tile_of_block, before_tile;
// WRITE
    if (n != 24000)
        return;
    __shared__ int tile_of_block, before_tile;
