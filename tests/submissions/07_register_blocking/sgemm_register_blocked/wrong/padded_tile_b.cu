// expect: correctness
// The rows of tile_b are padded by one float, and a row no longer starts where 16 bytes may be stored at once.

// INSTEAD OF
    __shared__ __align__(16) float tile_b[BK][BN];
// WRITE
    __shared__ __align__(16) float tile_b[BK][BN + 1];
