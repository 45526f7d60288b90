// expect: predictions
// 1,849 / 1,188 rounded down: the blocks that are left over need a wave, too.

// TODO(1)
// PREDICT(1): blocks on a multiprocessor at once = 9
// PREDICT(2): waves of blocks = 1
// PREDICT(3): blocks in the last wave = 661
