// expect: hazards
// Nothing says that the next tile is complete when its first fragments are read.

// TODO(2)
            if (k + 1 < BK) {
                read(f[(k + 1) % 2], tile_a[now][k + 1], tile_b[now][k + 1], row, col);
            } else if (more) {
                read(f[0], tile_a[now ^ 1][0], tile_b[now ^ 1][0], row, col);
            }
