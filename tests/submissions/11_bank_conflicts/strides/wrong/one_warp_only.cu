// expect: predictions
// Counts one warp of three.

// TODO(1)
// PREDICT(1): bank that lane 5 of the first warp reads = 28
// PREDICT(2): bank that lane 20 of the first warp reads = 16
// PREDICT(3): requests of the load, one for each warp = 1
// PREDICT(4): wavefronts of the load = 4
// PREDICT(5): excess wavefronts of the load = 3
