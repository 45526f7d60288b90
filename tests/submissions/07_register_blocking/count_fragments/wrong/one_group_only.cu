// expect: predictions
// Only the first eight lanes are counted.

// TODO(1)
// PREDICT(1): wavefronts of the load from tile_a = 1
// PREDICT(2): wavefronts of the load from tile_b = 8
// PREDICT(3): excess of the load from tile_b = 7
