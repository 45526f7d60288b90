// expect: predictions
// One question is not answered.

// TODO(1)
// PREDICT(1): wavefronts of the load from row_a = 4
// PREDICT(2): wavefronts of the load from row_b = ?
