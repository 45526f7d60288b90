// expect: predictions
// Calls every pass excess where there is more than one.

// TODO(1)
// PREDICT(1): passes of the load in line A = 3
// PREDICT(2): passes of the load in line B = 12
// PREDICT(3): passes of the load in line C = 12
// PREDICT(4): passes in line C beyond one for each request = 12
