// expect: predictions
// The two numbers are exchanged.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 96
// PREDICT(2): sectors of the loads of x = 192
