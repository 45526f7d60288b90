// expect: predictions
// Looks at shared memory only: 228 / 41 = 5 blocks, though registers let in four.

// TODO(1)
// PREDICT(1): blocks of this kernel on a multiprocessor at once = 5
// PREDICT(2): warps of this kernel on a multiprocessor at once = 30
