// expect: predictions
// Counts the four loads of the source, as PTX has them.

// TODO(1)
// PREDICT(1): requests of the loads in the last line = 24
// PREDICT(2): wavefronts of the loads in the last line = 24
