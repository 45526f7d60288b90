// expect: predictions
// Counts requests: each of them touches four sectors.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 48
// PREDICT(2): sectors of the loads of x = 24
