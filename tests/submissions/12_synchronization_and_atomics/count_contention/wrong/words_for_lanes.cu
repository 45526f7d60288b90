// expect: predictions
// Takes the number of different words for the number of lanes at one.

// TODO(1)
// PREDICT(1): lanes at one address in A = 4
// PREDICT(2): passes of A = 4
// PREDICT(3): passes of B = 8
// PREDICT(4): lanes at one address in C = 1
// PREDICT(5): passes of C = 32
