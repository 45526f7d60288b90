// expect: predictions
// One question is not answered.

// TODO(1)
// PREDICT(1): requests, one for each load of a warp = 16
// PREDICT(2): sectors that the loads touch = 192
// PREDICT(3): excess of the loads, beyond the sectors that their bytes would fill = ?
