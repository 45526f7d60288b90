// expect: predictions
// Has x read once for the whole product: that takes all rows at the same time.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 192
// PREDICT(2): sectors of the loads of x = 12
