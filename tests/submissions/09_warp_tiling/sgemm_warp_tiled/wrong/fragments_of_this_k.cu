// expect: correctness
// Reads the fragments of this k once more: the first counts twice, the last never.

// TODO(2)
            if (k + 1 < BK) {
                read(f[(k + 1) % 2], tile_a[now][k], tile_b[now][k], row, col);
            } else if (more) {
                __syncthreads();
                read(f[0], tile_a[now ^ 1][0], tile_b[now ^ 1][0], row, col);
            }
