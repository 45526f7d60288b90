// expect: predictions
// Bytes instead of sectors.

// TODO(1)
// PREDICT(1): requests, one for each load of a warp = 16
// PREDICT(2): sectors that the loads touch = 6,144
// PREDICT(3): excess of the loads, beyond the sectors that their bytes would fill = 4096
