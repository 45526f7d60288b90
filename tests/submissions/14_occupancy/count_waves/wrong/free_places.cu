// expect: predictions
// Gives the places that stay empty in the last wave, 2 x 1,188 - 1,849.

// TODO(1)
// PREDICT(1): blocks on a multiprocessor at once = 9
// PREDICT(2): waves of blocks = 2
// PREDICT(3): blocks in the last wave = 527
