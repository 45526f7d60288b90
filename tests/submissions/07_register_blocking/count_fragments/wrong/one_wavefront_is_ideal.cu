// expect: predictions
// The ideal is taken to be 1, as for 4 bytes a lane.

// TODO(1)
// PREDICT(1): wavefronts of the load from tile_a = 4
// PREDICT(2): wavefronts of the load from tile_b = 32
// PREDICT(3): excess of the load from tile_b = 31
