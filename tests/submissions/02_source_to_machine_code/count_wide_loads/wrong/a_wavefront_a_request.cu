// expect: predictions
// Takes a request for a wavefront: 256 bytes are two of them.

// TODO(1)
// PREDICT(1): requests of the loads in the last line = 12
// PREDICT(2): wavefronts of the loads in the last line = 12
