// expect: predictions
// One block at a time on each of 132 multiprocessors: 1,849 / 132 is 15 waves.

// TODO(1)
// PREDICT(1): blocks on a multiprocessor at once = 9
// PREDICT(2): waves of blocks = 15
// PREDICT(3): blocks in the last wave = 1
