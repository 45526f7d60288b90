// expect: predictions
// Takes every lane to have a sector of its own, which begins with stride 8.

// TODO(1)
// PREDICT(1): requests, one for each load of a warp = 16
// PREDICT(2): sectors that the loads touch = 512
// PREDICT(3): excess of the loads, beyond the sectors that their bytes would fill = 448
