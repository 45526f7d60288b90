// expect: predictions
// Takes warps for blocks, as a slide does that gives 48 blocks to 32 registers a thread.

// TODO(1)
// PREDICT(1): blocks of this kernel on a multiprocessor at once = 48
// PREDICT(2): warps of this kernel on a multiprocessor at once = 288
