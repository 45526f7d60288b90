// expect: shared_excess, shared_wavefronts, global_sectors, resources
// All lanes exchange the same bit of the column: that only renames the banks. Four loads no longer merge, values spill.

// TODO(1)
                b[n] = tile_b[k][(tx * TN + n) ^ 4];

// TODO(2)
            int c_col = blockIdx.x * BN + tx * TN + (n ^ 4);
