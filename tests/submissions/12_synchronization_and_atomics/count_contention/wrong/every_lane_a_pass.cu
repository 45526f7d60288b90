// expect: predictions
// Lets all 32 lanes take turns, wherever they add.

// TODO(1)
// PREDICT(1): lanes at one address in A = 8
// PREDICT(2): passes of A = 32
// PREDICT(3): passes of B = 32
// PREDICT(4): lanes at one address in C = 1
// PREDICT(5): passes of C = 32
