// expect: shared_excess, shared_wavefronts
// 34 floats a row: a column touches every second bank, twice.

// TODO(1)
    __shared__ float tile[TILE][TILE + 2];
