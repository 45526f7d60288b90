// expect: predictions
// Takes it that tiles share the rows of their halos: 36 rows in all.

// TODO(1)
// PREDICT(1): load requests of line A, one for each warp and load = 72
// PREDICT(2): sectors of the loads in line A = 252
// PREDICT(3): load requests of line B: as many would go to global memory without a tile = 800
