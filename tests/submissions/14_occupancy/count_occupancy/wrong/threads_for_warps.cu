// expect: predictions
// Gives the threads of the blocks where their warps are asked for.

// TODO(1)
// PREDICT(1): blocks of this kernel on a multiprocessor at once = 4
// PREDICT(2): warps of this kernel on a multiprocessor at once = 768
