// expect: shared_excess, shared_wavefronts
// One row more instead of one column more: the distance between rows is still 32.

// TODO(1)
    __shared__ float tile[TILE + 1][TILE];
