// expect: predictions
// Counts distinct bytes by 128: 64 bytes of A, 128 of B.

// TODO(1)
// PREDICT(1): wavefronts of the load from row_a = 1
// PREDICT(2): wavefronts of the load from row_b = 2
