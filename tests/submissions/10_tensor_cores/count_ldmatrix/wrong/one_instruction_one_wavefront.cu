// expect: predictions
// One instruction, one wavefront: there are four matrices.

// TODO(1)
// PREDICT(1): wavefronts of the ldmatrix = 1
// PREDICT(2): the bank at which the row begins that lane 5 names, 0 to 31 = 28
