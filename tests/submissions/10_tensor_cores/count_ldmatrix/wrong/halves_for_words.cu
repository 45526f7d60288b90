// expect: predictions
// The bank counted in halves instead of words.

// TODO(1)
// PREDICT(1): wavefronts of the ldmatrix = 4
// PREDICT(2): the bank at which the row begins that lane 5 names, 0 to 31 = 24
