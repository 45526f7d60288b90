// expect: shared_excess, shared_wavefronts, global_sectors
// Rows of tile_a are four floats wider, as many texts advise: its reads are two broadcasts and had no conflict.

// TODO(1)
                b[n] = tile_b[k][tx * TN + n];

// TODO(2)
            int c_col = blockIdx.x * BN + tx * TN + n;

// INSTEAD OF
__shared__ __align__(16) float tile_a[BM][BK];
// WRITE
__shared__ __align__(16) float tile_a[BM][BK + 4];
