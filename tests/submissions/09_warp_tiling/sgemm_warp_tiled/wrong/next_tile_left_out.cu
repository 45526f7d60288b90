// expect: correctness
// Every tile begins with the last fragments of the one before it.

// TODO(2)
            if (k + 1 < BK)
                read(f[(k + 1) % 2], tile_a[now][k + 1], tile_b[now][k + 1], row, col);
            else
                __syncthreads();
