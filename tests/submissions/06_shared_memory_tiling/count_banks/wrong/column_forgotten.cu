// expect: predictions
// Takes the bank of column 0.

// TODO(1)
// PREDICT(1): bank from which lane 1 reads = 4
// PREDICT(2): bank from which lane 8 reads = 0
// PREDICT(3): wavefronts of the load from the tile = 4
// PREDICT(4): excess of that load = 3
