// expect: predictions
// The question marks are left.

// TODO(1)
// PREDICT(1): wavefronts of the load from tile_a = ?
// PREDICT(2): wavefronts of the load from tile_b = ?
// PREDICT(3): excess of the load from tile_b = ?
