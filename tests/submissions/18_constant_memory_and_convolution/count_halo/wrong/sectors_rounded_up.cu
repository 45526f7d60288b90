// expect: predictions
// Divides 36 floats by 8: a row that begins on a boundary would have 5 sectors.

// TODO(1)
// PREDICT(1): load requests of line A, one for each warp and load = 96
// PREDICT(2): sectors of the loads in line A = 240
// PREDICT(3): load requests of line B: as many would go to global memory without a tile = 800
