// expect: predictions
// Each row of 16 bytes for itself.

// TODO(1)
// PREDICT(1): wavefronts of the ldmatrix = 32
// PREDICT(2): the bank at which the row begins that lane 5 names, 0 to 31 = 28
