// expect: predictions
// Takes every wave to be full.

// TODO(1)
// PREDICT(1): blocks on a multiprocessor at once = 9
// PREDICT(2): waves of blocks = 2
// PREDICT(3): blocks in the last wave = 1188
