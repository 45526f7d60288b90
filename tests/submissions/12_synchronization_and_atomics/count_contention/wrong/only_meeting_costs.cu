// expect: predictions
// Counts the lanes that meet, and forgets that sectors are worked on one by one.

// TODO(1)
// PREDICT(1): lanes at one address in A = 8
// PREDICT(2): passes of A = 8
// PREDICT(3): passes of B = 4
// PREDICT(4): lanes at one address in C = 1
// PREDICT(5): passes of C = 1
