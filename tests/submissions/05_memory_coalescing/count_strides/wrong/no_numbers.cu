// expect: predictions
// A formula is no number.

// TODO(1)
// PREDICT(1): requests, one for each load of a warp = 16
// PREDICT(2): sectors that the loads touch = 16 * 12
// PREDICT(3): excess of the loads, beyond the sectors that their bytes would fill = 16 x 8
