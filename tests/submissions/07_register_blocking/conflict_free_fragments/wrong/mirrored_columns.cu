// expect: shared_excess, shared_wavefronts, global_sectors
// The threads own the columns in the opposite order, which mirrors the banks and cures nothing.

// TODO(1)
                b[n] = tile_b[k][(15 - tx) * TN + n];

// TODO(2)
            int c_col = blockIdx.x * BN + (15 - tx) * TN + n;
