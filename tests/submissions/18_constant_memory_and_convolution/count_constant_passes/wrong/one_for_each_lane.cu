// expect: predictions
// Takes it that lanes never share a pass unless all want the same.

// TODO(1)
// PREDICT(1): passes of the load in line A = 3
// PREDICT(2): passes of the load in line B = 96
// PREDICT(3): passes of the load in line C = 96
// PREDICT(4): passes in line C beyond one for each request = 93
