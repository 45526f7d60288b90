// expect: predictions
// Counts all eight warps in each step.

// TODO(1)
// PREDICT(1): barriers, counted once for each warp that waits = 64
// PREDICT(2): load requests of the line of the sum, one for each warp and word = 128
// PREDICT(3): store requests of the line of the sum = 64
