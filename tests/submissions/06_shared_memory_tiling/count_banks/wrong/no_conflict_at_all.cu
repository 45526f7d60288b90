// expect: predictions
// Takes padding of any kind for a cure: 36 is even.

// TODO(1)
// PREDICT(1): bank from which lane 1 reads = 7
// PREDICT(2): bank from which lane 8 reads = 3
// PREDICT(3): wavefronts of the load from the tile = 1
// PREDICT(4): excess of that load = 0
