// expect: predictions
// One question is not answered.

// TODO(1)
// PREDICT(1): wavefronts of the ldmatrix = 4
// PREDICT(2): the bank at which the row begins that lane 5 names, 0 to 31 = ?
