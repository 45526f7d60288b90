// expect: predictions
// Takes it that only warps that add come to the barrier.

// TODO(1)
// PREDICT(1): barriers, counted once for each warp that waits = 12
// PREDICT(2): load requests of the line of the sum, one for each warp and word = 24
// PREDICT(3): store requests of the line of the sum = 12
