// expect: predictions
// Counts lanes: a warp's load is one request.

// TODO(1)
// PREDICT(1): requests of the loads in the last line = 384
// PREDICT(2): wavefronts of the loads in the last line = 24
