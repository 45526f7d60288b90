// expect: predictions
// Forgets the barrier before the first step.

// TODO(1)
// PREDICT(1): barriers, counted once for each warp that waits = 128
// PREDICT(2): store requests of the lines A, one for each warp that stores = 57
// PREDICT(3): shared-memory wavefronts of these stores = 57
