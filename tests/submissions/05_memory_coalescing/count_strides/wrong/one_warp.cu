// expect: predictions
// Counts one warp of the sixteen.

// TODO(1)
// PREDICT(1): requests, one for each load of a warp = 1
// PREDICT(2): sectors that the loads touch = 12
// PREDICT(3): excess of the loads, beyond the sectors that their bytes would fill = 8
