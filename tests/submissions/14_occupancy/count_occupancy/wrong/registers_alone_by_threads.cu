// expect: predictions
// Without whole blocks: 65,536 / 72 registers is 910 threads, 28 warps, whole blocks or not.

// TODO(1)
// PREDICT(1): blocks of this kernel on a multiprocessor at once = 5
// PREDICT(2): warps of this kernel on a multiprocessor at once = 28
