// expect: predictions
// Has x read anew for every row, as with one row at a time.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 192
// PREDICT(2): sectors of the loads of x = 192
