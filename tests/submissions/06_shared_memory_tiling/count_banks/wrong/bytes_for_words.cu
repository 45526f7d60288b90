// expect: predictions
// Banks counted by the byte address.

// TODO(1)
// PREDICT(1): bank from which lane 1 reads = 28
// PREDICT(2): bank from which lane 8 reads = 12
// PREDICT(3): wavefronts of the load from the tile = 4
// PREDICT(4): excess of that load = 3
