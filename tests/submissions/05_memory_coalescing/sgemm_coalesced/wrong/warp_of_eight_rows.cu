// expect: global_sectors
// A warp owns eight rows of four columns: half of every sector of B is thrown away, and A lies in eight rows.

// TODO(1)
    int warp = t / 32;
    int lane = t % 32;
    int row = blockIdx.y * TILE + warp / 4 * 8 + lane / 4;
    int col = blockIdx.x * TILE + warp % 4 * 4 + lane % 4;
