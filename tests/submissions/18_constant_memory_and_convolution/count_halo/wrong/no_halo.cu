// expect: predictions
// Forgets the halo.

// TODO(1)
// PREDICT(1): load requests of line A, one for each warp and load = 32
// PREDICT(2): sectors of the loads in line A = 128
// PREDICT(3): load requests of line B: as many would go to global memory without a tile = 800
