// expect: predictions
// Believes that whoever shares words never conflicts.

// TODO(1)
// PREDICT(1): wavefronts of read A = 1
// PREDICT(2): wavefronts of read B = 1
// PREDICT(3): wavefronts of read C = 1
// PREDICT(4): wavefronts of read D = 1
