// expect: shared_excess, shared_wavefronts, global_sectors
// The rows of A are split into two groups of four; that changes two broadcasts into two other broadcasts.

// TODO(1)
                b[n] = tile_b[k][tx * TN + n];

// TODO(2)
            int c_col = blockIdx.x * BN + tx * TN + n;

// INSTEAD OF
                a[m] = tile_a[ty * TM + m][k];
// WRITE
                a[m] = tile_a[m / 4 * 64 + ty * 4 + m % 4][k];

// INSTEAD OF
        int c_row = blockIdx.y * BM + ty * TM + m;
// WRITE
        int c_row = blockIdx.y * BM + m / 4 * 64 + ty * 4 + m % 4;
