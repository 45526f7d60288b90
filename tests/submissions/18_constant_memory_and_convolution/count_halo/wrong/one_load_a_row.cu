// expect: predictions
// Takes it that one load reads a row of 36 floats.

// TODO(1)
// PREDICT(1): load requests of line A, one for each warp and load = 48
// PREDICT(2): sectors of the loads in line A = 288
// PREDICT(3): load requests of line B: as many would go to global memory without a tile = 800
