// expect: predictions
// 64 / 6 = 10 blocks: neither registers nor shared memory counted.

// TODO(1)
// PREDICT(1): blocks of this kernel on a multiprocessor at once = 10
// PREDICT(2): warps of this kernel on a multiprocessor at once = 60
