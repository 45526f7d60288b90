// expect: barriers
// A barrier for each k: right, and slow.

// TODO(2)
            __syncthreads();
            if (k + 1 < BK) {
                read(f[(k + 1) % 2], tile_a[now][k + 1], tile_b[now][k + 1], row, col);
            } else if (more) {
                read(f[0], tile_a[now ^ 1][0], tile_b[now ^ 1][0], row, col);
            }
