// expect: predictions
// Takes lane / 8 for eight values and lane % 8 for four.

// TODO(1)
// PREDICT(1): wavefronts of read A = 1
// PREDICT(2): wavefronts of read B = 8
// PREDICT(3): wavefronts of read C = 4
// PREDICT(4): wavefronts of read D = 1
