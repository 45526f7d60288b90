// expect: correctness
// The second group begins 32 columns further, where other threads have their first: a quarter of C belongs to nobody.

// TODO(1)
                b[n] = tile_b[k][n / 4 * 32 + tx * 4 + n % 4];

// TODO(2)
            int c_col = blockIdx.x * BN + n / 4 * 32 + tx * 4;
