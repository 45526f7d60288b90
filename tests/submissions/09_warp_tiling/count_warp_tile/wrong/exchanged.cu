// expect: predictions
// The lanes as if they were numbered along the rows.

// TODO(1)
// PREDICT(1): wavefronts of the load from row_a = 2
// PREDICT(2): wavefronts of the load from row_b = 4
