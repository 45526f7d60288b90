// expect: predictions
// Takes a request for what one thread asks.

// TODO(1)
// PREDICT(1): bank that lane 5 of the first warp reads = 28
// PREDICT(2): bank that lane 20 of the first warp reads = 16
// PREDICT(3): requests of the load, one for each warp = 96
// PREDICT(4): wavefronts of the load = 12
// PREDICT(5): excess wavefronts of the load = 9
