// expect: predictions
// Four groups of eight lanes, whoever shares what.

// TODO(1)
// PREDICT(1): wavefronts of the load from row_a = 4
// PREDICT(2): wavefronts of the load from row_b = 4
