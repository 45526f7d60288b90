// expect: predictions
// A column is a conflict of all 32 lanes at a width of 32 only.

// TODO(1)
// PREDICT(1): bank from which lane 1 reads = 7
// PREDICT(2): bank from which lane 8 reads = 3
// PREDICT(3): wavefronts of the load from the tile = 32
// PREDICT(4): excess of that load = 31
