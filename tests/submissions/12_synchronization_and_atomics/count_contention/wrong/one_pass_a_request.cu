// expect: predictions
// Takes a request for a pass, whoever meets in it.

// TODO(1)
// PREDICT(1): lanes at one address in A = 8
// PREDICT(2): passes of A = 1
// PREDICT(3): passes of B = 1
// PREDICT(4): lanes at one address in C = 1
// PREDICT(5): passes of C = 1
