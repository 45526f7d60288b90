// expect: predictions
// 512 floats are 64 sectors: counts what is needed, not what is asked for.

// TODO(1)
// PREDICT(1): requests, one for each load of a warp = 16
// PREDICT(2): sectors that the loads touch = 64
// PREDICT(3): excess of the loads, beyond the sectors that their bytes would fill = 0
