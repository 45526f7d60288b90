// expect: predictions
// Excess is what is beyond the ideal, one wavefront.

// TODO(1)
// PREDICT(1): bank from which lane 1 reads = 7
// PREDICT(2): bank from which lane 8 reads = 3
// PREDICT(3): wavefronts of the load from the tile = 4
// PREDICT(4): excess of that load = 4
