// expect: predictions
// Calls every stride of 32 a 32-way conflict, however few words there are.

// TODO(1)
// PREDICT(1): wavefronts of read A = 1
// PREDICT(2): wavefronts of read B = 32
// PREDICT(3): wavefronts of read C = 32
// PREDICT(4): wavefronts of read D = 1
