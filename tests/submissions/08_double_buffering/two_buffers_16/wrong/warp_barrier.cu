// expect: hazards
// __syncwarp waits for the lanes of one warp; B's tile is stored by eight.

// TODO(1)
        tile_a[now][ty][tx] = a_in;
        tile_b[now][ty][tx] = b_in;
        __syncwarp();
        a_in = element_a(k0 + TILE);
        b_in = element_b(k0 + TILE);
