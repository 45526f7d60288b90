// expect: predictions
// Takes each of the five rows for a warp.

// TODO(1)
// PREDICT(1): requests of the load, one for each warp in which somebody copies = 15
