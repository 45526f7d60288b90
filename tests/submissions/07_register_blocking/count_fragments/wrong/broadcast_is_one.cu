// expect: predictions
// Lanes with few addresses are taken to cost one wavefront, whatever the width.

// TODO(1)
// PREDICT(1): wavefronts of the load from tile_a = 1
// PREDICT(2): wavefronts of the load from tile_b = 32
// PREDICT(3): excess of the load from tile_b = 28
