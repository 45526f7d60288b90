// expect: predictions
// Counts the warps only and forgets shared memory.

// TODO(1)
// PREDICT(1): blocks on a multiprocessor at once = 16
// PREDICT(2): waves of blocks = 1
// PREDICT(3): blocks in the last wave = 1849
