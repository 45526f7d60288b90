// expect: predictions
// Counts the lanes that share an entry, not the entries.

// TODO(1)
// PREDICT(1): passes of the load in line A = 3
// PREDICT(2): passes of the load in line B = 24
// PREDICT(3): passes of the load in line C = 24
// PREDICT(4): passes in line C beyond one for each request = 21
