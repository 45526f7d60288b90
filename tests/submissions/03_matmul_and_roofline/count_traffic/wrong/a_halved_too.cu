// expect: predictions
// Two rows at a time save loads of x, but every element of A is still read.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 96
// PREDICT(2): sectors of the loads of x = 96
