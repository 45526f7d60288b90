// expect: shared_excess, shared_wavefronts, global_sectors
// Eight neighbours a thread: lanes begin 8 floats apart, so the fifth of them is back at bank 0.

// TODO(1)
                b[n] = tile_b[k][tx * TN + n];

// TODO(2)
            int c_col = blockIdx.x * BN + tx * TN + n;
