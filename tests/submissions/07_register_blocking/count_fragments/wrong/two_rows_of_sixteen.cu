// expect: predictions
// A is counted as in a block of 16 x 16, with two addresses.

// TODO(1)
// PREDICT(1): wavefronts of the load from tile_a = 2
// PREDICT(2): wavefronts of the load from tile_b = 32
// PREDICT(3): excess of the load from tile_b = 28
