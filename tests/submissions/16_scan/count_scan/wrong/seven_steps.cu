// expect: predictions
// Doubles seven times: the step of 128 is left out.

// TODO(1)
// PREDICT(1): barriers, counted once for each warp that waits = 120
// PREDICT(2): store requests of the lines A, one for each warp that stores = 53
// PREDICT(3): shared-memory wavefronts of these stores = 53
