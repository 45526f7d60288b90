// expect: predictions
// Counts the reads of threads in line B.

// TODO(1)
// PREDICT(1): load requests of line A, one for each warp and load = 96
// PREDICT(2): sectors of the loads in line A = 336
// PREDICT(3): load requests of line B: as many would go to global memory without a tile = 25600
