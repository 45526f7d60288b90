// expect: predictions
// Each of 32 lanes is taken for a wavefront of its own in A, too.

// TODO(1)
// PREDICT(1): wavefronts of the load from tile_a = 32
// PREDICT(2): wavefronts of the load from tile_b = 32
// PREDICT(3): excess of the load from tile_b = 28
