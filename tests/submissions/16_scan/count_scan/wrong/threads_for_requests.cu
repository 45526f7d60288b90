// expect: predictions
// Counts the additions, 1,793 in all, for requests of warps.

// TODO(1)
// PREDICT(1): barriers, counted once for each warp that waits = 136
// PREDICT(2): store requests of the lines A, one for each warp that stores = 1793
// PREDICT(3): shared-memory wavefronts of these stores = 1793
