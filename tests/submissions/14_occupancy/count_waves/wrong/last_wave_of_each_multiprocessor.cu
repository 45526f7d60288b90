// expect: predictions
// Shares the last wave out: 661 / 132 is five blocks for each.

// TODO(1)
// PREDICT(1): blocks on a multiprocessor at once = 9
// PREDICT(2): waves of blocks = 2
// PREDICT(3): blocks in the last wave = 5
