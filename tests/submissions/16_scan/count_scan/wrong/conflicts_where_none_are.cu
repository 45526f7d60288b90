// expect: predictions
// Takes a distance between what is read and what is written for a bank conflict.

// TODO(1)
// PREDICT(1): barriers, counted once for each warp that waits = 136
// PREDICT(2): store requests of the lines A, one for each warp that stores = 57
// PREDICT(3): shared-memory wavefronts of these stores = 114
