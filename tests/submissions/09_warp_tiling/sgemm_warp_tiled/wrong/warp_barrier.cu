// expect: hazards
// __syncwarp() orders the lanes of one warp; a tile is stored by eight.

// TODO(2)
            if (k + 1 < BK) {
                read(f[(k + 1) % 2], tile_a[now][k + 1], tile_b[now][k + 1], row, col);
            } else if (more) {
                __syncwarp();
                read(f[0], tile_a[now ^ 1][0], tile_b[now ^ 1][0], row, col);
            }
