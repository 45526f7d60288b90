// expect: predictions
// Counts bytes.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 6,144
// PREDICT(2): sectors of the loads of x = 3,072
