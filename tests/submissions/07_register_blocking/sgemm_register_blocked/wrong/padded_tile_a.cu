// expect: correctness
// Rows of tile_a padded by one float, against conflicts that are not there: four floats no longer fit an aligned store.

// INSTEAD OF
    __shared__ __align__(16) float tile_a[BM][BK];
// WRITE
    __shared__ __align__(16) float tile_a[BM][BK + 1];
