// expect: predictions
// Believes in one load of 16 bytes: rows of 24 bytes do not all begin at a multiple of 16.

// TODO(1)
// PREDICT(1): requests of the loads in the last line = 6
// PREDICT(2): wavefronts of the loads in the last line = 24
