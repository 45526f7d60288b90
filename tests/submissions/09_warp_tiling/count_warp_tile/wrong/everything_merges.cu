// expect: predictions
// Takes it that 4 lanes below each other share rows as well.

// TODO(1)
// PREDICT(1): wavefronts of the load from row_a = 2
// PREDICT(2): wavefronts of the load from row_b = 2
