// expect: predictions
// One question is not answered.

// TODO(1)
// PREDICT(1): requests of the loads in the last line = 12
// PREDICT(2): wavefronts of the loads in the last line = ?
