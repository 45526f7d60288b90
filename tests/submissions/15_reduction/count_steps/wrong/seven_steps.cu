// expect: predictions
// Halves 256 seven times: the last step is left out.

// TODO(1)
// PREDICT(1): barriers, counted once for each warp that waits = 56
// PREDICT(2): load requests of the line of the sum, one for each warp and word = 22
// PREDICT(3): store requests of the line of the sum = 11
