// expect: predictions
// Gives the occupancy in percent, 24 of 64.

// TODO(1)
// PREDICT(1): blocks of this kernel on a multiprocessor at once = 4
// PREDICT(2): warps of this kernel on a multiprocessor at once = 38
