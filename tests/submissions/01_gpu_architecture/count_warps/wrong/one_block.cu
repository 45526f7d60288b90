// expect: predictions
// Counts one block of three.

// TODO(1)
// PREDICT(1): requests of the load, one for each warp in which somebody copies = 3
