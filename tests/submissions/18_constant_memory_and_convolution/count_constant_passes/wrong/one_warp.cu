// expect: predictions
// Counts one warp of three.

// TODO(1)
// PREDICT(1): passes of the load in line A = 1
// PREDICT(2): passes of the load in line B = 4
// PREDICT(3): passes of the load in line C = 4
// PREDICT(4): passes in line C beyond one for each request = 3
