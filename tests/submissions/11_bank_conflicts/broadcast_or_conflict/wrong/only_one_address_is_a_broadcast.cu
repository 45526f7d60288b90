// expect: predictions
// Believes that a broadcast needs all lanes on one address: each distinct word is a wavefront of its own.

// TODO(1)
// PREDICT(1): wavefronts of read A = 4
// PREDICT(2): wavefronts of read B = 4
// PREDICT(3): wavefronts of read C = 8
// PREDICT(4): wavefronts of read D = 8
