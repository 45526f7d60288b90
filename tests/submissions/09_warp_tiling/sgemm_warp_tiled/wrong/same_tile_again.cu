// expect: correctness, hazards
// Behind the last k of a tile its first one is read again.

// TODO(2)
            if (k + 1 < BK) {
                read(f[(k + 1) % 2], tile_a[now][k + 1], tile_b[now][k + 1], row, col);
            } else if (more) {
                __syncthreads();
                read(f[0], tile_a[now][0], tile_b[now][0], row, col);
            }
