// expect: predictions
// Gives the word, and forgets that banks begin again after 32.

// TODO(1)
// PREDICT(1): bank that lane 5 of the first warp reads = 60
// PREDICT(2): bank that lane 20 of the first warp reads = 240
// PREDICT(3): requests of the load, one for each warp = 3
// PREDICT(4): wavefronts of the load = 12
// PREDICT(5): excess wavefronts of the load = 9
