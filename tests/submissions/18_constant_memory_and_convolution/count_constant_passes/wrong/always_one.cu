// expect: predictions
// Takes it that constant memory always answers a warp in one pass.

// TODO(1)
// PREDICT(1): passes of the load in line A = 3
// PREDICT(2): passes of the load in line B = 3
// PREDICT(3): passes of the load in line C = 3
// PREDICT(4): passes in line C beyond one for each request = 0
