// expect: shared_excess, shared_wavefronts
// Two threads share sixteen columns, two groups of four each: eight lanes still meet two by two in a bank.

// TODO(1)
                b[n] = tile_b[k][tx / 2 * 16 + n / 4 * 8 + tx % 2 * 4 + n % 4];

// TODO(2)
            int c_col = blockIdx.x * BN + tx / 2 * 16 + n / 4 * 8 + tx % 2 * 4;
