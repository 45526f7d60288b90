// expect: forward_progress
// Takes blockIdx.x for the tile: blocks wait for others that may not have started.

// TODO(2)
    tile_of_block = blockIdx.x;
