// expect: predictions
// A guess in words is no prediction.

// TODO(1)
// PREDICT(1): requests of the loads in the last line = a dozen
// PREDICT(2): wavefronts of the loads in the last line = twice as many
