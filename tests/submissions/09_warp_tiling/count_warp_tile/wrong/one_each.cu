// expect: predictions
// Counts requests: each load is one of them.

// TODO(1)
// PREDICT(1): wavefronts of the load from row_a = 1
// PREDICT(2): wavefronts of the load from row_b = 1
