// expect: predictions
// 4.7 blocks by registers are called five.

// TODO(1)
// PREDICT(1): blocks of this kernel on a multiprocessor at once = 5
// PREDICT(2): warps of this kernel on a multiprocessor at once = 24
