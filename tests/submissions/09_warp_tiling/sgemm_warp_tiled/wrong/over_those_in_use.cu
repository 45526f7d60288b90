// expect: correctness
// Reads the next fragments over those that are to be multiplied now.

// TODO(2)
            if (k + 1 < BK) {
                read(f[k % 2], tile_a[now][k + 1], tile_b[now][k + 1], row, col);
            } else if (more) {
                __syncthreads();
                read(f[0], tile_a[now ^ 1][0], tile_b[now ^ 1][0], row, col);
            }
