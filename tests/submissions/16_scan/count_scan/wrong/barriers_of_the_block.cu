// expect: predictions
// Counts a barrier once for the block.

// TODO(1)
// PREDICT(1): barriers, counted once for each warp that waits = 17
// PREDICT(2): store requests of the lines A, one for each warp that stores = 57
// PREDICT(3): shared-memory wavefronts of these stores = 57
