// expect: predictions
// Leaves out that a row of 96 columns is three steps of the warp.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 64
// PREDICT(2): sectors of the loads of x = 32
