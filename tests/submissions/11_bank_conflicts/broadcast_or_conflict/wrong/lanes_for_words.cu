// expect: predictions
// Counts the lanes that want a word, not the words.

// TODO(1)
// PREDICT(1): wavefronts of read A = 8
// PREDICT(2): wavefronts of read B = 32
// PREDICT(3): wavefronts of read C = 32
// PREDICT(4): wavefronts of read D = 4
