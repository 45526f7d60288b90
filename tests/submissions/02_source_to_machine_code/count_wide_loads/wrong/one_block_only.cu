// expect: predictions
// Counts one block of three.

// TODO(1)
// PREDICT(1): requests of the loads in the last line = 4
// PREDICT(2): wavefronts of the loads in the last line = 8
