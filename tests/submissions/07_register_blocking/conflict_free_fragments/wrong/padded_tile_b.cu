// expect: shared_excess, shared_wavefronts, global_sectors
// Rows of tile_b are four floats wider; but a fragment lies in one row, and inside a row padding moves nothing.

// TODO(1)
                b[n] = tile_b[k][tx * TN + n];

// TODO(2)
            int c_col = blockIdx.x * BN + tx * TN + n;

// INSTEAD OF
__shared__ __align__(16) float tile_b[BK][BN];
// WRITE
__shared__ __align__(16) float tile_b[BK][BN + 4];
