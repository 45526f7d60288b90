// expect: predictions
// Takes every atomic for one on a single address.

// TODO(1)
// PREDICT(1): lanes at one address in A = 32
// PREDICT(2): passes of A = 32
// PREDICT(3): passes of B = 32
// PREDICT(4): lanes at one address in C = 32
// PREDICT(5): passes of C = 32
