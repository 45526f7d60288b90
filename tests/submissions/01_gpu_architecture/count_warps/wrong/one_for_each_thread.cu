// expect: predictions
// Counts threads, not warps.

// TODO(1)
// PREDICT(1): requests of the load, one for each warp in which somebody copies = 180
